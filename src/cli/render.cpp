// marrow render: a picture of a file, or a film, drawn off-screen with the window's own renderer.
#include <algorithm>
#include <sstream>
#include <utility>

#include "base/index.h"
#include "cli/add_motion.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/render_film.h"
#include "cli/words.h"
#include "io/write_file.h"
#include "view/export/film_writer.h"
#include "view/export/staging.h"
#include "view/gl/offscreen.h"
#include "view/gl/parts.h"
#include "view/gl/renderer.h"

namespace marrow::cli {
namespace {

view::Color color_of(std::string_view word) {
  if (const auto color = view::color_from_text(word)) return *color;
  throw UsageError("--background: \"" + std::string(word) +
                   "\" is not a color; expected RRGGBB in hexadecimal digits");
}

view::Background background_of(const std::string& words) {
  const std::vector<std::string_view> colors = split(words, ',');
  if (colors.size() > 2) throw UsageError("--background: expected one color, or TOP,BOTTOM");
  return {color_of(colors.front()), color_of(colors.back())};
}

/// --background, --shadow, --caption, --caption-at: the surroundings of a scene.
struct StagingOptions {
  std::string background, caption, caption_at;
  bool shadow = false;

  void add_to(Options& options) {
    options.add("--background", background, "COLOR",
                "RRGGBB in hexadecimal digits, or two, TOP,BOTTOM, for a gradient");
    options.flag("--shadow", shadow, "The ground catches the shadow of the meshes");
    options.add("--caption", caption, "TEXT", "One line at the lower edge");
    options.add("--caption-at", caption_at, "PLACE", "left or center, left when not given")
        .one_of(std::vector<std::string>{"left", "center"});
  }
  /// Throws UsageError for unknown values.
  view::Staging staging() const {
    view::Staging staging{.shadow = shadow, .caption = {caption, caption_at == "center"}};
    if (!background.empty()) staging.background = background_of(background);
    return staging;
  }
};

struct RenderOptions : FileOptions {
  MomentOptions moment;
  AddMotionOptions add;
  ChoiceOptions choices;
  FilmOptions film;
  StagingOptions staging;
  std::string size, show, view, palette, vision;  ///< empty: the usual one
  float ui_scale = 1.0f;
  int scale = 1;  ///< factor for the size and ui_scale
  bool transparent = false;
};

/// The --show words; a joint's name is resolved once the file is open.
struct Wanted {
  view::Show show;
  std::string heat_word;   ///< the word for the colors; empty: plain
  std::string heat_joint;  ///< the joint's name in heat_word
};

/// A word for colors, alone or with ":NAME" after it.
struct HeatWord {
  std::string_view word;
  view::MeshColors colors;
  bool has_name;
};
constexpr HeatWord kHeatWords[] = {{"weights", view::MeshColors::joint_weight, true},
                                   {"distance", view::MeshColors::distance, true},
                                   {"influences", view::MeshColors::influence_count, false},
                                   {"all-joints", view::MeshColors::all_joints, false},
                                   {"misplaced", view::MeshColors::misplaced, false}};

/// True for a word for colors, which is then set in `wanted`.
bool take_heat_word(const std::string& word, Wanted& wanted) {
  const std::size_t colon = word.find(':');
  const bool has_name = colon != std::string::npos && colon + 1 < word.size();
  for (const HeatWord& heat : kHeatWords) {
    if (word.substr(0, colon) != heat.word || heat.has_name != has_name ||
        (!has_name && colon != std::string::npos))
      continue;
    if (!wanted.heat_word.empty())
      throw UsageError("--show: expected one of " + wanted.heat_word + " and " + word +
                       ", not both");
    wanted.show.mesh = true;
    wanted.show.colors = heat.colors;
    wanted.heat_word = word;
    if (has_name) wanted.heat_joint = word.substr(colon + 1);
    return true;
  }
  return false;
}

Wanted parse_show(const std::string& words) {
  Wanted wanted;
  wanted.show.mesh = wanted.show.capsules = wanted.show.joints = wanted.show.uncovered = false;
  std::istringstream list(words);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == "mesh") {
      wanted.show.mesh = true;
    } else if (word == "capsules") {
      wanted.show.capsules = true;
    } else if (word == "joints") {
      wanted.show.joints = true;
    } else if (word == "uncovered") {
      wanted.show.uncovered = true;
    } else if (!take_heat_word(word, wanted)) {
      throw UsageError(
          "--show: \"" + word +
          "\" is not known; expected some of mesh,capsules,joints,uncovered and one of "
          "weights:NAME,distance:NAME,influences,all-joints,misplaced");
    }
  }
  return wanted;
}

view::Palette parse_palette(const std::string& word) {
  for (const view::Palette palette :
       {view::Palette::viridis, view::Palette::cividis, view::Palette::magma})
    if (word == view::palette_name(palette)) return palette;
  throw UsageError("--palette: \"" + word + "\" is not known; expected viridis, cividis or magma");
}

view::Vision parse_vision(const std::string& word) {
  if (word == "full") return view::Vision::full;
  if (word == "protan") return view::Vision::protan;
  if (word == "deutan") return view::Vision::deutan;
  if (word == "tritan") return view::Vision::tritan;
  if (word == "grey") return view::Vision::gray;
  throw UsageError("--vision: \"" + word +
                   "\" is not known; expected full, protan, deutan, tritan or grey");
}

/// The side the camera looks from; none for "persp".
std::optional<AxisView> parse_view(const std::string& word) {
  if (word == "persp") return std::nullopt;
  if (word == "front") return AxisView::front;
  if (word == "side") return AxisView::right;
  if (word == "top") return AxisView::top;
  throw UsageError("--view: \"" + word + "\" is not known; expected front, side, top or persp");
}

/// The camera saved with the file, or one that shows everything.
Camera camera_for(const Scene& scene, const Bounds& bounds, std::optional<AxisView> side,
                  float aspect) {
  if (!side) return scene.camera ? *scene.camera : framed(Camera{}, bounds, aspect);
  Camera camera = looking_along(Camera{}, *side);
  camera.orthographic = true;
  return framed(camera, bounds, aspect);
}

Id joint_to_show(const std::string& file, const Scene& scene, const Wanted& wanted) {
  const JointRef ref = joint_of_word(file, "--show " + wanted.heat_word, scene, wanted.heat_joint);
  return scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)].id;
}

std::string or_usual(const std::string& word, const char* usual) {
  return word.empty() ? usual : word;
}

std::optional<AxisView> side_of(const RenderOptions& options) {
  return parse_view(or_usual(options.view, "persp"));
}

Wanted wanted_of(const RenderOptions& options) {
  Wanted wanted = parse_show(or_usual(options.show, "mesh,capsules,joints,uncovered"));
  wanted.show.palette = parse_palette(or_usual(options.palette, "viridis"));
  wanted.show.vision = parse_vision(or_usual(options.vision, "full"));
  side_of(options);
  return wanted;
}

glm::ivec2 frame_of(const RenderOptions& options) {
  glm::ivec2 frame(1280, 800);
  if (!options.size.empty()) read_size(options.size, frame.x, frame.y);
  return frame;
}

glm::ivec2 size_of(const RenderOptions& options) {
  const glm::ivec2 size = frame_of(options) * options.scale;
  if (std::min(size.x, size.y) < 1 || std::max(size.x, size.y) > view::kLargestShot)
    throw UsageError("--size: expected WxH between 1x1 and 16384x16384, --scale included");
  return size;
}

float aspect_of(const RenderOptions& options) {
  const glm::vec2 frame = frame_of(options);
  return frame.x / frame.y;
}

/// The style of a picture of the scene; the caller decides what it shows.
view::Picture look_of(const RenderOptions& options, const std::string& file, const Scene& scene,
                      Wanted wanted) {
  if (!wanted.heat_joint.empty()) wanted.show.heat_joint = joint_to_show(file, scene, wanted);
  view::Picture look;
  look.show = std::move(wanted.show);
  look.ui_scale = options.ui_scale * static_cast<float>(options.scale);
  look.transparent = options.transparent;
  view::stage(look, options.staging.staging());
  return look;
}

int render(const RenderOptions& options, const std::string& file, const std::string& out) {
  return guarded(file, [&] {
    const Wanted wanted = wanted_of(options);
    const glm::ivec2 size = size_of(options);
    implementation_of(Backend::fast);
    io::Loaded loaded = load(file, {{"-o", out, Content::picture}});
    options.add.apply(file, loaded);
    options.choices.apply(loaded.scene);
    loaded.scene = at_moment(file, std::move(loaded.scene), options.moment.moment());
    view::Picture picture = look_of(options, file, loaded.scene, wanted);
    const Deformer deformer = deformed(loaded.scene, Backend::fast);
    picture.scene = &loaded.scene;
    picture.deformed = &deformer;
    picture.camera = camera_for(loaded.scene, world_bounds(deformer, loaded.scene),
                                side_of(options), aspect_of(options));

    const view::Offscreen context;
    view::Renderer renderer;
    view::Image image = view::draw_large(renderer, std::move(picture), size);
    view::draw_caption(image, options.staging.staging().caption);
    io::write_file(out, view::png_bytes(image));
    print_warnings(file, loaded.warnings);
  });
}

int render_film(const RenderOptions& options, const std::string& file, const std::string& out) {
  return guarded(file, [&] {
    const Wanted wanted = wanted_of(options);
    check_outputs({{"-o", out, Content::film}}, {file});
    const view::FilmSettings settings{.format = *view::film_format_of(out),
                                      .size = size_of(options),
                                      .transparent = options.transparent};
    if (options.transparent && !view::kind_of(settings.format).can_be_transparent)
      throw UsageError("--transparent: expected -o OUT.webp, OUT.gif or NAME_%04d.png");
    if (!options.film.quality.empty() && !view::kind_of(settings.format).has_quality)
      throw UsageError("--quality: expected -o OUT.mp4, OUT.webm or OUT.webp");
    if (const std::string reason = view::why_no_film(settings.format); !reason.empty())
      throw std::runtime_error(reason);
    implementation_of(Backend::fast);
    io::Loaded loaded = load(file, {{"-o", out, Content::film}});
    options.add.apply(file, loaded);
    options.choices.apply(loaded.scene);
    view::FilmPlan plan = plan_film(file, loaded.scene, options.film, settings);
    plan.look = look_of(options, file, plan.scene, wanted);
    plan.caption = options.staging.staging().caption;
    const Bounds bounds = bounds_of(plan);
    plan_camera(plan, options.film,
                camera_for(plan.scene, bounds, side_of(options), aspect_of(options)));
    if (plan.turning)
      plan.turning->start = view::framed_all_around(plan.look.camera, bounds, aspect_of(options));
    write_film(std::move(plan), out);
    print_warnings(file, loaded.warnings);
  });
}

int run_render(RenderOptions& options) {
  const std::optional<float> seconds = options.moment.moment().seconds;
  FilmOptions& film = options.film;
  options.add.check();
  options.choices.check();
  options.staging.staging();
  frame_of(options);
  if (!film.clip.empty()) film.to = std::exchange(options.to, {});
  film.check();
  if (film.is_wanted() && (seconds || options.are_many()))
    throw UsageError("--clip and --turntable: need -o OUT, and exclude --time and --out-dir");
  const auto run = [&](const std::string& in, const std::string& out) {
    return film.is_wanted() ? render_film(options, in, out) : render(options, in, out);
  };
  if (!options.are_many()) return run(options.only_file("render"), options.required_out("render"));
  return many(options, {.command = "render",
                        .extension = "png",
                        .can_write = [](const std::string& to) { return to == "png"; },
                        .expected = "png",
                        .run = run});
}

Job declare_render(Options& own) {
  const auto words = std::make_shared<RenderOptions>();
  words->add_files(own, "The scene or model");
  own.add("-o,--out", words->out, "OUT.png", "The picture, or the film, to write");
  own.add("--size", words->size, "WxH", "1280x800 when not given");
  own.add("--show", words->show, "LIST",
          "mesh,capsules,joints,uncovered and one of "
          "weights:NAME,distance:NAME,influences,all-joints,misplaced");
  own.add("--view", words->view, "NAME", "front, side, top or persp");
  own.add("--palette", words->palette, "NAME", "Of heat maps: viridis, cividis or magma");
  own.add("--vision", words->vision, "NAME", "Simulates protan, deutan, tritan or grey vision");
  own.add("--ui-scale", words->ui_scale, "F", "Factor for line widths and dots").within(0.5f, 4.0f);
  own.add("--scale", words->scale, "N", "Multiplies the size, lines and dots included")
      .within(1, 4);
  own.flag("--transparent", words->transparent, "No background");
  words->staging.add_to(own);
  words->moment.add_to(own);
  words->film.add_to(own);
  words->add.add_to(own);
  words->choices.add_to(own);
  words->add_many(own,
                  "With --clip: SECONDS where it ends, with the motion when not given. Many files: "
                  "the extension of the results, png");
  return [words] { return run_render(*words); };
}

}  // namespace

const Command kRender = {"render", "Draws a picture or a film off-screen", declare_render};

}  // namespace marrow::cli
