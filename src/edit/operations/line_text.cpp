#include "edit/operations/line_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include "base/text.h"
#include "io/base64.h"
#include "io/number_text.h"
#include "platform/numbers.h"
#include "scene/joint_roles.h"

namespace marrow {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_name_part(char c) {
  return is_letter(c) || is_beyond_ascii(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
         c == ':';
}

/// True for ASCII, and for valid UTF-8 without U+0080 to U+00A0 and U+2000 to U+207F, which have
/// invisible characters and line ends.
bool can_be_shown(std::string_view text) {
  bool is_broken = false;
  if (std::none_of(text.begin(), text.end(), is_beyond_ascii)) return true;
  io::valid_utf8(text, &is_broken);
  for (std::size_t i = 0; !is_broken && i + 1 < text.size(); ++i) {
    const auto second = static_cast<unsigned char>(text[i + 1]);
    is_broken = (text[i] == '\xc2' && second <= 0xa0) ||
                (text[i] == '\xe2' && (second == 0x80 || second == 0x81));
  }
  return !is_broken;
}

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kLineMarks = ",;[]{}";
constexpr std::string_view kWordEnds = " \t\r\n,;[]{}\"";
constexpr int kDeepest = 64;  // levels of operations within operations

}  // namespace

void Line::vector(glm::vec3& v) {
  for (int i = 0; i < 3; ++i) number(v[i]);
}

void Line::choice(bool& value, std::string_view if_true, std::string_view if_false) {
  std::size_t index = value ? 0 : 1;
  pick(index, std::array{if_true, if_false});
  if (!reads()) return;
  if (index > 1) fail("one of the two");
  value = index == 0;
}

void Line::flag(std::string_view word, bool& value) {
  const bool is_there = has(word, value);
  if (reads()) value = is_there;
}

void Line::text_unless(std::string_view word, std::string& text, std::string_view usual) {
  if (has(word, text != usual))
    this->text(text);
  else if (reads())
    text = usual;
}

void Line::ids(std::vector<Id>& ids, std::string_view empty) {
  list(ids, empty, [&](Id& one) { id(one); });
}

void Line::numbers(std::vector<float>& values) {
  owns(bytes_of(values));
  for (std::size_t i = 0; next_number(i, values.size()); ++i) {
    if (reads()) values.emplace_back();
    number(values[i]);
  }
}

IdNames::IdNames(const Scene& scene) {
  for (const Node& node : scene.nodes) {
    add(node.id, node.name);
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) add(joint.id, joint.name);
  }
}

void IdNames::add(Id id, std::string_view name) {
  names_.emplace(id, name);
  Bearers& bearers = bearers_[name];
  if (bearers.count++ == 0) bearers.first = id;
}

std::optional<std::string_view> IdNames::shown_name(Id id) const {
  const auto found = names_.find(id);
  const bool is_alone = found != names_.end() && bearers_.at(found->second).count == 1;
  return is_alone && id != kNoId ? std::optional(found->second) : std::nullopt;
}

int IdNames::find(std::string_view name, Id& id) const {
  const auto found = bearers_.find(name);
  if (found == bearers_.end()) return 0;
  id = found->second.first;
  return found->second.count;
}

bool is_plain(std::string_view text) {
  if (text.empty() || !(is_letter(text[0]) || is_beyond_ascii(text[0]))) return false;
  // words that a line may have instead of a name or a text
  const bool is_reserved = text == "none" || text == "all" || text == "nothing";
  return std::all_of(text.begin(), text.end(), is_name_part) && !is_reserved && can_be_shown(text);
}

void LineWriter::put(std::string_view token) {
  const char last = line_.empty() ? ' ' : line_.back();
  if (last != ' ' && last != '[') line_ += ' ';
  line_ += token;
}

void LineWriter::put_text(std::string_view text) {
  if (is_plain(text)) return put(text);
  const bool as_is = can_be_shown(text);
  std::string quoted = "\"";
  for (const char c : text) {
    const bool is_hidden = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (c == '"' || c == '\\')
      quoted.append(1, '\\').append(1, c);
    else if (c == '\n' || c == '\t')
      quoted += c == '\n' ? "\\n" : "\\t";
    else if (is_hidden || (is_beyond_ascii(c) && !as_is))
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      quoted += c;
  }
  put(quoted += '"');
}

void LineWriter::word(std::string_view word) { put(word); }

void LineWriter::pick(std::size_t& index, std::span<const std::string_view> words) {
  put(index < words.size() ? std::string(words[index]) : fmt::format("#{}", index));
}

bool LineWriter::has(std::string_view word, bool wanted) {
  if (wanted) put(word);
  return wanted;
}

void LineWriter::id(Id& id) {
  if (!names_) names_.emplace(before());
  if (const std::optional<std::string_view> name = names_->shown_name(id); name && !name->empty())
    put_text(*name);
  else
    put(fmt::format("#{}", id));
}

void LineWriter::number(std::variant<float*, double*, int*, std::size_t*> value) {
  std::array<char, 40> digits{};
  char *begin = digits.data(), *stop = begin + digits.size();
  const auto print = [&](const auto* one) { return platform::to_chars(begin, stop, *one).ptr; };
  put(std::string_view(begin, std::size_t(std::visit(print, value) - begin)));
}

void LineWriter::text(std::string& text) { put_text(text); }

void LineWriter::payload(std::string& bytes) { put('"' + io::base64(bytes) + '"'); }

bool LineWriter::next(std::size_t index, std::size_t size, std::string_view empty) {
  if (size == 0) put(empty);
  if (index > 0 && index < size) line_ += ',';
  return index < size;
}

bool LineWriter::next_in_block(std::size_t index, std::size_t size) {
  if (index == 0) put("{");
  if (index > 0 && index < size) line_ += ';';
  if (index == size) put("}");
  return index < size;
}

bool LineWriter::next_number(std::size_t index, std::size_t size) {
  if (index == 0) put("[");
  if (index == size) line_ += ']';
  return index < size;
}

LineReader::LineReader(const Scene& before, std::string_view text, NamesInLines names)
    : Line(Mode::read, before), all_(text), matching_(names) {
  advance();
}

std::string LineReader::problem() const {
  const bool is_end = token_.kind == Kind::end;
  const std::string found = is_end ? "the end of the line" : io::in_quotes(token_.text);
  return fmt::format("column {}: expected {}, found {}", token_.begin + 1, expected_, found);
}

void LineReader::fail(std::string_view expected) {
  if (has_failed_) return;
  has_failed_ = true;
  expected_ = expected;
}

void LineReader::expect_end() {
  if (token_.kind != Kind::end) fail("the end of the line");
}

bool LineReader::enter() {
  if (++depth_ > kDeepest) fail(fmt::format("at most {} operations within each other", kDeepest));
  return !has_failed_;
}

void LineReader::advance() {
  at_ = std::min(all_.find_first_not_of(kBlanks, at_), all_.size());
  token_ = {Kind::end, {}, at_};
  if (at_ == all_.size()) return;
  if (all_[at_] == '"') return take_quoted();
  const bool is_mark = kLineMarks.find(all_[at_]) != std::string_view::npos;
  const std::size_t end =
      is_mark ? at_ + 1 : std::min(all_.find_first_of(kWordEnds, at_), all_.size());
  token_.kind = is_mark ? Kind::mark : Kind::word;
  token_.text = all_.substr(at_, end - at_);
  at_ = end;
}

void LineReader::take_quoted() {
  token_.kind = Kind::quoted;
  ++at_;
  while (at_ < all_.size() && all_[at_] != '"' && !has_failed_) {
    if (all_[at_] == '\\')
      take_escape();
    else
      token_.text += all_[at_++];
  }
  if (at_ >= all_.size()) return fail("a text that ends with a quotation mark");
  ++at_;
}

void LineReader::take_escape() {
  constexpr std::string_view kLetters = "nt\"\\", kMeanings = "\n\t\"\\";
  const char letter = at_ + 1 < all_.size() ? all_[at_ + 1] : ' ';
  if (const std::size_t which = kLetters.find(letter); which != std::string_view::npos) {
    token_.text += kMeanings[which];
    at_ += 2;
    return;
  }
  const std::string_view digits = all_.substr(std::min(at_ + 2, all_.size()), 2);
  unsigned byte = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
  const bool is_byte = letter == 'x' && digits.size() == 2 && error == std::errc() &&
                       end == digits.data() + digits.size();
  if (!is_byte) return fail("\\\", \\\\, \\n, \\t or \\x and two hexadecimal digits in a text");
  token_.text += char(byte);
  at_ += 4;
}

bool LineReader::is_word(std::string_view word) const {
  return token_.kind == Kind::word && token_.text == word;
}

bool LineReader::is_text() const {
  return token_.kind == Kind::quoted || (token_.kind == Kind::word && is_plain(token_.text));
}

bool LineReader::take_mark(char mark) {
  if (has_failed_ || !is_mark(mark)) return false;
  advance();
  return !has_failed_;
}

std::optional<std::uint64_t> LineReader::numbered() const {
  if (token_.kind != Kind::word || token_.text[0] != '#') return std::nullopt;
  std::uint64_t number = 0;
  const char *begin = token_.text.data() + 1, *stop = token_.text.data() + token_.text.size();
  const auto [end, error] = platform::from_chars(begin, stop, number);
  return error == std::errc() && end == stop ? std::optional(number) : std::nullopt;
}

void LineReader::word(std::string_view word) {
  if (has_failed_) return;
  if (!is_word(word)) return fail(word);
  advance();
}

void LineReader::pick(std::size_t& index, std::span<const std::string_view> words) {
  if (has_failed_) return;
  std::optional<std::uint64_t> which = numbered();
  for (std::size_t i = 0; i < words.size() && !which; ++i)
    if (is_word(words[i])) which = i;
  if (!which) return fail(fmt::format("{}", fmt::join(words, ", ")));
  index = std::size_t(*which);
  advance();
}

bool LineReader::has(std::string_view word, bool) {
  if (has_failed_ || !is_word(word)) return false;
  advance();
  return !has_failed_;
}

const Joint* LineReader::joint_in_role() const {
  Skeleton named;
  named.joints.push_back({.id = 1, .name = token_.text});
  const JointRole role = joint_roles(named).front();
  if (role.part == BodyPart::none) return nullptr;
  // Figures differ in the number of spine joints; the chest is the last of them.
  const bool is_last =
      role.part == BodyPart::spine && lower(token_.text).find("chest") != std::string::npos;
  const Joint* found = nullptr;
  for (const Node& node : before().nodes) {
    if (!node.skeleton) continue;
    const std::vector<JointRole> roles = body_roles(*node.skeleton).roles;
    const Joint* here = nullptr;
    for (std::size_t j = 0; j < roles.size(); ++j)
      if (roles[j].part == role.part && roles[j].side == role.side &&
          (is_last || roles[j].rank == role.rank))
        here = &node.skeleton->joints[j];
    if (here != nullptr && found != nullptr) return nullptr;
    if (here != nullptr) found = here;
  }
  return found;
}

void LineReader::id(Id& id) {
  if (has_failed_) return;
  const std::optional<std::uint64_t> number = numbered();
  if (number && *number <= std::numeric_limits<Id>::max()) {
    id = Id(*number);
    return advance();
  }
  if (!is_text()) return fail("the name of a joint or an object, or its number as #17");
  if (!names_) names_.emplace(before());
  const int count = names_->find(token_.text, id);
  if (count == 0) {
    const Joint* joint = matching_ == NamesInLines::or_roles ? joint_in_role() : nullptr;
    if (joint == nullptr) return fail("the name of an existing joint or object");
    id = joint->id;
    notes_.push_back(token_.text + " is " + joint->name);
  }
  if (count > 1) return fail("a unique name, or a number as #17");
  advance();
}

void LineReader::text(std::string& text) {
  if (has_failed_) return;
  if (!is_text()) return fail("a name, or a text in quotes");
  text = token_.text;
  advance();
}

template <typename T>
void LineReader::read_number(T& value) {
  if (has_failed_) return;
  T read{};
  const char *begin = token_.text.data(), *stop = begin + token_.text.size();
  const auto [end, error] = platform::from_chars(begin, stop, read);
  const char* expected = std::is_floating_point_v<T> ? "a number" : "a whole number";
  if (token_.kind != Kind::word || end != stop || error != std::errc()) return fail(expected);
  value = read;
  advance();
}

void LineReader::number(std::variant<float*, double*, int*, std::size_t*> value) {
  std::visit([&](auto* one) { read_number(*one); }, value);
}

void LineReader::payload(std::string& bytes) {
  if (has_failed_) return;
  std::vector<unsigned char> read;
  if (token_.kind != Kind::quoted || !io::decode_base64(token_.text, read))
    return fail("bytes as base64, in quotes");
  bytes.assign(read.begin(), read.end());
  advance();
}

bool LineReader::next(std::size_t index, std::size_t, std::string_view empty) {
  if (has_failed_) return false;
  if (index > 0) return take_mark(',');
  if (!is_word(empty)) return true;
  advance();
  return false;
}

bool LineReader::next_in_block(std::size_t index, std::size_t) {
  if (has_failed_) return false;
  if (index == 0 && !take_mark('{')) return fail("{"), false;
  if (take_mark('}')) return false;
  if (index > 0 && !take_mark(';')) return fail("; or }"), false;
  return !has_failed_;
}

bool LineReader::next_number(std::size_t index, std::size_t) {
  if (has_failed_) return false;
  if (index == 0 && !take_mark('[')) return fail("["), false;
  return !take_mark(']') && !has_failed_;
}

}  // namespace marrow
