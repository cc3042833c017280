// --background, --shadow, --caption, --caption-at: the surroundings of a scene in a picture or
// film.
#pragma once

#include <string>

#include "cli/options.h"
#include "view/export/staging.h"

namespace marrow::cli {

struct StagingOptions {
  std::string background, caption, caption_at;
  bool shadow = false;

  void add_to(Options& options);
  /// Throws UsageError for unknown values.
  view::Staging staging() const;
};

}  // namespace marrow::cli
