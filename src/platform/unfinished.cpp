#include "platform/unfinished.h"

#include <algorithm>
#include <atomic>

#include "platform/files.h"

namespace marrow::platform {

namespace {

std::atomic<int> in_place = 0;  ///< the number of PuttingInPlace objects
std::atomic<void (*)()> after_in_place = nullptr;

}  // namespace

struct Unfinished::Slot {
  std::atomic<bool> is_taken = false, is_set = false;
  std::filesystem::path::value_type path[4096];
};
Unfinished::Slot Unfinished::slots[16];

Unfinished::Unfinished(const std::filesystem::path& path) {
  const auto& text = path.native();
  for (Slot& slot : slots) {
    if (text.size() >= std::size(slot.path) || slot.is_taken.exchange(true)) continue;
    std::copy_n(text.c_str(), text.size() + 1, slot.path);
    slot.is_set = true;
    slot_ = &slot;
    return;
  }
}

Unfinished::~Unfinished() {
  if (slot_ == nullptr) return;
  slot_->is_set = false;
  slot_->is_taken = false;
}

void remove_unfinished() noexcept {
  for (Unfinished::Slot& slot : Unfinished::slots)
    if (slot.is_set) remove_at_once(slot.path);
}

PuttingInPlace::PuttingInPlace() { ++in_place; }

PuttingInPlace::~PuttingInPlace() {
  if (--in_place > 0) return;
  if (void (*then)() = after_in_place) then();
}

bool is_putting_in_place() noexcept { return in_place > 0; }
void call_after_putting_in_place(void (*then)()) { after_in_place = then; }

}  // namespace marrow::platform
