// glTF animations by the letter of the specification, a second time and in doubles.
#pragma once

#include "io/gltf_builder.h"
#include "scene/playback.h"

namespace marrow::test {

using Numbers = std::vector<double>;

/// Appendix C: the value of a sampler at a time. `width`: numbers in one value.
inline Numbers sampled(const Numbers& times, const Numbers& values,
                       const std::string& interpolation, bool is_turn, double seconds) {
  const bool is_cubic = interpolation == "CUBICSPLINE";
  const std::size_t width = values.size() / times.size() / (is_cubic ? 3 : 1);
  const auto row = [&](std::size_t key, std::size_t part) {
    const auto begin =
        values.begin() + static_cast<std::ptrdiff_t>((is_cubic ? 3 * key + part : key) * width);
    return Numbers(begin, begin + static_cast<std::ptrdiff_t>(width));
  };
  const auto after = std::upper_bound(times.begin(), times.end(), seconds);
  if (after == times.begin()) return row(0, 1);
  const auto k = static_cast<std::size_t>(after - times.begin()) - 1;
  if (after == times.end() || interpolation == "STEP") return row(k, 1);
  const double span = times[k + 1] - times[k], t = (seconds - times[k]) / span;
  Numbers from = row(k, 1), to = row(k + 1, 1), result(width);
  if (is_cubic) {
    const Numbers out = row(k, 2), in = row(k + 1, 0);
    for (std::size_t i = 0; i < width; ++i) {
      result[i] = (2 * t * t * t - 3 * t * t + 1) * from[i] +
                  span * (t * t * t - 2 * t * t + t) * out[i] +
                  (-2 * t * t * t + 3 * t * t) * to[i] + span * (t * t * t - t * t) * in[i];
    }
  } else if (is_turn) {
    const glm::dquat turn =
        glm::slerp(glm::normalize(glm::dquat(from[3], from[0], from[1], from[2])),
                   glm::normalize(glm::dquat(to[3], to[0], to[1], to[2])), t);
    result = {turn.x, turn.y, turn.z, turn.w};
  } else {
    for (std::size_t i = 0; i < width; ++i) result[i] = from[i] + t * (to[i] - from[i]);
  }
  return result;
}

/// The file's nodes as one of its animations has them at a time.
inline SpecGltf posed_by(SpecGltf gltf, std::size_t animation, double seconds) {
  const auto& source = gltf.json["animations"][animation];
  for (const auto& channel : source["channels"]) {
    const std::string path = channel["target"]["path"];
    if (!channel["target"].contains("node") || path == "weights") continue;
    const auto& sampler = source["samplers"][channel["sampler"].get<std::size_t>()];
    Numbers value = sampled(gltf.numbers(sampler["input"]), gltf.numbers(sampler["output"]),
                            sampler.value("interpolation", "LINEAR"), path == "rotation", seconds);
    if (path == "rotation") {
      const double length = std::sqrt(value[0] * value[0] + value[1] * value[1] +
                                      value[2] * value[2] + value[3] * value[3]);
      for (double& number : value) number /= length;
    }
    gltf.json["nodes"][channel["target"]["node"].get<std::size_t>()][path] = value;
  }
  gltf.place_all();
  return gltf;
}

/// The specification and the scene agree about an animation at some times.
inline void check_animation(const SpecGltf& gltf, const Scene& scene, std::size_t animation,
                            int samples, double tolerance) {
  const Motion& motion = *scene.motions[animation];
  for (int i = 0; i <= samples; ++i) {
    const double seconds = static_cast<double>(duration_of(motion)) * 1.01 * i / samples;
    CAPTURE(seconds);
    check_as_specified(posed_by(gltf, animation, seconds),
                       at_time(scene, motion, static_cast<float>(seconds)), tolerance);
  }
}

}  // namespace marrow::test
