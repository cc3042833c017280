// Functions of GLM, compiled for speed and linked first: of several instances of a template's
// function the linker keeps the first, also for the libraries. Instances in tests are not
// optimized; with them, tests with many matrices last up to ten times as long.
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace glm {

#define MARROW_OPTIMIZED(T)                                                                      \
  template mat<4, 4, T> operator*(const mat<4, 4, T>&, const mat<4, 4, T>&);                     \
  template mat<4, 4, T>::col_type operator*(const mat<4, 4, T>&, const mat<4, 4, T>::row_type&); \
  template mat<4, 4, T> operator*(const mat<4, 4, T>&, const T&);                                \
  template mat<3, 3, T> operator*(const mat<3, 3, T>&, T);                                       \
  template mat<3, 3, T> operator*(T, const mat<3, 3, T>&);                                       \
  template mat<3, 3, T> operator+(const mat<3, 3, T>&, const mat<3, 3, T>&);                     \
  template mat<4, 4, T> operator+(const mat<4, 4, T>&, const mat<4, 4, T>&);                     \
  template mat<3, 3, T> operator*(const mat<3, 3, T>&, const mat<3, 3, T>&);                     \
  template mat<3, 3, T>::col_type operator*(const mat<3, 3, T>&, const mat<3, 3, T>::row_type&); \
  template struct detail::compute_inverse<3, 3, T, defaultp, false>;                             \
  template struct detail::compute_inverse<4, 4, T, defaultp, false>;                             \
  template mat<4, 4, T> inverse(const mat<4, 4, T>&);                                            \
  template mat<3, 3, T> inverse(const mat<3, 3, T>&);                                            \
  template T determinant(const mat<4, 4, T>&);                                                   \
  template T determinant(const mat<3, 3, T>&);                                                   \
  template mat<4, 4, T> rotate(const mat<4, 4, T>&, T, const vec<3, T>&);                        \
  template qua<T> operator*(const qua<T>&, const qua<T>&);                                       \
  template vec<3, T> operator*(const qua<T>&, const vec<3, T>&);                                 \
  template mat<3, 3, T> mat3_cast(const qua<T>&);                                                \
  template qua<T> quat_cast(const mat<3, 3, T>&);

MARROW_OPTIMIZED(float)
MARROW_OPTIMIZED(double)

}  // namespace glm
