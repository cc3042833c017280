// Operations along their lines: printed, read, counted.
#include <utility>

#include "edit/operation.h"
#include "edit/operations/line_text.h"

namespace marrow {
namespace {

/// Counts the bytes that an operation owns, field by field of its line.
class LineCounter : public Line {
 public:
  LineCounter() : Line(Mode::count, kNoScene) {}

  std::size_t bytes = 0;
  std::vector<const Scene*> scenes;
  std::vector<std::shared_ptr<const Motion>> motions;

  void word(std::string_view) override {}
  void pick(std::size_t&, std::span<const std::string_view>) override {}
  bool has(std::string_view, bool wanted) override { return wanted; }
  void id(Id&) override {}
  void text(std::string& text) override { bytes += bytes_of(text); }
  void number(std::variant<float*, double*, int*, std::size_t*>) override {}
  void payload(std::string& text) override { bytes += bytes_of(text); }
  void holds(const Scene& scene) override { scenes.push_back(&scene); }
  void holds(const std::shared_ptr<const Motion>& motion) override { motions.push_back(motion); }

 protected:
  void owns(std::size_t size) override { bytes += size; }
  bool next(std::size_t index, std::size_t size, std::string_view) override { return index < size; }
  bool next_in_block(std::size_t index, std::size_t size) override { return index < size; }
  bool next_number(std::size_t, std::size_t) override { return false; }

 private:
  inline static const Scene kNoScene{};
};

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
