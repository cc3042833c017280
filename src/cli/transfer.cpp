// marrow transfer: a new mesh on an old rig, or clothes that get the weights of a body.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/json_text.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/operation.h"
#include "edit/operations/new_mesh.h"

namespace marrow::cli {
namespace {

using TransferJson = nlohmann::ordered_json;

struct TransferOptions {
  std::string file, fresh, mesh, new_mesh, from, out, json;

  bool takes() const { return !from.empty(); }
};

/// The node with a mesh of that name; without a name the only one. Throws io::Error.
Id mesh_of_word(const std::string& file, const char* option, const Scene& scene,
                const std::string& word) {
  std::vector<Id> found;
  std::string names;
  for (const Node& node : scene.nodes) {
    if (!node.mesh) continue;
    names += (names.empty() ? "" : ", ") + node.name;
    if (word.empty() || node.name == word) found.push_back(node.id);
  }
  if (found.size() == 1) return found.front();
  throw io::Error(file, option,
                  names.empty() ? "this file has no mesh"
                                : fmt::format("expected the name of one of its meshes: {}", names));
}

TransferJson json_of(const TransferOptions& options, const Scene& scene, Id mesh,
                     const std::string& source, const TransferCounts& counts) {
  return {{"version", 1},
          {"file", options.file},
          {"mesh", name_of(scene, mesh)},
          {options.takes() ? "from" : "new_mesh", source},
          {"found", counts.found},
          {"filled", counts.filled},
          {"unsure", counts.unsure}};
}

int run_transfer(const TransferOptions& options) {
  const std::vector<Output> outputs{{"-o", options.out, Content::scene},
                                    {"--json", options.json, Content::text}};
  return guarded(options.file, [&] {
    const io::Loaded loaded = load(options.file, outputs);
    const Scene& scene = loaded.scene;
    const Id mesh = mesh_of_word(options.file, "--mesh", scene, options.mesh);
    std::string source = options.from;
    MeshEdit edit;
    io::Loaded file;
    if (!options.fresh.empty()) {
      check_outputs(outputs, {options.file, options.fresh});
      file = load(options.fresh);
    }
    if (options.takes() && options.fresh.empty()) {
      edit = with_weights_of(scene, mesh, mesh_of_word(options.file, "--from", scene, source),
                             implementation_of(Backend::fast));
    } else if (options.takes()) {
      edit = with_weights_from(scene, mesh, file.scene,
                               mesh_of_word(options.fresh, "--from", file.scene, source),
                               implementation_of(Backend::fast));
    } else {
      const NewMesh fresh = new_mesh_of(file.scene, scene, mesh, options.new_mesh);
      if (!fresh.reason.empty()) throw io::Error(options.fresh, "", fresh.reason);
      source = fresh.scene.nodes.front().name;
      edit = with_new_mesh(scene, mesh, fresh.scene);
    }
    print_warnings(options.fresh, file.warnings);
    if (!edit.applied.scene) throw io::Error(options.file, "mesh", edit.applied.reason);
    if (const std::string why = why_invalid(*edit.applied.scene, &scene); !why.empty())
      throw io::Error(options.file, "mesh", why);
    const std::vector<std::string> losses =
        save_scene(options.out, *edit.applied.scene, Backend::fast, {.keep_backup = true});
    const std::string words = words_of(edit.counts);
    if (options.json != "-")
      print(fmt::format("{} {} {}: {}\n", name_of(scene, mesh),
                        options.takes() ? "has the weights of" : "has the mesh", source,
                        words.empty() ? "there were no weights or touch-ups to carry" : words));
    if (!options.json.empty())
      write_text(options.json, json_text(json_of(options, scene, mesh, source, edit.counts)));
    print_warnings(options.file, loaded.warnings);
    print_warnings(options.out, losses);
  });
}

Job declare_transfer(Options& own) {
  const auto words = std::make_shared<TransferOptions>();
  own.add("FILE", words->file, "", "The rigged scene").required();
  own.add("MESH", words->fresh, "",
          "A file whose mesh takes the place of the one in FILE, or with --from gives its weights");
  own.add("-o,--out", words->out, "OUT", "The scene to write").required();
  own.add("--mesh", words->mesh, "NAME",
          "The mesh of FILE that is replaced, or that takes weights; needed if it has several");
  own.add("--new-mesh", words->new_mesh, "NAME",
          "The mesh of MESH; without it the one with the same name, or the one that fits best");
  own.add("--from", words->from, "NAME",
          "--mesh gets the weights of this mesh of FILE, or of MESH, as clothes those of a body");
  own.add("--json", words->json, "OUT",
          "How many vertices found their weights, were filled in, or are unsure; - is standard "
          "output");
  return [words] {
    if (words->fresh.empty() && !words->takes())
      throw UsageError("expected MESH, the file of a new mesh, or --from NAME");
    if (words->takes() && (words->mesh.empty() || !words->new_mesh.empty()))
      throw UsageError("--from NAME: needs --mesh NAME, and excludes --new-mesh");
    return run_transfer(*words);
  };
}

}  // namespace

const Command kTransfer = {"transfer",
                           "Puts a new mesh on a rig, or gives clothes the weights of a body",
                           declare_transfer};

}  // namespace marrow::cli
