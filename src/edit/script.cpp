#include "edit/script.h"

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"

namespace marrow {

namespace {

/// Does one line. Returns why it failed; empty on success.
std::string do_line(Document& document, std::string_view line, ScriptRun& run) {
  const ParsedLine parsed = parse_line(document.scene(), line, NamesInLines::or_roles);
  if (!parsed.operation) return parsed.problem;
  for (const std::string& note : parsed.notes)
    if (!list_has(run.notes, note)) run.notes.push_back(note);
  if (!document.perform(*parsed.operation)) return document.reason();
  ++run.steps;
  return {};
}

}  // namespace

std::string script_of(const History& history, std::size_t from, std::size_t to) {
  std::string script =
      "# A Marrow script: marrow run SCRIPT FILE -o OUT does these edits to FILE.\n";
  for (std::size_t step = from + 1; step <= to; ++step)
    if (const auto& operation = history.steps()[step].operation)
      script += line_of(history.steps()[step - 1].scene, *operation) + "\n";
  return script;
}

ScriptRun run_script(Document& document, std::string_view script) {
  ScriptRun run;
  for (std::size_t number = 1; !script.empty(); ++number) {
    const std::size_t end = std::min(script.find('\n'), script.size());
    const std::string_view line = trimmed(script.substr(0, end));
    script.remove_prefix(std::min(end + 1, script.size()));
    if (line.empty() || line.starts_with('#')) continue;
    run.problem = do_line(document, line, run);
    if (run.problem.empty()) continue;
    run.problem = fmt::format("line {}: {}", number, run.problem);
    break;
  }
  return run;
}

}  // namespace marrow
