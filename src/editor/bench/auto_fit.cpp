#include "editor/bench/auto_fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "base/text.h"
#include "editor/bench/islands.h"
#include "editor/radius_edit.h"
#include "editor/session.h"

namespace marrow {
namespace {

constexpr std::size_t kMaxCandidates = 4;
constexpr int kMaxRounds = 8;  // a round may leave smaller islands near another bone

/// The radii that one Auto-fit sets, and the numbers that it reports.
struct Plan {
  std::vector<Id> joints;
  std::vector<float> radii;
  std::vector<Fit> fits;
  std::map<Id, float> widened;  ///< radii beyond the fit, by joint
};

Plan plan_of(const std::vector<Fit>& fits) {
  Plan plan;
  for (const Fit& fit : fits) {
    if (!fit.has_skin) continue;
    plan.fits.push_back(fit);
    plan.joints.push_back(fit.joint);
    plan.radii.push_back(fit.radius);
  }
  return plan;
}

/// The plan's radii; while editing is symmetric, partners have the larger of both.
std::vector<float> even_radii(const Session& session, const Plan& plan) {
  std::vector<float> radii = plan.radii;
  for (std::size_t i = 0; session.is_symmetric && i < radii.size(); ++i) {
    const Id partner = mirror_partner(session, plan.joints[i]);
    const auto place = std::find(plan.joints.begin(), plan.joints.end(), partner);
    if (place != plan.joints.end())
      radii[i] = std::max(radii[i], plan.radii[std::size_t(place - plan.joints.begin())]);
  }
  return radii;
}

bool try_plan(Session& session, const Plan& plan) {
  return session.document.update(radius_operation(session, plan.joints, even_radii(session, plan)));
}

void set_radius(Plan& plan, Id joint, float radius) {
  const auto place = std::find(plan.joints.begin(), plan.joints.end(), joint);
  if (place == plan.joints.end()) {
    plan.joints.push_back(joint);
    plan.radii.push_back(radius);
  } else {
    plan.radii[std::size_t(place - plan.joints.begin())] = radius;
  }
}

/// A joint and the radius with which it would cover an island.
struct Candidate {
  Id joint = kNoId;
  float radius = 0.0f;
  float growth = 1.0f;  ///< over the present radius
};

/// The joints whose radius has to grow least, by a factor, best first: a small upper arm needs a
/// larger factor to cover an armpit than the chest.
std::vector<Candidate> candidates_for(Session& session, const Island& island) {
  const JointRef ref = find_joint(session.document.scene(), island.joint);
  if (ref.node < 0) return {};
  const std::vector<Joint>& joints =
      session.document.scene().nodes[std::size_t(ref.node)].skeleton->joints;
  const std::vector<float> needed = measures_of(session).needed_radii(island);
  std::vector<Candidate> candidates;
  for (std::size_t j = 0; j < std::min(joints.size(), needed.size()); ++j)
    if (const float radius = joints[j].radii().largest(); radius > 0.0f && !joints[j].locked)
      candidates.push_back({joints[j].id, needed[j], needed[j] / radius});
  const std::size_t few = std::min(candidates.size(), kMaxCandidates);
  std::partial_sort(candidates.begin(), candidates.begin() + std::ptrdiff_t(few), candidates.end(),
                    [](const Candidate& a, const Candidate& b) { return a.growth < b.growth; });
  candidates.resize(few);
  return candidates;
}

/// Widens the first candidate that does not bleed more by it. Returns false and restores the plan
/// if there is none.
bool widen_for(Session& session, Plan& plan, const Island& island) {
  for (const Candidate& candidate : candidates_for(session, island)) {
    const std::uint32_t bled = measures_of(session).bleed(candidate.joint).count;
    Plan wider = plan;
    set_radius(wider, candidate.joint, candidate.radius);
    if (try_plan(session, wider) && measures_of(session).bleed(candidate.joint).count <= bled) {
      plan = std::move(wider);
      plan.widened[candidate.joint] = candidate.radius;
      return true;
    }
    try_plan(session, plan);
  }
  return false;
}

void widen(Session& session, Plan& plan) {
  for (int round = 0; round < kMaxRounds; ++round) {
    bool any = false;
    for (const Island& island : uncovered_islands(session)) any |= widen_for(session, plan, island);
    if (!any) return;
  }
}

std::string held_back_text(const Session& session, const std::vector<Fit>& fits) {
  std::string text;
  std::size_t more = 0;
  for (const Fit& fit : fits) {
    if (!fit.is_held_back && fit.bleeding == 0) continue;
    if (!text.empty()) {
      ++more;
    } else if (fit.bleeding > 0) {
      text = fmt::format(
          "; {} at {} still takes {} of another limb", name_of(session.document.scene(), fit.joint),
          radius_text(session, fit.joint, fit.radius),
          fit.bleeding == 1 ? "1 vertex" : with_separators(fit.bleeding) + " vertices");
    } else {
      text = fmt::format("; {} held back at {}, beyond that it takes vertices of another limb",
                         name_of(session.document.scene(), fit.joint),
                         radius_text(session, fit.joint, fit.radius));
    }
  }
  return more > 0 ? text + fmt::format(" (and {} more joint{})", more, more == 1 ? "" : "s") : text;
}

std::string left_text(Session& session, std::uint32_t uncovered) {
  if (uncovered == 0) return {};
  const std::vector<Island> islands = uncovered_islands(session);
  std::string text =
      fmt::format("; {} still uncovered",
                  uncovered == 1 ? "1 vertex is" : with_separators(uncovered) + " vertices are");
  if (islands.empty()) return text;
  text += " near " + name_of(session.document.scene(), islands.front().joint);
  return islands.size() > 1 ? text + fmt::format(" and in {} other places", islands.size() - 1)
                            : text;
}

std::string widened_text(const Session& session, const Plan& plan) {
  if (plan.widened.empty()) return {};
  const auto& [joint, radius] = *plan.widened.begin();
  const std::string first =
      fmt::format("; {} widened to {}", name_of(session.document.scene(), joint),
                  radius_text(session, joint, radius));
  if (plan.widened.size() == 1) return first + " to take what was left";
  return first + fmt::format(" and {} more to take what was left", plan.widened.size() - 1);
}

std::string fitted_text(const Session& session, const Plan& plan) {
  if (plan.fits.size() == 1)
    return fmt::format("{} fitted at {}", name_of(session.document.scene(), plan.joints.front()),
                       radius_text(session, plan.joints.front(), plan.radii.front()));
  return fmt::format("{} radii fitted", plan.fits.size());
}

AutoFitResult fitted(Session& session, const std::vector<Fit>& fits, bool widens) {
  Plan plan = plan_of(fits);
  if (plan.joints.empty()) return {.text = "Nothing to fit: no vertex is nearest to these bones."};
  const CoverageSummary before = coverage(deformed(session));
  session.document.begin();
  if (!try_plan(session, plan)) {
    AutoFitResult refused{.text = session.document.reason()};
    session.document.cancel();
    return refused;
  }
  if (widens) widen(session, plan);
  session.document.commit();  // without a step when all radii fitted already
  const CoverageSummary after = coverage(deformed(session));
  AutoFitResult result{.is_done = true,
                       .fitted = plan.fits.size(),
                       .widened = plan.widened.size(),
                       .uncovered = after.uncovered,
                       .text = {}};
  result.text = fitted_text(session, plan) + "; coverage " + percent_text(before);
  if (percent_text(after) != percent_text(before)) result.text += " \u2192 " + percent_text(after);
  result.text += held_back_text(session, plan.fits) + widened_text(session, plan) +
                 left_text(session, after.uncovered);
  return result;
}

void say_result(Session& session, const AutoFitResult& result) {
  say(session, result.text, !result.is_done);
}

}  // namespace

AutoFitResult fit_selected(Session& session) {
  if (is_dragging(session)) return {.text = "Finish the drag first (Esc cancels it), then fit."};
  deformed_exactly(session);
  std::vector<Fit> fits;
  for (const Id id : session.document.selection())
    if (joint_of(session.document.scene(), id)) fits.push_back(measures_of(session).fit(id));
  return fitted(session, fits, false);
}

AutoFitResult fit_everything(Session& session) {
  if (is_dragging(session)) return {.text = "Finish the drag first (Esc cancels it), then fit."};
  deformed_exactly(session);
  std::vector<Fit> fits;
  for (const Node& node : session.document.scene().nodes) {
    if (!node.skeleton) continue;
    const std::vector<Fit> its = measures_of(session).fit_all(node.id);
    std::copy_if(its.begin(), its.end(), std::back_inserter(fits), [&](const Fit& fit) {
      return !joint_of(session.document.scene(), fit.joint)->locked;
    });
  }
  return fitted(session, fits, true);
}

void taper(Session& session) {
  const Scene& scene = session.document.scene();
  std::vector<Id> joints;
  bool are_all_tapered = true;
  for (const Id id : session.document.selection()) {
    const Joint* joint = joint_of(scene, id);
    if (!joint) continue;
    joints.push_back(id);
    are_all_tapered &= joint->tip_radius.has_value();
  }
  if (joints.empty()) return say(session, "Select joints to taper their capsules.", true);
  deformed_exactly(session);
  std::vector<Radii> radii;
  for (const Id id : joints) {
    const float one = joint_of(scene, id)->radii().largest();
    radii.push_back(are_all_tapered ? Radii{one, one} : measures_of(session).tapered_fit(id));
  }
  const std::string first = name_of(scene, joints.front());
  if (!session.document.perform(radii_operation(session, joints, radii)))
    return say(session, session.document.reason(), true);
  const std::string more =
      joints.size() == 1 ? std::string() : fmt::format(" (and {} more)", joints.size() - 1);
  say(session, fmt::format("{}: radius {}{}", first,
                           radii_text(session, joints.front(), radii.front()), more));
}

namespace {

/// In the unit of BodyRequest::work(): a million vertices take about a second.
std::uint64_t auto_fit_work(const Scene& scene) {
  constexpr std::uint64_t kWorkPerVertex = 160;
  std::uint64_t work = 0;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.bound_to != kNoId) work += kWorkPerVertex * node.mesh->positions.size();
  return work;
}

/// A session of its own for the job. Nothing is bound yet.
std::shared_ptr<Session> session_for_fit(const Session& session) {
  const Document& document = session.document;
  auto copy = std::make_shared<Session>(document.tasks());
  copy->document = Document(document.tasks(), document.committed());
  copy->document.select(document.selection());
  copy->is_symmetric = session.is_symmetric;
  copy->whole_body = session.whole_body;
  return copy;
}

FittedRadii fitted_radii(Session& copy, bool fits_all) {
  const Scene before = copy.document.committed();
  const AutoFitResult result = fits_all ? fit_everything(copy) : fit_selected(copy);
  std::vector<Id> joints;
  std::vector<Radii> radii;
  for (const Node& node : copy.document.committed().nodes)
    for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j) {
      const Joint& joint = node.skeleton->joints[j];
      if (joint.radii() == joint_of(before, joint.id)->radii()) continue;
      joints.push_back(joint.id);
      radii.push_back(joint.radii());
    }
  return {op::SetRadius::to(std::move(joints), radii), result};
}

void begin_auto_fit(Session& session, AutoFitJob& state, bool fits_all) {
  if (is_dragging(session) ||
      auto_fit_work(session.document.scene()) <= session.synchronous_work_limit)
    return say_result(session, fits_all ? fit_everything(session) : fit_selected(session));
  state.from = session.document.committed();
  state.began = session.now;
  std::vector<Id> joints = selected_joints(session);
  for (const Node& node : state.from.nodes)
    for (std::size_t j = 0; fits_all && node.skeleton && j < node.skeleton->joints.size(); ++j)
      joints.push_back(node.skeleton->joints[j].id);
  // One joint per step, so that a cancel need not wait long. Measures keep the fits for the end.
  state.job.begin(
      {.out_of_memory = "There is not enough memory to fit these radii.",
       .words = "Fitting the radii"},
      [copy = session_for_fit(session), joints = std::move(joints), next = std::size_t(0),
       fits_all](Progress& progress) mutable -> std::optional<FittedRadii> {
        if (next == joints.size()) return fitted_radii(*copy, fits_all);
        measures_of(*copy).fit(joints[next++]);
        progress.set_share(double(next) / double(joints.size()));
        return std::nullopt;
      });
  session.wants_redraw = true;
}

}  // namespace

void auto_fit(Session& session, AutoFitJob& state) {
  begin_auto_fit(session, state, active_joint(session) == kNoId);
}

void auto_fit_all(Session& session, AutoFitJob& state) { begin_auto_fit(session, state, true); }

bool advance_auto_fit(Session& session, AutoFitJob& state) {
  if (!state.job.has_begun() || is_dragging(session)) return false;
  const bool is_edited = !(session.document.committed() == state.from);
  if (is_edited) cancel_auto_fit(session, state);
  if (is_edited || !state.job.is_done()) return is_edited;
  const platform::JobOutcome<FittedRadii> outcome = state.job.take();
  session.wants_redraw = true;
  if (!outcome.result)
    say(session, outcome.problem, true);
  else if (outcome.result->radii.joints.empty() || perform(session, outcome.result->radii))
    say_result(session, outcome.result->result);
  return true;
}

void cancel_auto_fit(Session& session, AutoFitJob& state) {
  state.job.drop();
  say(session, "Auto-fit stopped: no radius was changed");
}

}  // namespace marrow
