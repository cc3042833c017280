// The batch commands, which need no window or display. Each is one file that defines its row: name,
// help, options, work. Exit status: 0 done; 1 failed, with one line "marrow: FILE: place: what was
// expected" on standard error; 2 wrong usage.
#pragma once

#include "cli/options.h"

namespace marrow::cli {

extern const Command kReport, kPose, kSkin, kRender, kConvert, kSheet, kRig, kFit, kDoctor,
    kTransfer, kRun, kGrade, kCourse;

/// In the order of `marrow --help`.
inline constexpr const Command* kCommands[] = {&kReport, &kPose,  &kSkin,  &kRender, &kConvert,
                                               &kSheet,  &kRig,   &kFit,   &kDoctor, &kTransfer,
                                               &kRun,    &kGrade, &kCourse};

}  // namespace marrow::cli
