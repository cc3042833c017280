#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "edit/operations/line_text.h"
#include "io/base64.h"
#include "io/number_text.h"
#include "platform/numbers.h"

namespace marrow {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_name_part(char c) {
  return is_letter(c) || is_beyond_ascii(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
         c == ':';
}

/// Valid UTF-8 without controls, blanks and line ends of U+0080 to U+00A0 and U+2000 to U+206F.
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

/// Words that a line may have instead of a name or a text.
bool is_reserved(std::string_view text) {
  return text == "none" || text == "all" || text == "nothing";
}

}  // namespace

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
  return std::all_of(text.begin(), text.end(), is_name_part) && !is_reserved(text) &&
         can_be_shown(text);
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

}  // namespace marrow
