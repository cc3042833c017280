#include "cli/exit_status.h"

#include <cstdio>
#include <new>

#include "cli/options.h"
#include "cli/printing.h"
#include "io/error.h"
#include "platform/interrupts.h"

namespace marrow::cli {
namespace {

int complain(const std::string& text, int status) {
  print_error(text);
  return status;
}

}  // namespace

int guarded(const std::string& file, const std::function<void()>& body) {
  platform::end_orderly_on_signals();
  try {
    body();
    return kDone;
  } catch (const UsageError& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const io::Error& error) {
    return complain(error.what(), kFailed);
  } catch (const std::bad_alloc&) {
    return complain(file + ": there is not enough memory for it", kFailed);
  } catch (const std::exception& error) {
    return complain(file + ": " + error.what(), kFailed);
  }
}

int with_output_written(int status) {
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return is_written ? status
                    : complain(
                          "standard output: cannot be written: the disk is full or the "
                          "reader is gone",
                          kFailed);
}

}  // namespace marrow::cli
