// Checks and results as JSON, for the course's page.
#include <nlohmann/json.hpp>

#include "cli/grade/grade.h"
#include "rig/contract.h"

namespace marrow::cli {

using Json = nlohmann::ordered_json;

std::string list_in_json(const Graded& graded) {
  Json tasks = Json::array();
  for (int task = 1; task <= kTasks; ++task)
    tasks.push_back({{"number", task},
                     {"title", course::title_of(task)},
                     {"is_extra", course::is_extra(task)},
                     {"checks", Json::array()}});
  for (const course::Check& check : graded.own)
    tasks[std::size_t(check.task - 1)]["checks"].push_back(
        {{"name", check.name}, {"points", check.points}, {"story", check.story}});
  for_each_function([&](const auto& function) {
    tasks[std::size_t(function.task - 1)]["functions"].push_back(function.name);
  });
  return Json{
      {"tasks", tasks}, {"course", graded.in_this_course}, {"has_rows", course::dialect().has_rows}}
      .dump();
}

std::string result_in_json(const course::Result& result) {
  Json test = Json::parse(as_json({"student", {result}}, {}))["tests"][0];
  test["verdict"] = name_of(result.verdict);
  test["milliseconds"] = result.milliseconds;
  test["unsafe"] = Json::array();
  for (const course::UnsafeFunction& one : course::unsafe_functions({result}))
    test["unsafe"].push_back(one.function);
  test["html"] = html_of(result);
  return test.dump();
}

}  // namespace marrow::cli
