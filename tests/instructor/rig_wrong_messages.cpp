// Mistakes that all checks name alike, with messages that a student can reproduce.
#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <stdexcept>

#include "rig_wrong.h"

namespace marrow::test {

namespace {

Matrices transposed(Matrices matrices) {
  for (glm::mat4& matrix : matrices) matrix = glm::transpose(matrix);
  return matrices;
}

/// skin() with another rule for M; normals and uncovered vertices are the textbook's.
template <typename Blend>
void skinned(const Matrices& skinning, const Influences& influences, const Points& positions,
             const Points& normals, Points& out_positions, Points& out_normals, Blend blend) {
  solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (influences.row_size(i) == 0) continue;
    out_positions[i] = glm::vec3(blend(i) * glm::vec4(positions[i], 1.0f));
  }
}

glm::mat4 sum_of(const Matrices& skinning, const Influences& influences, std::uint32_t begin,
                 std::uint32_t end, glm::mat4 sum = glm::mat4(0.0f)) {
  for (std::uint32_t k = begin; k < end; ++k)
    sum += influences.weight[k] * skinning[influences.joint[k]];
  return sum;
}

/// Declares skin() with this M of vertex i.
#define SKIN_WITH(expression)                                                         \
  [](const Matrices& skinning, const Influences& influences, const Points& positions, \
     const Points& normals, Points& out_positions, Points& out_normals) {             \
    skinned(skinning, influences, positions, normals, out_positions, out_normals,     \
            [&]([[maybe_unused]] std::size_t i) -> glm::mat4 { return expression; }); \
  }

}  // namespace

TEST_CASE("named: matrices that are transposed") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    return transposed(solution::tasks().bind_matrices(skeleton));
  });
  check_agreed(wrong, "transposed");
  wrong = with(&Tasks::posed_matrices, [](auto& skeleton) {
    return transposed(solution::tasks().posed_matrices(skeleton));
  });
  check_agreed(wrong, "transposed");
  wrong = with(&Tasks::skinning_matrices, [](auto& posed, auto& bind) {
    return transposed(solution::tasks().skinning_matrices(posed, bind));
  });
  check_agreed(wrong, "transposed");
}

TEST_CASE("named: row vectors, in products and for a vertex") {
  Tasks wrong = with(&Tasks::skinning_matrices, [](auto& posed, auto& bind) {
    Matrices result;
    for (std::size_t j = 0; j < bind.size(); ++j)
      result.push_back(glm::affineInverse(bind[j]) * posed[j]);
    return result;
  });
  check_agreed(wrong, "the inverse belongs on the right");
  wrong = with(&Tasks::user_local_after_increment, [](auto& bind_local, auto& parent, auto& posed,
                                                      auto& increment) {
    return posed * increment * glm::affineInverse(parent) * glm::affineInverse(bind_local);
  });
  check_agreed(wrong, "row vectors");
  wrong = with(&Tasks::skin,
               SKIN_WITH(glm::mat4(glm::transpose(glm::mat3(sum_of(
                   skinning, influences, influences.row_begin(i), influences.row_end(i)))))));
  check_agreed(wrong, "takes v for a row");
}

TEST_CASE("named: the last joint of a chain is left out") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    Matrices bind = solution::tasks().bind_matrices(skeleton);
    if (!bind.empty()) bind.back() = glm::mat4(0.0f);
    return bind;
  });
  check_agreed(wrong, "nothing was written for this joint");
}

TEST_CASE("named: the parents' poses are forgotten") {
  Tasks wrong = with(&Tasks::posed_matrices, [](auto& skeleton) {
    Matrices posed = solution::tasks().bind_matrices(skeleton);
    for (std::size_t j = 0; j < posed.size(); ++j)
      posed[j] = posed[j] * skeleton.joints[j].user_local;
    return posed;
  });
  check_agreed(wrong, "the parent's W carries its Ul along");
}

TEST_CASE("named: rules of find_joints") {
  Tasks wrong = solution::tasks();
  const auto by_distance = []<typename Holds>(const Skeleton& skeleton, const Matrices& bind,
                                              const Points& positions, Holds holds) {
    JointLists lists(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
      for (std::size_t j = 0; j < bind.size(); ++j) {
        const glm::vec3 start(bind[j][3]),
            end(bind[j] * glm::vec4(skeleton.joints[j].extent, 1.0f)),
            nearest = solution::tasks().closest_on_line_segment(start, end, positions[i]);
        if (holds(glm::distance(nearest, positions[i]), skeleton.joints[j].radius))
          lists[i].push_back(int(j));
      }
    return lists;
  };
  static const auto listed = by_distance;
  wrong.find_joints = [](auto& skeleton, auto& bind, auto& positions) {
    return listed(skeleton, bind, positions, [](float d, float r) { return d * d < r; });
  };
  check_agreed(wrong, "squared distance");
  wrong.find_joints = [](auto& skeleton, auto& bind, auto& positions) {
    return listed(skeleton, bind, positions, [](float d, float r) { return d * d < r * r; });
  };
  check_agreed(wrong, "loses the sign of r");
}

TEST_CASE("named: lists that are too long, too short or out of order") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    for (std::vector<int>& list : lists) list.insert(list.end(), list.begin(), list.end());
    return lists;
  });
  check_agreed(wrong, "names each joint once");
  wrong.find_joints = [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    for (std::vector<int>& list : lists) std::reverse(list.begin(), list.end());
    return lists;
  };
  check_agreed(wrong, "ascending");
  wrong.find_joints = [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    if (!lists.empty()) lists.back().clear();
    return lists;
  };
  check_agreed(wrong, "only the last is wrong");
}

TEST_CASE("named: the extent as a direction") {
  Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
      for (std::size_t j = 0; j < bind.size(); ++j) {
        const glm::vec3 end(bind[j] * glm::vec4(skeleton.joints[j].extent, 0.0f));
        const glm::vec3 nearest =
            solution::tasks().closest_on_line_segment(glm::vec3(bind[j][3]), end, positions[i]);
        if (glm::distance(nearest, positions[i]) < skeleton.joints[j].radius)
          lists[i].push_back(int(j));
      }
    return lists;
  });
  check_agreed(wrong, "with w = 0");
}

TEST_CASE("named: a wrong nearest point is told before the lists that come of it") {
  Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
    const glm::vec3 d = end - start;
    return start + glm::clamp(glm::dot(point - start, d), 0.0f, 1.0f) * d;
  });
  wrong.find_joints = [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
      for (std::size_t j = 0; j < bind.size(); ++j) {
        const glm::vec3 start(bind[j][3]),
            d = glm::vec3(bind[j] * glm::vec4(skeleton.joints[j].extent, 1.0f)) - start;
        const float t = glm::clamp(glm::dot(positions[i] - start, d), 0.0f, 1.0f);
        if (glm::distance(start + t * d, positions[i]) < skeleton.joints[j].radius)
          lists[i].push_back(int(j));
      }
    return lists;
  };
  check_agreed(wrong, "not divided by the squared length");
}

TEST_CASE("named: where a nearest point goes wrong") {
  struct Bone {
    glm::vec3 start, end, d, point;
    float along, squared, share;
  };
  using Rule = glm::vec3 (*)(const Bone& b);
  const auto unit = [](float t) { return glm::clamp(t, 0.0f, 1.0f); };
  static const auto clamped = unit;
  const std::pair<const char*, Rule> rules[] = {
      {"to [0, 1]", [](auto& b) { return b.start + b.along / b.squared * b.d; }},
      {"to [0, 1]", [](auto& b) { return b.start + std::max(b.along / b.squared, 0.0f) * b.d; }},
      {"to [0, 1]", [](auto& b) { return b.start + std::min(b.along / b.squared, 1.0f) * b.d; }},
      {"d was made a unit vector",
       [](auto& b) {
         const float length = std::sqrt(b.squared);
         return b.start + clamped(b.along / length) * (b.d / length);
       }},
      {"divided by the length and not by its square",
       [](auto& b) {
         const float length = std::sqrt(b.squared);
         return b.start + glm::clamp(b.along / length, 0.0f, length) * b.d;
       }},
      {"not divided by the squared length",
       [](auto& b) { return b.start + clamped(b.along) * b.d; }},
      {"start is not subtracted",
       [](auto& b) { return b.start + clamped(glm::dot(b.point, b.d) / b.squared) * b.d; }},
      {"start is not added back", [](auto& b) { return b.share * b.d; }},
      {"start and end are swapped", [](auto& b) { return b.end - b.share * b.d; }},
      {"only the ends of the bone",
       [](auto& b) {
         return glm::distance(b.point, b.start) < glm::distance(b.point, b.end) ? b.start : b.end;
       }},
      {"the way to the point", [](auto& b) { return b.point - (b.start + b.share * b.d); }},
      {"divided by the length and not by its square",
       [](auto& b) { return b.start + clamped(b.along / std::sqrt(b.squared)) * b.d; }}};
  static Rule present;  // a task has no captures
  for (const auto& one : rules) {
    INFO(std::string(one.first));
    present = one.second;
    Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
      const glm::vec3 d = end - start;
      const float along = glm::dot(point - start, d), squared = glm::dot(d, d);
      return squared > 0.0f
                 ? present({start, end, d, point, along, squared, clamped(along / squared)})
                 : start;
    });
    check_agreed(wrong, one.first);
  }
}

TEST_CASE("named: inverses that are missing or stand elsewhere in Ul") {
  using Rule = glm::mat4 (*)(const glm::mat4& l, const glm::mat4& parent, const glm::mat4& posed);
  const std::pair<const char*, Rule> rules[] = {
      {"L is not undone",
       [](auto&, auto& parent, auto& posed) { return glm::affineInverse(parent) * posed; }},
      {"W_p is not undone",
       [](auto& l, auto&, auto& posed) { return glm::affineInverse(l) * posed; }},
      {"multiplied in the wrong order",
       [](auto& l, auto& parent, auto& posed) {
         return glm::affineInverse(parent) * glm::affineInverse(l) * posed;
       }},
      {"are on the wrong side",
       [](auto& l, auto& parent, auto& posed) {
         return posed * glm::affineInverse(parent) * glm::affineInverse(l);
       }},
      {"are on the wrong side",
       [](auto& l, auto& parent, auto& posed) {
         return posed * glm::affineInverse(l) * glm::affineInverse(parent);
       }},
      {"nothing is inverted",
       [](auto& l, auto& parent, auto& posed) { return parent * l * posed; }},
      {"this is the inverse of Ul",
       [](auto& l, auto& parent, auto& posed) { return glm::affineInverse(posed) * parent * l; }}};
  for (const auto& one : rules) {
    Tasks wrong = with(&Tasks::user_local_from_posed, one.second);
    check_agreed(wrong, one.first);
  }
}

TEST_CASE("named: the sum of a vertex") {
  Tasks wrong = with(&Tasks::skin, SKIN_WITH(sum_of(skinning, influences, influences.row_begin(i),
                                                    influences.row_end(i), glm::mat4(1.0f))));
  check_agreed(wrong, "M starts at the identity");
  wrong.skin = SKIN_WITH(sum_of(skinning, influences, 0, std::uint32_t(influences.joint.size())));
  check_agreed(wrong, "over all joints, or all entries");
  wrong.skin = [](auto& skinning, auto& influences, auto& positions, auto& normals,
                  auto& out_positions, auto& out_normals) {
    const Points old = out_positions;
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    if (!positions.empty())
      out_positions.back() =
          old.size() < positions.size() ? glm::vec3(0.0f) : old[positions.size() - 1];
  };
  wrong.name = "the last vertex is left out";
  check_agreed(wrong, "the last is wrong");
}

TEST_CASE("named: weights by the squared distance") {
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    std::vector<float> squared;
    for (const float d : distances) squared.push_back(d * d);
    return solution::tasks().inverse_distance_weights(squared);
  });
  check_agreed(wrong, "not as 1 / d^2");
}

TEST_CASE("named: degrees") {
  Tasks wrong = with(
      &Tasks::ik_gradient, [](auto& skeleton, auto& posed, auto& world, auto& pulls, auto& free) {
        Points slopes = solution::tasks().ik_gradient(skeleton, posed, world, pulls, free);
        for (glm::vec3& slope : slopes) slope = glm::radians(slope);
        return slopes;
      });
  check_agreed(wrong, "per degree");
}

TEST_CASE("named: an exception of the function's own keeps its words") {
  Tasks wrong = with(&Tasks::find_joints, [](auto&, auto&, auto&) -> JointLists {
    throw std::runtime_error("no capsules today");
  });
  check_agreed(wrong, "threw this itself");
  wrong.find_joints = [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    lists.at(positions.size()).clear();
    return lists;
  };
  check_agreed(wrong, "an index beyond the end");
}

TEST_CASE("named: whose parent, whose Ul, whose skeleton") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    Skeleton chain = skeleton;
    for (std::size_t j = 1; j < chain.joints.size(); ++j)
      if (chain.joints[j].parent >= 0) chain.joints[j].parent = int(j) - 1;
    return solution::tasks().bind_matrices(chain);
  });
  check_agreed(wrong, "the joint before is used as the parent");
  wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    Skeleton hung = skeleton;
    for (std::size_t j = 1; j < hung.joints.size(); ++j)
      hung.joints[j].parent = std::max(hung.joints[j].parent, 0);
    return solution::tasks().bind_matrices(hung);
  });
  check_agreed(wrong, "hung under the first joint");
  wrong = with(&Tasks::posed_matrices, [](auto& skeleton) {
    Skeleton late = skeleton;
    for (Joint& joint : late.joints)
      if (joint.parent >= 0)
        joint.user_local = skeleton.joints[std::size_t(joint.parent)].user_local;
    return solution::tasks().posed_matrices(late);
  });
  check_reason(wrong, "task1.posed_by_hand", "the Ul of the parent");
  wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    static Matrices kept;
    if (kept.size() != skeleton.joints.size()) kept = solution::tasks().bind_matrices(skeleton);
    return kept;
  });
  check_reason(wrong, "task1.bind_stands_on_parent", "of the skeleton before");
}

TEST_CASE("named: factors of L, of Ul and of increments that are missing or stand elsewhere") {
  using Bind = glm::mat4 (*)(const glm::mat4& parent, const glm::mat4& bind);
  const std::pair<const char*, Bind> binds[] = {
      {"the parent is missing", [](auto&, auto& bind) { return bind; }},
      {"the parent's inverse belongs on the left",
       [](auto& parent, auto& bind) { return bind * glm::affineInverse(parent); }},
      {"parent and joint are swapped",
       [](auto& parent, auto& bind) { return glm::affineInverse(bind) * parent; }},
      {"B_p is not inverted", [](auto& parent, auto& bind) { return parent * bind; }}};
  for (const auto& one : binds) {
    INFO(std::string(one.first));
    Tasks wrong = with(&Tasks::bind_local_from_bind, one.second);
    check_agreed(wrong, one.first);
  }
  using Local = glm::mat4 (*)(const glm::mat4& own, const glm::mat4& increment);
  const std::pair<const char*, Local> locals[] = {
      {"the increment belongs in front", [](auto& own, auto& more) { return own * more; }},
      {"the increment is not used", [](auto& own, auto&) { return own; }},
      {"the increment does not replace Ul", [](auto&, auto& more) { return more; }},
      {"the increment is inverted",
       [](auto& own, auto& more) { return glm::affineInverse(more) * own; }}};
  for (const auto& one : locals) {
    INFO(std::string(one.first));
    Tasks wrong = with(&Tasks::user_local_after_local_increment, one.second);
    check_agreed(wrong, one.first);
  }
  using World = glm::mat4 (*)(const glm::mat4& l, const glm::mat4& parent, const glm::mat4& posed,
                              const glm::mat4& increment);
  const std::pair<const char*, World> worlds[] = {
      {"U is on the wrong side",
       [](auto& l, auto& parent, auto& posed, auto& u) {
         return glm::affineInverse(parent * l) * posed * u;
       }},
      {"the result replaces Ul and is not a factor of it",
       [](auto& l, auto& parent, auto&, auto& u) {
         return glm::affineInverse(parent * l) * u * parent * l;
       }},
      {"L is not undone", [](auto&, auto& parent, auto& posed,
                             auto& u) { return glm::affineInverse(parent) * u * posed; }},
      {"W_p is not undone",
       [](auto& l, auto&, auto& posed, auto& u) { return glm::affineInverse(l) * u * posed; }},
      {"the inverses are multiplied in the wrong order",
       [](auto& l, auto& parent, auto& posed, auto& u) {
         return glm::affineInverse(parent) * glm::affineInverse(l) * u * posed;
       }},
      {"the inverses are missing", [](auto&, auto&, auto& posed, auto& u) { return u * posed; }},
      {"U is in world space", [](auto&, auto&, auto&, auto& u) { return u; }},
      {"U is inverted",
       [](auto& l, auto& parent, auto& posed, auto& u) {
         return glm::affineInverse(parent * l) * glm::affineInverse(u) * posed;
       }},
      {"nothing is inverted",
       [](auto& l, auto& parent, auto& posed, auto& u) { return parent * l * u * posed; }}};
  for (const auto& one : worlds) {
    INFO(std::string(one.first));
    Tasks wrong = with(&Tasks::user_local_after_increment, one.second);
    check_agreed(wrong, one.first);
  }
}

TEST_CASE("named: inverses by hand") {
  const auto rigid = [](const glm::mat4& matrix) {
    const glm::mat4 back(glm::transpose(glm::mat3(matrix)));
    return back * glm::translate(glm::mat4(1.0f), -glm::vec3(matrix[3]));
  };
  static const auto inverse_of_rigid = rigid;
  Tasks wrong = with(&Tasks::skinning_matrices, [](auto& posed, auto& bind) {
    Matrices result;
    for (std::size_t j = 0; j < bind.size(); ++j)
      result.push_back(posed[j] * inverse_of_rigid(bind[j]));
    return result;
  });
  check_agreed(wrong, "that of a rigid matrix");
  wrong.skinning_matrices = [](auto& posed, auto& bind) {
    Matrices result;
    for (std::size_t j = 0; j < bind.size(); ++j) {
      glm::mat4 back(glm::transpose(glm::mat3(bind[j])));
      back[3] = glm::vec4(-glm::vec3(bind[j][3]), 1.0f);
      result.push_back(posed[j] * back);
    }
    return result;
  };
  check_agreed(wrong, "does not just negate its translation");
  wrong.skinning_matrices = [](auto& posed, auto& bind) {
    Matrices result;
    for (std::size_t j = 0; j < bind.size(); ++j)
      result.push_back(glm::inverse(bind[j] * glm::inverse(posed[j])));
    return result;
  };
  check_agreed(wrong, "W is inverted on the way");
  wrong = with(&Tasks::user_local_after_increment,
               [](auto& rest, auto& parent, auto& posed, auto& increment) {
                 return inverse_of_rigid(parent * rest) * increment * posed;
               });
  check_agreed(wrong, "that of a rigid matrix");
}

TEST_CASE("named: what an increment does") {
  Tasks wrong =
      with(&Tasks::user_local_after_increment, [](auto&, auto&, auto& posed, auto& increment) {
        return glm::inverse(posed) * increment * posed;
      });
  check_reason(wrong, "task2.increment_by_hand", "the old Ul is lost");
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    return glm::inverse(parent * rest) * glm::mat4(glm::mat3(increment)) * posed;
  };
  check_agreed(wrong, "translation is left out");
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    const glm::vec3 origin(posed[3]);
    const glm::mat4 there = glm::translate(glm::mat4(1.0f), origin),
                    back = glm::translate(glm::mat4(1.0f), -origin);
    return glm::inverse(parent * rest) * there * increment * back * posed;
  };
  check_agreed(wrong, "about the joint's own origin");
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    const glm::mat4 out = glm::inverse(parent * rest);
    return out * posed * out * increment * posed;
  };
  check_agreed(wrong, "Ul is counted twice");
}

TEST_CASE("named: the far end of a bone, a bone that is a point, lists left out") {
  Tasks wrong = with(&Tasks::closest_on_line_segment, [](auto& start, auto& end, auto& point) {
    return start == end ? point : solution::tasks().closest_on_line_segment(start, end, point);
  });
  check_reason(wrong, "task3.closest_on_a_point", "not the point that is asked for");
  wrong.closest_on_line_segment = [](auto& start, auto& end, auto& point) {
    const glm::vec3 nearest = solution::tasks().closest_on_line_segment(start, end, point);
    return nearest == end ? start : nearest;
  };
  check_reason(wrong, "task3.closest_is_clamped", "that end, not the start");
  wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    std::erase_if(lists, [](auto& list) { return list.empty(); });
    return lists;
  });
  check_named(wrong, "an empty one of its own");
}

TEST_CASE("named: sums of weights") {
  using Numbers = std::vector<float>;
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    static float sum = 0.0f;
    Numbers weights;
    for (const float d : distances) sum += 1.0f / std::max(d, 1e-6f);
    for (const float d : distances) weights.push_back(1.0f / std::max(d, 1e-6f) / sum);
    return weights;
  });
  check_reason(wrong, "task4.weights_by_hand", "from one call to the next");
  wrong.inverse_distance_weights = [](auto& distances) {
    Numbers weights;
    float sum = 0.0f;
    for (const float d : distances) {
      sum += 1.0f / std::max(d, 1e-6f);
      weights.push_back(1.0f / std::max(d, 1e-6f) / sum);
    }
    return weights;
  };
  for (const char* check : {"task4.weights_by_hand", "task4.weights_on_a_bone"})
    check_reason(wrong, check, "while it grows");
  wrong.inverse_distance_weights = [](auto& distances) {
    if (distances.size() < 2) return Numbers(distances.size(), 1.0f);
    float sum = 0.0f;
    for (const float d : distances) sum += d;
    Numbers weights;
    for (const float d : distances)
      weights.push_back((1.0f - d / std::max(sum, 1e-6f)) / float(distances.size() - 1));
    return weights;
  };
  check_reason(wrong, "task4.weights_by_hand", "1 - d / sum");
  wrong.inverse_distance_weights = [](auto& distances) {
    Numbers weights = solution::tasks().inverse_distance_weights(distances);
    const auto on = std::find(distances.begin(), distances.end(), 0.0f);
    if (on == distances.end()) return weights;
    std::fill(weights.begin(), weights.end(), 0.0f);
    weights[std::size_t(on - distances.begin())] = 1.0f;
    return weights;
  };
  check_agreed(wrong, "does not take all");
}

TEST_CASE("named: rows and sums of vertices") {
  Tasks wrong = solution::tasks();
  wrong.skin =
      SKIN_WITH(sum_of(skinning, influences, influences.row_begin(i) + 1, influences.row_end(i)));
  check_reason(wrong, "task4.blend_by_hand", "the first entry of the row is left out");
  wrong.skin = SKIN_WITH(sum_of(
      skinning, influences, influences.row_begin(i),
      std::uint32_t(std::min(influences.row_end(i) + std::size_t(1), influences.joint.size()))));
  check_reason(wrong, "task4.blend_by_hand", "k < row_end(i), not <=");
  wrong.skin = [](auto& skinning, auto& influences, auto& positions, auto& normals,
                  auto& out_positions, auto& out_normals) {
    glm::mat4 sum(0.0f);
    skinned(skinning, influences, positions, normals, out_positions, out_normals,
            [&](std::size_t i) {
              return sum = sum_of(skinning, influences, influences.row_begin(i),
                                  influences.row_end(i), sum);
            });
  };
  check_reason(wrong, "task4.blend_by_hand", "from one vertex to the next");
  wrong.skin = SKIN_WITH([&] {
    glm::mat4 sum(0.0f);
    for (const glm::mat4& matrix : skinning) sum += matrix / float(skinning.size());
    return sum;
  }());
  check_reason(wrong, "task4.blend_by_hand", "over all joints");
}

TEST_CASE("named: normals of the strongest joint, and those that are not written") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    const Points old = out_normals;
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    for (std::size_t i = 0; i < positions.size(); ++i)
      if (influences.row_size(i) == 0) out_normals[i] = i < old.size() ? old[i] : glm::vec3(0.0f);
  });
  check_agreed(wrong, "of an uncovered vertex is not written");
  wrong.skin = [](auto& skinning, auto& influences, auto& positions, auto& normals,
                  auto& out_positions, auto& out_normals) {
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (influences.row_size(i) < 2) continue;
      std::uint32_t most = influences.row_begin(i);
      for (std::uint32_t k = most; k < influences.row_end(i); ++k)
        if (influences.weight[k] > influences.weight[most]) most = k;
      const glm::mat3 matrix(skinning[influences.joint[most]]);
      out_normals[i] = glm::normalize(glm::inverseTranspose(matrix) * normals[i]);
    }
  };
  check_agreed(wrong, "not by the joint that weighs most alone");
}

// "expected" is known before the functions are called.
TEST_CASE("what is expected does not depend on what came out") {
  Tasks one = solution::tasks(), other = solution::tasks();
  one.bind_matrices = one.posed_matrices = [](auto& skeleton) {
    return Matrices(skeleton.joints.size(), glm::mat4(3.0f));
  };
  other.bind_matrices = other.posed_matrices = [](auto& skeleton) {
    return Matrices(skeleton.joints.size(), glm::mat4(-7.0f));
  };
  one.inverse_distance_weights = [](auto& distances) {
    return std::vector<float>(distances.size(), 11.0f);
  };
  other.inverse_distance_weights = [](auto& distances) {
    return std::vector<float>(distances.size(), -13.0f);
  };
  for (const course::Check& check : course::checks()) {
    CAPTURE(check.name);
    const course::Outcome a = course::run_check(check, one), b = course::run_check(check, other);
    if (!a.passed && !b.passed) CHECK(a.expected == b.expected);
  }
}

}  // namespace marrow::test
