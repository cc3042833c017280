#include "edit/motions/linear_keys.h"

#include "edit/motions/bake_springs.h"
#include "edit/motions/sampled.h"

namespace marrow {

Motion with_linear_keys(const Motion& motion) {
  Motion result = motion;
  const std::vector<float> times = times_of_frames_and_keys(motion, end_of(motion));
  for (MotionTrack& track : result.tracks) {
    for (MotionChannel& channel : track.channels) {
      if (is_ik(channel.property) || channel.interpolation == Interpolation::step) continue;
      MotionChannel linear{.property = channel.property,
                           .interpolation = Interpolation::linear,
                           .times = {},
                           .values = {}};
      for (const float time : times) {
        if (time < channel.times.front() || time > channel.times.back()) continue;
        const std::vector<float> value = value_at(channel, time);
        linear.times.push_back(time);
        linear.values.insert(linear.values.end(), value.begin(), value.end());
      }
      channel = std::move(linear);
    }
  }
  return result;
}

}  // namespace marrow
