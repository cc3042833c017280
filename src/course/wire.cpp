#include "course/wire.h"

namespace marrow::course {

void put_raw(Bytes& bytes, const void* data, std::size_t size) {
  const char* begin = static_cast<const char*>(data);
  bytes.insert(bytes.end(), begin, begin + size);
}

void put(Bytes& bytes, const std::string& text) {
  put(bytes, std::uint64_t(text.size()));
  put_raw(bytes, text.data(), text.size());
}

void put(Bytes& bytes, const Joint& joint) {
  put(bytes, joint.name);
  put(bytes, joint.id);
  put(bytes, joint.parent);
  put(bytes, joint.bind_local);
  put(bytes, joint.user_local);
  put(bytes, joint.extent);
  put(bytes, joint.radius);
}

void put(Bytes& bytes, const Skeleton& skeleton) {
  put(bytes, skeleton.joints);
  put(bytes, skeleton.falloff);
}

void put(Bytes& bytes, const Influences& influences) {
  put(bytes, influences.rows);
  put(bytes, influences.joint);
  put(bytes, influences.weight);
  put(bytes, influences.distance);
}

void put(Bytes& bytes, const MushSurface& surface) {
  put(bytes, surface.neighbors);
  put(bytes, surface.triangles);
}

void put(Bytes& bytes, const WeightedTriangle& triangle) {
  put(bytes, triangle.weights);
  put(bytes, triangle.area);
  put(bytes, triangle.middle);
}

const char* Reader::raw(std::size_t size) {
  if (size > left_) throw WireError("the bytes end too early");
  const char* const begin = at_;
  at_ += size;
  left_ -= size;
  return begin;
}

std::size_t Reader::size_of(std::size_t each) {
  std::uint64_t count = 0;
  take(count);
  if (count > left_ / each) throw WireError("a list is longer than its bytes");
  return std::size_t(count);
}

void Reader::take(std::string& text) {
  const std::size_t size = size_of(1);
  text.assign(raw(size), size);
}

void Reader::take(Joint& joint) {
  take(joint.name);
  take(joint.id);
  take(joint.parent);
  take(joint.bind_local);
  take(joint.user_local);
  take(joint.extent);
  take(joint.radius);
}

void Reader::take(Skeleton& skeleton) {
  take(skeleton.joints);
  take(skeleton.falloff);
  if (!is_known(skeleton.falloff)) throw WireError("the skeleton has no known falloff");
}

void Reader::take(Influences& influences) {
  take(influences.rows);
  take(influences.joint);
  take(influences.weight);
  take(influences.distance);
}

void Reader::take(MushSurface& surface) {
  take(surface.neighbors);
  take(surface.triangles);
}

void Reader::take(WeightedTriangle& triangle) {
  take(triangle.weights);
  take(triangle.area);
  take(triangle.middle);
}

}  // namespace marrow::course
