#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

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

/// `marrow --size 64x48 render ...`: passes an option before the command on to the command, if that
/// has an option of this name that was not given.
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
  app->allow_windows_style_options(false);  // on Windows "/folder/file" is a file, too
  app->set_version_flag("--version", version);
  app->require_subcommand(0, 1);
  Options own(app.get());
  Job job = program.declare(own);
  std::vector<std::pair<CLI::App*, Job>> jobs;
  for (const Command* command : commands) {
    CLI::App* sub = app->add_subcommand(command->name, command->help);
    Options options(sub);
    jobs.emplace_back(sub, command->declare(options));
  }
  try {
    app->parse(argc, argv);
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
