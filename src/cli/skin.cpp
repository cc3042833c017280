// marrow skin: the deformed mesh of a file in world space.
#include <utility>

#include "cli/add_motion.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/words.h"
#include "edit/derived.h"

namespace marrow::cli {
namespace {

constexpr const char* kRemovedBackend = "gpu";

struct SkinOptions : FileOptions {
  MomentOptions moment;
  AddMotionOptions add;
  ChoiceOptions choices;
  std::string backend = "fast";
};

int skin(const SkinOptions& options, const std::string& file, const std::string& out) {
  return guarded(file, [&] {
    const Backend backend =
        options.backend == kRemovedBackend ? Backend::fast : read_backend(options.backend);
    implementation_of(backend);
    io::Loaded loaded = load(file, {{"-o", out, Content::surface}});
    options.add.apply(file, loaded);
    options.choices.apply(loaded.scene);
    loaded.scene = at_moment(file, std::move(loaded.scene), options.moment.moment());
    const Deformer deformer = deformed(loaded.scene, backend);
    io::save(out, loaded.scene, derived_from(deformer, loaded.scene),
             {.purpose = io::Purpose::posed});
    print_warnings(file, loaded.warnings);
    print_warnings(file, deformer.problems());
  });
}

int run_skin(const SkinOptions& options) {
  options.moment.moment();
  options.add.check();
  options.choices.check();
  if (options.backend != kRemovedBackend) read_backend(options.backend);
  const auto run = [&](const std::string& in, const std::string& out) {
    return skin(options, in, out);
  };
  if (!options.are_many()) return run(options.only_file("skin"), options.required_out("skin"));
  return many(options, {.command = "skin",
                        .extension = "obj",
                        .can_write = [](const std::string& to) { return to == "obj"; },
                        .expected = "obj",
                        .run = run});
}

Job declare_skin(Options& own) {
  const auto words = std::make_shared<SkinOptions>();
  words->add_files(own, "The scene or model");
  own.add("-o,--out", words->out, "OUT", "The mesh to write: .obj, .stl, .glb or .gltf");
  own.add("--backend", words->backend, "NAME", "fast, textbook or student");
  words->moment.add_to(own);
  words->add.add_to(own);
  words->choices.add_to(own);
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
