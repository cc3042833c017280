#include "platform/posix/fork.h"

namespace marrow::platform {

BlockedSignals::BlockedSignals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before_);
}

void BlockedSignals::unblock() {
  if (is_blocking_) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  is_blocking_ = false;
}

void reset_signal_handlers() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction now = {};
    const bool is_known = sigaction(signal, nullptr, &now) == 0;
    if (is_known && now.sa_handler != SIG_IGN && now.sa_handler != SIG_DFL)
      std::signal(signal, SIG_DFL);
  }
}

void reset_all_signals() {
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
}

}  // namespace marrow::platform
