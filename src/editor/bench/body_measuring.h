// Distances through the body of large meshes, measured beside the window; the picture shows
// straight ones meanwhile. No ImGui.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "platform/jobs.h"
#include "rig/body/body.h"

namespace marrow {

struct Editor;

class BodyMeasuring {
 public:
  explicit BodyMeasuring(std::shared_ptr<const BodyWish> wish);
  ~BodyMeasuring() { stop_ = true; }
  BodyMeasuring(const BodyMeasuring&) = delete;
  BodyMeasuring& operator=(const BodyMeasuring&) = delete;

  const std::shared_ptr<const BodyWish>& wish() const { return wish_; }
  float share() const { return share_; }  ///< of the bones that are done
  void stop() { stop_ = true; }           ///< soon; returns at once
  bool is_done() const { return job_.is_done(); }
  bool wait(double seconds) const { return job_.wait(seconds); }  ///< Job::wait()
  const BodyMeasured& measured() const { return measured_; }      ///< when it is done
  const std::string& problem() const { return problem_; }         ///< likewise

 private:
  std::optional<platform::Job::Moment> step();

  const std::shared_ptr<const BodyWish> wish_;
  std::atomic<bool> stop_ = false;
  std::atomic<float> share_ = 0.0f;
  BodyMeasured measured_;
  std::string problem_;
  platform::Job job_;  ///< last: it uses all of the above
};

struct BodyMeasuringState {
  std::unique_ptr<BodyMeasuring> now;                  ///< nothing: no body is being measured
  double began = 0.0;                                  ///< seconds of the app's clock
  std::vector<std::unique_ptr<BodyMeasuring>> ending;  ///< stopped, but not at their end yet
};

/// Once a frame: begins what the deformers wait for, drops what they no longer want, and gives them
/// what is measured. True when it did that.
bool advance_measuring(Editor& editor);
/// A body waits for being measured, or is being measured.
bool is_measuring(const Editor& editor);
/// Long enough for a card that says so.
bool shows_measuring(const Editor& editor);
/// Back to straight distances: undoes the step that asked for others, where that is the last one;
/// otherwise a step of its own. A comparison that asked for them ends.
void cancel_measuring(Editor& editor);

}  // namespace marrow
