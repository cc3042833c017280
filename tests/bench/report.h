// The report: everything measured in one run of one process, as ratios, in a table to read and in a
// flat JSON object; and a description of the machine.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace marrow::bench {

enum class Extent {
  whole,  ///< about three minutes
  quick,  ///< within 40 seconds on two busy cores: J = 64 except for find_joints; fewer rounds
  smoke,  ///< seconds: a twentieth of the vertices, one round; figures mean nothing
};

/// The keys of the JSON object are pinned: tools elsewhere read them.
/// - skin_1t_over_floor_{10k,100k,1m}, skin_2t_over_floor_{100k,1m}: skin() at J = 64 over the
///   memory floor with as many threads
/// - course_over_skin_100k, textbook_over_skin_100k: at J = 64, one thread
/// - scalar_over_find_joints_j64, _j256: scalar brute force over the engine's rebuild; 100k
///   vertices, one thread
/// - rebuild_over_one_radius_j64: the scalar rebuild over the edit of one radius; same size
/// - pose_drag_1m_ms, radius_drag_100k_ms, radius_drag_1m_ms: without drawing, two threads
/// - worst_error: of skin() against double precision, in diagonals of the bounding box, for all
///   models timed and some hundred random rigs
using Measures = std::map<std::string, double>;

/// Measures and prints. Throws std::runtime_error if engine and textbook disagree, before that
/// model is timed.
Measures measure(Extent extent);

/// False when the file cannot be written.
bool write_json(const std::string& path, const Measures& measures);

/// Processor and its cores, caches, how busy it was, compiler, instruction set in use: one line
/// each.
std::vector<std::string> machine_lines();

}  // namespace marrow::bench
