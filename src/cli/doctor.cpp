// marrow doctor: what is wrong with meshes, and repairs that are asked for.
#include <fmt/format.h>
#include <set>

#include "base/index.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/json_text.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/operation.h"
#include "rig/doctor/mesh_findings.h"

namespace marrow::cli {
namespace {

using DoctorJson = nlohmann::ordered_json;

struct DoctorOptions : FileOptions {
  std::vector<std::string> cures;  ///< ids of kMeshCures
  std::string json;
};

/// A shell of a bound mesh that one joint holds alone.
struct RigidShell {
  std::uint32_t vertices;
  std::string joint;
};

std::vector<RigidShell> rigid_shells(const MeshFindings& findings, const Scene& scene,
                                     const DeformedMesh* deformed) {
  std::vector<RigidShell> rigid;
  const Node* rig = deformed ? find_node(scene, deformed->skeleton) : nullptr;
  if (rig == nullptr || findings.shells < 2) return rigid;
  for (const HeldShell& shell : held_shells(findings, deformed->influences))
    if (shell.joint >= 0)
      rigid.push_back({shell.vertices, rig->skeleton->joints[std::size_t(shell.joint)].name});
  return rigid;
}

std::string mesh_text(const Node& node, const MeshFindings& findings,
                      const std::vector<RigidShell>& rigid) {
  std::string text =
      fmt::format("mesh {}: {} vertices, {} faces, {} shell{}, {}; {}\n", node.name,
                  node.mesh->positions.size(), node.mesh->face_count(), findings.shells,
                  findings.shells == 1 ? "" : "s", is_closed(findings) ? "closed" : "open",
                  is_sound(findings) ? "sound" : words_of(counts_of(findings)));
  for (const RigidShell& shell : rigid)
    text +=
        fmt::format("  a shell of {} vertices is held by {} alone\n", shell.vertices, shell.joint);
  return text;
}

DoctorJson mesh_json(const Node& node, const MeshFindings& findings,
                     const std::vector<RigidShell>& rigid) {
  DoctorJson faults, shells = DoctorJson::array();
  const FaultCounts counts = counts_of(findings);
  for (const MeshFaultRow& row : kMeshFaults) faults[row.key] = counts[std::size_t(row.fault)];
  for (const RigidShell& shell : rigid)
    shells.push_back({{"vertices", shell.vertices}, {"joint", shell.joint}});
  return {{"name", node.name},
          {"vertices", node.mesh->positions.size()},
          {"faces", node.mesh->face_count()},
          {"faults", std::move(faults)},
          {"closed", is_closed(findings)},
          {"shells", findings.shells},
          {"openings", findings.openings},
          {"crowded_edges", findings.crowded_edges},
          {"rigid_shells", std::move(shells)}};
}

/// Cures each mesh once, even if several nodes share it. Returns why meshes stay as they are.
std::vector<std::string> cure(const DoctorOptions& options, Scene& scene) {
  op::CureMesh repair;
  for (const MeshCureRow& row : kMeshCures)
    if (list_has(options.cures, row.id)) repair.cures.push_back(row.cure);
  std::set<std::shared_ptr<const Mesh>> seen;
  std::vector<std::string> stay;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].mesh || !seen.insert(scene.nodes[n].mesh).second) continue;
    repair.mesh_node = scene.nodes[n].id;
    Applied result = apply(scene, repair, implementation_of(Backend::fast));
    if (!result.scene) {
      stay.push_back(result.reason);
      continue;
    }
    scene = std::move(*result.scene);
    seen.insert(scene.nodes[n].mesh);
  }
  return stay;
}

int run_doctor(const DoctorOptions& options) {
  return guarded(options.file(), [&] {
    io::Loaded loaded = load(options.file(), {{"-o", options.out, Content::scene},
                                              {"--json", options.json, Content::text}});
    Scene scene = std::move(loaded.scene);
    if (!options.cures.empty()) print_warnings(options.file(), cure(options, scene));
    const Deformer deformer = deformed(scene, Backend::fast);
    std::string text;
    DoctorJson meshes = DoctorJson::array();
    for (const Node& node : scene.nodes) {
      if (!node.mesh) continue;
      const MeshFindings findings = examine(*node.mesh);
      const std::vector<RigidShell> rigid = rigid_shells(findings, scene, deformer.mesh(node.id));
      text += mesh_text(node, findings, rigid);
      meshes.push_back(mesh_json(node, findings, rigid));
    }
    std::vector<std::string> losses;
    if (!options.out.empty())
      losses = save_scene(options.out, scene, Backend::fast, {.keep_backup = true});
    if (options.json != "-") print(text.empty() ? "no mesh\n" : text);
    if (!options.json.empty())
      write_text(
          options.json,
          json_text(DoctorJson({{"version", 1}, {"file", options.file()}, {"meshes", meshes}})));
    print_warnings(options.file(), loaded.warnings);
    print_warnings(options.out, losses);
  });
}

Job declare_doctor(Options& own) {
  const auto words = std::make_shared<DoctorOptions>();
  own.add("FILE", words->files, "", "The scene or model").required().one_value();
  std::vector<std::string> cures;
  for (const MeshCureRow& row : kMeshCures) cures.push_back(row.id);
  own.add("--cure", words->cures, "REPAIR",
          "merge: duplicate vertices and double faces; inner: drops walls inside; orient: flipped "
          "faces; holes: fills small ones. May be given several times")
      .may_repeat()
      .one_of(cures);
  own.add("-o,--out", words->out, "OUT", "With --cure: the scene to write");
  own.add("--json", words->json, "OUT", "The findings as JSON; - is standard output");
  return [words] {
    if (words->cures.empty() != words->out.empty())
      throw UsageError(words->out.empty() ? "--cure: needs -o OUT" : "-o OUT: needs --cure");
    return run_doctor(*words);
  };
}

}  // namespace

const Command kDoctor = {"doctor", "Finds what is wrong with meshes, and repairs what is asked for",
                         declare_doctor};

}  // namespace marrow::cli
