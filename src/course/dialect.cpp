// A course's own conventions in the texts of the checks: its letters, and the order of
// factors where vectors are rows.
#include <algorithm>
#include <cctype>
#include <iterator>

#include "course/check.h"

namespace marrow::course {

static Dialect current_dialect;
void set_dialect(Dialect dialect) { current_dialect = std::move(dialect); }
const Dialect& dialect() { return current_dialect; }
bool has_linear_weights() { return current_dialect.weights == Falloff::linear; }

namespace {

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Names of factors of products in the texts: matrices, and the vectors next to them.
constexpr std::string_view kFactors[] = {"L", "Ul", "B",  "W",    "T", "U", "S", "M", "A",
                                         "R", "F",  "F0", "Incr", "v", "n", "e", "c"};
constexpr std::string_view kPowers[] = {"^-1", "^-T", "^T"};
constexpr std::string_view kTimes[] = {" * ", " "};

/// Phrases to replace if vectors are rows; the order of factors changes as well.
constexpr std::pair<std::string_view, std::string_view> kOfRows[] = {
    {"row vectors", "column vectors"},
    {"takes v for a row", "takes v for a column"},
    {"last row of M", "last column of M"},
    {"last row is 0", "last column is 0"},
    {"columns", "rows"},
    {"column", "row"},
    {"glm's m[c] is column c", "the translation is m[0][3], m[1][3], m[2][3]"},
    {"B[3]", "B[0][3], B[1][3], B[2][3]"},
    {"matrix[3]", "matrix[0][3] to matrix[2][3]"},
    {"belongs on the right", "belongs on the left"},
    {"belongs on the left", "belongs on the right"},
    {"belongs in front", "belongs at the end"},
    {"F0^T is on the left", "F0^T is on the right"},
    {"read from the right", "read from the left"},
    {"with the parent's B in front", "with the parent's B at the end"},
    {"the parent comes first", "the parent comes last"},
    {"the joint's own comes last", "the joint's own comes first"},
    {"first L, then Ul", "first Ul, then L"},
    {"end with W", "begin with W"}};

/// The length of the factor that begins a text, "W_p(j)^-1" or "(tip - o_b)"; 0 if none does.
std::size_t size_of_factor(std::string_view text) {
  const auto rest_begins = [&](std::size_t at, std::string_view with) {
    return text.substr(std::min(at, text.size())).starts_with(with);
  };
  std::size_t end = 0;
  if (text.starts_with('(')) {
    int depth = 0;
    do {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    } while (++end < text.size() && depth > 0);
    if (depth > 0) return 0;
  } else {
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(0, std::min(end, text.find('_')));
    if (std::find(std::begin(kFactors), std::end(kFactors), word) == std::end(kFactors)) return 0;
    if (text.substr(0, end).ends_with("_p") && rest_begins(end, "(j)")) end += 3;
  }
  if (rest_begins(end, "'")) ++end;
  for (const std::string_view power : kPowers)
    if (rest_begins(end, power)) end += power.size();
  return end < text.size() && is_word(text[end]) ? 0 : end;
}

/// Reverses each product, also within parentheses: "W_p L" becomes "L W_p".
std::string in_order_of_rows(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const bool begins_word = result.empty() || !is_word(result.back());
    std::string product;
    std::size_t end = 0;
    for (std::size_t size = begins_word ? size_of_factor(text) : 0; size > 0;) {
      const std::string_view factor = text.substr(end, size);
      const bool is_group = factor.starts_with('(');
      product.insert(0, is_group ? "(" + in_order_of_rows(factor.substr(1)) : std::string(factor));
      end += size;
      size = 0;
      for (const std::string_view times : kTimes)
        if (size == 0 && text.substr(end).starts_with(times)) {
          const std::string_view next = text.substr(end + times.size());
          size = is_group && next.starts_with('(') ? 0 : size_of_factor(next);
          if (size > 0) product.insert(0, times), end += times.size();
        }
    }
    result += end > 0 ? product : std::string(text.substr(0, 1));
    text.remove_prefix(std::max<std::size_t>(end, 1));
  }
  return result;
}

std::string with_words_of_rows(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto pair = std::find_if(std::begin(kOfRows), std::end(kOfRows),
                                   [&](const auto& one) { return text.starts_with(one.first); });
    const bool is_there = pair != std::end(kOfRows);
    result += is_there ? pair->second : text.substr(0, 1);
    text.remove_prefix(is_there ? pair->first.size() : 1);
  }
  return result;
}

}  // namespace

glm::mat3 in_convention(const glm::mat3& matrix) {
  return current_dialect.has_rows ? glm::transpose(matrix) : matrix;
}

glm::mat4 in_convention(const glm::mat4& matrix) {
  return current_dialect.has_rows ? glm::transpose(matrix) : matrix;
}

std::vector<glm::mat4> in_convention(std::vector<glm::mat4> matrices) {
  for (glm::mat4& matrix : matrices) matrix = in_convention(matrix);
  return matrices;
}

Skeleton in_convention(Skeleton skeleton) {
  for (Joint& joint : skeleton.joints) {
    joint.bind_local = in_convention(joint.bind_local);
    joint.user_local = in_convention(joint.user_local);
  }
  return skeleton;
}

std::string in_letters(const std::string& text) {
  const std::string ordered =
      current_dialect.has_rows ? with_words_of_rows(in_order_of_rows(text)) : text;
  if (current_dialect.letters.empty()) return ordered;
  const auto is_letter = [&](std::size_t at) {
    return at < ordered.size() && std::isalnum(static_cast<unsigned char>(ordered[at])) != 0;
  };
  std::string words;
  for (std::size_t at = 0; at < ordered.size();) {
    std::size_t end = at + 1;
    while (is_letter(at) && is_letter(end)) ++end;
    const std::string word = ordered.substr(at, end - at);
    const auto other = current_dialect.letters.find(word);
    words += other == current_dialect.letters.end() ? word : other->second;
    at = end;
  }
  return words;
}

}  // namespace marrow::course
