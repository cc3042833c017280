#include "editor/bench/auto_fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

#include "base/text.h"
#include "editor/bench/islands.h"
#include "editor/bench/radius_edit.h"

namespace marrow {
namespace {

constexpr std::size_t kMostTakers = 4;
constexpr int kMostRounds =
    8;  // of widening: each may leave smaller islands with another nearest bone

/// The radii that one Auto-fit sets, and what is worth saying about them.
struct Plan {
  std::vector<Id> joints;
  std::vector<float> radii;
  std::vector<Fit> fits;
  std::map<Id, float> widened;  ///< of `joints`: the radius beyond the fit
};

/// "98.7 %"; never "100 %" while something is uncovered.
std::string percent(const CoverageSummary& summary) {
  return summary.uncovered == 0 ? "100 %"
                                : fmt::format("{:.1f} %", std::min(summary.percent(), 99.9));
}

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

/// Shows the plan as the gesture's state.
bool try_plan(Editor& editor, const Plan& plan) {
  const bool done = editor.document.update(radius_operation(editor, plan.joints, plan.radii));
  editor.deformer.update(editor.document.scene());
  return done;
}

void set_radius(Plan& plan, Id joint, float radius) {
  const auto place = std::find(plan.joints.begin(), plan.joints.end(), joint);
  if (place == plan.joints.end()) {
    plan.joints.push_back(joint);
    plan.radii.push_back(radius);
  } else {
    plan.radii[static_cast<std::size_t>(place - plan.joints.begin())] = radius;
  }
}

/// A joint and the radius with which it would take an island.
struct Taker {
  Id joint = kNoId;
  float radius = 0.0f;
  float growth = 1.0f;  ///< over the present radius
};

/// Those whose radius has to grow least: a chest that takes the skin of an armpit grows by a
/// twentieth, an upper arm would double.
std::vector<Taker> takers_of(Editor& editor, const Island& island) {
  const JointRef ref = find_joint(editor.document.scene(), island.joint);
  if (ref.node < 0) return {};
  const std::vector<Joint>& joints =
      editor.document.scene().nodes[static_cast<std::size_t>(ref.node)].skeleton->joints;
  const std::vector<float> needed = measures_of(editor).needed_radii(island);
  std::vector<Taker> takers;
  for (std::size_t j = 0; j < std::min(joints.size(), needed.size()); ++j)
    if (joints[j].radius > 0.0f && !joints[j].locked)
      takers.push_back({joints[j].id, needed[j], needed[j] / joints[j].radius});
  const std::size_t few = std::min(takers.size(), kMostTakers);
  std::partial_sort(takers.begin(), takers.begin() + static_cast<std::ptrdiff_t>(few), takers.end(),
                    [](const Taker& a, const Taker& b) { return a.growth < b.growth; });
  takers.resize(few);
  return takers;
}

/// Lets the first joint take the island that does not bleed by it; false, with the plan as it was,
/// when all would.
bool widen_for(Editor& editor, Plan& plan, const Island& island) {
  for (const Taker& taker : takers_of(editor, island)) {
    const std::uint32_t bled = measures_of(editor).bleed(taker.joint).count;
    Plan wider = plan;
    set_radius(wider, taker.joint, taker.radius);
    if (try_plan(editor, wider) && measures_of(editor).bleed(taker.joint).count <= bled) {
      plan = std::move(wider);
      plan.widened[taker.joint] = taker.radius;
      return true;
    }
    try_plan(editor, plan);
  }
  return false;
}

void widen(Editor& editor, Plan& plan) {
  for (int round = 0; round < kMostRounds; ++round) {
    bool any = false;
    for (const Island& island : uncovered_islands(editor)) any |= widen_for(editor, plan, island);
    if (!any) return;
  }
}

std::string held_back_text(const Editor& editor, const std::vector<Fit>& fits) {
  std::string text;
  std::size_t more = 0;
  for (const Fit& fit : fits) {
    if (!fit.is_held_back && fit.bleeding == 0) continue;
    if (!text.empty()) {
      ++more;
    } else if (fit.bleeding > 0) {
      text =
          fmt::format("; {} at {:.3f} still takes {} of another limb",
                      name_of(editor.document.scene(), fit.joint), fit.radius,
                      fit.bleeding == 1 ? "1 vertex" : with_separators(fit.bleeding) + " vertices");
    } else {
      text = fmt::format("; {} held back at {:.3f}, beyond that it takes vertices of another limb",
                         name_of(editor.document.scene(), fit.joint), fit.radius);
    }
  }
  return more > 0 ? text + fmt::format(" ({} more joints likewise)", more) : text;
}

std::string left_text(Editor& editor, std::uint32_t uncovered) {
  if (uncovered == 0) return {};
  const std::vector<Island> islands = uncovered_islands(editor);
  std::string text =
      fmt::format("; {} still uncovered",
                  uncovered == 1 ? "1 vertex is" : with_separators(uncovered) + " vertices are");
  if (islands.empty()) return text;
  text += " near " + name_of(editor.document.scene(), islands.front().joint);
  return islands.size() > 1 ? text + fmt::format(" and in {} other places", islands.size() - 1)
                            : text;
}

std::string widened_text(const Editor& editor, const Plan& plan) {
  if (plan.widened.empty()) return {};
  const auto& [joint, radius] = *plan.widened.begin();
  const std::string first =
      fmt::format("; {} widened to {:.3f}", name_of(editor.document.scene(), joint), radius);
  if (plan.widened.size() == 1) return first + " to take what was left";
  return first + fmt::format(" and {} more to take what was left", plan.widened.size() - 1);
}

std::string fitted_text(const Editor& editor, const Plan& plan) {
  if (plan.fits.size() == 1)
    return fmt::format("{} fitted at {:.3f}", name_of(editor.document.scene(), plan.joints.front()),
                       plan.radii.front());
  return fmt::format("{} radii fitted", plan.fits.size());
}

AutoFitResult fitted(Editor& editor, const std::vector<Fit>& fits, bool widens) {
  Plan plan = plan_of(fits);
  if (plan.joints.empty()) return {.text = "Nothing to fit: no vertex is nearest to these bones."};
  const CoverageSummary before = coverage(editor);
  editor.document.begin();
  if (!try_plan(editor, plan)) {
    AutoFitResult refused{.text = editor.document.reason()};
    editor.document.cancel();
    editor.deformer.update(editor.document.scene());
    return refused;
  }
  if (widens) widen(editor, plan);
  editor.document.commit();  // without a step when all radii fitted already
  editor.wants_redraw = true;
  const CoverageSummary after = coverage(editor);
  AutoFitResult result{.is_done = true,
                       .fitted = plan.fits.size(),
                       .widened = plan.widened.size(),
                       .uncovered = after.uncovered,
                       .text = {}};
  result.text = fitted_text(editor, plan) + "; coverage " + percent(before);
  if (percent(after) != percent(before)) result.text += " \u2192 " + percent(after);
  result.text += held_back_text(editor, plan.fits) + widened_text(editor, plan) +
                 left_text(editor, after.uncovered);
  return result;
}

void say_result(Editor& editor, const AutoFitResult& result) {
  say(editor, result.text, !result.is_done);
}

bool is_free(Editor& editor) {
  if (is_dragging(editor)) return false;
  editor.deformer.update(editor.document.scene());
  return true;
}

}  // namespace

AutoFitResult fit_selected(Editor& editor) {
  if (!is_free(editor)) return {.text = "Finish the drag first (Esc cancels it), then fit."};
  std::vector<Fit> fits;
  for (const Id id : editor.document.selection())
    if (joint_of(editor.document.scene(), id)) fits.push_back(measures_of(editor).fit(id));
  return fitted(editor, fits, false);
}

AutoFitResult fit_everything(Editor& editor) {
  if (!is_free(editor)) return {.text = "Finish the drag first (Esc cancels it), then fit."};
  std::vector<Fit> fits;
  for (const Node& node : editor.document.scene().nodes) {
    if (!node.skeleton) continue;
    const std::vector<Fit> its = measures_of(editor).fit_all(node.id);
    std::copy_if(its.begin(), its.end(), std::back_inserter(fits), [&](const Fit& fit) {
      return !joint_of(editor.document.scene(), fit.joint)->locked;
    });
  }
  return fitted(editor, fits, true);
}

void auto_fit(Editor& editor) {
  say_result(editor, active_joint(editor) != kNoId ? fit_selected(editor) : fit_everything(editor));
}

void auto_fit_all(Editor& editor) { say_result(editor, fit_everything(editor)); }

}  // namespace marrow
