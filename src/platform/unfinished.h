// Files that are not whole yet, noted where a signal handler can find them.
#pragma once

#include <filesystem>

namespace marrow::platform {

/// The file at that path is unfinished while this lives. Of a path that is too long, and of more
/// than 16 files at a time, nothing is noted.
class Unfinished {
 public:
  explicit Unfinished(const std::filesystem::path& path);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  struct Slot;
  static Slot slots[];
  Slot* slot_ = nullptr;
  friend void remove_unfinished() noexcept;
};

/// Removes all unfinished files. For a signal handler: allocates nothing, takes no locks.
void remove_unfinished() noexcept;

/// While one lives, files are being put in place, which must not be cut short.
class PuttingInPlace {
 public:
  PuttingInPlace();
  ~PuttingInPlace();
  PuttingInPlace(const PuttingInPlace&) = delete;
  PuttingInPlace& operator=(const PuttingInPlace&) = delete;
};

/// One lives. For a signal handler, too.
bool is_putting_in_place() noexcept;
/// `then` is called whenever files have been put in place.
void call_after_putting_in_place(void (*then)());

}  // namespace marrow::platform
