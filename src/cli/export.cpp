// marrow skin and marrow convert: a file in, another file out.
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/skin_on_card.h"
#include "edit/derived.h"

namespace marrow::cli {

int skin(const SkinOptions& options) {
  return guarded(options.file, [&] {
    const io::Format* format = io::format_of(options.out);
    if (format == nullptr || !format->can_save_posed())
      throw UsageError("-o " + options.out + ": expected a name that ends in .obj, .stl, .glb or .gltf");
    bodies_of(options.backend);
    const std::unique_ptr<CardSkinner> card = options.on_card ? std::make_unique<CardSkinner>() : nullptr;
    io::Loaded loaded = load(options.file);
    loaded.scene = at_moment(options.file, std::move(loaded.scene), options.moment);
    const Deformer deformer = deformed(loaded.scene, options.backend);
    const io::Derived derived = card ? card->derived_from(deformer, loaded.scene) : derived_from(deformer, loaded.scene);
    io::save(options.out, loaded.scene, derived, {.purpose = io::Purpose::posed});
    print_warnings(options.file, loaded.warnings);
    print_warnings(options.file, deformer.problems());
    if (card) print_warnings(options.file, card->warnings());
  });
}

static io::SaveOptions save_options(const ConvertOptions& options) {
  io::SaveOptions save;
  if (options.influences || !options.as.empty()) save = io::find_export_way(options.as.empty() ? "animation" : options.as)->options;
  save.max_influences = options.influences.value_or(save.max_influences);
  return save;
}

int convert(const ConvertOptions& options) {
  return guarded(options.in, [&] {
    if (options.influences && *options.influences != 4 && *options.influences != 8) throw UsageError("--influences: expected 4 or 8");
    bodies_of(Backend::fast);
    const io::Loaded loaded = load(options.in);
    const std::vector<std::string> losses = save_scene(options.out, loaded.scene, Backend::fast, save_options(options));
    print_warnings(options.in, loaded.warnings);
    print_warnings(options.out, losses);
  });
}

}  // namespace marrow::cli
