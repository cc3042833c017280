// Enumerations whose values have names in files, on the command line and in menus. Each is 0, 1,
// ..., `count`, and has a table with one row for each value: value, id, title, help.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace marrow {

/// A row for values that have only names. Value::count: `value` is not set.
template <typename Value>
struct ChoiceRow {
  Value value = Value::count;
  const char* id = nullptr;     ///< in files, on the command line, in commands
  const char* title = nullptr;  ///< in menus and captions
  const char* help = nullptr;   ///< one or two short sentences
};

/// A value that was removed. Files, scripts and commands may still name it: they get `instead`.
template <typename Value>
struct RemovedChoice {
  std::string_view id;
  Value instead = Value::count;
  const char* notice = nullptr;  ///< message for the user, once per file or command
};

/// Specialized next to each enumeration. `rows` is the table, `word` the enumeration's name in
/// files and on the command line, `label` its name in the window, and `question` states what it
/// decides. Optional: `removed`, an array of RemovedChoice.
template <typename Value>
struct ChoiceTable;

template <typename Value>
concept NamedChoice = requires {
  ChoiceTable<Value>::rows;
};

/// For a static_assert next to the table: true if each value has a row with all names, in the
/// enumeration's order.
template <NamedChoice Value>
constexpr bool has_all_rows() {
  const auto& rows = ChoiceTable<Value>::rows;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].value != Value(i) || !rows[i].id || !rows[i].title || !rows[i].help) return false;
  return rows.size() == std::size_t(Value::count);
}

/// False for an invalid number.
template <NamedChoice Value>
constexpr bool is_known(Value value) {
  return std::size_t(value) < ChoiceTable<Value>::rows.size();
}

/// Precondition: is_known(value). Throws std::out_of_range otherwise.
template <NamedChoice Value>
constexpr const auto& choice_row(Value value) {
  return ChoiceTable<Value>::rows.at(std::size_t(value));
}

/// nullptr where `id` does not name a removed value.
template <NamedChoice Value>
constexpr const RemovedChoice<Value>* removed_choice(std::string_view id) {
  if constexpr (requires { ChoiceTable<Value>::removed; })
    for (const RemovedChoice<Value>& removed : ChoiceTable<Value>::removed)
      if (id == removed.id) return &removed;
  return nullptr;
}

/// The value with this id; for a removed value its replacement; none if the id was never valid.
template <NamedChoice Value>
constexpr std::optional<Value> choice_from_id(std::string_view id) {
  for (const auto& row : ChoiceTable<Value>::rows)
    if (id == row.id) return row.value;
  if (const RemovedChoice<Value>* const removed = removed_choice<Value>(id))
    return removed->instead;
  return std::nullopt;
}

/// "inverse, linear or smooth"
template <NamedChoice Value>
std::string choice_ids() {
  std::string text;
  const auto& rows = ChoiceTable<Value>::rows;
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += std::string(i == 0 ? "" : i + 1 < rows.size() ? ", " : " or ") + rows[i].id;
  return text;
}

}  // namespace marrow
