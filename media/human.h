// The mannequin's body as a field, and the places of its joints, which the field uses so that bones
// and skin agree. Meters, left side.
#pragma once

#include "field.h"

namespace marrow::media {

inline const glm::dvec3 kHips{0.0, 0.93, -0.006}, kSpine{0.0, 1.05, -0.010},
    kChest{0.0, 1.175, -0.016};
inline const glm::dvec3 kNeck{0.0, 1.425, -0.022}, kHead{0.0, 1.515, -0.006},
    kCrown{0.0, 1.66, 0.008};
inline const glm::dvec3 kClavicle{0.025, 1.385, -0.020}, kShoulder{0.172, 1.375, -0.020};
inline const glm::dvec3 kElbow{0.395, 1.232, -0.028}, kWrist{0.596, 1.106, -0.006},
    kFingers{0.713, 1.034, 0.012};
inline const glm::dvec3 kHip{0.086, 0.885, -0.004}, kKnee{0.108, 0.480, 0.006},
    kAnkle{0.122, 0.078, -0.024};
inline const glm::dvec3 kBall{0.137, 0.030, 0.098}, kToe{0.144, 0.026, 0.155};

Field human_field();

/// Shorter edges at the face, the fingers and the toes.
double human_edge_length(const glm::dvec3& point);

}  // namespace marrow::media
