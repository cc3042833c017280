// Operations along their lines: printed, read, counted.
#include <utility>

#include "edit/operation.h"
#include "edit/operations/line_counter.h"
#include "edit/operations/line_reader.h"
#include "edit/operations/line_writer.h"

namespace marrow {
namespace {

/// Printing and counting change nothing: only a reader writes to the fields.
void walk(const Operation& operation, Line& line) {
  std::visit([&](auto& alternative) { alternative.line(line); }, const_cast<Operation&>(operation));
}

/// The first word of a line identifies the operation.
template <typename Op>
bool read_as(LineReader& reader, Operation& operation) {
  const std::size_t begin = reader.begins();
  Op op;
  op.line(reader);
  if (reader.has_failed_at(begin)) return reader.forget_failure(), false;
  operation = std::move(op);
  return true;
}

template <typename... Ops>
bool read_as_one_of(const std::variant<Ops...>*, LineReader& reader, Operation& operation) {
  return (read_as<Ops>(reader, operation) || ...);
}

void read_any(LineReader& reader, Operation& operation) {
  if (reader.has_failed() || !reader.enter()) return;
  if (!read_as_one_of(static_cast<AnyOperation*>(nullptr), reader, operation))
    reader.fail("the word of an operation (turn, radius, lock, ...)");
  reader.leave();
}

}  // namespace

void op::Sequence::line(Line& line) {
  line.word("together");
  line.block(operations, [&](Operation& part) {
    if (line.reads())
      read_any(static_cast<LineReader&>(line), part);
    else
      walk(part, line);
  });
  line.text_unless("as", what, "");
}

std::string line_of(const Scene& before, const Operation& operation) {
  LineWriter writer(before);
  walk(operation, writer);
  return writer.take();
}

ParsedLine parse_line(const Scene& before, std::string_view line) {
  LineReader reader(before, line);
  Operation operation;
  read_any(reader, operation);
  reader.expect_end();
  if (reader.has_failed()) return {std::nullopt, reader.problem()};
  return {std::move(operation), {}};
}

Holdings holdings_of(const Operation& operation) {
  LineCounter counter;
  walk(operation, counter);
  return {counter.bytes, std::move(counter.scenes), std::move(counter.motions)};
}

}  // namespace marrow
