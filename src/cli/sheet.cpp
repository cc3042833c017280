#include "cli/commands.h"

namespace marrow::cli {

int sheet(const SheetOptions&) { return 1; }

}  // namespace marrow::cli
