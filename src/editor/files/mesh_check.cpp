#include "editor/files/mesh_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "base/index.h"
#include "editor/files/files_state.h"
#include "editor/long_edit.h"
#include "editor/viewport_state.h"

namespace marrow {

namespace {

using Purpose = MeshCheckState::Purpose;

/// The nodes that have a mesh, one node per mesh.
std::vector<CheckedMesh> meshes_of(const Scene& scene, const std::vector<Id>& nodes) {
  std::vector<CheckedMesh> meshes;
  for (const Id id : nodes) {
    const Node* node = find_node(scene, id);
    if (node == nullptr || !node->mesh) continue;
    const auto shares = [&](const CheckedMesh& other) {
      return other.examined->mesh == node->mesh;
    };
    if (std::none_of(meshes.begin(), meshes.end(), shares))
      meshes.push_back(
          {id, node->name, std::make_shared<const ExaminedMesh>(ExaminedMesh{node->mesh, {}})});
  }
  return meshes;
}

std::vector<Id> nodes_from(const Scene& scene, std::size_t first) {
  std::vector<Id> nodes;
  for (std::size_t n = first; n < scene.nodes.size(); ++n) nodes.push_back(scene.nodes[n].id);
  return nodes;
}

std::vector<CheckedMesh> meant_meshes(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  std::vector<CheckedMesh> selected = meshes_of(scene, editor.document.selection());
  return selected.empty() ? meshes_of(scene, nodes_from(scene, 0)) : selected;
}

/// Examines one mesh per call.
std::optional<std::vector<CheckedMesh>> examine_next(std::vector<CheckedMesh>& meshes,
                                                     std::size_t& next, Progress& progress) {
  if (progress.wants_stop()) throw Stopped();
  if (next < meshes.size()) {
    std::shared_ptr<const ExaminedMesh>& its = meshes[next].examined;
    its = std::make_shared<const ExaminedMesh>(ExaminedMesh{its->mesh, examine(*its->mesh)});
    progress.set_share(double(++next) / double(meshes.size()));
  }
  return next < meshes.size() ? std::nullopt : std::optional(std::move(meshes));
}

void begin(Editor& editor, std::vector<CheckedMesh> meshes, Purpose purpose,
           const MeshCureRow* cure = nullptr) {
  FilesState& files = editor.files;
  files.mesh_check.purpose = purpose;
  files.mesh_check.cure = cure;
  files.mesh_check.began = editor.now;
  files.mesh_check.job.begin(
      {.out_of_memory = "There is not enough memory to examine the meshes.",
       .words = "Examining..."},
      [meshes = std::move(meshes), next = std::size_t(0)](Progress& progress) mutable {
        return examine_next(meshes, next, progress);
      });
  if (files.mesh_check.job.wait(files.loading.patience)) advance_mesh_check(editor);
}

/// Adds each vertex once: a mark shows the vertices of several faults.
void add_vertices(view::VertexMarks& marks, Id node, const std::vector<std::uint32_t>& more) {
  if (more.empty()) return;
  std::shared_ptr<const std::vector<std::uint32_t>>& vertices = marks[node];
  auto both = std::make_shared<std::vector<std::uint32_t>>();
  if (vertices)
    std::set_union(vertices->begin(), vertices->end(), more.begin(), more.end(),
                   std::back_inserter(*both));
  else
    *both = more;
  vertices = std::move(both);
}

std::vector<MeshCheckRow> rows_of(const std::vector<CheckedMesh>& meshes) {
  FaultCounts counts{};
  for (const CheckedMesh& mesh : meshes) {
    const FaultCounts its = counts_of(mesh.examined->findings);
    for (std::size_t f = 0; f < counts.size(); ++f) counts[f] += its[f];
  }
  std::vector<MeshCheckRow> rows;
  for (const MeshFaultRow& fault : kMeshFaults) {
    if (counts[std::size_t(fault.fault)] == 0) continue;
    const MeshCureRow* const cure = cure_of(fault.fault);
    if (rows.empty() || rows.back().cure != cure)
      rows.push_back({cure, words_of(repaired_by(cure, counts)), {}});
    for (const CheckedMesh& mesh : meshes)
      add_vertices(rows.back().marks, mesh.node,
                   vertices_at(*mesh.examined->mesh, mesh.examined->findings, fault.fault));
  }
  return rows;
}

void perform_cure(Editor& editor, const MeshCureRow& row, const std::vector<CheckedMesh>& meshes) {
  op::Sequence repairs{{}, row.step};
  std::string words;
  for (const CheckedMesh& mesh : meshes) {
    const std::string found = words_of(repaired_by(&row, counts_of(mesh.examined->findings)));
    if (found.empty()) continue;
    words += fmt::format("{}{} of {}", words.empty() ? "" : "; ", found, mesh.name);
    repairs.operations.emplace_back(op::CureMesh{mesh.node, {row.cure}, {mesh.examined}});
  }
  if (words.empty()) return say(editor, fmt::format("{}: no mesh needs it", row.step), true);
  perform_long(editor,
               {.title = row.step,
                .find =
                    [repairs = Operation(std::move(repairs)), tasks = &editor.document.tasks(),
                     said = fmt::format("{}: {}. Ctrl+Z brings the mesh back as it was.", row.step,
                                        words)](const Scene& scene, Progress&) {
                      return FoundEdit{repairs, apply(scene, repairs, *tasks), said};
                    },
                .binds = true});
}

/// Bones would hold inner walls and flipped faces like skin; other faults do not hinder rigging.
bool hinders_rigging(const Scene& scene, const CheckedMesh& mesh) {
  const Node* node = find_node(scene, mesh.node);
  const MeshFindings& findings = mesh.examined->findings;
  return node != nullptr && node->bound_to == kNoId &&
         (findings.inner > 0 || !findings.flipped_faces.empty());
}

void note_faults(Editor& editor) {
  FilesState& files = editor.files;
  for (const CheckedMesh& mesh : files.mesh_check.meshes) {
    FaultCounts counts = counts_of(mesh.examined->findings);
    counts[std::size_t(MeshFault::needles)] = 0;  // they cannot be repaired, and need not be
    const std::string words = words_of(counts);
    if (words.empty()) continue;
    files.load_warnings.push_back(
        fmt::format("{}: {}; Rig > Mesh > Examine shows and repairs them", mesh.name, words));
    files.mesh_check.is_open |= hinders_rigging(editor.document.scene(), mesh);
  }
}

void take(Editor& editor, std::vector<CheckedMesh> meshes) {
  MeshCheckState& state = editor.files.mesh_check;
  if (state.purpose == Purpose::cure) return perform_cure(editor, *state.cure, meshes);
  state.meshes = std::move(meshes);
  state.rows = rows_of(state.meshes);
  state.all_marks.clear();
  for (const MeshCheckRow& row : state.rows)
    for (const auto& [node, vertices] : row.marks) add_vertices(state.all_marks, node, *vertices);
  state.hovered.reset();
  if (state.purpose == Purpose::opened) return note_faults(editor);
  state.is_open = !state.rows.empty();
  if (state.rows.empty())
    say(editor, state.meshes.size() == 1 ? state.meshes.front().name + " has no fault"
                                         : "No mesh has a fault");
}

/// True if the card lists a mesh that its node no longer has.
bool is_outdated(const Editor& editor) {
  const std::vector<CheckedMesh>& meshes = editor.files.mesh_check.meshes;
  return std::any_of(meshes.begin(), meshes.end(), [&](const CheckedMesh& mesh) {
    const Node* node = find_node(editor.document.scene(), mesh.node);
    return node == nullptr || node->mesh != mesh.examined->mesh;
  });
}

}  // namespace

void ask_for_mesh_check(Editor& editor) { begin(editor, meant_meshes(editor), Purpose::asked); }

void cure_meshes(Editor& editor, const MeshCureRow& cure) {
  const MeshCheckState& state = editor.files.mesh_check;
  if (state.is_open && !is_outdated(editor)) return perform_cure(editor, cure, state.meshes);
  begin(editor, meant_meshes(editor), Purpose::cure, &cure);
}

void check_opened_meshes(Editor& editor, std::size_t first_node) {
  const Scene& scene = editor.document.scene();
  begin(editor, meshes_of(scene, nodes_from(scene, first_node)), Purpose::opened);
}

bool advance_mesh_check(Editor& editor) {
  MeshCheckState& state = editor.files.mesh_check;
  const bool is_done = state.job.is_done();
  if (is_done) {
    platform::JobOutcome<std::vector<CheckedMesh>> outcome = state.job.take();
    if (outcome.result)
      take(editor, std::move(*outcome.result));
    else if (!outcome.problem.empty())
      say(editor, outcome.problem, true);
  } else if (state.is_open && !state.job.has_begun() && is_outdated(editor)) {
    std::vector<Id> nodes;
    for (const CheckedMesh& mesh : state.meshes) nodes.push_back(mesh.node);
    begin(editor, meshes_of(editor.document.scene(), nodes), Purpose::shown);
  }
  const auto hinders = [&](const CheckedMesh& mesh) {
    return hinders_rigging(editor.document.scene(), mesh);
  };
  // The card opened by itself, and its reason is gone: the meshes are repaired or bound.
  if (state.is_open && state.purpose == Purpose::opened &&
      std::none_of(state.meshes.begin(), state.meshes.end(), hinders))
    close_mesh_check(state);
  const bool is_one = state.hovered && *state.hovered < state.rows.size();
  editor.viewport.faults = !state.is_open ? view::VertexMarks()
                           : is_one       ? state.rows[*state.hovered].marks
                                          : state.all_marks;
  return is_done;
}

void close_mesh_check(MeshCheckState& state) {
  state.job.drop();
  state.meshes.clear();
  state.rows.clear();
  state.all_marks.clear();
  state.is_open = false;
  state.hovered.reset();
}

}  // namespace marrow
