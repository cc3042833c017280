#include "editor/bench/fit_radii.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>

#include "base/index.h"
#include "base/text.h"
#include "edit/figure/figure_skeleton.h"
#include "editor/bench/islands.h"
#include "editor/radius_edit.h"
#include "editor/session.h"

namespace marrow {
namespace {

constexpr std::size_t kMaxCandidates = 4;
constexpr int kMaxRounds = 8;  // a round may leave smaller islands near another bone

/// The radii that one fit sets, and the numbers that it reports.
struct Plan {
  std::vector<Id> joints;
  std::vector<float> radii;
  std::vector<Fit> fits;
  std::vector<Id> chosen;  ///< the only joints to change; none: all

  bool may_change(Id joint) const { return chosen.empty() || list_has(chosen, joint); }
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

/// The plan's radii; while editing is symmetric, partners both get the larger radius.
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
  float growth = 1.0f;  ///< `radius` over the present radius
};

/// The joints whose radius has to grow by the smallest factor, best first: to cover an armpit, a
/// small upper arm needs a larger factor than the chest.
std::vector<Candidate> candidates_for(Session& session, const Plan& plan, const Island& island) {
  const JointRef ref = find_joint(session.document.scene(), island.joint);
  if (ref.node < 0) return {};
  const std::vector<Joint>& joints =
      session.document.scene().nodes[std::size_t(ref.node)].skeleton->joints;
  const std::vector<float> needed = measures_of(session).needed_radii(island);
  std::vector<Candidate> candidates;
  for (std::size_t j = 0; j < std::min(joints.size(), needed.size()); ++j)
    if (const float radius = joints[j].radii().largest();
        radius > 0.0f && !joints[j].locked && plan.may_change(joints[j].id))
      candidates.push_back({joints[j].id, needed[j], needed[j] / radius});
  const std::size_t few = std::min(candidates.size(), kMaxCandidates);
  std::partial_sort(candidates.begin(), candidates.begin() + std::ptrdiff_t(few), candidates.end(),
                    [](const Candidate& a, const Candidate& b) { return a.growth < b.growth; });
  candidates.resize(few);
  return candidates;
}

/// Widens the first candidate that does not bleed more when widened. Returns false and restores the
/// plan if there is none.
bool widen_for(Session& session, Plan& plan, const Island& island) {
  for (const Candidate& candidate : candidates_for(session, plan, island)) {
    const std::uint32_t bled = measures_of(session).bleed(candidate.joint).count;
    Plan wider = plan;
    set_radius(wider, candidate.joint, candidate.radius);
    if (try_plan(session, wider) && measures_of(session).bleed(candidate.joint).count <= bled) {
      plan = std::move(wider);
      return true;
    }
    try_plan(session, plan);
  }
  return false;
}

void widen(Session& session, Plan& plan) {
  for (int round = 0; round < kMaxRounds; ++round) {
    bool any = false;
    for (const Island& island : uncovered_islands(session))
      any |= plan.may_change(island.joint) && widen_for(session, plan, island);
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
          "; {} at {} still holds {} of another limb", name_of(session.document.scene(), fit.joint),
          radius_text(session, fit.joint, fit.radius),
          fit.bleeding == 1 ? "1 vertex" : with_separators(fit.bleeding) + " vertices");
    } else {
      text = fmt::format("; {} held back at {}, beyond that it would hold vertices of another limb",
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

/// Call during the gesture.
std::string fitted_text(const Session& session, const Plan& plan) {
  const Scene& before = session.document.gesture_start();
  if (plan.fits.size() != 1) return fmt::format("{} radii fitted", plan.fits.size());
  if (before == session.document.scene())
    return fmt::format("{} fits already at {}", name_of(before, plan.joints.front()),
                       radius_text(session, plan.joints.front(), plan.radii.front()));
  return label(before, radius_operation(session, plan.joints, even_radii(session, plan)));
}

/// Adds names for drawn figures to the plan's step. Returns the number of joints named.
std::size_t name_figures(Session& session, const Plan& plan) {
  op::Sequence step{{radius_operation(session, plan.joints, even_radii(session, plan))}};
  std::size_t count = 0;
  for (const Node& node : session.document.scene().nodes) {
    const auto names = node.skeleton ? figure_names(*node.skeleton) : std::nullopt;
    if (!names) continue;
    count += names->joints.size();
    step.operations.push_back(*names);
  }
  return count > 0 && session.document.update(step) ? count : 0;
}

RadiiFit fitted(Session& session, const std::vector<Fit>& fits, std::vector<Id> chosen) {
  Plan plan = plan_of(fits);
  plan.chosen = std::move(chosen);
  if (plan.joints.empty()) return {.text = "Nothing to fit: no vertex is nearest to these bones."};
  const CoverageSummary before = coverage(deformed(session));
  session.document.begin();
  if (!try_plan(session, plan)) {
    RadiiFit refused{.text = session.document.reason()};
    session.document.cancel();
    return refused;
  }
  widen(session, plan);
  const std::string words = fitted_text(session, plan);
  const std::size_t named = plan.chosen.empty() ? name_figures(session, plan) : 0;
  session.document.commit();  // adds no step if all radii fitted already
  const CoverageSummary after = coverage(deformed(session));
  RadiiFit result{
      .is_done = true, .fitted = plan.fits.size(), .uncovered = after.uncovered, .text = {}};
  result.text = words + "; coverage " + percent_text(before);
  if (percent_text(after) != percent_text(before)) result.text += " \u2192 " + percent_text(after);
  result.text += held_back_text(session, plan.fits) + left_text(session, after.uncovered);
  if (named > 0) result.text += fmt::format("; {} joints named by their place", named);
  return result;
}

}  // namespace

RadiiFit fit_radii(Session& session, const std::vector<Id>& joints) {
  if (is_dragging(session)) return {.text = "Finish the drag first (Esc cancels it), then fit."};
  deformed_exactly(session);
  const Scene& scene = session.document.scene();
  std::vector<Fit> fits;
  for (const Id id : joints)
    if (joint_of(scene, id)) fits.push_back(measures_of(session).fit(id));
  for (const Node& node : scene.nodes) {
    if (!node.skeleton || !joints.empty()) continue;
    const std::vector<Fit> its = measures_of(session).fit_all(node.id);
    std::copy_if(its.begin(), its.end(), std::back_inserter(fits),
                 [&](const Fit& fit) { return !joint_of(scene, fit.joint)->locked; });
  }
  return fitted(session, fits, with_partners(session, joints));
}

bool fit_and_report(Session& session, const std::vector<Id>& joints) {
  const RadiiFit result = fit_radii(session, joints);
  say(session, result.text, !result.is_done);
  return result.is_done;
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
std::uint64_t fit_work(const Scene& scene) {
  constexpr std::uint64_t kWorkPerVertex = 160;
  std::uint64_t work = 0;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.bound_to != kNoId) work += kWorkPerVertex * node.mesh->positions.size();
  return work;
}

bool is_large(const Session& session) {
  return fit_work(session.document.scene()) > session.synchronous_work_limit;
}

/// A separate session for the job. Its deformer is not updated yet.
std::shared_ptr<Session> session_for_fit(const Session& session) {
  const Document& document = session.document;
  auto copy = std::make_shared<Session>(document.tasks());
  copy->document = Document(document.tasks(), document.committed());
  copy->is_symmetric = session.is_symmetric;
  copy->whole_body = session.whole_body;
  return copy;
}

/// Fits in the job's session and returns the changes as operations for the document.
FittedRadii fitted_in(Session& copy, const std::vector<Id>& joints) {
  const Scene before = copy.document.committed();
  FittedRadii fitted;
  fitted.result = fit_radii(copy, joints);
  std::vector<Id> changed;
  std::vector<Radii> radii;
  for (const Node& node : copy.document.committed().nodes)
    for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j) {
      const Joint& joint = node.skeleton->joints[j];
      const Joint& old = *joint_of(before, joint.id);
      if (joint.name != old.name) {
        fitted.names.joints.push_back(joint.id);
        fitted.names.names.push_back(joint.name);
      }
      if (joint.radii() == old.radii()) continue;
      changed.push_back(joint.id);
      radii.push_back(joint.radii());
    }
  fitted.radii = op::SetRadius::to(std::move(changed), radii);
  return fitted;
}

}  // namespace

void begin_fit(Session& session, RadiiFitJob& state, const std::vector<Id>& joints) {
  if (is_dragging(session) || !is_large(session)) {
    fit_and_report(session, joints);
    return;
  }
  state.from = session.document.committed();
  state.began = session.now;
  std::vector<Id> measured = joints;
  for (const Node& node : state.from.nodes)
    for (std::size_t j = 0; joints.empty() && node.skeleton && j < node.skeleton->joints.size();
         ++j)
      measured.push_back(node.skeleton->joints[j].id);
  // One joint per step, so that canceling waits less. Measures keeps the fits for fitted_in().
  state.job.begin(
      {.out_of_memory = "There is not enough memory to fit these radii.",
       .words = "Fitting the radii"},
      [copy = session_for_fit(session), joints, measured = std::move(measured),
       next = std::size_t(0)](Progress& progress) mutable -> std::optional<FittedRadii> {
        if (next == measured.size()) return fitted_in(*copy, joints);
        measures_of(*copy).fit(measured[next++]);
        progress.set_share(double(next) / double(measured.size()));
        return std::nullopt;
      });
  session.wants_redraw = true;
}

bool advance_fit(Session& session, RadiiFitJob& state) {
  if (!state.job.has_begun() || is_dragging(session)) return false;
  const bool is_edited = !(session.document.committed() == state.from);
  if (is_edited) cancel_fit(session, state);
  if (is_edited || !state.job.is_done()) return is_edited;
  const platform::JobOutcome<FittedRadii> outcome = state.job.take();
  session.wants_redraw = true;
  if (!outcome.result) {
    say(session, outcome.problem, true);
    return true;
  }
  const auto& [radii, names, result] = *outcome.result;
  op::Sequence step;
  if (!radii.joints.empty()) step.operations.push_back(radii);
  if (!names.joints.empty()) step.operations.push_back(names);
  if (step.operations.empty() || perform(session, step)) say(session, result.text, !result.is_done);
  return true;
}

void cancel_fit(Session& session, RadiiFitJob& state) {
  state.job.drop();
  say(session, "The fit stopped: no radius was changed");
}

bool measures_active_joint(const Session& session) {
  return session.tool != Tool::add_joint || !is_large(session);
}

}  // namespace marrow
