// marrow skin: the deformed mesh of a file in world space.
#include <utility>

#include "cli/add_motion.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/words.h"
#include "edit/derived.h"

namespace marrow::cli {
namespace {

struct SkinOptions {
  std::string file, out;
  Moment moment{};
  AddMotionOptions add{};
  ChoiceOptions choices{};
  Backend backend = Backend::fast;
};

int skin(const SkinOptions& options) {
  return guarded(options.file, [&] {
    implementation_of(options.backend);
    io::Loaded loaded = load(options.file, {{"-o", options.out, Content::surface}});
    options.add.apply(options.file, loaded);
    options.choices.apply(loaded.scene);
    loaded.scene = at_moment(options.file, std::move(loaded.scene), options.moment);
    const Deformer deformer = deformed(loaded.scene, options.backend);
    io::save(options.out, loaded.scene, derived_from(deformer, loaded.scene),
             {.purpose = io::Purpose::posed});
    print_warnings(options.file, loaded.warnings);
    print_warnings(options.file, deformer.problems());
  });
}

constexpr const char* kRemovedBackend = "gpu";

struct SkinWords : FileOptions {
  SkinOptions options;
  MomentOptions moment;
  std::string backend = "fast";
};

int run_skin(SkinWords& words) {
  SkinOptions& options = words.options;
  options.moment = words.moment.moment();
  options.add.check();
  options.choices.check();
  if (words.backend != kRemovedBackend) options.backend = read_backend(words.backend);
  if (!words.are_many()) {
    options.file = words.only_file("skin");
    options.out = words.required_out("skin");
    return skin(options);
  }
  return many(words, {.command = "skin",
                      .extension = "obj",
                      .can_write = [](const std::string& to) { return to == "obj"; },
                      .expected = "obj",
                      .run =
                          [one = options](const std::string& in, const std::string& out) mutable {
                            one.file = in;
                            one.out = out;
                            return skin(one);
                          }});
}

Job declare_skin(Options& own) {
  const auto words = std::make_shared<SkinWords>();
  words->add_files(own, "The scene or model");
  own.add("-o,--out", words->out, "OUT", "The mesh to write: .obj, .stl, .glb or .gltf");
  own.add("--backend", words->backend, "NAME", "fast, textbook or student");
  words->moment.add_to(own);
  words->options.add.add_to(own);
  words->options.choices.add_to(own);
  words->add_many(own);
  return [words] {
    const int status = run_skin(*words);
    if (status == kDone && words->backend == kRemovedBackend)
      print_warnings("--backend gpu", {"GPU skinning was removed; the fast backend is used"});
    return status;
  };
}

}  // namespace

const Command kSkin = {
    "skin", "Writes the deformed mesh in world space, vertices and faces in the file's order",
    declare_skin};

}  // namespace marrow::cli
