// Files being opened or imported, and the queue behind them.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/files/loading.h"

namespace marrow {

struct LoadRequest {
  enum class Kind {
    open,
    reload,  ///< opened again: seen from where it was seen
    last,    ///< what the last run had open, at the start; the sample where that cannot be had
    import,  ///< added to what is open
  } kind = Kind::open;
  std::string path;
};

/// An OBJ file lacks its unit and up axis; asked about where its size is unusual or it does not
/// stand on the ground.
struct SizeQuestion {
  Id node = kNoId;
  std::shared_ptr<const Mesh> mesh;  ///< of that node: another scene may use the id again
  float size = 0.0f;  ///< the longest side of its box where that is unusual, units; else 0
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
  LoadRequest request;  ///< under way, or ready
  Loading reading;
  double began = 0.0;  ///< seconds of the app's clock
  /// Of the document when the job began: what came since is not known to be unwanted.
  std::uint64_t commits = 0;
  std::optional<LoadedFile> ready;         ///< waits for the answer about unsaved work
  std::deque<LoadRequest> waiting;         ///< to be begun one after the other
  std::optional<SizeQuestion> question;    ///< about the file that was read last
  std::optional<NormalsQuestion> normals;  ///< the same
  /// Seconds that a call waits for a file. Without a window there is no reason to return earlier.
  double patience = 1e9;
};

}  // namespace marrow
