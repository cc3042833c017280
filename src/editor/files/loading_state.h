// Files being opened or imported, and the queue behind them.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/files/loading.h"

namespace marrow {

struct LoadJob {
  enum class Kind {
    open,
    reload,  ///< opened again: seen from where it was seen
    last,    ///< what the last run had open, at the start; the sample where that cannot be had
    import,  ///< added to what is open
  } kind = Kind::open;
  std::string path;
};

/// An OBJ file lacks its unit and up axis; asked about where its size is unusual.
struct SizeQuestion {
  Id node = kNoId;
  std::shared_ptr<const Mesh> mesh;  ///< of that node: another scene may use the id again
  float size = 0.0f;                 ///< the longest side of its box, units
  bool is_scaled = false, stands = false;
};

/// Meshes whose normals point away from their faces, in the file that was read last.
struct NormalsQuestion {
  struct Asked {
    Id node = kNoId;
    std::shared_ptr<const Mesh> mesh;  ///< of that node, while it is to be asked about
  };
  std::vector<Asked> meshes;
  double share = 0.0;  ///< of the worst one's area
};

struct LoadingState {
  LoadJob job;                   ///< under way, or ready
  std::unique_ptr<Loading> now;  ///< nothing: no file is being read
  double began = 0.0;            ///< seconds of the app's clock
  std::uint64_t commits =
      0;  ///< of the document when the job began: what came since is not known to be unwanted
  std::optional<Loading::Result> ready;            ///< waits for the answer about unsaved work
  std::deque<LoadJob> waiting;                     ///< to be begun one after the other
  std::vector<std::unique_ptr<Loading>> given_up;  ///< stopped; they end by themselves
  std::optional<SizeQuestion> question;            ///< about the file that was read last
  std::optional<NormalsQuestion> normals;          ///< the same
  /// Seconds that a call waits for a file. Without a window there is no reason to return earlier.
  double patience = 1e9;
};

}  // namespace marrow
