// During its lifetime, file permissions also bind the superuser on this thread. Other threads, such
// as a graphics driver's, keep their rights.
#pragma once

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/support.h"

namespace marrow::test {

class WithoutRights {
 public:
  WithoutRights() {
    REQUIRE(::syscall(SYS_capget, &header_, before_) == 0);
    __user_cap_data_struct without[2] = {before_[0], before_[1]};
    without[0].effective &= ~(1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH);
    REQUIRE(::syscall(SYS_capset, &header_, without) == 0);
  }
  ~WithoutRights() { CHECK(::syscall(SYS_capset, &header_, before_) == 0); }
  WithoutRights(const WithoutRights&) = delete;
  WithoutRights& operator=(const WithoutRights&) = delete;

 private:
  __user_cap_header_struct header_{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct before_[2] = {};
};

}  // namespace marrow::test
