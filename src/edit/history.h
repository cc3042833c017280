// Undo and redo: what was done and the scene after it. Scenes share meshes and skeletons, so a step costs little.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "edit/operation.h"

namespace marrow {

class History {
 public:
  struct Step {
    std::string label;
    std::optional<Operation> operation;  ///< nothing for the first step ("Open human.glb")
    Scene scene;                         ///< after it
  };

  explicit History(std::string label, Scene scene, std::size_t memory_cap = 256u << 20);

  void push(std::string label, Operation operation, Scene scene);  ///< drops the redo side; drops the oldest steps above the cap
  bool can_undo() const { return current_ > 0; }
  bool can_redo() const { return current_ + 1 < steps_.size(); }
  const Step& travel(std::size_t index);  ///< makes steps()[index] the present
  const std::vector<Step>& steps() const { return steps_; }
  std::size_t current() const { return current_; }
  std::size_t memory() const;  ///< estimated bytes, shared parts counted once

 private:
  std::vector<Step> steps_;
  std::size_t current_ = 0;
  std::size_t memory_cap_;
};

}  // namespace marrow
