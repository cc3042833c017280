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
  put_all(bytes, joint.name, joint.id, joint.parent, joint.bind_local, joint.user_local,
          joint.extent, joint.radius);
}

void put(Bytes& bytes, const Skeleton& skeleton) {
  put_all(bytes, skeleton.joints, skeleton.falloff);
}

void put(Bytes& bytes, const Influences& influences) {
  put_all(bytes, influences.rows, influences.joint, influences.weight, influences.distance);
}

void put(Bytes& bytes, const MushSurface& surface) {
  put_all(bytes, surface.neighbors, surface.triangles);
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
  take_all(joint.name, joint.id, joint.parent, joint.bind_local, joint.user_local, joint.extent,
           joint.radius);
}

void Reader::take(Skeleton& skeleton) {
  take_all(skeleton.joints, skeleton.falloff);
  if (!is_known(skeleton.falloff)) throw WireError("the skeleton has no known falloff");
}

void Reader::take(Influences& influences) {
  take_all(influences.rows, influences.joint, influences.weight, influences.distance);
}

void Reader::take(MushSurface& surface) { take_all(surface.neighbors, surface.triangles); }

}  // namespace marrow::course
