// Options of a command line. Only options.cpp includes CLI11, which takes seconds to compile.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/printing.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace marrow::cli {

/// An option just added; each member restricts its values.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& required();
  /// Exactly one value each time it is given.
  Option& one_value();
  /// May be given several times, with one value each time. For vectors.
  Option& may_repeat();
  /// May be given several times, with one or several values. For vectors.
  Option& may_list();
  template <typename Number>  ///< int, float or double
  Option& within(Number least, Number most);
  template <typename Value>  ///< int or std::string
  Option& one_of(const std::vector<Value>& values);
  /// A value that was removed; `sentence` states what to use instead.
  Option& refuse(const char* value, const char* sentence);
  Option& hidden();  ///< not in --help

 private:
  CLI::Option* option_;
};

/// The options of the program or of one command. A handle: copies share the options. Valid as long
/// as the Job that job_of() returns.
class Options {
 public:
  explicit Options(CLI::App* app) : app_(app) {}
  /// `names`: "--out", "-o,--out", or without a dash for a positional argument. `value` is set
  /// when the command line is read and must live until then. `type`: name of the value in --help;
  /// empty: none. Value: std::string, int, float, double, std::optional<int>, or a vector of int or
  /// std::string.
  template <typename Value>
  Option add(const char* names, Value& value, const char* type, const char* help);
  Option flag(const char* names, bool& value, const char* help);
  /// After reading: the names of the given options, without dashes, in order.
  std::vector<std::string> given() const;

 private:
  CLI::App* app_;
};

/// The work of the program or a command, called when all options are known. Returns the exit
/// status. Throws UsageError for contradictory options.
using Job = std::function<int()>;

struct Command {
  const char* name;
  const char* help;  ///< one line
  /// Adds its options. The returned job is called after they are read.
  Job (*declare)(Options& own);
};

/// Reads a command line. Returns the job of its command, or that of `program` if it names none; for
/// --help and --version a job that prints. Throws UsageError.
Job job_of(int argc, char** argv, const Command& program, const std::string& version,
           std::span<const Command* const> commands);

}  // namespace marrow::cli
