// Reads the command line: with a batch command that one runs, without one the editor opens. Nothing else happens here.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

#include "app/app.h"
#include "cli/commands.h"
#include "editor/commands/keymap_names.h"
#include "editor/paths.h"

namespace {

using namespace marrow;

/// Wrong usage, or something by a name that does not exist yet: one line, exit status 2.
struct UsageError {
  std::string text;
};

[[noreturn]] void not_there_yet(const std::string& what) { throw UsageError{what + " is not there yet"}; }

// ---- Values -----------------------------------------------------------------------------------------------------------------------------

/// Decimal point whatever the locale; nothing but a finite number.
float number(std::string_view text, std::string_view whole, std::string_view expected) {
  if (text.starts_with('+')) text.remove_prefix(1);
  float value = 0.0f;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw UsageError{fmt::format("\"{}\": expected {}", whole, expected)};
  return value;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(at, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

glm::vec3 vector3(std::string_view text, std::string_view expected) {
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != 3) throw UsageError{fmt::format("\"{}\": expected {}", text, expected)};
  return {number(parts[0], text, expected), number(parts[1], text, expected), number(parts[2], text, expected)};
}

/// "1280x800"
void read_size(const std::string& text, int& width, int& height) {
  constexpr std::string_view kExpected = "WIDTHxHEIGHT in pixels, each from 1 to 16384";
  const std::vector<std::string_view> parts = split(text, 'x');
  const auto pixels = [&](std::string_view part) {
    const float value = number(part, text, kExpected);
    if (value < 1.0f || value > 16384.0f || value != std::floor(value))
      throw UsageError{fmt::format("\"{}\": expected {}", text, kExpected)};
    return static_cast<int>(value);
  };
  if (parts.size() != 2) throw UsageError{fmt::format("\"{}\": expected {}", text, kExpected)};
  width = pixels(parts[0]);
  height = pixels(parts[1]);
}

Backend read_backend(const std::string& name) {
  if (const std::optional<Backend> backend = backend_from_name(name)) return *backend;
  throw UsageError{fmt::format("--backend \"{}\": expected fast, textbook or student", name)};
}

Falloff read_falloff(const std::string& name) {
  if (const std::optional<Falloff> falloff = falloff_from_name(name)) return *falloff;
  throw UsageError{fmt::format("--falloff \"{}\": expected inverse, linear or smooth", name)};
}

void read_blend(const std::string& name) {
  if (name == "dual-quaternion") not_there_yet("--blend dual-quaternion");
  if (name != "linear") throw UsageError{fmt::format("--blend \"{}\": expected linear", name)};
}

// ---- pose: steps in the order of the command line
// ----------------------------------------------------------------------------------------

/// The words of `pose` in the order in which they stood. CLI11 groups repeated options, so they are put back in order here.
struct PoseWords {
  std::vector<std::string> joints, rotations, translations, scales, pivots;
};

cli::PoseStep pose_step(const std::string& joint, cli::PoseStep::Kind kind, const std::string& text) {
  cli::PoseStep step{kind, joint, glm::vec4(0.0f), std::nullopt};
  if (kind != cli::PoseStep::Kind::rotate) {
    step.values = glm::vec4(vector3(text, kind == cli::PoseStep::Kind::scale ? "--scale X,Y,Z" : "--translate X,Y,Z"), 0.0f);
    return step;
  }
  constexpr std::string_view kExpected = "--rotate X,Y,Z,DEGREES";
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != 4) throw UsageError{fmt::format("\"{}\": expected {}", text, kExpected)};
  for (int i = 0; i < 4; ++i) step.values[i] = number(parts[static_cast<std::size_t>(i)], text, kExpected);
  if (glm::vec3(step.values) == glm::vec3(0.0f)) throw UsageError{fmt::format("\"{}\": the axis of --rotate must not be 0,0,0", text)};
  return step;
}

/// --joint opens a group; --rotate, --translate, --scale and --pivot belong to the joint before them, a pivot to all steps of its group.
std::vector<cli::PoseStep> pose_steps(const std::vector<CLI::Option*>& order, const PoseWords& words) {
  std::vector<cli::PoseStep> steps;
  std::size_t joint = 0, rotation = 0, translation = 0, scale = 0, pivot = 0, group_begin = 0;
  std::optional<glm::vec3> group_pivot;
  const auto close_group = [&] {
    if (joint > 0 && group_begin == steps.size())
      throw UsageError{fmt::format("--joint {}: expected --rotate, --translate or --scale after it", words.joints[joint - 1])};
    for (; group_begin < steps.size(); ++group_begin) steps[group_begin].pivot = group_pivot;
    group_pivot.reset();
  };
  const auto add = [&](cli::PoseStep::Kind kind, const std::string& text) {
    if (joint == 0) throw UsageError{"pose: expected --joint NAME before --rotate, --translate, --scale and --pivot"};
    steps.push_back(pose_step(words.joints[joint - 1], kind, text));
  };
  for (const CLI::Option* option : order) {
    const std::string name = option->get_single_name();
    if (name == "joint") {
      close_group();
      ++joint;
    } else if (name == "rotate") {
      add(cli::PoseStep::Kind::rotate, words.rotations[rotation++]);
    } else if (name == "translate") {
      add(cli::PoseStep::Kind::translate, words.translations[translation++]);
    } else if (name == "scale") {
      add(cli::PoseStep::Kind::scale, words.scales[scale++]);
    } else if (name == "pivot") {
      if (joint == 0) throw UsageError{"pose: expected --joint NAME before --pivot"};
      group_pivot = vector3(words.pivots[pivot++], "--pivot X,Y,Z");
    }
  }
  close_group();
  return steps;
}

// ---- Commands ---------------------------------------------------------------------------------------------------------------------------

/// What the command line said, before it is checked. One set of words for all commands: their names mean the same everywhere.
struct Words {
  std::vector<std::string> files;
  std::string out, out_dir, to, json, influences_csv, falloff, size, view, show, palette, vision, keymap, state_log;
  std::string backend = "fast", blend = "linear", time, motion, export_as;
  std::optional<int> influences;
  int jobs = 1, tile = 0, columns = 0, scale = 1;
  float ui_scale = 0.0f;
  bool reset = false, transparent = false;
  PoseWords pose;
};

using Job = std::function<int()>;

/// The options that turn a command into one over many files.
void add_many(CLI::App& command, Words& words) {
  command.add_option("--out-dir", words.out_dir, "Many files: write the results into this folder, keep going past a bad one")
      ->type_name("DIR");
  command.add_option("--to", words.to, "Many files: the extension of the results")->type_name("EXT");
  command.add_option("--jobs", words.jobs, "Many files: how many at once")->type_name("N")->check(CLI::Range(1, 256));
}

CLI::Option* add_files(CLI::App& command, Words& words, const char* description) {
  return command.add_option("FILE", words.files, description)->type_name("")->required();
}

void add_time(CLI::App& command, Words& words) {
  command.add_option("--time", words.time, "Posed as the file's motion has it then")->type_name("SECONDS");
  command.add_option("--motion", words.motion, "With --time: which motion, the first when not given")->type_name("NAME");
}

cli::Moment moment_of(const Words& words) {
  if (words.time.empty() && !words.motion.empty()) throw UsageError{"--motion: goes with --time SECONDS"};
  if (words.time.empty()) return {};
  const float seconds = number(words.time, words.time, "--time SECONDS, a number from 0 on");
  if (seconds < 0.0f) throw UsageError{fmt::format("\"{}\": expected --time SECONDS, a number from 0 on", words.time)};
  return {seconds, words.motion};
}

const std::string& only_file(const Words& words, const char* command) {
  if (words.files.size() != 1) throw UsageError{fmt::format("{}: expected one FILE; for many give --out-dir DIR", command)};
  if (!words.to.empty()) throw UsageError{fmt::format("{}: --to goes with --out-dir", command)};
  return words.files.front();
}

const std::string& required_out(const Words& words, const char* command) {
  if (words.out.empty()) throw UsageError{fmt::format("{}: expected -o OUT, or --out-dir DIR for many files", command)};
  return words.out;
}

cli::ManyOptions many_of(const Words& words, const char* command) {
  if (!words.out.empty()) throw UsageError{fmt::format("{}: -o and --out-dir exclude each other", command)};
  cli::ManyOptions many;
  many.command = command;
  many.out_dir = words.out_dir;
  many.to = words.to;
  many.jobs = words.jobs;
  many.files = words.files;
  return many;
}

void add_report(CLI::App& app, Words& words, Job& job) {
  CLI::App& command = *app.add_subcommand("report", "Joints, matrices, coverage and influences of a file");
  add_files(command, words, "The scene or model");
  command.add_option("--json", words.json, "Everything as JSON; - is standard output")->type_name("OUT");
  command.add_option("--influences", words.influences_csv, "One row an influence")->type_name("OUT.csv");
  command.add_option("--falloff", words.falloff, "inverse, linear or smooth in place of the file's own")->type_name("NAME");
  command.add_option("--backend", words.backend, "fast, textbook or student")->type_name("NAME");
  add_many(command, words);
  command.callback([&words, &job] {
    cli::ReportOptions options;
    options.json = words.json;
    options.influences = words.influences_csv;
    if (!words.falloff.empty()) options.falloff = read_falloff(words.falloff);
    options.backend = read_backend(words.backend);
    if (!words.out_dir.empty()) {
      cli::ManyOptions many = many_of(words, "report");
      many.report = options;
      job = [many] { return cli::many(many); };
      return;
    }
    options.file = only_file(words, "report");
    job = [options] { return cli::report(options); };
  });
}

void add_pose(CLI::App& app, Words& words, Job& job) {
  CLI::App& command = *app.add_subcommand("pose", "Moves joints by world-space increments and saves the scene");
  add_files(command, words, "The scene or model")->expected(1);
  command.add_option("--joint", words.pose.joints, "The joint that the increments after it move; may repeat")
      ->type_name("NAME")
      ->expected(1);
  command.add_option("--rotate", words.pose.rotations, "About an axis through the pivot")->type_name("X,Y,Z,DEGREES")->expected(1);
  command.add_option("--translate", words.pose.translations, "Along the world's axes")->type_name("X,Y,Z")->expected(1);
  command.add_option("--scale", words.pose.scales, "Along the world's axes, about the pivot")->type_name("X,Y,Z")->expected(1);
  command.add_option("--pivot", words.pose.pivots, "World space; the joint's origin when not given")->type_name("X,Y,Z")->expected(1);
  for (const char* name : {"--joint", "--rotate", "--translate", "--scale", "--pivot"})
    command.get_option(name)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
  command.add_flag("--reset", words.reset, "Back to rest first");
  command.add_option("-o,--out", words.out, "The scene to write")->type_name("OUT")->required();
  command.callback([&command, &words, &job] {
    cli::PoseOptions options;
    options.file = words.files.front();
    options.out = words.out;
    options.reset = words.reset;
    options.steps = pose_steps(command.parse_order(), words.pose);
    if (options.steps.empty() && !options.reset)
      throw UsageError{"pose: expected --joint NAME with --rotate, --translate or --scale, or --reset"};
    job = [options] { return cli::pose(options); };
  });
}

void add_skin(CLI::App& app, Words& words, Job& job) {
  CLI::App& command = *app.add_subcommand("skin", "Writes the deformed mesh in world space, vertices and faces in the file's order");
  add_files(command, words, "The scene or model");
  command.add_option("-o,--out", words.out, "The mesh to write: .obj, .stl, .glb or .gltf")->type_name("OUT");
  command.add_option("--backend", words.backend, "fast, textbook, student or gpu (skins on the graphics card)")->type_name("NAME");
  command.add_option("--blend", words.blend, "linear (dual-quaternion: not there yet)")->type_name("NAME");
  add_time(command, words);
  add_many(command, words);
  command.callback([&words, &job] {
    read_blend(words.blend);
    cli::SkinOptions options;
    options.moment = moment_of(words);
    options.on_card = words.backend == "gpu";
    if (!options.on_card) options.backend = read_backend(words.backend);
    if (!words.out_dir.empty()) {
      cli::ManyOptions many = many_of(words, "skin");
      many.skin = options;
      job = [many] { return cli::many(many); };
      return;
    }
    options.file = only_file(words, "skin");
    options.out = required_out(words, "skin");
    job = [options] { return cli::skin(options); };
  });
}

void add_render(CLI::App& app, Words& words, Job& job) {
  CLI::App& command = *app.add_subcommand("render", "Draws a picture off-screen");
  add_files(command, words, "The scene or model");
  command.add_option("-o,--out", words.out, "The picture to write")->type_name("OUT.png");
  command.add_option("--size", words.size, "1280x800 when not given")->type_name("WxH");
  command.add_option("--show", words.show, "mesh,capsules,joints,uncovered and one of weights:NAME,distance:NAME,influences,all-joints")
      ->type_name("LIST");
  command.add_option("--view", words.view, "front, side, top or persp")->type_name("NAME");
  command.add_option("--palette", words.palette, "Of heat maps: viridis, cividis or magma")->type_name("NAME");
  command.add_option("--vision", words.vision, "As seen with protan, deutan, tritan or grey vision")->type_name("NAME");
  command.add_option("--ui-scale", words.ui_scale, "Of line widths and dots")->type_name("F")->check(CLI::Range(0.5f, 4.0f));
  command.add_option("--scale", words.scale, "Times the size, lines and dots included")->type_name("N")->check(CLI::Range(1, 4));
  command.add_flag("--transparent", words.transparent, "No background");
  add_time(command, words);
  add_many(command, words);
  command.callback([&words, &job] {
    cli::RenderOptions options;
    options.moment = moment_of(words);
    options.scale = words.scale;
    options.transparent = words.transparent;
    if (!words.size.empty()) read_size(words.size, options.width, options.height);
    if (!words.show.empty()) options.show = words.show;
    if (!words.view.empty()) options.view = words.view;
    if (!words.palette.empty()) options.palette = words.palette;
    if (!words.vision.empty()) options.vision = words.vision;
    if (words.ui_scale > 0.0f) options.ui_scale = words.ui_scale;
    if (!words.out_dir.empty()) {
      cli::ManyOptions many = many_of(words, "render");
      many.render = options;
      job = [many] { return cli::many(many); };
      return;
    }
    options.file = only_file(words, "render");
    options.out = required_out(words, "render");
    job = [options] { return cli::render(options); };
  });
}

void add_convert(CLI::App& app, Words& words, Job& job) {
  CLI::App& command = *app.add_subcommand("convert", "Any format to any other; says what is lost");
  add_files(command, words, "IN OUT, or with --out-dir any number of files");
  command.add_option("--influences", words.influences, "For other programs: at most 4 or 8 a vertex")
      ->type_name("N")
      ->check(CLI::IsMember({4, 8}));
  command
      .add_option("--export", words.export_as,
                  "glTF for other programs: the rig with its animation, the rig in its pose, or the posed surface alone")
      ->type_name("animation|pose|posed")
      ->check(CLI::IsMember({"animation", "pose", "posed"}));
  add_many(command, words);
  command.callback([&words, &job] {
    cli::ConvertOptions options;
    options.influences = words.influences;
    options.as = words.export_as;
    if (!words.out_dir.empty()) {
      cli::ManyOptions many = many_of(words, "convert");
      many.convert = options;
      job = [many] { return cli::many(many); };
      return;
    }
    if (words.files.size() != 2) throw UsageError{"convert: expected IN OUT, or --out-dir DIR and any number of files"};
    options.in = words.files[0];
    options.out = words.files[1];
    job = [options] { return cli::convert(options); };
  });
}

void add_sheet(CLI::App& app, Words& words, Job& job) {
  CLI::App& command = *app.add_subcommand("sheet", "Flexes and twists every joint: a contact sheet with meters, worst first");
  add_files(command, words, "The scene or model")->expected(1);
  command.add_option("-o,--out", words.out, "The picture to write")->type_name("OUT.png")->required();
  command.add_option("--tile", words.tile, "Of a tile's side; 240 when not given")->type_name("PIXELS")->check(CLI::Range(64, 1024));
  command.add_option("--columns", words.columns, "Tiles in a row; a sheet a little wider than high when not given")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  command.callback([&words, &job] {
    cli::SheetOptions options;
    options.file = words.files.front();
    options.out = words.out;
    if (words.tile > 0) options.tile = words.tile;
    options.columns = words.columns;
    job = [options] { return cli::sheet(options); };
  });
}

void add_grade_class(CLI::App& command, cli::GradeOptions& options) {
  command.add_option("--submissions", options.submissions, "A whole class: a folder with one folder a student, its taskN_*.cpp in it")
      ->type_name("DIR");
  command.add_option("--out-dir", options.out_dir, "With --submissions: results.csv, index.html and a folder a student")->type_name("DIR");
  command.add_option("--source", options.source, "With --submissions: this repository, where the program was not built from it")
      ->type_name("DIR");
  command.add_option("--make-hidden", options.make_hidden, "Write such a check of a scene, for one --task; needs the solution")
      ->type_name("SCENE");
  command.add_option("--kit", options.kit, "Write the files that run this on Gradescope or GitHub Classroom")
      ->type_name("gradescope|classroom")
      ->check(CLI::IsMember({"gradescope", "classroom"}));
  command.add_option("-o,--out", options.out, "With --kit a folder, with --make-hidden a file")->type_name("OUT");
}

void add_grade(CLI::App& app, cli::GradeOptions& options, Job& job) {
  CLI::App& command = *app.add_subcommand("grade", "Runs the assignment's checks on a student's bodies, each in processes of its own");
  command.add_option("--backend", options.backend, "Whose bodies: student or textbook")
      ->type_name("NAME")
      ->check(CLI::IsMember({"student", "textbook"}));
  command.add_option("--task", options.tasks, "Only this task; may repeat")->type_name("N")->check(CLI::Range(1, 5));
  command.add_option("--check", options.checks, "Only this check; may repeat")->type_name("NAME");
  command.add_flag("--list", options.list, "Says what checks there are, with their points");
  command.add_option("--json", options.json, "Results as Gradescope's autograder reads them; - is standard output")->type_name("OUT");
  command.add_option("--junit", options.junit, "Results as JUnit XML; - is standard output")->type_name("OUT");
  command.add_option("--text", options.text, "The table that is printed; - is standard output")->type_name("OUT");
  command.add_option("--hidden", options.hidden, "A folder with an instructor's own checks")->type_name("DIR");
  command.add_option("--jobs", options.jobs, "How many checks (with --submissions: students) at once")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command.add_option("--seconds", options.seconds, "That a check may take")->type_name("S")->check(CLI::Range(0.1, 3600.0));
  command.add_option("--megabytes", options.megabytes, "That the bodies may ask for in a check")
      ->type_name("N")
      ->check(CLI::Range(16, 65536));
  add_grade_class(command, options);
  command.add_option("--answer", options.answer)->group("");  // the processes that grading starts
  command.add_option("--sample", options.sample)->group("");
  command.add_option("--bodies", options.bodies)->group("")->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  for (const char* name : {"--task", "--check"})
    command.get_option(name)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.callback([&options, &job] { job = [&options] { return cli::grade(options); }; });
}

void add_editor(CLI::App& app, Words& words) {
  app.add_option("FILE", words.files, "Opened (the first) and imported (the others); the sample or the last file when none is given")
      ->type_name("");
  app.add_option("--ui-scale", words.ui_scale, "Size of text and controls; from the display when not given")
      ->type_name("F")
      ->check(CLI::Range(0.5f, 4.0f));
  app.add_option("--size", words.size, "Of the window, in pixels")->type_name("WxH");
  app.add_option("--keymap", words.keymap, "Keys and mouse like another program: blender, maya or scotty3d; kept")->type_name("NAME");
  app.add_option("--log-state", words.state_log)->group("");  // for tests that drive the window from outside
}

int run_editor(const Words& words) {
  app::AppOptions options;
  if (!words.keymap.empty()) {
    options.keymap = preset_named(words.keymap);
    if (!options.keymap) throw UsageError{fmt::format("--keymap \"{}\": expected blender, maya or scotty3d", words.keymap)};
  }
  options.files = words.files;
  options.ui_scale = words.ui_scale;
  options.state_log = words.state_log;
  if (!words.size.empty()) read_size(words.size, options.width, options.height);
  return app::run_app(options);
}

int usage_error(std::string text) {
  for (char& letter : text)
    if (letter == '\n') letter = ' ';
  fmt::print(stderr, "marrow: {} (marrow --help says what is possible)\n", text);
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Marrow, a rigging editor. Without a command it opens the window.", "marrow");
  app.set_version_flag("--version", std::string("marrow ") + kVersion);
  app.require_subcommand(0, 1);
  Words words;
  Job job;
  add_editor(app, words);
  add_report(app, words, job);
  add_pose(app, words, job);
  add_skin(app, words, job);
  add_render(app, words, job);
  add_convert(app, words, job);
  add_sheet(app, words, job);
  cli::GradeOptions grading;
  add_grade(app, grading, job);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return usage_error(error.what());
  }
  return job ? job() : run_editor(words);
} catch (const UsageError& error) {
  return usage_error(error.text);
} catch (const std::exception& error) {
  fmt::print(stderr, "marrow: {}\n", error.what());
  return 1;
}
