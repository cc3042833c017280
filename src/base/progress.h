// The progress of long work. The thread that waits for the work reads it and can stop the work.
#pragma once

#include <atomic>
#include <cmath>
#include <exception>
#include <functional>
#include <string>

namespace marrow {

/// Receives the share done, 0 to 1; returns false to stop. Several threads may call it at once.
using ProgressCallback = std::function<bool(double share)>;

/// Returns false if the work is to stop. An empty callback never stops it.
inline bool goes_on(const ProgressCallback& progress, double share) {
  return !progress || progress(share);
}

/// Thrown by work that was stopped and has no result. This is not an error.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

/// Written by the work, on any threads, and read by the waiting thread, once per frame.
class Progress {
 public:
  explicit Progress(const char* words = "") : words_(words) {}  ///< see set_words()

  // Called by the work.
  void set_share(double share) { share_ = static_cast<float>(share); }  ///< 0 to 1
  /// The present stage, a string literal. text() appends the share unless the words end in "...".
  void set_words(const char* words) { words_ = words; }
  bool wants_stop() const { return state_ == State::stopped; }
  /// Called before a step that must not be left half done: stop() is too late from here on. Returns
  /// false if stop() was called before.
  bool forbid_stop() { return change_to(State::unstoppable); }
  /// Maps shares to `begin` ... `end` of the whole work; returns false once the work is to stop.
  /// Refers to this object.
  ProgressCallback part(double begin = 0.0, double end = 1.0) {
    return [this, begin, end](double share) {
      set_share(begin + (end - begin) * share);
      return !wants_stop();
    };
  }

  // Called by the waiting thread.
  float share() const { return share_; }
  /// "Reading, 42 %", "Preparing the mesh..."; after stop(): "Stopping...".
  std::string text() const {
    if (wants_stop()) return "Stopping...";
    std::string words = words_.load();
    if (words.ends_with("...")) return words;
    return words + ", " + std::to_string(std::lround(100.0f * share_)) + " %";
  }
  /// Asks the work to stop soon; returns at once. False if it is too late.
  bool stop() { return change_to(State::stopped); }
  bool can_stop() const { return state_ != State::unstoppable; }  ///< also true once stopped

 private:
  enum class State { stoppable, stopped, unstoppable };

  bool change_to(State next) {
    State before = State::stoppable;
    return state_.compare_exchange_strong(before, next) || before == next;
  }

  std::atomic<float> share_ = 0.0f;
  std::atomic<const char*> words_;
  std::atomic<State> state_ = State::stoppable;
};

}  // namespace marrow
