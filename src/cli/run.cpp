// marrow run: applies a session's edits, saved as a script, to a file.
#include "cli/commands.h"
#include "cli/common.h"
#include "edit/script.h"
#include "io/file.h"

namespace marrow::cli {
namespace {

struct RunOptions {
  std::string script, file, out;
};

int run(const RunOptions& options) {
  const Tasks& tasks = implementation_of(Backend::fast);
  const std::string script = io::read_file(options.script, kScriptCap);
  io::Loaded loaded = io::load(options.file);
  print_warnings(options.file, loaded.warnings);
  Document document(tasks, std::move(loaded.scene), "");
  const ScriptRun done = run_script(document, script);
  require_implementation();
  print_warnings(options.file, done.notes);
  if (!done.problem.empty()) throw io::Error(options.script, "", done.problem);
  print_warnings(options.out, save_scene(options.out, document.scene(), Backend::fast));
  return 0;
}

Job declare_run(Options& own) {
  const auto words = std::make_shared<RunOptions>();
  own.add("SCRIPT", words->script, "", "Edits, as the History tab saves them").required();
  own.add("FILE", words->file, "", "The scene or model").required();
  own.add("-o,--out", words->out, "OUT", "The scene to write").required();
  return [words] { return run(*words); };
}

}  // namespace

const Command kRun = {"run", "Applies the edits of a script to a scene", declare_run};

}  // namespace marrow::cli
