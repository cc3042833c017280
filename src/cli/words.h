// Options, numbers and names that several commands share, so that each has one meaning.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <string_view>

#include "cli/common.h"
#include "cli/options.h"

namespace marrow::cli {

// Each of these throws UsageError, which states what was expected.

/// A finite number with a decimal point, whatever the locale. `whole` is quoted in the error.
float number(std::string_view text, std::string_view whole, std::string_view expected);
std::vector<std::string_view> split(std::string_view text, char at);
/// "1,0,-2.5"
glm::vec3 vector3(std::string_view text, std::string_view expected);
/// "1280x800": pixels
void read_size(const std::string& text, int& width, int& height);
Backend read_backend(const std::string& name);

/// --time and --motion
struct MomentOptions {
  std::string time, motion;

  void add_to(Options& options);
  Moment moment() const;
};

/// --falloff, --metric and --blend: they replace the choices of the scene's skeletons.
struct ChoiceOptions {
  std::map<std::string, std::string> words;  ///< by option

  void add_to(Options& options);
  SkeletonChoices choices() const;  ///< throws UsageError for an unknown word
  /// Before files are read: throws as choices() does, and warns of a value that was removed.
  void check() const;
  void apply(Scene& scene) const;  ///< throws as choices() does
};

/// FILE, and the options for many files. `out` is -o, if the command has it.
struct FileOptions {
  std::vector<std::string> files;
  std::string out, out_dir, to;
  int jobs = 1;

  void add_files(Options& options, const char* help);
  /// `to_help`: for a command whose --to means something else as well.
  void add_many(Options& options, const char* to_help = "Many files: the extension of the results");
  /// The file of a command that reads only one.
  const std::string& file() const { return files.front(); }
  bool are_many() const { return !out_dir.empty(); }
  /// The only file, for use without --out-dir. Throws UsageError if there are more, or --to.
  const std::string& only_file(const char* command) const;
  const std::string& required_out(const char* command) const;
};

/// `word`: a name that one joint has, a path `skeleton/parent/name` (any number of parents, the
/// skeleton may be left out), or `#N`, the N-th joint of the file from 0 on. Throws io::Error at
/// `place` if there is none or more than one; the message states how to distinguish them.
JointRef joint_of_word(const std::string& file, const std::string& place, const Scene& scene,
                       const std::string& word);

/// The joint's name; if there are several skeletons, after the name of its skeleton's node.
std::string joint_name(const Scene& scene, Id joint);

struct ManyFiles {
  const char* command;
  std::string extension;  ///< of the results, if --to is not given
  bool (*can_write)(const std::string& extension);
  const char* expected;  ///< the extensions that it can write, for messages
  /// Processes one file. Returns the exit status.
  std::function<int(const std::string& in, const std::string& out)> run;
};
/// Runs one process per file and prints one JSON line each to standard output; finished files are
/// skipped. Returns the exit status. Throws UsageError.
int many(const FileOptions& words, const ManyFiles& way);

}  // namespace marrow::cli
