// Everything that is timed, registered with Google Benchmark.
//
//   floor/KERNEL/10k, floor_2t/...      the memory floor (floor.h)
//   stream/KERNEL/10k, stream_2t/...    STREAM's copy
//   skin/WHO/10k/64                     engine, engine_2t, dual_quaternions, centers, delta_mush,
//                                       course, textbook
//   find_joints/WHO/10k/64              scalar, textbook, engine (all rows), one_radius, one_bone
//   layout/engine/10k/64                vertices laid out by the joints that hold them
//   centers/all/10k/64, .../all_2t/...  all centers of rotation
//   kinematics/WHAT/64                  posed, skinning: W, T of a skeleton
//   step/WHAT/1m/64                     pose_drag, radius_drag, paint: without drawing, 2 threads
//   paint/WHAT/1m/64                    add, mirrored, smooth: a dab, without skin()
//
// With "_2t", and for step/, a benchmark runs on two threads and its wall time counts; otherwise it
// runs on one thread, whose CPU time counts.
#pragma once

#include <string>
#include <vector>

namespace marrow::bench {

/// A call handles a whole mesh (or skeleton); the counter "each" is its time per vertex (or joint).
void register_benchmarks();

const std::vector<int>& joint_counts();  ///< 20, 64, 256

}  // namespace marrow::bench
