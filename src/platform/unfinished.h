// A list of incomplete files that a signal handler can read.
#pragma once

#include <filesystem>

namespace marrow::platform {

/// Lists a file as incomplete during this object's lifetime. Does not list paths that are too long,
/// nor more than 16 files at a time.
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

/// Removes all listed files. For a signal handler: allocates nothing, takes no locks.
void remove_unfinished() noexcept;

/// During its lifetime files are being put in place, which a signal must not interrupt.
class PuttingInPlace {
 public:
  PuttingInPlace();
  ~PuttingInPlace();
  PuttingInPlace(const PuttingInPlace&) = delete;
  PuttingInPlace& operator=(const PuttingInPlace&) = delete;
};

/// True while an object exists. May be called in a signal handler.
bool is_putting_in_place() noexcept;
/// Sets a function to call whenever files have been put in place.
void call_after_putting_in_place(void (*then)());

}  // namespace marrow::platform
