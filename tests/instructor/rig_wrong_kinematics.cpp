// Misconceptions about matrices and increments, and the checks that show them.
#include "rig_wrong.h"

namespace marrow::test {

namespace {

glm::mat4 of_parent(const Matrices& matrices, const Joint& joint) {
  return joint.parent < 0 ? glm::mat4(1.0f) : matrices[std::size_t(joint.parent)];
}

/// A chain whose step is given: matrix of the parent, joint -> matrix of the joint.
template <typename Step>
Matrices chained(const Skeleton& skeleton, Step step) {
  Matrices matrices;
  for (const Joint& joint : skeleton.joints)
    matrices.push_back(step(of_parent(matrices, joint), joint));
  return matrices;
}

}  // namespace

TEST_CASE("wrong: the base on the wrong side, B = L B_p") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    return chained(skeleton, [](const glm::mat4& parent, const Joint& joint) {
      return joint.bind_local * parent;
    });
  });
  check_caught(wrong, {"task1.bind_by_hand", "task1.bind_stands_on_parent"}, "not L_j B_p(j)");
  check_named(wrong, "wrong order");
}

TEST_CASE("wrong: L taken for B, without the parent") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    return chained(skeleton, [](const glm::mat4&, const Joint& joint) { return joint.bind_local; });
  });
  check_caught(wrong, {"task1.bind_by_hand", "task1.bind_stands_on_parent"},
               "relative to the parent");
}

TEST_CASE("wrong: the root stands at the origin, its L is forgotten") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    return chained(skeleton, [](const glm::mat4& parent, const Joint& joint) {
      return joint.parent < 0 ? glm::mat4(1.0f) : parent * joint.bind_local;
    });
  });
  check_caught(wrong, {"task1.bind_by_hand", "task1.few_joints"}, "need not be at the origin");
}

TEST_CASE("wrong: the first joint is taken for the only root") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    Matrices matrices;
    for (const Joint& joint : skeleton.joints) {
      matrices.push_back(matrices.empty()
                             ? joint.bind_local
                             : matrices[std::size_t(std::max(0, joint.parent))] * joint.bind_local);
    }
    return matrices;
  });
  check_caught(wrong, {"task1.bind_stands_on_parent"});
  check_named(wrong, "several roots");
}

TEST_CASE("wrong: W = W_p Ul L") {
  Tasks wrong = with(&Tasks::posed_matrices, [](auto& skeleton) {
    return chained(skeleton, [](const glm::mat4& parent, const Joint& joint) {
      return parent * joint.user_local * joint.bind_local;
    });
  });
  check_caught(wrong, {"task1.posed_by_hand", "task1.posed_stands_on_parent",
                       "task2.only_descendants_follow"});
  check_named(wrong, "wrong order: first L, then Ul");
}

TEST_CASE("wrong: the posed root forgets its own Ul") {
  Tasks wrong = with(&Tasks::posed_matrices, [](auto& skeleton) {
    return chained(skeleton, [](const glm::mat4& parent, const Joint& joint) {
      return joint.parent < 0 ? joint.bind_local : parent * joint.bind_local * joint.user_local;
    });
  });
  check_caught(wrong, {"task1.posed_by_hand", "task1.few_joints", "task4.rigid_root"},
               "a root's too");
}

TEST_CASE("wrong: W = B_p L Ul, the parent's pose does not carry") {
  Tasks wrong = with(&Tasks::posed_matrices, [](auto& skeleton) {
    const Matrices bind = solution::tasks().bind_matrices(skeleton);
    Matrices posed;
    for (std::size_t j = 0; j < bind.size(); ++j)
      posed.push_back(bind[j] * skeleton.joints[j].user_local);
    return posed;
  });
  check_caught(
      wrong, {"task1.posed_by_hand", "task1.posed_stands_on_parent", "task4.inner_joint_of_three"},
      "carries its Ul along");
}

TEST_CASE("wrong: bind and posed swapped, T = B W^-1") {
  Tasks wrong = with(&Tasks::skinning_matrices, [](auto& posed, auto& bind) {
    return solution::tasks().skinning_matrices(bind, posed);
  });
  check_caught(wrong,
               {"task1.skinning_by_hand", "task1.skinning_takes_bind_to_posed",
                "task1.scaled_to_nothing", "task4.bent_elbow"},
               "swapped");
}

TEST_CASE("wrong: T = B^-1 W") {
  Tasks wrong = with(&Tasks::skinning_matrices, [](auto& posed, auto& bind) {
    Matrices skinning;
    for (std::size_t j = 0; j < bind.size(); ++j)
      skinning.push_back(glm::inverse(bind[j]) * posed[j]);
    return skinning;
  });
  check_caught(wrong,
               {"task1.skinning_by_hand", "task1.skinning_takes_bind_to_posed", "task4.bent_elbow"},
               "inverse belongs on the right");
}

TEST_CASE("wrong: T = W, the vertex never leaves the rest pose") {
  Tasks wrong = with(&Tasks::skinning_matrices, [](auto& posed, auto&) { return posed; });
  check_caught(wrong, {"task1.skinning_is_identity_at_rest", "task1.skinning_by_hand"});
  check_reason(wrong, "task1.skinning_by_hand", "not W alone");
}

TEST_CASE("wrong: W = B T") {
  Tasks wrong = solution::tasks();
  wrong.posed_from_skinning = [](auto& skinning, auto& bind) { return bind * skinning; };
  check_caught(wrong, {"task1.posed_from_skinning"});
  check_named(wrong, "wrong order: W = T B");
}

TEST_CASE("wrong: L = B B_p^-1") {
  Tasks wrong = solution::tasks();
  wrong.bind_local_from_bind = [](auto& parent, auto& bind) { return bind * glm::inverse(parent); };
  check_caught(wrong, {"task1.locals_from_globals"});
  check_named(wrong, "parent's inverse belongs on the left");
}

TEST_CASE("wrong: Ul = W_p^-1 W, without L") {
  Tasks wrong = with(&Tasks::user_local_from_posed,
                     [](auto&, auto& parent, auto& posed) { return glm::inverse(parent) * posed; });
  check_caught(wrong, {"task1.locals_from_globals"});
  check_named(wrong, "L is not undone");
}

TEST_CASE("wrong: the increment of the world is used as one of the joint") {
  Tasks wrong = solution::tasks();
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    return increment * glm::inverse(rest) * glm::inverse(parent) * posed;
  };
  check_caught(wrong,
               {"task2.increment_by_hand", "task2.posed_lands_at_increment",
                "task2.only_descendants_follow"},
               "world space");
}

TEST_CASE("wrong: the increment on the wrong side, W' = W U") {
  Tasks wrong = solution::tasks();
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    return glm::inverse(rest) * glm::inverse(parent) * posed * increment;
  };
  check_caught(wrong, {"task2.increment_by_hand", "task2.posed_lands_at_increment"});
  check_named(wrong, "wrong side");
}

TEST_CASE("wrong: the result is a factor of Ul, not the new Ul") {
  Tasks wrong = solution::tasks();
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto&, auto& increment) {
    const glm::mat4 frame = parent * rest;
    return glm::inverse(frame) * increment * frame;
  };
  check_caught(wrong, {"task2.no_drag_no_change", "task2.posed_lands_at_increment"});
  check_named(wrong, "not a factor");
  check_reason(wrong, "task2.no_drag_no_change", "not a factor");
}

TEST_CASE("wrong: L is not undone in the increment") {
  Tasks wrong = solution::tasks();
  wrong.user_local_after_increment = [](auto&, auto& parent, auto& posed, auto& increment) {
    return glm::inverse(parent) * increment * posed;
  };
  check_caught(wrong, {"task2.increment_by_hand", "task2.posed_lands_at_increment",
                       "task2.no_drag_no_change"});
  check_named(wrong, "L is not undone");
}

TEST_CASE("wrong: Ul' as a factor: the increment is multiplied to the Ul that it already holds") {
  Tasks wrong = solution::tasks();
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    const glm::mat4 out = glm::inverse(parent * rest);
    return out * increment * posed * out * posed;
  };
  check_caught(wrong, {"task2.posed_lands_at_increment", "task2.no_drag_no_change",
                       "task2.turn_about_a_pivot"});
  check_named(wrong, "Ul is counted twice");
}

TEST_CASE("wrong: the inverses of the increment multiplied in the wrong order, or missing") {
  Tasks wrong = solution::tasks();
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    return glm::inverse(parent) * glm::inverse(rest) * increment * posed;
  };
  check_caught(wrong, {"task2.posed_lands_at_increment"});
  check_named(wrong, "inverses are multiplied in the wrong order");
  wrong.user_local_after_increment = [](auto&, auto&, auto& posed, auto& increment) {
    return increment * posed;
  };
  check_caught(wrong, {"task2.increment_by_hand", "task2.posed_lands_at_increment",
                       "task2.turn_about_a_pivot"});
  check_named(wrong, "inverses are missing");
}

TEST_CASE("wrong: a local increment behind Ul") {
  Tasks wrong = with(&Tasks::user_local_after_local_increment,
                     [](auto& user_local, auto& increment) { return user_local * increment; });
  check_caught(wrong, {"task2.local_increment"}, "not Ul Incr");
  check_only_from_task(2, wrong);
}

}  // namespace marrow::test
