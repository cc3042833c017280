// What the course's page shows of checks and results.
#include <nlohmann/json.hpp>

#include "cli/grade/grade.h"

namespace marrow::cli {

using Json = nlohmann::ordered_json;

std::string list_in_json() {
  Json tasks = Json::array();
  for (const course::Check& check : course::checks()) {
    if (tasks.size() < std::size_t(check.task))
      tasks.push_back({{"number", check.task},
                       {"title", course::title_of(check.task)},
                       {"is_extra", course::is_extra(check.task)},
                       {"checks", Json::array()}});
    tasks.back()["checks"].push_back(
        {{"name", check.name}, {"points", check.points}, {"story", check.story}});
  }
  return Json{{"tasks", tasks}}.dump();
}

std::string result_in_json(const course::Result& result) {
  Json test = Json::parse(as_json({"student", {result}}, {}))["tests"][0];
  test["verdict"] = name_of(result.verdict);
  test["milliseconds"] = result.milliseconds;
  test["culprit"] = result.culprit;
  test["html"] = html_of(result);
  return test.dump();
}

}  // namespace marrow::cli
