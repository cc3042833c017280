// For fork(): the signal handlers of a process must not run in its copies.
#pragma once

#include <csignal>

namespace marrow::platform {

/// Blocks all signals until unblock() or the destructor. A process that is forked meanwhile resets
/// its handlers before it calls unblock(): a signal that arrives before then waits, and gets the
/// default action.
class BlockedSignals {
 public:
  BlockedSignals();
  ~BlockedSignals() { unblock(); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  void unblock();

 private:
  sigset_t before_;
  bool is_blocking_ = true;
};

/// Replaces each handler by the default action, as exec() does. Ignored signals stay ignored.
void reset_signal_handlers();
/// The default action for every signal, also for ignored ones.
void reset_all_signals();

}  // namespace marrow::platform
