// Mutates JSON structurally, so that fuzzers get past the parser: values change, members and
// elements are added, removed and moved. Sometimes raw bytes are mutated instead. The JSON may be
// followed by a NUL and a binary part.
#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 100;  // the mutator itself walks recursively

class Mutator {
 public:
  Mutator(Json& root, unsigned seed) : root_(root), engine_(seed) {}

  void run() {
    for (unsigned change = 1 + below(3); change > 0; --change) {
      values_.clear();
      collect(root_, 0);
      mutate(*values_[below(values_.size())]);
    }
  }

 private:
  unsigned below(std::size_t count) { return unsigned(engine_() % count); }

  void collect(Json& value, int depth) {
    values_.push_back(&value);
    if (depth < kDeepest && value.is_structured())
      for (Json& part : value) collect(part, depth + 1);
  }

  Json interesting() {
    static const std::vector<Json> kValues = {0,
                                              1,
                                              -1,
                                              2,
                                              3,
                                              4,
                                              7,
                                              8,
                                              12,
                                              16,
                                              127,
                                              128,
                                              255,
                                              256,
                                              65535,
                                              5120,
                                              5121,
                                              5123,
                                              5125,
                                              5126,
                                              1000000,
                                              2147483647,
                                              4294967295u,
                                              -0.0,
                                              0.5,
                                              -1.5,
                                              1e-30,
                                              1e30,
                                              3e38,
                                              1e39,
                                              true,
                                              false,
                                              "",
                                              "a",
                                              "VEC3",
                                              "SCALAR",
                                              Json::array(),
                                              Json::object(),
                                              nullptr,
                                              1ull << 40,
                                              ~0ull};
    return kValues[below(kValues.size())];
  }

  void mutate(Json& value) {
    if (value.is_array() && below(2) == 0) return mutate_array(value);
    if (value.is_object() && below(3) != 0) return mutate_object(value);
    if (value.is_number() && below(2) == 0) return mutate_number(value);
    Json other = below(2) == 0 ? interesting() : *values_[below(values_.size())];
    value = std::move(other);
  }

  void mutate_number(Json& value) {
    const double number = value.get<double>();
    const double changed[] = {number + 1, number - 1,   number * 2,
                              -number,    number * 1e6, number / 3};
    const double chosen = changed[below(std::size(changed))];
    if (chosen == double(std::int32_t(std::clamp(chosen, -2e9, 2e9))))
      value = std::int32_t(chosen);
    else
      value = chosen;
  }

  void mutate_array(Json& value) {
    if (value.empty() || below(3) == 0) {
      Json other = below(2) == 0 || value.empty() ? *values_[below(values_.size())]
                                                  : Json(value[below(value.size())]);
      value.push_back(std::move(other));
    } else if (below(2) == 0) {
      value.erase(below(value.size()));
    } else {
      std::swap(value[below(value.size())], value[below(value.size())]);
    }
  }

  void mutate_object(Json& value) {
    std::vector<std::string> names;
    for (const auto& [name, part] : value.items()) names.push_back(name);
    if (!names.empty() && below(2) == 0) {
      value.erase(names[below(names.size())]);
      return;
    }
    // A member that another object of the file has.
    const Json& donor = *values_[below(values_.size())];
    if (!donor.is_object() || donor.empty()) return;
    auto member = donor.begin();
    std::advance(member, below(donor.size()));
    const std::string name = member.key();
    Json copy = member.value();
    value[name] = std::move(copy);
  }

  Json& root_;
  std::mt19937 engine_;
  std::vector<Json*> values_;
};

bool is_deep(const std::string& text) {
  int depth = 0, deepest = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if (c == ']' || c == '}') --depth;
  }
  return deepest > kDeepest;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const auto* const end =
      static_cast<const std::uint8_t*>(size == 0 ? nullptr : std::memchr(bytes, 0, size));
  const std::size_t length = end == nullptr ? size : std::size_t(end - bytes);
  if (seed % 8 == 0 && length + 1 < size) {  // the binary part alone
    return length + 1 + LLVMFuzzerMutate(bytes + length + 1, size - length - 1, most - length - 1);
  }
  const std::string text(reinterpret_cast<const char*>(bytes), length);
  if (seed % 4 == 1 || is_deep(text)) return LLVMFuzzerMutate(bytes, size, most);
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return LLVMFuzzerMutate(bytes, size, most);
  Mutator(json, seed).run();
  const std::string changed = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string rest(reinterpret_cast<const char*>(bytes) + length, size - length);
  if (changed.size() + rest.size() > most) return LLVMFuzzerMutate(bytes, size, most);
  std::memcpy(bytes, changed.data(), changed.size());
  std::memcpy(bytes + changed.size(), rest.data(), rest.size());
  return changed.size() + rest.size();
}
