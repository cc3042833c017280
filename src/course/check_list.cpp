// A separate file, because the page replaces it by web/no_checks.cpp.
#include "course/task_checks.h"

namespace marrow::course {

const std::vector<Check>& checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> joined;
    for (const auto& of_task :
         {task1_checks(), task2_checks(), task3_checks(), task4_checks(), task4_whole_checks(),
          task5_checks(), task6_checks(), task7_checks(), task8_checks(), task9_checks()}) {
      joined.insert(joined.end(), of_task.begin(), of_task.end());
    }
    return joined;
  }();
  return all;
}

}  // namespace marrow::course
