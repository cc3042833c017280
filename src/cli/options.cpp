#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <sstream>

namespace marrow::cli {

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::one_value() {
  option_->expected(1);
  return *this;
}

Option& Option::may_repeat() {
  may_list();
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::may_list() {
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

template <typename Number>
Option& Option::within(Number least, Number most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
template Option& Option::within(int, int);
template Option& Option::within(float, float);
template Option& Option::within(double, double);

template <typename Value>
Option& Option::one_of(const std::vector<Value>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}
template Option& Option::one_of(const std::vector<int>&);
template Option& Option::one_of(const std::vector<std::string>&);

Option& Option::refuse(const char* value, const char* sentence) {
  option_->check([value, sentence](const std::string& given) {
    return given == value ? std::string(sentence) : std::string();
  });
  return *this;
}

Option& Option::hidden() {
  option_->group("");
  return *this;
}

template <typename Value>
Option Options::add(const char* names, Value& value, const char* type, const char* help) {
  return Option(app_->add_option(names, value, help)->type_name(type));
}
template Option Options::add(const char*, std::string&, const char*, const char*);
template Option Options::add(const char*, int&, const char*, const char*);
template Option Options::add(const char*, float&, const char*, const char*);
template Option Options::add(const char*, double&, const char*, const char*);
template Option Options::add(const char*, std::optional<int>&, const char*, const char*);
template Option Options::add(const char*, std::vector<int>&, const char*, const char*);
template Option Options::add(const char*, std::vector<std::string>&, const char*, const char*);

Option Options::flag(const char* names, bool& value, const char* help) {
  return Option(app_->add_flag(names, value, help));
}

std::vector<std::string> Options::given() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->parse_order()) names.push_back(option->get_single_name());
  return names;
}

namespace {

// The man page and shell completion, generated from the descriptions of the options.

struct OptionText {
  std::vector<std::string> names;  ///< "-o", "--out"; empty: a positional argument
  std::string value;               ///< name of the value, "OUT.png"; empty: a flag
  std::vector<std::string> words;  ///< all allowed values; empty: any value
  bool is_list = false;
  std::string help;
};

/// CLI11 writes the words that an option allows after its type: "NAME:{front,side}".
std::vector<std::string> words_of(const std::string& type) {
  std::vector<std::string> words;
  const std::size_t begin = type.find(":{"), end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return words;
  std::istringstream list(type.substr(begin + 2, end - begin - 2));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  return words;
}

/// The options that are not hidden.
std::vector<OptionText> options_of(const CLI::App& command) {
  std::vector<OptionText> options;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    OptionText& one = options.emplace_back();
    for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
    const std::string type = option->get_type_name();
    one.words = words_of(type);
    if (option->get_expected_max() > 0) one.value = type.substr(0, type.find(':'));
    if (one.names.empty()) one.value = option->get_single_name();
    one.is_list = option->get_expected_max() > 1;
    one.help = option->get_description();
  }
  return options;
}

using Commands = std::vector<const CLI::App*>;

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

std::string man_options(const CLI::App& command) {
  std::string page;
  for (const OptionText& option : options_of(command)) {
    std::string names;
    for (const std::string& name : option.names)
      names += (names.empty() ? "\\fB" : ", \\fB") + troff(name) + "\\fR";
    if (!option.value.empty())
      names += (names.empty() ? "\\fI" : " \\fI") + troff(value_of(option)) + "\\fR";
    page += fmt::format(".TP\n{}{}\n{}\n", names, option.is_list ? " ..." : "", troff(option.help));
  }
  return page;
}

std::string man_page(const CLI::App& program, const Commands& commands,
                     const std::string& version) {
  const std::string &name = program.get_name(), help = program.get_description();
  std::string page = fmt::format(
      ".TH MARROW 1 \"\" \"{0}\" \"User Commands\"\n.SH NAME\n{1} \\- {2}\n.SH SYNOPSIS\n.B {1}\n"
      "[\\fIOPTIONS\\fR] [\\fIFILE\\fR ...]\n.br\n.B {1}\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] ...\n"
      ".SH OPTIONS\n{3}.SH COMMANDS\nThey need no window and no display.\n",
      version, name, troff(help.substr(0, help.find('.'))), man_options(program));
  for (const CLI::App* command : commands)
    page += fmt::format(".SS {} {}\n{}\n{}", name, command->get_name(),
                        troff(command->get_description()), man_options(*command));
  return page +
         ".SH EXIT STATUS\n.TP\n0\nDone.\n.TP\n1\nThe job failed; one line on standard error tells "
         "why.\n.TP\n2\nWrong usage.\n.TP\n128 + \\fIN\\fR\nEnded by signal \\fIN\\fR.\n"
         ".SH FILES\n.TP\n\\fI$XDG_CONFIG_HOME/marrow\\fR, \\fI~/.config/marrow\\fR\n"
         "Preferences.\n.TP\n\\fI$XDG_STATE_HOME/marrow\\fR, \\fI~/.local/state/marrow\\fR\n"
         "Recent files, and unsaved work after a crash.\n";
}

std::string names_of(const CLI::App& command) {
  std::string names;
  for (const OptionText& option : options_of(command))
    for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  return names;
}

std::string names_of(const Commands& commands, const char* between) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return fmt::format("{}", fmt::join(names, between));
}

/// Rows of a case: a command's options, and the words that some of them allow.
void add_bash_rows(const CLI::App& command, const std::string& key, std::string& words,
                   std::string& options) {
  for (const OptionText& option : options_of(command))
    if (!option.words.empty())
      // Words of an argument without a name follow the command itself.
      words += fmt::format("    '{} {}') words='{}' ;;\n", key,
                           option.names.empty() ? key : option.names.back(),
                           fmt::join(option.words, " "));
  options += fmt::format("      '{}') words='{}' ;;\n", key, names_of(command));
}

/// If there is nothing to complete, the shell completes file names.
std::string bash_completion(const CLI::App& program, const Commands& commands) {
  std::string words, options;
  add_bash_rows(program, "", words, options);
  for (const CLI::App* command : commands)
    add_bash_rows(*command, command->get_name(), words, options);
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
                     program.get_name(), names_of(commands, "|"), words, options,
                     names_of(commands, " "));
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

std::string zsh_arguments(const CLI::App& command) {
  std::string text = "_arguments";
  for (const OptionText& option : options_of(command))
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

std::string zsh_completion(const CLI::App& program, const Commands& commands) {
  std::string rows;
  for (const CLI::App* command : commands)
    rows += fmt::format("  {})\n    {} \\\n      '*:file:_files' ;;\n", command->get_name(),
                        zsh_arguments(*command));
  return fmt::format(R"(#compdef {0}
# Completion of {0} for zsh.
_{0}_commands_and_files() {{ compadd {1}; _files }}
case ${{words[(r)({2})]}} in
{3}  *)
    {4} \
      '*:command or file:_{0}_commands_and_files' ;;
esac
)",
                     program.get_name(), names_of(commands, " "), names_of(commands, "|"), rows,
                     zsh_arguments(program));
}

/// `form`: "man", "bash" or "zsh".
std::string manual_text(std::string_view form, const CLI::App& program,
                        const std::string& version) {
  const Commands commands = program.get_subcommands({});
  if (form == "man") return man_page(program, commands, version);
  return form == "bash" ? bash_completion(program, commands) : zsh_completion(program, commands);
}

/// `marrow --size 64x48 render ...`: an option before the command is the command's, if it has one
/// of that name that was not given.
void hand_down(const CLI::App& program, CLI::App& command) {
  for (const CLI::Option* given : program.get_options()) {
    CLI::Option* same = command.get_option_no_throw(given->get_name());
    if (given->count() == 0 || same == nullptr || same->count() > 0) continue;
    for (const std::string& word : given->results()) same->add_result(word);
    same->run_callback();
  }
}

}  // namespace

Job job_of(int argc, char** argv, const Command& program, const std::string& version,
           std::span<const Command* const> commands) {
  const auto app = std::make_shared<CLI::App>(program.help, program.name);
  app->allow_windows_style_options(false);  // "/folder/file" is a file there, too
  app->set_version_flag("--version", version);
  app->require_subcommand(0, 1);
  Options own(app.get());
  Job job = program.declare(own);
  std::string manual;
  own.add("--manual", manual, "FORM", "Prints the man page, or completion for a shell")
      .one_of(std::vector<std::string>{"man", "bash", "zsh"});
  std::vector<std::pair<CLI::App*, Job>> jobs;
  for (const Command* command : commands) {
    CLI::App* sub = app->add_subcommand(command->name, command->help);
    Options options(sub);
    jobs.emplace_back(sub, command->declare(options));
  }
  try {
    app->parse(argc, argv);
    if (!manual.empty())
      return [text = manual_text(manual, *app, version)] {
        std::fputs(text.c_str(), stdout);
        return kDone;
      };
    for (const auto& [sub, job_of_sub] : jobs) {
      if (!sub->parsed()) continue;
      hand_down(*app, *sub);
      job = job_of_sub;
    }
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(error.what());
    return [status = app->exit(error)] { return status; };  // --help, --version
  }
  return [app, job] { return job(); };
}

}  // namespace marrow::cli
