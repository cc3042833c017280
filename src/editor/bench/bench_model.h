// The bench without its panel: texts of meters, edits of its buttons, histograms, camera moves.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "edit/csv.h"
#include "edit/mirror.h"
#include "editor/editor.h"
#include "rig/measure/measure.h"
#include "rig/measure/sweep.h"

namespace marrow {

enum class BenchSection { coverage, meters, sweep, weights, sides };

/// The content of "Export CSV...".
enum class CsvKind { influences, coverage, sweep, sides };

/// State of the Bench tab: unfolded sections and lists, drags.
struct BenchPanel {
  std::array<bool, 5> is_open{true, true, true, false, false};  ///< indexed by BenchSection
  bool shows_all_islands = false;
  bool shows_all_joints = false;      ///< in the list of bars, not only the first dozen
  bool shows_all_pairs = false;       ///< all uneven pairs, not only the first few
  bool shows_even_pairs = false;      ///< even pairs, too
  bool weights_of_all = false;        ///< the histogram counts all joints, not only the active one
  float swept_radius = 0.0f;          ///< radius during a drag on the plot, before Ctrl rounds it
  bool is_sweep_dragged = false;      ///< the pointer has moved since the press on the plot
  float radius_factor = 1.0f;         ///< factor of the drag that scales radii; 1 without a drag
  CsvKind csv = CsvKind::influences;  ///< content of the file that the file browser asks for
  bool& open(BenchSection section) { return is_open[std::size_t(section)]; }
};

/// The report on left and right at a revision of the document.
struct SideCache {
  Id skeleton = kNoId;
  std::uint64_t revision = 0;
  bool is_straight = false;  ///< has straight distances, because a body was still to be measured
  std::vector<SideRow> rows;
};

struct BenchState {
  Sweep sweep;
  BenchPanel panel;
  SideCache sides;
  EdgePlace shown_edge;  ///< edge of a meter, marked while the document is at the revision below
  std::uint64_t shown_edge_revision = 0;
  bool shows_bleeding = true;  ///< hatches vertices that bleed to the active joint
  Id flashed_island = kNoId;   ///< joint of the island whose row is hovered; its crosses grow
  std::map<Id, Radii> radii_at_open;  ///< by joint, for "reset"; lacks joints added since
  /// `radii_at_open` of the user's document while another one is visited.
  std::optional<std::map<Id, Radii>> own_radii_at_open;
};

enum class MeterKind { volume, thickness, stretch, weight_jump, follows };
inline constexpr std::array kMeterKinds{MeterKind::volume, MeterKind::thickness, MeterKind::stretch,
                                        MeterKind::weight_jump, MeterKind::follows};

const Meter& meter_of(const Meters& meters, MeterKind kind);
const char* meter_name(MeterKind kind);        ///< "Volume kept", "Weight jump"
const char* meter_word(MeterKind kind);        ///< "volume", "weight jump", before a value
const char* meter_short_name(MeterKind kind);  ///< "volume", "jump", for narrow columns
const char* meter_help(MeterKind kind);        ///< an explanation of one or two sentences
/// "96.2 %", "0.71", "3.8×"; a dash for an unknown value.
std::string meter_text(MeterKind kind, const Meter& meter);
/// The value's place on the meter's scale, 0..1, clamped to its ends; 0 for an unknown value.
float meter_share(MeterKind kind, double value);
/// A band of a meter's scale, up to `end`; the zones are listed from the low end.
struct MeterZone {
  float end = 1.0f;
  Band band = Band::unknown;
};
const std::vector<MeterZone>& meter_zones(MeterKind kind);
/// The worst band of all meters; unknown if all meters are.
Band worst_band(const Meters& meters);
/// The first meter in the worst_band(); weight_jump if all are unknown.
MeterKind worst_kind(const Meters& meters);
/// One line about the meters and the band to color it by.
struct MetersStatus {
  std::string words;
  Band band = Band::unknown;
};
/// Reports the joint's worst meter if that is not good, else the model's worst one; "all good" if
/// both are good. `joint`: nullptr if no joint is active.
MetersStatus meters_status(const Meters& model, const Meters* joint, bool joint_holds_vertices);

/// Coverage of the meshes bound to one skeleton.
CoverageSummary coverage_of(const Session& session, Id skeleton);

/// Performs an edit as one step; a toast reports it and the change of coverage.
bool perform_and_report(Session& session, const Operation& operation);
/// Performs the proposed cure for a joint or a skeleton's node, as one step, with a toast. Returns
/// false if refused or if there is no cure.
bool cure(Session& session, Id about, const Advice& advice);
/// The joints whose radii the cure fits; an empty list means all joints. nullopt if the cure does
/// not fit radii.
std::optional<std::vector<Id>> joints_to_fit(const Advice& advice);
std::string cure_words(const Session& session, const Advice& advice);

/// The joints that "scale" and "reset" change: the skeleton's selected ones, else all unlocked
/// ones.
std::vector<Id> joints_to_scale(const Session& session, Id skeleton);
/// Multiplies the radii that `joints` had at the start of the gesture by `factor`.
Operation scale_operation(const Session& session, const std::vector<Id>& joints, float factor);
/// Restores the radii of the file; none if no joint of `joints` differs.
std::optional<Operation> reset_operation(const Session& session, const BenchState& bench,
                                         const std::vector<Id>& joints);
/// Stores the radii that "reset" restores, for joints that have none stored yet. Call after opening
/// and importing.
void note_radii(BenchState& bench, const Scene& scene);
void on_document_replaced(BenchState& bench, const Session& session, DocumentChange change);

/// Moves the camera to a posed edge and marks it until the next edit. Does nothing if the edge does
/// not exist.
void fly_to_edge(Session& session, BenchState& bench, const EdgePlace& edge);

inline constexpr std::size_t kWeightBins = 20;
struct WeightHistogram {
  std::array<std::uint32_t, kWeightBins> count{};  ///< weights in (i / 20, (i + 1) / 20]
  std::uint32_t total = 0;                         ///< influences counted
};
/// Weights of one joint (kNoId: of all) at the source vertices of all meshes bound to a skeleton.
WeightHistogram weight_histogram(const Session& session, Id skeleton, Id joint);
/// influence_counts()[k]: number of source vertices with k joints; never empty.
std::vector<std::uint32_t> influence_counts(const Session& session, Id skeleton);

/// side_report() of the document's scene, cached until the document changes.
const std::vector<SideRow>& sides_of(Session& session, BenchState& bench, Id skeleton);

/// Computes a part of the joint's curves; false when done. A drag does not change their inputs.
bool advance_sweep(Session& session, BenchState& bench, Id joint);
/// The end of the sweep's axis, beyond both the joint's fit and its present radius.
float sweep_range(float radius, float fit);

// The numbers as CSV: one header line, decimal dots, floats that read back exactly.

/// joint,captured,radius,fit,bleeding,volume,section,stretch,step,follows: one row per joint;
/// unknown values are empty. "section" is the thickness, "step" the weight jump.
std::string coverage_csv(const Scene& scene, const Deformer& deformer, Measures& measures,
                         Id skeleton);
/// radius,covered,shared,volume,step: one row per point.
std::string sweep_csv(const std::vector<SweepPoint>& points);
/// left,right,position,tip,length,radius,left_captured,right_captured,even: one row per pair;
/// `right` is empty for a joint without a partner.
std::string sides_csv(const Scene& scene, const std::vector<SideRow>& rows);

}  // namespace marrow
