#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>

#include "cli/manual.h"
#include "cli/printing.h"

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

Option& Option::within(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::within(float least, float most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::within(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::one_of(const std::vector<int>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}

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

/// CLI11 writes the words that an option allows after its type: "NAME:{front,side}".
std::vector<std::string> words_of(const std::string& type) {
  std::vector<std::string> words;
  const std::size_t begin = type.find(":{"), end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return words;
  std::istringstream list(type.substr(begin + 2, end - begin - 2));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  return words;
}

CommandText text_of(const CLI::App& command) {
  CommandText text{command.get_name(), command.get_description(), {}};
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    OptionText one;
    for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
    const std::string type = option->get_type_name();
    one.words = words_of(type);
    if (option->get_expected_max() > 0) one.value = type.substr(0, type.find(':'));
    if (one.names.empty()) one.value = option->get_single_name();
    one.is_list = option->get_expected_max() > 1;
    one.help = option->get_description();
    text.options.push_back(one);
  }
  return text;
}

ProgramText text_of_all(const CLI::App& program, const std::string& version) {
  ProgramText text{text_of(program), version, {}};
  for (const CLI::App* command : program.get_subcommands({}))
    text.commands.push_back(text_of(*command));
  return text;
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
      return [text = manual_text(manual, text_of_all(*app, version))] {
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
