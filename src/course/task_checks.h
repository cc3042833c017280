// The lists that checks() joins, one per task.
#pragma once

#include "course/check.h"

namespace marrow::course {

std::vector<Check> task1_checks();
std::vector<Check> task2_checks();
std::vector<Check> task3_checks();
std::vector<Check> task4_checks();
std::vector<Check> task4_whole_checks();
std::vector<Check> task5_checks();
std::vector<Check> task6_checks();
std::vector<Check> task7_checks();
std::vector<Check> task8_checks();
std::vector<Check> task9_checks();

}  // namespace marrow::course
