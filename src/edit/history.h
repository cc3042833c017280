// Undo and redo: each step has its operation and the scene after it, which shares meshes and
// skeletons.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "edit/operation.h"

namespace marrow {

class History {
 public:
  struct Step {
    std::string label;
    std::optional<Operation> operation;  ///< none for the first step ("Open human.glb")
    Scene scene;                         ///< after the operation
    bool is_noted = false;               ///< the label includes the effect, or there is none
  };

  explicit History(std::string label, Scene scene, std::size_t memory_cap = 256u << 20);

  /// Drops the steps after the present one and makes the new step the present. Above the cap drops
  /// the oldest steps, but never the present one: for speed a sixteenth of the cap at a time.
  void push(std::string label, Operation operation, Scene scene);
  /// Adds the present step's effect to its label ("+212 vertices"). Empty: the step has no effect.
  void annotate(std::string_view note);
  bool can_undo() const { return current_ > 0; }
  bool can_redo() const { return current_ + 1 < steps_.size(); }
  /// Makes steps()[index] the present. Precondition: index < steps().size().
  const Step& travel(std::size_t index);
  const std::vector<Step>& steps() const { return steps_; }
  std::size_t current() const { return current_; }
  std::size_t dropped() const { return dropped_; }  ///< steps dropped before the first one
  std::size_t memory() const { return memory_; }    ///< estimated bytes, shared parts counted once
  std::size_t memory_cap() const { return memory_cap_; }

 private:
  /// A shared part, such as a mesh or a motion, and how many references all steps have to it.
  struct Shared {
    std::size_t holders = 0;
    std::size_t bytes = 0;
  };

  void count_in(const Step& step);
  void count_out(const Step& step);
  template <typename T>
  void take_hold(const std::shared_ptr<const T>& part);
  void release(const void* part);
  void drop(std::size_t begin, std::size_t end);  ///< drops steps_[begin, end)
  void drop_oldest();

  std::vector<Step> steps_;
  std::size_t current_ = 0, dropped_ = 0;
  std::size_t memory_cap_;
  std::size_t memory_ = 0;
  std::unordered_map<const void*, Shared> shared_;
};

}  // namespace marrow
