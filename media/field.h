// Shapes as smooth blends of stretched round cones: a signed field, negative inside, whose zero set
// is the skin. Meters, right-handed, y up, +z to the front, the left side at x > 0.
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace marrow::media {

/// A round cone from a to b (a sphere where they coincide), stretched along the axes of a frame
/// about a.
struct Blob {
  glm::dvec3 a{0.0}, b{0.0};
  double radius_a = 0.1, radius_b = 0.1;
  double blend = 0.02;      ///< the distance over which it blends with the blobs before it
  glm::dvec3 stretch{1.0};  ///< along the frame's axes; the radii are for stretch 1
  glm::dmat3 frame{1.0};    ///< world_from_blob, a rotation
  bool carves = false;      ///< subtracted instead of added
};

/// Blobs that are blended with each other first and then, as one, with the parts before them, so
/// that fingers blend into a hand but not into a hip.
struct Part {
  std::vector<Blob> blobs;
  double blend = 0.02;
  bool mirrored = false;  ///< also on the right side
  bool carves = false;    ///< subtracted instead of added
};

struct Field {
  std::vector<Part> parts;
};

double value(const Field& field, const glm::dvec3& point);
glm::dvec3 gradient(const Field& field, const glm::dvec3& point);

/// The nearest point of the skin, by Newton steps along the gradient. Precondition: the point is
/// near the skin.
glm::dvec3 projected(const Field& field, glm::dvec3 point);

/// A ball scaled to the three radii.
Blob ellipsoid(const glm::dvec3& center, const glm::dvec3& radii, double blend);
Blob round_cone(const glm::dvec3& a, const glm::dvec3& b, double radius_a, double radius_b,
                double blend);
Blob carved(Blob blob);

}  // namespace marrow::media
