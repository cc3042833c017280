#include "cli/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace marrow::cli {
namespace {

/// Text for troff: hyphens that can be copied, no escapes, no requests.
std::string troff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  for (const char letter : text) {
    if (letter == '-') {
      out += "\\-";
    } else if (letter == '\\') {
      out += "\\e";
    } else {
      out += letter;
    }
  }
  return out;
}

std::string value_of(const OptionText& option) {
  return option.words.empty() ? option.value : fmt::format("{}", fmt::join(option.words, "|"));
}

std::string man_options(const CommandText& command) {
  std::string page;
  for (const OptionText& option : command.options) {
    std::string names;
    for (const std::string& name : option.names)
      names += (names.empty() ? "\\fB" : ", \\fB") + troff(name) + "\\fR";
    if (!option.value.empty())
      names += (names.empty() ? "\\fI" : " \\fI") + troff(value_of(option)) + "\\fR";
    page += fmt::format(".TP\n{}{}\n{}\n", names, option.is_list ? " ..." : "", troff(option.help));
  }
  return page;
}

std::string man_page(const ProgramText& program) {
  const std::string& name = program.own.name;
  std::string page = fmt::format(
      ".TH MARROW 1 \"\" \"{0}\" \"User Commands\"\n.SH NAME\n{1} \\- {2}\n.SH SYNOPSIS\n.B {1}\n"
      "[\\fIOPTIONS\\fR] [\\fIFILE\\fR ...]\n.br\n.B {1}\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] ...\n"
      ".SH OPTIONS\n{3}.SH COMMANDS\nThey need no window and no display.\n",
      program.version, name, troff(program.own.help.substr(0, program.own.help.find('.'))),
      man_options(program.own));
  for (const CommandText& command : program.commands)
    page += fmt::format(".SS {} {}\n{}\n{}", name, command.name, troff(command.help),
                        man_options(command));
  return page +
         ".SH EXIT STATUS\n.TP\n0\nDone.\n.TP\n1\nThe job failed; one line on standard error tells "
         "why.\n.TP\n2\nWrong usage.\n.TP\n128 + \\fIN\\fR\nEnded by signal \\fIN\\fR.\n"
         ".SH FILES\n.TP\n\\fI$XDG_CONFIG_HOME/marrow\\fR, \\fI~/.config/marrow\\fR\n"
         "Preferences.\n.TP\n\\fI$XDG_STATE_HOME/marrow\\fR, \\fI~/.local/state/marrow\\fR\n"
         "Recent files, and unsaved work after a crash.\n";
}

std::string names_of(const CommandText& command) {
  std::string names;
  for (const OptionText& option : command.options)
    for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  return names;
}

std::string names_of(const std::vector<CommandText>& commands, const char* between) {
  std::vector<std::string> names;
  for (const CommandText& command : commands) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, between));
}

/// Rows of a case: a command's options, and the words that some of them allow.
void add_bash_rows(const CommandText& command, const std::string& key, std::string& words,
                   std::string& options) {
  for (const OptionText& option : command.options)
    if (!option.words.empty())
      words += fmt::format("    '{} {}') words='{}' ;;\n", key, option.names.back(),
                           fmt::join(option.words, " "));
  options += fmt::format("      '{}') words='{}' ;;\n", key, names_of(command));
}

/// If there is nothing to complete, the shell completes file names.
std::string bash_completion(const ProgramText& program) {
  std::string words, options;
  add_bash_rows(program.own, "", words, options);
  for (const CommandText& command : program.commands)
    add_bash_rows(command, command.name, words, options);
  return fmt::format(R"(# Completion of {0} for bash.
_{0}() {{
  local now=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words= word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in {1}) command=$word; break ;; esac
  done
  COMPREPLY=()
  case "$command $before" in
{2}    *)
      case "${{now:0:1}}$command" in
        -*) case $command in
{3}      esac ;;
        *) [ -n "$command" ] || words='{4}' ;;
      esac ;;
  esac
  [ -z "$words" ] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$now")
}}
complete -o default -F _{0} {0}
)",
                     program.own.name, names_of(program.commands, "|"), words, options,
                     names_of(program.commands, " "));
}

/// Text within an argument of zsh's _arguments, in single quotes.
std::string zsh(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\'') {
      out += "'\\''";
    } else if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') {
      out += std::string("\\") + letter;
    } else {
      out += letter;
    }
  }
  return out;
}

std::string zsh_arguments(const CommandText& command) {
  std::string text = "_arguments";
  for (const OptionText& option : command.options)
    for (const std::string& name : option.names) {
      text += fmt::format(" \\\n      '*{}[{}]", name, zsh(option.help));
      if (!option.words.empty()) {
        text += fmt::format(":{}:({})", zsh(option.value), fmt::join(option.words, " "));
      } else if (!option.value.empty()) {
        text += fmt::format(":{}:_files", zsh(option.value));
      }
      text += "'";
    }
  return text;
}

std::string zsh_completion(const ProgramText& program) {
  std::string rows;
  for (const CommandText& command : program.commands)
    rows += fmt::format("  {})\n    {} \\\n      '*:file:_files' ;;\n", command.name,
                        zsh_arguments(command));
  return fmt::format(R"(#compdef {0}
# Completion of {0} for zsh.
_{0}_commands_and_files() {{ compadd {1}; _files }}
case ${{words[(r)({2})]}} in
{3}  *)
    {4} \
      '*:command or file:_{0}_commands_and_files' ;;
esac
)",
                     program.own.name, names_of(program.commands, " "),
                     names_of(program.commands, "|"), rows, zsh_arguments(program.own));
}

}  // namespace

std::string manual_text(std::string_view form, const ProgramText& program) {
  if (form == "man") return man_page(program);
  return form == "bash" ? bash_completion(program) : zsh_completion(program);
}

}  // namespace marrow::cli
