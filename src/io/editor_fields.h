// Lists the members of the editor's data (FORMAT.md) in order, once for both writing
// (editor_save.cpp) and reading (editor_load.cpp). An `io` writes or reads one member:
//
//   io(name, v)                 always present; v may be a list or a struct of this file
//   io.unless(name, v, usual)   left out if it has the usual value
//   io.maybe(name, v)           left out if v is empty or null
//   io.array, io.maybe_array    stored as bytes in the buffer
//   io.named, io.maybe_named    an enumerator, or a list of them, by name
//   io.whole(name, v, most), io.exact(name, float), io.carried(text)
#pragma once

#include <glm/glm.hpp>

#include "io/editor_data.h"

namespace marrow::io {

void fields(auto& io, Camera& camera) {
  io("target", camera.target);
  io("distance", camera.distance);
  io("yaw", camera.yaw);
  io("pitch", camera.pitch);
  io("field_of_view", camera.field_of_view);
  io("orthographic", camera.orthographic);
}

void fields(auto& io, CameraKey& key) {
  io("share", key.share);
  io("camera", key.camera);
}

void fields(auto& io, CameraMove& move) {
  io("from", move.from);
  io("to", move.to);
  io.maybe("between", move.between);
}

void fields(auto& io, RotationLimits& limits) {
  io("lower", limits.lower);
  io("upper", limits.upper);
  io.unless("rest", limits.rest, glm::vec3(0.0f));
}

void fields(auto& io, Joint& joint) {
  io("id", joint.id);
  io("name", joint.name);
  io("parent", joint.parent);
  io("bind_local", joint.bind_local);
  io("user_local", joint.user_local);
  io("extent", joint.extent);
  io("radius", joint.radius);
  io("extent_guessed", joint.extent_guessed);
  io.maybe("tip_radius", joint.tip_radius);
  io.unless("locked", joint.locked, false);
  io.unless("pinned", joint.pinned, false);
  io.unless("roll", joint.roll, 0.0f);
  io.carried(joint.carried);
  io.maybe("limits", joint.limits);
  io.maybe("pole", joint.pole);
  io.maybe("human_bone", joint.human_bone);
}

void fields(auto& io, Pose::Entry& entry) {
  io("joint", entry.joint);
  io("user_local", entry.user_local);
}

void fields(auto& io, Pose& pose) {
  io("name", pose.name);
  io("entries", pose.entries);
}

void fields(auto& io, Skeleton& skeleton) {
  io("falloff", skeleton.falloff);
  io("joints", skeleton.joints);
  io("poses", skeleton.poses);
  io.unless("metric", skeleton.metric, Metric::straight);
  io.unless("blend", skeleton.blend, Blend::linear);
}

void fields(auto& io, SpringCollider& collider) {
  io("target", collider.target);
  io("offset", collider.offset);
  io("radius", collider.radius);
  io.maybe("tail", collider.tail);
  io.maybe("tail_radius", collider.tail_radius);
}

void fields(auto& io, SpringGroup& group) {
  io("name", group.name);
  io("colliders", group.colliders);
}

void fields(auto& io, SpringJoint& joint) {
  io("joint", joint.joint);
  io("hit_radius", joint.hit_radius);
  io("stiffness", joint.stiffness);
  io("gravity_power", joint.gravity_power);
  io("gravity", joint.gravity);
  io("drag", joint.drag);
}

void fields(auto& io, SpringChain& chain) {
  io("name", chain.name);
  io("joints", chain.joints);
  io("end", chain.end);
  io("center", chain.center);
  io("groups", chain.groups);
}

void fields(auto& io, Springs& springs) {
  io("colliders", springs.colliders);
  io("groups", springs.groups);
  io("chains", springs.chains);
}

void fields(auto& io, MotionChannel& channel) {
  io.named("property", channel.property, kPropertyNames);
  io.named("interpolation", channel.interpolation, kInterpolationNames);
  io.array("times", channel.times);
  io.array("values", channel.values);
  io.maybe_named("shapes", channel.shapes, kShapeNames);
}

void fields(auto& io, MotionTrack& track) {
  io("target", track.target);
  io("translation", track.translation);
  io("rotation", track.rotation);
  io("scale", track.scale);
  io("channels", track.channels);
}

void fields(auto& io, MotionTiming& timing) {
  io.exact("length", timing.length);
  io.exact("frame_rate", timing.frame_rate);
  io.exact("loop_begin", timing.loop_begin);
  io.exact("loop_end", timing.loop_end);
}

void fields(auto& io, Motion& motion) {
  io("name", motion.name);
  io("tracks", motion.tracks);
  io.unless("timing", motion.timing, MotionTiming{});
}

void fields(auto& io, TouchUps& touch_ups) {
  io.array("vertices", touch_ups.vertices);
  io.array("row_begin", touch_ups.row_begin);
  io.array("joint", touch_ups.joint);
  io.array("difference", touch_ups.difference);
}

void fields(auto& io, ExplicitWeights& weights) {
  io.array("row_begin", weights.row_begin);
  io.array("joint", weights.joint);
  io.array("weight", weights.weight);
}

void fields(auto& io, Material& material) {
  io("name", material.name);
  io("base_color", material.base_color);
  io.textures_of(material);
  io.carried(material.carried);
  io.texture_use_of(material);
}

void fields(auto& io, VertexAttribute& attribute) {
  io("name", attribute.name);
  io.whole("width", attribute.width, 4);
  io.whole("component_type", attribute.component_type, 5126);
  io("normalized", attribute.normalized);
  io.array("bytes", attribute.bytes);
}

void fields(auto& io, MorphTarget& target) {
  io("name", target.name);
  io.array("positions", target.positions);
  io.array("normals", target.normals);
  io.array("tangents", target.tangents);
}

void fields(auto& io, Mesh& mesh) {
  io.array("positions", mesh.positions);
  io.array("face_begin", mesh.face_begin);
  io.array("corner_vertex", mesh.corner_vertex);
  io.array("normals", mesh.normals);
  io.corners("corner_normal", mesh.corner_normal, mesh);
  io.array("uvs", mesh.uvs);
  io.corners("corner_uv", mesh.corner_uv, mesh);
  io.maybe("weights", mesh.weights);
  io.maybe("materials", mesh.materials);
  io.maybe_array("face_material", mesh.face_material);
  io.maybe("groups", mesh.groups);
  io.maybe_array("face_group", mesh.face_group);
  io.maybe("attributes", mesh.attributes);
  io.maybe("morph_targets", mesh.morph_targets);
  io.carried(mesh.carried);
}

void fields(auto& io, Node& node) {
  io("id", node.id);
  io("name", node.name);
  io("parent", node.parent);
  io("local", node.local);
  io.unless("joint", node.joint, kNoId);
  io.mesh_of(node);  // also bound_to, explicit_weights and touch_ups
  io.unless("touch_up_strength", node.touch_up_strength, 1.0f);
  io.maybe("skeleton", node.skeleton);
  io("visible", node.visible);
  io.maybe("morph_weights", node.morph_weights);
  io.carried(node.carried);
}

}  // namespace marrow::io
