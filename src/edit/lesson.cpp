#include "edit/lesson.h"

#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "rig/measure/weight_figures.h"
#include "rig/polar_parts.h"

namespace marrow {

namespace {

constexpr double kSlack = 0.5;  // degrees: an angle that rounds to the one asked for is enough

class LessonReader {
 public:
  explicit LessonReader(std::string_view text) : lines_(std::string(text)) {}

  Lesson read() {
    while (next()) {
      if (line_.starts_with("# ") && lesson_.title.empty())
        lesson_.title = line_.substr(2);
      else if (lesson_.title.empty())
        fail("expected the lesson's title, as in \"# Spaces\"");
      else if (line_.starts_with("## "))
        begin_step();
      else if (line_.starts_with("```"))
        block(line_.substr(3));
      else
        text_line();
    }
    end_paragraph();
    if (lesson_.steps.empty()) fail("expected a step, as in \"## Turn the elbow\"");
    return std::move(lesson_);
  }

 private:
  bool next() {
    if (!std::getline(lines_, line_)) return false;
    ++number_;
    if (line_.ends_with('\r')) line_.pop_back();
    return true;
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw std::invalid_argument(fmt::format("line {}: {}", number_, problem));
  }
  LessonStep& step() {
    if (lesson_.steps.empty()) fail("expected a step first, as in \"## Turn the elbow\"");
    return lesson_.steps.back();
  }
  void begin_step() {
    end_paragraph();
    lesson_.steps.emplace_back().title = line_.substr(3);
  }
  void text_line() {
    if (line_.empty()) return end_paragraph();
    step();
    paragraph_ += (paragraph_.empty() ? "" : " ") + line_;
  }
  void end_paragraph() {
    if (paragraph_.empty()) return;
    (step().question ? step().revealed : step().paragraphs).push_back(std::move(paragraph_));
    paragraph_.clear();
  }
  void block(const std::string& kind) {
    end_paragraph();
    const int begin = number_;
    std::vector<std::string> inside;
    while (next() && line_ != "```") inside.push_back(line_);
    if (line_ != "```")
      throw std::invalid_argument(fmt::format("line {}: this block has no end, ```", begin));
    if (kind == "marrow")
      for (const std::string& line : inside)
        (lesson_.steps.empty() ? lesson_.begin : lesson_.steps.back().script) += line + "\n";
    else if (kind == "until")
      step().until = std::move(inside);
    else if (kind == "predict")
      step().question = question_of(inside);
    else
      fail(fmt::format("\"{}\": expected a block of marrow, until or predict", kind));
  }
  LessonQuestion question_of(const std::vector<std::string>& inside) const {
    LessonQuestion question;
    int right = 0;
    for (const std::string& line : inside) {
      if (!line.starts_with("- ") && !line.starts_with("* ")) {
        question.text += (question.text.empty() ? "" : " ") + line;
        continue;
      }
      if (line.starts_with("* ")) {
        question.right = question.answers.size();
        ++right;
      }
      question.answers.push_back(line.substr(2));
    }
    if (right != 1 || question.answers.size() < 2 || question.text.empty())
      fail("expected a question, wrong answers after \"- \" and one right answer after \"* \"");
    return question;
  }

  std::istringstream lines_;
  std::string line_, paragraph_;
  int number_ = 0;
  Lesson lesson_;
};

ConditionState turned(const std::string& joint, double degrees, const Scene& scene) {
  const JointRef found = find_joint(scene, std::string_view(joint));
  if (found.node < 0)
    throw std::invalid_argument(fmt::format("there is no joint named \"{}\"", joint));
  const glm::dquat turn = polar_parts(scene.nodes[std::size_t(found.node)]
                                          .skeleton->joints[std::size_t(found.joint)]
                                          .user_local)
                              .rotation;
  const double sine = glm::length(glm::dvec3(turn.x, turn.y, turn.z));
  const double now = glm::degrees(2.0 * std::atan2(sine, std::abs(turn.w)));
  return {now >= degrees - kSlack,
          fmt::format("{}: turned by {:.0f} of {:g} degrees", joint, now, degrees)};
}

ConditionState covered(double percent, const Deformer& deformer) {
  const CoverageSummary summary = coverage(deformer);
  const double now = summary.covered > 0 ? summary.percent() : 0.0;
  return {now >= percent, fmt::format("Covered: {:.1f} of {:g} %", now, percent)};
}

}  // namespace

Lesson parse_lesson(std::string_view text) { return LessonReader(text).read(); }

ConditionState state_of(const std::string& condition, const Document& document,
                        const Deformer& deformer) {
  std::istringstream words(condition);
  std::string kind, joint, by;
  double number = 0.0;
  if (words >> kind && kind == "covered" && words >> number) return covered(number, deformer);
  if (kind == "turned" && words >> joint >> by >> number && by == "by")
    return turned(joint, number, document.scene());
  const ParsedLine line = parse_line(document.scene(), condition);
  if (!line.operation)
    throw std::invalid_argument(fmt::format("\"{}\": {}", condition, line.problem));
  const Applied after = apply(document.scene(), *line.operation, document.tasks());
  if (!after.scene) throw std::invalid_argument(fmt::format("\"{}\": {}", condition, after.reason));
  return {same_content(*after.scene, document.scene()), label(document.scene(), *line.operation)};
}

}  // namespace marrow
