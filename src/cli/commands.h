// Batch commands: what main.cpp's command line asks for, one struct and one function a command. They need no window and no display.
// Each returns the exit status (0 done, 1 failed with one line "marrow: FILE: place: what was expected" on standard error).
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rig/bodies.h"
#include "scene/skeleton.h"

namespace marrow::cli {

struct ReportOptions {
  std::string file;
  std::string json;        ///< path or "-"; empty: none
  std::string influences;  ///< path of the CSV, or empty
  std::optional<Falloff> falloff;
  Backend backend = Backend::fast;
};
int report(const ReportOptions& options);

/// One step of `pose`, in the order of the command line.
struct PoseStep {
  enum class Kind { rotate, translate, scale } kind = Kind::rotate;
  std::string joint;
  glm::vec4 values{0.0f};  ///< rotate: axis and degrees; translate, scale: x, y, z
  std::optional<glm::vec3> pivot;
};
struct PoseOptions {
  std::string file, out;
  bool reset = false;
  std::vector<PoseStep> steps;
};
int pose(const PoseOptions& options);

/// When, in which of the file's motions: what is skinned or drawn then is not the pose that was saved.
struct Moment {
  std::optional<float> seconds{};  ///< >= 0, clamped to the motion; none: the pose in the file
  std::string motion{};            ///< its name; empty: the first one
};

struct SkinOptions {
  std::string file, out;
  Moment moment{};
  Backend backend = Backend::fast;
  bool on_card = false;  ///< the engine's weights, skinned by the graphics card; `backend` must be fast
};
int skin(const SkinOptions& options);

struct RenderOptions {
  std::string file, out;
  Moment moment{};
  int width = 1280, height = 800;
  std::string show = "mesh,capsules,joints,uncovered";
  std::string view = "persp";
  std::string palette = "viridis";
  std::string vision = "full";
  float ui_scale = 1.0f;
  int scale = 1;             ///< times width, height and ui_scale
  bool transparent = false;  ///< no background
};
int render(const RenderOptions& options);

struct ConvertOptions {
  std::string in, out;
  std::optional<int> influences;  ///< 4 or 8: written for other programs
  std::string as;                 ///< "animation", "pose" or "posed": written for other programs; empty: see influences
};
int convert(const ConvertOptions& options);

/// The range-of-motion sheet: every joint flexed and twisted, worst first, with its meters.
struct SheetOptions {
  std::string file, out;
  int tile = 240;   ///< pixels of a tile's side
  int columns = 0;  ///< 0: as many as make the sheet about as wide as high
};
int sheet(const SheetOptions& options);

/// The assignment's checks on a student's bodies: one program, or with `submissions` a whole class. src/course/README.md tells how.
struct GradeOptions {
  std::string backend = "student";  ///< or "textbook"
  std::vector<int> tasks;           ///< only these; none: all
  std::vector<std::string> checks;  ///< only these names; none: all
  bool list = false;                ///< names, points and stories, and no grading
  std::string json, junit, text;    ///< where to write results: a path, "-", or empty
  std::string hidden;               ///< a folder of the instructor's checks, or empty
  int jobs = 1;
  double seconds = 10.0;                     ///< of each check
  int megabytes = 1024;                      ///< that the bodies may ask for in a check
  std::string submissions, out_dir, source;  ///< a folder with one folder a student; where results go; this repository
  std::string make_hidden, kit, out;         ///< a scene to make a check of; "gradescope" or "classroom"; what to write
  std::string answer;                        ///< in the processes that grading starts: the check to run
  std::string sample;                        ///< there: the scene of a portrait
  std::vector<std::string> bodies;           ///< there: the command that serves the bodies; none: this program's
};
int grade(const GradeOptions& options);

/// report, skin, render or convert over many files; one JSON line a file on standard output; skips what is already done.
struct ManyOptions {
  std::string command, out_dir, to;
  int jobs = 1;
  std::vector<std::string> files;
  RenderOptions render;  ///< its flags apply to every file; likewise below
  SkinOptions skin;
  ConvertOptions convert;
  ReportOptions report;
};
int many(const ManyOptions& options);

}  // namespace marrow::cli
