#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include "edit/operations/line_text.h"
#include "io/base64.h"
#include "io/number_text.h"
#include "platform/numbers.h"

namespace marrow {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kLineMarks = ",;[]{}";
constexpr std::string_view kWordEnds = " \t\r\n,;[]{}\"";
constexpr int kDeepest = 64;  // operations within operations

}  // namespace

LineReader::LineReader(const Scene& before, std::string_view text)
    : Line(Mode::read, before), all_(text) {
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
  if (count == 0) return fail("the name of a joint or an object that is there");
  if (count > 1) return fail("a name that only one has, or its number as #17");
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
