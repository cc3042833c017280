#include "editor/bench/bench_model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "editor/bench/fit_radii.h"
#include "editor/camera_move.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "scene/parallel.h"

namespace marrow {
namespace {

constexpr double kVolumeScale = 1.2;     // the scale ends at 120 %
constexpr double kStretchDoublings = 3;  // the scale ends at a stretch of 8
constexpr double kWeightJumpScale = 0.6;
constexpr int kSweepPoints = 72;
constexpr double kSweepMilliseconds = 4.0;

float share_of(MeterKind kind, double value) {
  if (kind == MeterKind::volume) return float(value / kVolumeScale);
  if (kind == MeterKind::stretch) return float(std::log2(std::max(value, 1.0)) / kStretchDoublings);
  return float(kind == MeterKind::weight_jump ? value / kWeightJumpScale : value);
}

const Skeleton* skeleton_of(const Scene& scene, Id node) {
  const Node* found = find_node(scene, node);
  return found != nullptr ? found->skeleton.get() : nullptr;
}

glm::vec3 world_position(const DeformedMesh& mesh, std::uint32_t vertex) {
  return glm::vec3(mesh.world_from_output * glm::vec4(mesh.positions_of({vertex}).front(), 1.0f));
}

std::size_t bin_of(float weight) {
  const float at = std::ceil(weight * float(kWeightBins)) - 1.0f;
  return std::size_t(std::clamp(at, 0.0f, float(kWeightBins - 1)));
}

}  // namespace

const Meter& meter_of(const Meters& meters, MeterKind kind) {
  constexpr Meter Meters::*kMeters[] = {&Meters::volume, &Meters::thickness, &Meters::stretch,
                                        &Meters::weight_jump, &Meters::follows};
  return meters.*kMeters[std::size_t(kind)];
}

const char* meter_name(MeterKind kind) {
  constexpr const char* kNames[] = {"Volume kept", "Thickness", "Stretch", "Weight jump",
                                    "Follows"};
  return kNames[std::size_t(kind)];
}

const char* meter_word(MeterKind kind) {
  constexpr const char* kNames[] = {"volume", "thickness", "stretch", "weight jump", "follows"};
  return kNames[std::size_t(kind)];
}

const char* meter_short_name(MeterKind kind) {
  constexpr const char* kNames[] = {"volume", "thickness", "stretch", "jump", "follows"};
  return kNames[std::size_t(kind)];
}

const char* meter_help(MeterKind kind) {
  constexpr const char* kHelp[] = {
      "Volume now, over volume at rest. Good within 5 %, poor beyond 15 %.",
      "The narrowest ring across the bone, over its width at rest. Twists pinch it like a candy "
      "wrapper. Good above 0.8, poor below 0.5.",
      "The most stretched edge: its length now, over its length at rest. Good below 2\u00d7, poor "
      "above 4\u00d7.",
      "The biggest jump of a weight along one edge. A jump opens a tear when the joint turns. Good "
      "below 0.15, poor above 0.30.",
      "How far the skin nearest to the bone turns with the joint: 1 is all the way. Good from 0.7, "
      "poor below 0.25.",
  };
  return kHelp[std::size_t(kind)];
}

std::string meter_text(MeterKind kind, const Meter& meter) {
  if (!std::isfinite(meter.value)) return "\u2013";
  if (kind == MeterKind::volume) return fmt::format("{:.1f} %", 100.0 * meter.value);
  if (kind == MeterKind::stretch) return fmt::format("{:.1f}\u00d7", meter.value);
  return fmt::format("{:.2f}", meter.value);
}

float meter_share(MeterKind kind, double value) {
  return std::isfinite(value) ? std::clamp(share_of(kind, value), 0.0f, 1.0f) : 0.0f;
}

const std::vector<MeterZone>& meter_zones(MeterKind kind) {
  const auto at = share_of;
  using enum MeterKind;
  static const std::vector<MeterZone> zones[] = {
      {{at(volume, 0.85), Band::poor},
       {at(volume, 0.95), Band::fair},
       {at(volume, 1.05), Band::good},
       {at(volume, 1.15), Band::fair},
       {1.0f, Band::poor}},
      {{at(thickness, 0.5), Band::poor}, {at(thickness, 0.8), Band::fair}, {1.0f, Band::good}},
      {{at(stretch, 2.0), Band::good}, {at(stretch, 4.0), Band::fair}, {1.0f, Band::poor}},
      {{at(weight_jump, 0.15), Band::good}, {at(weight_jump, 0.3), Band::fair}, {1.0f, Band::poor}},
      {{at(follows, 0.25), Band::poor}, {at(follows, 0.7), Band::fair}, {1.0f, Band::good}},
  };
  return zones[std::size_t(kind)];
}

Band worst_band(const Meters& meters) {
  Band worst = Band::unknown;  // Band is ordered: unknown, good, fair, poor
  for (const MeterKind kind : kMeterKinds) worst = std::max(worst, meter_of(meters, kind).band);
  return worst;
}

MeterKind worst_kind(const Meters& meters) {
  const Band worst = worst_band(meters);
  if (worst == Band::unknown) return MeterKind::weight_jump;
  return *std::find_if(kMeterKinds.begin(), kMeterKinds.end(),
                       [&](MeterKind kind) { return meter_of(meters, kind).band == worst; });
}

MetersStatus meters_status(const Meters& model, const Meters* joint, bool joint_holds_vertices) {
  if (joint != nullptr && !joint_holds_vertices) return {"holds no vertex", Band::fair};
  const bool reports_joint =
      joint != nullptr && (worst_band(*joint) > Band::good || worst_band(model) <= Band::good);
  const Meters& reported = reports_joint ? *joint : model;
  const Band worst = worst_band(reported);
  if (worst == Band::unknown) return {"\u2013", worst};
  if (worst == Band::good) return {"all good", worst};
  const MeterKind kind = worst_kind(reported);
  return {fmt::format("{}{} {}", joint != nullptr && !reports_joint ? "model: " : "",
                      meter_word(kind), meter_text(kind, meter_of(reported, kind))),
          worst};
}

CoverageSummary coverage_of(const Session& session, Id skeleton) {
  return skeleton == kNoId ? CoverageSummary() : coverage(session.deformer, skeleton);
}

bool perform_and_report(Session& session, const Operation& operation) {
  const std::uint32_t before = coverage(deformed(session)).uncovered;
  const std::string words = label(session.document.scene(), operation);
  const std::uint64_t revision = session.document.revision();
  if (!perform(session, operation)) return false;
  if (session.document.revision() == revision) return true;  // nothing to change
  const std::uint32_t after = coverage(deformed(session)).uncovered;
  say(session,
      before == after ? words : fmt::format("{} \u00b7 uncovered {} -> {}", words, before, after));
  return true;
}

bool cure(Session& session, Id about, const Advice& advice) {
  const Scene& scene = session.document.scene();
  const JointRef ref = find_joint(scene, about);
  const Id skeleton = ref.node >= 0 ? scene.nodes[std::size_t(ref.node)].id : about;
  if (const auto joints = joints_to_fit(advice)) return fit_and_report(session, *joints);
  SkeletonChoices choices;
  if (advice.cure == Advice::Cure::linear_falloff) choices.falloff = Falloff::linear;
  if (advice.cure == Advice::Cure::dual_quaternions) choices.blend = Blend::dual_quaternion;
  return advice.cure != Advice::Cure::none &&
         perform_and_report(session, op::SetSkeletonChoices{skeleton, choices});
}

std::optional<std::vector<Id>> joints_to_fit(const Advice& advice) {
  if (advice.cure == Advice::Cure::fit_all) return std::vector<Id>();
  if (advice.cure == Advice::Cure::fit_radius) return std::vector<Id>{advice.joint};
  return std::nullopt;
}

std::string cure_words(const Session& session, const Advice& advice) {
  using enum Advice::Cure;
  if (advice.cure == linear_falloff) return "Use the linear falloff";
  if (advice.cure == dual_quaternions) return "Blend by dual quaternions";
  if (advice.cure == fit_radius) return "Fit " + name_of(session.document.scene(), advice.joint);
  return advice.cure == fit_all ? "Fit all radii" : "";
}

std::vector<Id> joints_to_scale(const Session& session, Id skeleton) {
  const Skeleton* joints = skeleton_of(session.document.scene(), skeleton);
  std::vector<Id> result;
  if (joints == nullptr) return result;
  for (const Id id : session.document.selection())
    if (joint_index(*joints, id) >= 0) result.push_back(id);
  if (result.empty())
    for (const Joint& joint : joints->joints)
      if (!joint.locked) result.push_back(joint.id);
  return result;
}

Operation scale_operation(const Session& session, const std::vector<Id>& joints, float factor) {
  std::vector<Radii> radii;
  for (const Id id : joints) {
    const Joint* joint = joint_of(session.document.gesture_start(), id);
    radii.push_back(joint != nullptr ? joint->radii().scaled(factor) : Radii{});
  }
  return radii_operation(session, joints, radii);
}

std::optional<Operation> reset_operation(const Session& session, const BenchState& bench,
                                         const std::vector<Id>& joints) {
  std::vector<Id> changed;
  std::vector<Radii> radii;
  for (const Id id : joints) {
    const Joint* joint = joint_of(session.document.scene(), id);
    const auto noted = bench.radii_at_open.find(id);
    if (joint == nullptr || noted == bench.radii_at_open.end() || noted->second == joint->radii())
      continue;
    changed.push_back(id);
    radii.push_back(noted->second);
  }
  if (changed.empty()) return std::nullopt;
  // Not radii_operation(): it would also set the partner, whose radius in the file may differ.
  return op::SetRadius::to(std::move(changed), radii);
}

void on_document_replaced(BenchState& bench, const Session& session, DocumentChange change) {
  if (change == DocumentChange::opened) {
    bench.radii_at_open.clear();
    return note_radii(bench, session.document.scene());
  }
  if (change == DocumentChange::visited) {  // a second visit keeps the radii stored by the first
    if (!bench.own_radii_at_open) bench.own_radii_at_open = bench.radii_at_open;
    bench.radii_at_open.clear();
  } else if (bench.own_radii_at_open) {
    bench.radii_at_open = *std::exchange(bench.own_radii_at_open, std::nullopt);
  }
  bench.sides = {};
  bench.shown_edge = {};
}

void note_radii(BenchState& bench, const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.skeleton)
      for (const Joint& joint : node.skeleton->joints)
        bench.radii_at_open.emplace(joint.id, joint.radii());
}

void fly_to_edge(Session& session, BenchState& bench, const EdgePlace& edge) {
  const DeformedMesh* mesh = session.deformer.mesh(edge.mesh);
  if (mesh == nullptr || std::max(edge.a, edge.b) >= mesh->bind_positions.size()) return;
  bench.shown_edge = edge;
  bench.shown_edge_revision = session.document.revision();
  Bounds bounds;
  bounds.add(world_position(*mesh, edge.a));
  bounds.add(world_position(*mesh, edge.b));
  const glm::vec3 margin(world_bounds(session.deformer, session.document.scene()).diagonal() *
                         0.08f);
  bounds.low -= margin;
  bounds.high += margin;
  move_camera(session, bounds);
}

WeightHistogram weight_histogram(const Session& session, Id skeleton, Id joint) {
  constexpr std::size_t kGrain = 1 << 15;
  WeightHistogram histogram;
  const JointRef ref = find_joint(session.document.scene(), joint);
  for (const DeformedMesh& mesh : session.deformer.meshes()) {
    if (mesh.skeleton != skeleton || skeleton == kNoId || !mesh.mesh) continue;
    const Influences& rows = mesh.influences;
    const std::size_t count = std::min(mesh.mesh->positions.size(), rows.vertex_count());
    std::vector<WeightHistogram> parts(count / kGrain + 1);
    parallel_for(count, kGrain, [&](std::size_t begin, std::size_t end) {
      WeightHistogram part;
      for (std::size_t vertex = begin; vertex < end; ++vertex)
        for (std::uint32_t entry = rows.row_begin(vertex); entry < rows.row_end(vertex); ++entry) {
          if (joint != kNoId && int(rows.joint[entry]) != ref.joint) continue;
          ++part.count[bin_of(rows.weight[entry])];
          ++part.total;
        }
      parts[begin / kGrain] = part;
    });
    for (const WeightHistogram& part : parts) {
      for (std::size_t bin = 0; bin < part.count.size(); ++bin)
        histogram.count[bin] += part.count[bin];
      histogram.total += part.total;
    }
  }
  return histogram;
}

std::vector<std::uint32_t> influence_counts(const Session& session, Id skeleton) {
  std::vector<std::uint32_t> counts(1, 0u);
  for (const DeformedMesh& mesh : session.deformer.meshes()) {
    if (mesh.skeleton != skeleton || skeleton == kNoId) continue;
    const std::vector<std::uint32_t>& of_mesh = mesh.coverage.histogram;
    counts.resize(std::max(counts.size(), of_mesh.size()), 0u);
    for (std::size_t k = 0; k < of_mesh.size(); ++k) counts[k] += of_mesh[k];
  }
  return counts;
}

const std::vector<SideRow>& sides_of(Session& session, BenchState& bench, Id skeleton) {
  SideCache& cache = bench.sides;
  const std::uint64_t revision = session.document.revision();
  const bool is_straight = deformed(session).measures_straight_meanwhile();
  if (cache.skeleton == skeleton && cache.revision == revision && cache.is_straight == is_straight)
    return cache.rows;
  cache = {skeleton, revision, is_straight,
           side_report(session.document.scene(), session.deformer, skeleton)};
  return cache.rows;
}

bool advance_sweep(Session& session, BenchState& bench, Id joint) {
  Sweep& sweep = bench.sweep;
  if (joint_of(session.document.scene(), joint) == nullptr) return false;
  if (deformed(session).measures_straight_meanwhile())
    return false;  // else the sweep would measure the body here
  if (!session.document.in_gesture() || sweep.joint() != joint) {
    const Fit fit = measures_of(session).fit(joint);
    const float radius = joint_of(session.document.scene(), joint)->radii().largest();
    sweep.aim(session.document.scene(), session.deformer, joint,
              sweep_range(radius, fit.has_skin ? fit.radius : 0.0f), kSweepPoints);
  }
  if (sweep.is_done()) return false;
  return sweep.advance(kSweepMilliseconds);
}

float sweep_range(float radius, float fit) {
  const float range = std::max(2.5f * fit, 1.5f * radius);
  return range > 0.0f && std::isfinite(range) ? range : 1.0f;
}

std::string coverage_csv(const Scene& scene, const Deformer& deformer, Measures& measures,
                         Id skeleton) {
  std::string csv = "joint,captured,radius,fit,bleeding,volume,section,stretch,step,follows\n";
  const Node* node = find_node(scene, skeleton);
  const PosedSkeleton* posed = deformer.skeleton(skeleton);
  if (node == nullptr || !node->skeleton || posed == nullptr) return csv;
  measures.update(scene, deformer);
  const std::vector<Fit> fits = measures.fit_all(skeleton);
  const std::vector<Joint>& joints = node->skeleton->joints;
  for (std::size_t j = 0; j < joints.size() && j < posed->captured.size(); ++j) {
    const std::string fit =
        j < fits.size() && fits[j].has_skin ? csv_number(fits[j].radius) : std::string();
    csv += fmt::format("{},{},{},{},{}", csv_field(joints[j].name), posed->captured[j],
                       csv_number(joints[j].radii().largest()), fit,
                       measures.bleed(joints[j].id).count);
    for (const MeterKind kind : kMeterKinds)
      csv += fmt::format(",{}", csv_number(meter_of(measures.joint(joints[j].id), kind).value));
    csv += "\n";
  }
  return csv;
}

std::string sweep_csv(const std::vector<SweepPoint>& points) {
  std::string csv = "radius,covered,shared,volume,step\n";
  for (const SweepPoint& point : points)
    csv += fmt::format("{},{},{},{},{}\n", csv_number(point.radius), csv_number(point.covered),
                       csv_number(point.shared), csv_number(point.volume),
                       csv_number(point.weight_jump));
  return csv;
}

std::string sides_csv(const Scene& scene, const std::vector<SideRow>& rows) {
  std::string csv = "left,right,position,tip,length,radius,left_captured,right_captured,even\n";
  for (const SideRow& row : rows)
    csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(name_of(scene, row.left)),
                       csv_field(name_of(scene, row.right)), csv_number(row.position),
                       csv_number(row.tip), csv_number(row.length), csv_number(row.radius),
                       row.left_captured, row.right_captured, row.is_even ? 1 : 0);
  return csv;
}

}  // namespace marrow
