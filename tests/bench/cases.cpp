#include "bench/cases.h"

#include <cmath>
#include <stdexcept>

#include "rig/playback.h"
#include "rig/skinning/weights.h"

namespace marrow::bench {

namespace {

constexpr int kWalkJoints = 8, kWalkSteps = 10;
constexpr float kPlayedSeconds = 10.0f;

bool is_small = false;

const Tasks& textbook() { return tasks_of(Backend::textbook); }

Scene scene_of(const Case& source, const Skeleton& skeleton) {
  Scene scene;
  scene.nodes.push_back(
      {.id = 1, .name = "bones", .skeleton = std::make_shared<Skeleton>(skeleton)});
  scene.nodes.push_back({.id = 2, .name = "skin", .mesh = source.model.mesh, .bound_to = 1});
  scene.next_id = 100000;
  return scene;
}

}  // namespace

void make_sizes_small() { is_small = true; }

const std::vector<Size>& sizes() {
  static const std::vector<Size> whole{{"10k", 10000}, {"100k", 100000}, {"1m", 1000000}};
  static const std::vector<Size> small{{"10k", 500}, {"100k", 5000}, {"1m", 50000}};
  return is_small ? small : whole;
}

const Size& size_of(const std::string& label) {
  for (const Size& size : sizes()) {
    if (size.label == label) return size;
  }
  throw std::logic_error("no size " + label);
}

Case::Case(const Size& size_, int joints)
    : name(size_.label + "/" + std::to_string(joints)),
      size(size_),
      model(make_model(size_.vertices, joints)),
      target(size_.vertices) {
  model.skeleton = with_pose(model.skeleton, 0);
  bind = textbook().bind_matrices(model.skeleton);
  posed = textbook().posed_matrices(model.skeleton);
  skinning = textbook().skinning_matrices(posed, bind);
  mesh = bound_mesh(model.mesh, std::make_shared<Surface>(make_surface(*model.mesh)));
  lists = textbook().find_joints(model.skeleton, bind, mesh.bind_positions);
  textbook_rows = capsule_influences(model.skeleton, bind, mesh.bind_positions, lists, textbook());
  engine = make_engine();
  engine->take_vertices(mesh);
  RowsWritten written;
  engine->bind_capsules(model.skeleton, bind, mesh, written);
  errors = checked_errors(name, *engine, mesh, skinning, textbook_rows);
}

double Case::mean_influences() const {
  return double(textbook_rows.joint.size()) / double(size.vertices);
}

Case& case_of(const std::string& size, int joints) {
  static std::unique_ptr<Case> last;
  if (!last || last->name != size + "/" + std::to_string(joints)) {
    last.reset();
    last = std::make_unique<Case>(size_of(size), joints);
  }
  return *last;
}

RadiusWalk::Step RadiusWalk::next() {
  const auto in_turn = int(step_ / kWalkSteps % kWalkJoints), step = int(step_ % kWalkSteps);
  ++step_;
  const int up = step < kWalkSteps / 2 ? step + 1 : kWalkSteps - 1 - step;
  return {(2 * std::size_t(in_turn) + 1) * joints_ / (2 * kWalkJoints), 1.0f + 0.02f * float(up),
          step == kWalkSteps - 1};
}

Edited::Edited(const Case& source)
    : original_(source.model.skeleton),
      skeleton_(original_),
      bind_(source.bind),
      engine_(make_engine()),
      radii_(bind_.size()) {
  mesh_ = bound_mesh(source.mesh.mesh, source.mesh.surface);
  engine_->take_vertices(mesh_);
  bind();
}

void Edited::lay_out() { engine_->take_rows(mesh_); }

void Edited::rebuild_all_rows() {
  if (skeleton_.joints.size() > original_.joints.size()) {
    skeleton_.joints.pop_back();
    bind_.pop_back();
  } else {
    Joint more;
    more.radius = 0.0f;
    skeleton_.joints.push_back(more);
    bind_.emplace_back(1.0f);
  }
  bind();
}

void Edited::change_radius() {
  const RadiusWalk::Step step = radii_.next();
  skeleton_.joints[step.joint].radius = step.factor * original_.joints[step.joint].radius;
  bind();
}

void Edited::move_bone() {
  const std::size_t joint =
      (2 * (moves_ / 2 % kWalkJoints) + 1) * original_.joints.size() / (2 * kWalkJoints);
  skeleton_.joints[joint].extent =
      (moves_ % 2 == 0 ? 1.02f : 1.0f) * original_.joints[joint].extent;
  ++moves_;
  bind();
}

WholeStep::WholeStep(const Case& source, Drag drag) : target_(source.size.vertices) {
  const Skeleton& skeleton = source.model.skeleton;
  if (drag == Drag::play) motion_ = turning(skeleton, double(kPlayedSeconds), 301);
  RadiusWalk walk(skeleton.joints.size());
  for (int n = 0; n < kWalkJoints * kWalkSteps; ++n) {
    if (drag == Drag::play && n > 0) break;
    if (drag == Drag::pose && n == kWalkSteps) break;
    Skeleton changed = drag == Drag::pose ? with_pose(skeleton, n) : skeleton;
    if (drag == Drag::body_radius) changed.metric = Metric::body;
    bool is_last = false;
    std::size_t joint = skeleton.joints.size() / 2;
    if (drag == Drag::radius || drag == Drag::body_radius) {
      const RadiusWalk::Step step = walk.next();
      joint = step.joint;
      changed.joints[joint].radius *= step.factor;
      is_last = step.is_last;
    }
    scenes_.push_back(scene_of(source, changed));
    joints_.push_back(changed.joints[joint].id);
    is_last_.push_back(is_last);
  }
  deformer_.update(scenes_.back());
  deformer_.reorder();
  run();
}

MeasuredThroughBody::MeasuredThroughBody(const Case& source)
    : bones_(bones_of(source.model.skeleton, source.bind)) {
  part_ = {source.mesh.mesh, source.mesh.surface};
  for (const Joint& joint : source.model.skeleton.joints) radii_.push_back(joint.radius);
}

void MeasuredThroughBody::rebuild_all_rows() {
  fields_.clear();
  body_ = std::make_unique<Body>(std::vector<BodyMesh>{part_});
  fields_ = body_->fields(bones_, radii_);
}

std::size_t MeasuredThroughBody::bytes() const {
  std::size_t bytes = body_->bytes();
  for (const std::shared_ptr<const BoneField>& field : fields_)
    bytes += field->parts[0].vertices.capacity() * (sizeof(std::uint32_t) + sizeof(float));
  return bytes;
}

void MeasuredThroughBody::move_bone() {
  if (!body_) rebuild_all_rows();
  bones_[bones_.size() / 2].end.x += 1e-3f;
  fields_ = body_->fields(bones_, radii_);
}

const Scene& WholeStep::next_scene() {
  if (motion_.tracks.empty()) return scenes_[next_];
  played_ = at_time(scenes_[0], motion_, std::fmod(float(++frames_) / 60.0f, kPlayedSeconds));
  return played_;
}

void WholeStep::run() {
  deformer_.update(next_scene());
  deformer_.meshes().front().write_vertices(target_.target());
  now_ = next_;
  next_ = (next_ + 1) % scenes_.size();
}

void WholeStep::measure() {
  measures_.update(scenes_[now_], deformer_);
  measures_.joint(joints_[now_]);
  measures_.islands(scenes_[now_].nodes.front().id);
  measures_.bleed(joints_[now_]);
}

void WholeStep::release() {
  if (is_last_[now_]) deformer_.reorder();
}

}  // namespace marrow::bench
