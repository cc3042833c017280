#include "editor/bench/auto_fit_job.h"

#include <optional>
#include <utility>

#include "editor/session.h"

namespace marrow {
namespace {

/// In the unit of BodyRequest::work(): measured on a million vertices.
std::uint64_t fit_work(const Scene& scene) {
  constexpr std::uint64_t kWorkPerVertex = 160;
  std::uint64_t vertices = 0;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.bound_to != kNoId) vertices += node.mesh->positions.size();
  return kWorkPerVertex * vertices;
}

/// Fits in a session of its own: one joint per step, so that a cancel need not wait long, then all
/// together, for which the fits of the steps are kept.
class AutoFitting {
 public:
  AutoFitting(const Session& session, bool fits_all)
      : from_(session.document.committed()),
        tasks_(session.document.tasks()),
        selection_(session.document.selection()),
        is_symmetric_(session.is_symmetric),
        whole_body_(session.whole_body),
        fits_all_(fits_all) {}

  std::optional<FittedRadii> step(Progress& progress) {
    if (!session_) {
      begin();
      return std::nullopt;
    }
    if (next_ < joints_.size()) {
      progress.set_words("Fitting the radii");
      measures_of(*session_).fit(joints_[next_++]);
      progress.set_share(double(next_) / double(joints_.size()));
      return std::nullopt;
    }
    FittedRadii fitted;
    fitted.result = fits_all_ ? fit_everything(*session_) : fit_selected(*session_);
    for (const Node& node : session_->document.committed().nodes)
      for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j) {
        const Joint& joint = node.skeleton->joints[j];
        if (joint.radii() == joint_of(from_, joint.id)->radii()) continue;
        fitted.joints.push_back(joint.id);
        fitted.radii.push_back(joint.radii());
      }
    return fitted;
  }

 private:
  void begin() {
    session_.emplace(tasks_);
    replace_document(*session_, Document(tasks_, from_, "Auto-fit"));
    session_->document.select(selection_);
    session_->is_symmetric = is_symmetric_;
    session_->whole_body = whole_body_;
    joints_ = selected_joints(*session_);
    if (!fits_all_) return;
    joints_.clear();
    for (const Node& node : from_.nodes)
      if (node.skeleton)
        for (const Joint& joint : node.skeleton->joints) joints_.push_back(joint.id);
  }

  const Scene from_;
  const Tasks& tasks_;
  const std::vector<Id> selection_;
  const bool is_symmetric_, whole_body_, fits_all_;
  std::optional<Session> session_;
  std::vector<Id> joints_;
  std::size_t next_ = 0;
};

void say_result(Session& session, const AutoFitResult& result) {
  say(session, result.text, !result.is_done);
}

void fit(Session& session, AutoFitJob& state, bool fits_all) {
  if (is_dragging(session) || fit_work(session.document.scene()) <= session.synchronous_work_limit)
    return say_result(session, fits_all ? fit_everything(session) : fit_selected(session));
  state.from = session.document.committed();
  state.began = session.now;
  state.job.begin({.out_of_memory = "There is not enough memory to fit these radii.",
                   .words = "Reading the mesh..."},
                  [fitting = std::make_shared<AutoFitting>(session, fits_all)](Progress& progress) {
                    return fitting->step(progress);
                  });
  session.wants_redraw = true;
}

}  // namespace

void auto_fit(Session& session, AutoFitJob& state) {
  fit(session, state, active_joint(session) == kNoId);
}
void auto_fit_all(Session& session, AutoFitJob& state) { fit(session, state, true); }

bool advance_auto_fit(Session& session, AutoFitJob& state) {
  if (!state.job.has_begun() || is_dragging(session)) return false;
  if (!(session.document.committed() == state.from)) {
    cancel_auto_fit(session, state);
    return true;
  }
  if (!state.job.is_done()) return false;
  const platform::JobOutcome<FittedRadii> outcome = state.job.take();
  state.from = {};
  session.wants_redraw = true;
  if (!outcome.result) {
    say(session, outcome.problem, true);
    return true;
  }
  const FittedRadii& fitted = *outcome.result;
  if (fitted.joints.empty() || perform(session, op::SetRadius::to(fitted.joints, fitted.radii)))
    say_result(session, fitted.result);
  return true;
}

void cancel_auto_fit(Session& session, AutoFitJob& state) {
  state.job.drop();
  state.from = {};
  say(session, "Auto-fit stopped: no radius was changed");
}

}  // namespace marrow
