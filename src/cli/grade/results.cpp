// The results of a submission as text, JSON, XML and HTML.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "cli/grade/grade.h"
#include "cli/json_text.h"
#include "io/number_text.h"

namespace marrow::cli {

using Json = nlohmann::ordered_json;
using course::Result;
using course::Verdict;

namespace {

/// What an implementation printed or threw, for terminal, JSON and XML: valid UTF-8 without control
/// characters except line breaks and tabs.
std::string clean(std::string_view text) {
  std::string cleaned = io::valid_utf8(text);
  for (char& letter : cleaned) {
    const auto code = static_cast<unsigned char>(letter);
    if ((code < 0x20 && letter != '\n' && letter != '\t') || code == 0x7f) letter = '?';
  }
  for (const char* no_character : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = 0; (at = cleaned.find(no_character, at)) != std::string::npos;)
      cleaned.replace(at, 3, "?");
  }
  return cleaned;
}

std::string where_of(const Result& result) {
  std::string where;
  if (!result.outcome.joint.empty())
    where += fmt::format("joint \"{}\"", clean(result.outcome.joint));
  if (result.outcome.vertex >= 0)
    where += fmt::format("{}vertex {}", where.empty() ? "" : ", ", result.outcome.vertex);
  if (result.outcome.stage)
    where += fmt::format("{}seen first in {}", where.empty() ? "" : ", ",
                         course::name_of(*result.outcome.stage));
  return where;
}

/// Names and texts of the lines after a check: the failure, or a passed check's remark such as its
/// time.
std::vector<std::pair<const char*, std::string>> details_of(const Result& result) {
  if (result.verdict == Verdict::passed && result.outcome.got.empty()) return {};
  std::vector<std::pair<const char*, std::string>> details = {
      {"expected", clean(result.outcome.expected)},
      {"got", clean(result.outcome.got)},
      {result.outcome.names_mistake ? "likely" : "rule", clean(result.outcome.likely_reason)}};
  if (result.verdict != Verdict::passed) {
    details.emplace_back("where", where_of(result));
    details.emplace_back("printed", clean(result.printed));
  }
  std::erase_if(details, [](const auto& detail) { return detail.second.empty(); });
  return details;
}

/// The lines after a check, each after `margin`.
std::string details(const Result& result, const std::string& margin) {
  std::string text;
  for (auto [name, value] : details_of(result)) {
    for (std::size_t at = 0; (at = value.find('\n', at)) != std::string::npos;
         at += 1 + margin.size() + 10) {
      value.insert(at + 1, margin + std::string(10, ' '));
    }
    text += fmt::format("{}{:<8}  {}\n", margin, name, value);
  }
  return text;
}

std::string title_of(int task) {
  return lower(course::title_of(task)) + (course::is_extra(task) ? " (extra)" : "");
}

}  // namespace

static int points_of(const Result& result) {
  return result.verdict == Verdict::passed ? result.check->points : 0;
}

/// The score of the tasks for which `counts(task)`.
template <typename Counts>
static Score score_where(const Marks& marks, const Counts& counts) {
  Score score;
  for (const Result& result : marks.results) {
    if (!counts(result.check->task)) continue;
    score.got += points_of(result);
    score.most += result.check->points;
    score.passed += result.verdict == Verdict::passed ? 1 : 0;
    ++score.checks;
  }
  return score;
}

Score score_of(const Marks& marks, int task) {
  return score_where(marks, [&](int one) { return one == task; });
}

Score total_of(const Marks& marks) {
  return score_where(marks, [](int task) { return !course::is_extra(task); });
}

Score extra_of(const Marks& marks) { return score_where(marks, course::is_extra); }

std::string Graded::visibility_of(const course::Check& check) const {
  for (const course::Expectation& one : hidden)
    if (&one.check == &check) return one.visibility;
  return "visible";
}

course::Outcome Graded::outcome_of(const course::Check& check, const Tasks& tasks) const {
  const auto own_one =
      std::find_if(hidden.begin(), hidden.end(),
                   [&](const course::Expectation& one) { return &one.check == &check; });
  course::Outcome outcome =
      own_one != hidden.end() ? course::evaluate(*own_one, tasks) : course::run_check(check, tasks);
  outcome.expected = course::in_letters(outcome.expected);
  outcome.likely_reason = course::in_letters(outcome.likely_reason);
  return outcome;
}

Marks seen_by_student(const Marks& marks, const Graded& graded) {
  Marks seen = marks;
  std::erase_if(seen.results, [&](const Result& result) {
    return graded.visibility_of(*result.check) != "visible";
  });
  return seen;
}

bool has_passed(const Marks& marks, bool extra_too) {
  return std::all_of(marks.results.begin(), marks.results.end(), [&](const Result& result) {
    return result.verdict == Verdict::passed ||
           (course::is_extra(result.check->task) && !extra_too);
  });
}

std::string options_of_inputs() {
  const course::Variant& own = course::variant();
  std::string words = fmt::format("--seed {}", course::input_seed());
  if (!own.student.empty())
    words += fmt::format(" --course-seed {} --student {}", own.course_seed,
                         in_shell(clean(own.student)));
  return words;
}

std::string as_text(const Marks& marks, const Graded& graded) {
  std::string text = fmt::format("Functions graded: {}\nRandom inputs: {}\n", marks.implementation,
                                 options_of_inputs());
  for (const std::string& note : marks.notes) text += clean(note) + "\n";
  int task = 0;
  for (const Result& result : marks.results) {
    const course::Check& check = *result.check;
    if (check.task != task) {
      task = check.task;
      const Score score = score_of(marks, task);
      text += fmt::format("\nTask {}: {}   {} of {} checks, {} of {} points\n", task,
                          title_of(task), score.passed, score.checks, score.got, score.most);
    }
    const std::string kept_back =
        graded.visibility_of(check) == "visible" ? "" : " (" + graded.visibility_of(check) + ")";
    text +=
        fmt::format("  {:<9}  {:>2}/{:<2}  {:<40}  {:9.3f} ms{}\n", name_of(result.verdict),
                    points_of(result), check.points, check.name, result.milliseconds, kept_back);
    if (result.verdict != Verdict::passed) text += fmt::format("      {}\n", check.story);
    text += details(result, "      ");
  }
  const Score total = total_of(marks), extra = extra_of(marks);
  text += fmt::format("\nTotal: {} of {} points, {} of {} checks", total.got, total.most,
                      total.passed, total.checks);
  if (extra.checks > 0) text += fmt::format("; extra: {} of {} points", extra.got, extra.most);
  return text + "\n";
}

std::string as_json(const Marks& marks, const Graded& graded) {
  const Marks seen = seen_by_student(marks, graded);
  const Score total = total_of(seen), extra = extra_of(seen);
  std::string notes;
  for (const std::string& note : marks.notes) notes += "\n" + clean(note);
  Json json = {
      {"execution_time", marks.seconds},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"output", fmt::format("Functions graded: {}. {} of {} points, and {} of {} extra. Random "
                             "inputs: {}.{}",
                             clean(marks.implementation), total.got, total.most, extra.got,
                             extra.most, options_of_inputs(), notes)},
      {"tests", Json::array()}};
  // A sum would reveal the results of hidden checks: without it Gradescope adds up what each viewer
  // may see.
  if (seen.results.size() == marks.results.size()) json["score"] = total.got + extra.got;
  for (const Result& result : marks.results) {
    const bool passed = result.verdict == Verdict::passed;
    json["tests"].push_back(
        {{"name", result.check->name},
         {"number", fmt::format("{}", result.check->task)},
         {"score", points_of(result)},
         {"max_score", result.check->points},
         {"status", passed ? "passed" : "failed"},
         {"output", fmt::format("{}\n{}: {}\n{}", result.check->story, name_of(result.verdict),
                                passed ? "as expected" : "see below", details(result, ""))},
         {"visibility", graded.visibility_of(*result.check)}});
  }
  return json_text(json);
}

/// Also for attributes, where a line break must be an entity.
static std::string in_xml(std::string_view text) {
  std::string xml = in_html(clean(text));
  for (std::size_t at = 0; (at = xml.find('\n', at)) != std::string::npos;)
    xml.replace(at, 1, "&#10;");
  return xml;
}

std::string as_junit(const Marks& all, const Graded& graded) {
  const Marks marks = seen_by_student(all, graded);
  std::string cases;
  int failures = 0, errors = 0;
  for (const Result& result : marks.results) {
    cases +=
        fmt::format("    <testcase classname=\"task{}\" name=\"{}\" time=\"{:.6f}\"",
                    result.check->task, in_xml(result.check->name), result.milliseconds / 1000.0);
    if (result.verdict == Verdict::passed) {
      cases += "/>\n";
      continue;
    }
    const bool failed = result.verdict == Verdict::failed;
    ++(failed ? failures : errors);
    cases += fmt::format(
        ">\n      <{0} type=\"{1}\" message=\"expected {2}, got {3}\">{4}</{0}>\n    </testcase>\n",
        failed ? "failure" : "error", name_of(result.verdict), in_xml(result.outcome.expected),
        in_xml(result.outcome.got), in_xml(result.check->story + "\n" + details(result, "")));
  }
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"",
                  marks.results.size(), failures, errors, marks.seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"marrow "
      "grade: {1}\" {0}>\n{2}  </testsuite>\n"
      "</testsuites>\n",
      counts, in_xml(marks.implementation), cases);
}

constexpr const char* kPageHead = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 60rem; color: #1c1c1c; background: #fff; overflow-wrap: anywhere }}
h2, h3 {{ margin: 1.6em 0 .3em }} h3 {{ font-size: 1rem }} p {{ margin: .3em 0 }}
table {{ border-collapse: collapse; margin: .5em 0 }} th, td {{ padding: .2em .8em .2em 0; text-align: left; vertical-align: top; border-bottom: 1px solid #ccc }}
th {{ font-weight: 600 }} th, td.n {{ white-space: nowrap; overflow-wrap: normal }} td.n {{ font-variant-numeric: tabular-nums; text-align: right }} caption {{ text-align: left }} pre {{ margin: 0; white-space: pre-wrap; font: inherit }}
.failed {{ color: #9b1c1c }} .passed {{ color: #1d5e20 }}
</style>
<main>
<h1>{0}</h1>
)";

/// Places in world space as numbers, those that differ most first. The editor paints them.
static std::string places_table(const course::Outcome& outcome) {
  constexpr std::size_t kMostRows = 10;
  const std::size_t count = std::min(outcome.expected_points.size(), outcome.got_points.size());
  if (count == 0) return {};
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t(0));
  const auto distance = [&](std::size_t k) {
    const float apart = glm::distance(outcome.expected_points[k], outcome.got_points[k]);
    return std::isfinite(apart) ? apart : std::numeric_limits<float>::infinity();
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return distance(a) > distance(b); });
  order.resize(std::min(count, kMostRows));
  std::string text = fmt::format(
      "<table><caption>{} of {} {} in world space, those that differ most first</caption>\n"
      "<tr><th scope=\"col\">{}</th><th scope=\"col\">expected</th><th scope=\"col\">got</th>"
      "<th scope=\"col\">apart</th></tr>\n",
      order.size(), count, outcome.arrows_from.empty() ? "places" : "tips of normals",
      outcome.points_are_vertices ? "Vertex" : "Point");
  const auto words = [](const glm::vec3& place) {
    return fmt::format("({:.4g}, {:.4g}, {:.4g})", place.x, place.y, place.z);
  };
  for (const std::size_t k : order) {
    text += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td class=\"n\">{:.4g}</td></tr>\n", k,
        words(outcome.expected_points[k]), words(outcome.got_points[k]), distance(k));
  }
  return text + "</table>\n";
}

std::string html_of(const Result& result) {
  const course::Check& check = *result.check;
  const bool passed = result.verdict == Verdict::passed;
  std::string text = fmt::format(
      "<h3 id=\"{0}\"><span class=\"{1}\">{2}</span>: {0}, {3} of {4} {5}</h3>\n<p>{6}</p>\n",
      in_html(check.name), passed ? "passed" : "failed", name_of(result.verdict), points_of(result),
      check.points, check.points == 1 ? "point" : "points", in_html(clean(check.story)));
  const auto rows = details_of(result);
  if (!rows.empty()) text += "<table>\n";
  for (const auto& [name, value] : rows)
    text += fmt::format("<tr><th scope=\"row\">{}</th><td><pre>{}</pre></td></tr>\n", name,
                        in_html(value));
  if (!rows.empty()) text += "</table>\n";
  return passed ? text : text + places_table(result.outcome);
}

std::string as_html(const Marks& all, const Graded& graded) {
  const Marks marks = seen_by_student(all, graded);
  const Score total = total_of(marks), extra = extra_of(marks);
  std::string text =
      fmt::format(fmt::runtime(kPageHead), in_html("Graded: " + clean(marks.implementation)));
  text += fmt::format(
      "<p>{} of {} points, {} of {} checks; extra: {} of {} points. Random inputs: "
      "{}.</p>\n",
      total.got, total.most, total.passed, total.checks, extra.got, extra.most,
      in_html(options_of_inputs()));
  for (const std::string& note : marks.notes)
    text += fmt::format("<p>{}</p>\n", in_html(clean(note)));
  std::string first;  // first failed check of each task
  int task = 0;
  for (const Result& result : marks.results) {
    if (result.verdict == Verdict::passed || result.check->task == task) continue;
    task = result.check->task;
    if (course::is_extra(task) && score_of(marks, task).passed == 0) continue;  // not begun
    first += fmt::format("<li><a href=\"#{0}\">{0}</a>: {1}</li>\n", in_html(result.check->name),
                         in_html(clean(result.check->story)));
  }
  if (!first.empty())
    text += "<nav aria-label=\"First failed check of each task\">\n<h2>Look first at</h2>\n<ul>\n" +
            first + "</ul>\n</nav>\n";
  task = 0;
  for (const Result& result : marks.results) {
    if (result.check->task != task) {
      task = result.check->task;
      const Score score = score_of(marks, task);
      text += fmt::format("<h2>Task {}: {}, {} of {} points</h2>\n", task, title_of(task),
                          score.got, score.most);
    }
    text += html_of(result);
  }
  return text + "</main>\n</html>\n";
}

}  // namespace marrow::cli
