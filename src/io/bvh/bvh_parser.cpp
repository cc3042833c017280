#include "io/bvh/bvh_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "io/error.h"
#include "io/number_text.h"
#include "io/obj/obj_text.h"
#include "platform/numbers.h"

namespace marrow::io {

namespace {

constexpr std::size_t kMostChannels = 6;  // per joint
constexpr double kShortestFrame = 1e-6, kLongestFrame = 1e4, kUsualFrame = 1.0 / 30.0;

bool is_word(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

std::string_view without_blanks(std::string_view text) { return trimmed(text, " \t\v\f"); }

/// Splits the text into words. A brace is always a separate word.
class Words {
 public:
  Words(const std::string& file, std::string_view text) : file_(file), lines_(text) {}

  /// The next word, also on a later line; empty at the end. Valid until the next call.
  std::string_view next() {
    while (without_blanks(line_).empty()) {
      if (!lines_.next(line_)) return line_ = {};
    }
    line_ = without_blanks(line_);
    const std::size_t length = std::min(line_.find_first_of(" \t\v\f{}"), line_.size());
    const std::string_view word = line_.substr(0, std::max<std::size_t>(length, 1));
    line_.remove_prefix(word.size());
    return word;
  }

  /// The rest of the line, up to a brace.
  std::string_view rest_of_line() {
    const std::size_t length = std::min(line_.find_first_of("{}"), line_.size());
    const std::string_view rest = line_.substr(0, length);
    line_.remove_prefix(length);
    return without_blanks(rest);
  }

  /// Reads the rest of the current line, or if that is empty the next non-empty line; false at the
  /// end.
  bool next_line(std::string_view& line) {
    while (without_blanks(line_).empty()) {
      if (!lines_.next(line_)) return false;
    }
    line = without_blanks(line_);
    line_ = {};
    return true;
  }

  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(file_, fmt::format("line {}", lines_.number()), expected);
  }

  std::string_view expect(std::string_view lower_case, const char* wanted) {
    const std::string_view word = next();
    if (!is_word(word, lower_case)) refuse_word(wanted, word);
    return word;
  }
  [[noreturn]] void refuse_word(const std::string& wanted, std::string_view found) const {
    refuse(fmt::format("expected {}, {}", wanted,
                       found.empty() ? "but the file ends" : "found " + in_quotes(found)));
  }

  float number(std::string_view word) const {
    float value = 0.0f;
    if (word.empty()) refuse("expected a number, but the file ends");
    const NumberKind kind = read_number(word, value);
    if (kind == NumberKind::not_a_number && word.find(',') != std::string_view::npos)
      refuse("expected a number with a decimal point, found " + in_quotes(word));
    if (kind == NumberKind::not_a_number) refuse("expected a number, found " + in_quotes(word));
    if (kind == NumberKind::out_of_range || std::abs(value) > kMostBvhNumber)
      refuse("expected a number of at most 1e9, found " + in_quotes(word));
    return value;
  }

 private:
  const std::string& file_;
  Lines lines_;
  std::string_view line_;
};

class Hierarchy {
 public:
  Hierarchy(Words& words, BvhText& bvh) : words_(words), bvh_(bvh) {}

  /// Reads up to and including the word MOTION; false if the file ends without it.
  bool read() {
    words_.expect("hierarchy", "HIERARCHY, with which a BVH file begins");
    for (std::string_view word = words_.next(); !is_word(word, "motion"); word = words_.next()) {
      if (word.empty() && !bvh_.joints.empty()) return false;
      if (!is_word(word, "root"))
        words_.refuse_word(bvh_.joints.empty() ? "ROOT" : "ROOT or MOTION", word);
      begin_joint();
      while (!open_.empty()) read_statement();
    }
    if (bvh_.joints.empty()) words_.refuse("expected ROOT before MOTION");
    return true;
  }

 private:
  /// A joint whose closing brace is still missing.
  struct Open {
    int joint = 0;
    bool has_offset = false, has_channels = false;
  };

  void begin_joint() {
    if (bvh_.joints.size() == kMostBvhJoints)
      words_.refuse(fmt::format("expected at most {} joints", kMostBvhJoints));
    BvhJoint joint;
    joint.name = clean_name(words_.rest_of_line());
    joint.parent = open_.empty() ? -1 : open_.back().joint;
    words_.expect("{", "{ after the joint's name");
    open_.push_back({int(bvh_.joints.size()), false, false});
    bvh_.joints.push_back(std::move(joint));
  }

  void read_statement() {
    const std::string_view word = words_.next();
    Open& open = open_.back();
    if (is_word(word, "}")) {
      if (!open.has_offset) words_.refuse("expected an OFFSET before }");
      open_.pop_back();
    } else if (is_word(word, "offset")) {
      if (std::exchange(open.has_offset, true))
        words_.refuse("expected one OFFSET per joint, found a second one");
      joint().offset = read_offset();
    } else if (is_word(word, "channels")) {
      if (std::exchange(open.has_channels, true))
        words_.refuse("expected one line of CHANNELS per joint, found a second one");
      read_channels();
    } else if (is_word(word, "joint")) {
      begin_joint();
    } else if (is_word(word, "end")) {
      read_end_site();
    } else {
      words_.refuse_word("OFFSET, CHANNELS, JOINT, End Site or }", word);
    }
  }

  BvhJoint& joint() { return bvh_.joints[std::size_t(open_.back().joint)]; }

  glm::vec3 read_offset() {
    glm::vec3 offset;
    for (int axis = 0; axis < 3; ++axis) offset[axis] = words_.number(words_.next());
    return offset;
  }

  void read_end_site() {
    words_.rest_of_line();  // "Site", and the name that some programs write after it
    words_.expect("{", "{ after End Site");
    words_.expect("offset", "OFFSET of the End Site");
    const glm::vec3 tip = read_offset();
    if (!joint().tip) joint().tip = tip;
    words_.expect("}", "} after the OFFSET of an End Site");
  }

  void read_channels() {
    const std::string_view word = words_.next();
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
    if (error != std::errc() || end != word.data() + word.size() || count > kMostChannels)
      words_.refuse_word("the number of channels, 0 to 6", word);
    BvhJoint& owner = joint();
    owner.first_channel = bvh_.channels;
    bvh_.channels += count;
    while (owner.channels.size() < count) owner.channels.push_back(read_channel(owner));
  }

  BvhChannel read_channel(const BvhJoint& owner) {
    const std::string_view word = words_.next();
    const int axis = word.empty() ? -1 : lower(word[0]) - 'x';
    const std::string_view kind = word.substr(std::min<std::size_t>(1, word.size()));
    const bool is_rotation = is_word(kind, "rotation");
    if (axis < 0 || axis > 2 || (!is_rotation && !is_word(kind, "position")))
      words_.refuse_word("a channel (Xposition, ..., Zrotation)", word);
    const auto is_same = [&](const BvhChannel& one) {
      return !one.is_rotation && !is_rotation && one.axis == axis;
    };
    if (std::any_of(owner.channels.begin(), owner.channels.end(), is_same))
      words_.refuse("expected each position once");
    return {is_rotation, axis};
  }

  Words& words_;
  BvhText& bvh_;
  std::vector<Open> open_;
};

/// The text after a keyword of one or two words, with or without a colon; none if the line begins
/// with other words.
std::optional<std::string_view> value_after(std::string_view line, std::string_view first,
                                            std::string_view second = {}) {
  for (const std::string_view keyword : {first, second}) {
    if (keyword.empty()) continue;
    line = without_blanks(line);
    if (!is_word(line.substr(0, keyword.size()), keyword)) return std::nullopt;
    line.remove_prefix(keyword.size());
  }
  line = without_blanks(line);
  if (!line.empty() && line.front() == ':') line.remove_prefix(1);
  return without_blanks(line);
}

std::size_t read_frame_count(Words& words) {
  std::string_view line;
  if (!words.next_line(line)) words.refuse("expected \"Frames:\" after MOTION, but the file ends");
  const auto value = value_after(line, "frames");
  if (!value) words.refuse_word("\"Frames:\" after MOTION", line);
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), count);
  if (error == std::errc::invalid_argument || end != value->data() + value->size())
    words.refuse_word("the number of frames", *value);
  if (error != std::errc() || count > kMostBvhFrames)
    words.refuse(fmt::format("expected at most {} frames", kMostBvhFrames));
  return count;
}

double read_frame_time(Words& words, std::vector<std::string>& warnings) {
  std::string_view line;
  if (!words.next_line(line)) words.refuse("expected \"Frame Time:\", but the file ends");
  const auto value = value_after(line, "frame", "time");
  if (!value) words.refuse_word("\"Frame Time:\"", line);
  auto seconds = double(words.number(*value));
  // double, because a float's rounding error adds up over thousands of frames
  platform::from_chars(value->data(), value->data() + value->size(), seconds);
  if (seconds > kLongestFrame) words.refuse_word("a Frame Time in seconds", *value);
  if (seconds >= kShortestFrame) return seconds;
  warnings.push_back("the time of a frame is not above 0; 30 fps are used");
  return kUsualFrame;
}

/// Bytes of memory per frame, as numbers and as keys of the motion.
std::uint64_t bytes_of_frame(const BvhText& bvh) {
  std::uint64_t bytes = bvh.channels * sizeof(float);
  for (const BvhJoint& joint : bvh.joints) {
    const auto rotations =
        std::size_t(std::count_if(joint.channels.begin(), joint.channels.end(),
                                  [](const BvhChannel& channel) { return channel.is_rotation; }));
    bytes += (rotations > 0 ? 5 : 0) * sizeof(float) +
             (rotations < joint.channels.size() ? 4 : 0) * sizeof(float);
  }
  return bytes;
}

/// Adds a frame's numbers. If the line has too few, returns false and adds nothing.
bool read_frame(const Words& words, std::string_view line, BvhText& bvh) {
  const std::size_t before = bvh.numbers.size();
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    if (bvh.numbers.size() - before == bvh.channels)
      words.refuse(fmt::format("expected {} numbers, one per channel, found more", bvh.channels));
    bvh.numbers.push_back(words.number(word));
  }
  if (bvh.numbers.size() - before == bvh.channels) return true;
  bvh.numbers.resize(before);
  return false;
}

void read_frames(Words& words, std::size_t announced, BvhText& bvh, LoadProgress& progress) {
  const std::uint64_t bytes_a_frame = bytes_of_frame(bvh);
  bool is_cut = false;
  std::string_view line;
  while (bvh.frames < announced && words.next_line(line)) {
    if (is_cut)
      words.refuse(
          fmt::format("expected {} numbers, one per channel, in the line before", bvh.channels));
    if ((bvh.frames + 1) * bytes_a_frame > kMostBvhBytes)
      words.refuse("expected a motion that takes at most 2 GB of memory");
    is_cut = !read_frame(words, line, bvh);
    if (!is_cut) ++bvh.frames;
    if (bvh.frames % 64 == 0) progress.advance(line.size() * 64);
  }
  if (is_cut) bvh.warnings.push_back("the last frame is cut short and left out");
  if (bvh.frames < announced)
    bvh.warnings.push_back(
        fmt::format("{} frames are announced, {} are there", announced, bvh.frames));
  if (bvh.frames == announced && words.next_line(line))
    bvh.warnings.push_back(
        fmt::format("what follows the {} announced frames is left out", announced));
}

}  // namespace

BvhText read_bvh_text(const std::string& file, std::string_view text, LoadProgress& progress,
                      double share) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw Error(file, "line 1", "expected plain text, found UTF-16");
  progress.begin_stage(share, text.size());
  BvhText bvh;
  Words words(file, text);
  if (!Hierarchy(words, bvh).read()) {
    bvh.warnings.push_back("the file has a skeleton but no MOTION");
    return bvh;
  }
  const std::size_t announced = read_frame_count(words);
  if (announced == 0 || bvh.channels == 0) {
    bvh.warnings.push_back("the file has a skeleton but no frames of motion");
    return bvh;
  }
  bvh.frame_time = read_frame_time(words, bvh.warnings);
  read_frames(words, announced, bvh, progress);
  return bvh;
}

}  // namespace marrow::io
