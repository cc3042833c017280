// Reads what few users have: FBX. The page fetches this program when such a file comes, and runs it
// in a Worker (worker.js). It answers with a scene file.
#include <emscripten.h>
#include <exception>
#include <string>

#include "io/formats.h"

namespace {

std::string answer;  ///< keeps the last text returned to JavaScript
std::string warnings;

const char* answered(std::string words) {
  answer = std::move(words);
  return answer.c_str();
}

}  // namespace

extern "C" {

/// Reads a file of this program's memory and writes the scene file `to`. Returns the error, or an
/// empty text.
EMSCRIPTEN_KEEPALIVE const char* reader_read(const char* path, const char* to) try {
  namespace io = marrow::io;
  const io::Loaded loaded = io::load(path);
  warnings.clear();
  for (const std::string& warning : loaded.warnings)
    warnings += (warnings.empty() ? "" : "\n") + warning;
  io::save(to, loaded.scene, {}, {.keep_backup = false});
  return answered({});
} catch (const std::exception& error) {
  return answered(error.what());
}

/// What was repaired, guessed or left out, one sentence per line.
EMSCRIPTEN_KEEPALIVE const char* reader_warnings() { return answered(warnings); }

}  // extern "C"
