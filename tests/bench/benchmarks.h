// Everything that is timed, registered with Google Benchmark.
//
//   floor/KERNEL/10k, floor_2t/...      the memory floor (floor.h)
//   stream/KERNEL/10k, stream_2t/...    STREAM's copy
//   skin/WHO/10k/64                     engine, engine_2t, dual_quaternions, centers, delta_mush,
//                                       course, textbook
//   find_joints/WHO/10k/64              scalar, textbook, engine (all rows anew), one_radius,
//                                       one_bone
//   layout/engine/10k/64                vertices laid out by the joints that hold them
//   centers/all/10k/64, .../all_2t/...  centers of rotation, all anew
//   kinematics/WHAT/64                  posed, skinning: W, T of a skeleton
//   step/WHAT/1m/64                     pose_drag, radius_drag, paint: all but drawing, 2 threads
//   paint/WHAT/1m/64                    add, mirrored, smooth: a dab without skin() into the buffer
//
// Without "_2t" it runs on one thread, and what counts is that thread's CPU time; with it (and for
// step/) on two, and wall time counts.
#pragma once

#include <string>
#include <vector>

namespace marrow::bench {

/// A call is for a whole mesh (skeleton); the counter "each" is the time for each vertex (joint).
void register_benchmarks();

const std::vector<int>& joint_counts();  ///< 20, 64, 256

}  // namespace marrow::bench
