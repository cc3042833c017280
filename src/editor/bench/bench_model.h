// The bench without ImGui: words for meters, the edits of its buttons, histograms, places.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "edit/mirror.h"
#include "editor/session.h"

namespace marrow {

struct BenchState;

enum class MeterKind { volume, section, stretch, step };
inline constexpr std::array kMeterKinds{MeterKind::volume, MeterKind::section, MeterKind::stretch,
                                        MeterKind::step};

const Meter& meter_of(const Meters& meters, MeterKind kind);
const char* meter_name(MeterKind kind);        ///< "Volume kept"
const char* meter_short_name(MeterKind kind);  ///< "volume"
const char* meter_help(MeterKind kind);        ///< what it is, in one or two sentences
/// "96.2 %", "0.71", "3.8×"; a dash for a value that is not known.
std::string meter_text(MeterKind kind, const Meter& meter);
/// The value's place on the meter's scale, 0..1, clamped to its ends; 0 for an unknown value.
float meter_share(MeterKind kind, double value);
/// The bands along that scale, from its low end: each reaches up to `end`.
struct MeterZone {
  float end = 1.0f;
  Band band = Band::unknown;
};
const std::vector<MeterZone>& meter_zones(MeterKind kind);
/// The worst of the four bands; unknown when all are.
Band worst_band(const Meters& meters);
/// The meter that decides worst_band(), the first of equals; step when all are unknown.
MeterKind worst_kind(const Meters& meters);
/// One line about the meters: the joint's worst where that is not good, else the model's; "all
/// good" only where both are. `joint` is nullptr without an active one.
struct MetersStatus {
  std::string words;
  Band band = Band::unknown;
};
MetersStatus meters_status(const Meters& model, const Meters* joint, bool joint_holds_vertices);

/// Of the meshes bound to one skeleton.
CoverageSummary coverage_of(const Session& session, Id skeleton);
/// "98.7 %", never 100 while something is uncovered.
std::string percent_text(const CoverageSummary& coverage);

std::string joint_name(const Scene& scene, Id id);  ///< empty where there is none

/// Performs an edit as one step; a toast names it and the change of coverage.
bool perform_and_tell(Session& session, const Operation& operation);
/// Gives the island's joint the radius that takes all of it, its partner too while symmetric.
Operation island_operation(const Session& session, const Island& island);
/// Performs what Advice proposes for a joint or a skeleton's node, as one step, and says so. False
/// when it was refused or there is no cure.
bool cure(Session& session, Id about, const Advice& advice);
std::string cure_words(const Advice& advice);
/// Gives a joint the radius that fits its skin, its partner too while symmetric.
Operation fit_operation(Session& session, Id joint);

/// The joints that "scale" and "reset" act on: the skeleton's selected ones, or all when none is.
std::vector<Id> meant_joints(const Session& session, Id skeleton);
/// All radii of `joints` times `factor`, from what they were when the gesture began.
Operation scale_operation(const Session& session, const std::vector<Id>& joints, float factor);
/// Back to the radii of the file. Nothing when none of `joints` differs from it.
std::optional<Operation> reset_operation(const Session& session, const BenchState& bench,
                                         const std::vector<Id>& joints);
/// Notes the radii that "reset" goes back to, of joints not noted yet. Called after opening,
/// importing.
void note_radii(BenchState& bench, const Scene& scene);
void on_document_replaced(BenchState& bench, const Session& session, DocumentChange change);

/// Moves the camera to an edge as posed, and marks it until the next edit. Does nothing without
/// one.
void fly_to_edge(Session& session, BenchState& bench, const EdgePlace& edge);

inline constexpr std::size_t kWeightBins = 20;
struct WeightHistogram {
  std::array<std::uint32_t, kWeightBins> count{};  ///< weights in (i / 20, (i + 1) / 20]
  std::uint32_t total = 0;                         ///< influences counted
};
/// Of the source vertices of all meshes bound to a skeleton; of one joint, or with kNoId of all.
WeightHistogram weight_histogram(const Session& session, Id skeleton, Id joint);
/// influence_counts()[k]: source vertices held by k joints; never empty.
std::vector<std::uint32_t> influence_counts(const Session& session, Id skeleton);

/// side_report() of the scene as it is now; kept until the document changes.
const std::vector<SideRow>& sides_of(Session& session, BenchState& bench, Id skeleton);

/// Updates the active joint's curves piece by piece; false when complete. During a drag they stay.
bool advance_sweep(Session& session, BenchState& bench, Id joint);
/// The end of the sweep's axis: room for the joint's fit and for its present radius.
float sweep_range(float radius, float fit);

}  // namespace marrow
