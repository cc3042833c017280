// --background, --shadow, --caption, --caption-at: what is put around a scene in a picture or film.
#pragma once

#include <string>

#include "cli/options.h"
#include "view/export/staging.h"

namespace marrow::cli {

struct StagingWords {
  std::string background, caption, caption_at;
  bool shadow = false;

  void add_to(Options& options);
  /// Throws UsageError for values that are not known.
  view::Staging staging() const;
};

}  // namespace marrow::cli
