// Counts the bytes that an operation owns, field by field of its line.
#pragma once

#include <memory>
#include <vector>

#include "edit/operations/line.h"

namespace marrow {

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
  void number(float&) override {}
  void number(double&) override {}
  void number(int&) override {}
  void number(std::size_t&) override {}
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

}  // namespace marrow
