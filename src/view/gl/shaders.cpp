#include "view/gl/shaders.h"

namespace marrow::view::shaders {

const char* const kFullScreenVertex = R"(
out vec2 uv;
void main() {
  uv = vec2(float((gl_VertexID & 1) * 2), float((gl_VertexID >> 1) * 2));
  gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}
)";

const char* const kGradientFragment = R"(
uniform vec3 top;
uniform vec3 bottom;
uniform vec2 corner;    // of the picture in the whole one, pixels
uniform float height;   // of the whole one, pixels
out vec4 color;
void main() {
  vec2 place = gl_FragCoord.xy + corner;
  // A pinch of fixed noise hides the bands that eight bits make of a gradient this flat.
  float noise = fract(dot(place, vec2(0.75487767, 0.56984029)));
  color = vec4(mix(bottom, top, place.y / height) + (noise - 0.5) / 255.0, 1.0);
}
)";

const char* const kBlurFragment = R"(
in vec2 uv;
uniform sampler2D shape;
uniform vec2 across;        // from one texel to the next
uniform float deviation;    // texels
out vec4 color;
void main() {
  float sum = 0.0, weights = 0.0;
  for (float k = -ceil(2.5 * deviation); k <= 2.5 * deviation; k += 1.0) {
    float weight = exp(-0.5 * k * k / (deviation * deviation));
    sum += weight * texture(shape, uv + k * across).r;
    weights += weight;
  }
  color = vec4(sum / weights);
}
)";

const char* const kVisionFragment = R"(
uniform sampler2D picture;
uniform mat3 seen_from_full;   // linear light
out vec4 color;
void main() {
  vec4 there = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
  vec3 code = there.rgb / max(there.a, 1.0 / 255.0);
  vec3 light = mix(code / 12.92, pow((code + 0.055) / 1.055, vec3(2.4)), step(0.04045, code));
  light = clamp(seen_from_full * light, 0.0, 1.0);
  code = mix(light * 12.92, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light));
  color = vec4(code * there.a, there.a);
}
)";

// rig.h: M = sum w_j T_j, or the mean of dual quaternions and stretches, or about a center of
// rotation A v + M c - A c (rig/skinning/centers.h); v' = M v, n' = cofactors(M) sign(det M) n of
// unit length. Matrices are three rows of four numbers.
const char* const kSkin = R"(
#ifdef SKINNED
layout(location = 5) in vec3 share;    // weights of the second to fourth joint; what is left of 1 is the first one's
layout(location = 6) in uvec4 joint;   // the row's first four; a shorter row repeats its first joint
layout(location = 7) in uvec2 rest;    // of a longer row: where it goes on in `pairs`, and how many they are
layout(location = 8) in vec4 center;   // of rotation, the vertex itself if it has none; w is 0 where the blend is another
uniform highp sampler2D matrices;      // four texels a joint: three rows of T and zeros, or of centers its rotation; or those of dual quaternions (gpu_skin.cpp), of which the last ends with 1; behind them the identity, for uncovered vertices
uniform highp sampler2D pairs;         // joint, weight
vec4 texel_of(uint index, int k) {
  int across = textureSize(matrices, 0).x / 4;
  return texelFetch(matrices, ivec2(4 * (int(index) % across) + k, int(index) / across), 0);
}
mat3x4 matrix_of(uint index) { return mat3x4(texel_of(index, 0), texel_of(index, 1), texel_of(index, 2)); }
vec2 pair_at(uint k) {
  int across = textureSize(pairs, 0).x;
  return texelFetch(pairs, ivec2(int(k) % across, int(k) / across), 0).xy;
}
struct Mean { vec4 real, dual, diagonal, beside; };
void add(uint index, float weight, vec4 pivot, inout Mean mean) {
  vec4 real = texel_of(index, 0);
  float turned = dot(real, pivot) < 0.0 ? -weight : weight;
  mean.real += turned * real;
  mean.dual += turned * texel_of(index, 1);
  mean.diagonal += weight * texel_of(index, 2);
  mean.beside += weight * texel_of(index, 3);
}
mat3 rows_of(vec4 q) {   // of its rotation
  vec3 r = q.xyz, v = 2.0 / dot(q, q) * r;
  float w = q.w;
  return mat3(1.0 - v.y * r.y - v.z * r.z, v.x * r.y - v.z * w, v.x * r.z + v.y * w,
              v.x * r.y + v.z * w, 1.0 - v.x * r.x - v.z * r.z, v.y * r.z - v.x * w,
              v.x * r.z - v.y * w, v.y * r.z + v.x * w, 1.0 - v.x * r.x - v.y * r.y);
}
mat3x4 matrix_of(Mean mean) {
  vec3 r = mean.real.xyz, d = mean.dual.xyz;
  vec3 t = 2.0 / dot(mean.real, mean.real) * (mean.real.w * d - mean.dual.w * r + cross(r, d));
  mat3 turn = rows_of(mean.real);
  vec3 g = mean.diagonal.xyz, b = mean.beside.xyz;
  mat3 stretch = mat3(g.x, b.x, b.y, b.x, g.y, b.z, b.y, b.z, g.z);
  return mat3x4(vec4(turn[0] * stretch, t.x), vec4(turn[1] * stretch, t.y), vec4(turn[2] * stretch, t.z));
}
float first_share() {
  float first = 1.0 - share.x - share.y - share.z;
  for (uint k = rest.x; k < rest.x + rest.y; ++k) first -= pair_at(k).y;
  return first;
}
uint heaviest_joint(float first) {
  uint heaviest = joint.x;
  float most = first;
  for (int i = 0; i < 3; ++i)
    if (share[i] > most) { most = share[i]; heaviest = joint[i + 1]; }
  for (uint k = rest.x; k < rest.x + rest.y; ++k) {
    vec2 pair = pair_at(k);
    if (pair.y > most) { most = pair.y; heaviest = uint(pair.x); }
  }
  return heaviest;
}
mat3x4 dual_matrix() {
  float first = first_share();
  vec4 pivot = texel_of(heaviest_joint(first), 0);
  Mean mean = Mean(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
  add(joint.x, first, pivot, mean);
  for (int i = 0; i < 3; ++i) if (share[i] > 0.0) add(joint[i + 1], share[i], pivot, mean);
  for (uint k = rest.x; k < rest.x + rest.y; ++k) {
    vec2 pair = pair_at(k);
    add(uint(pair.x), pair.y, pivot, mean);
  }
  return matrix_of(mean);
}
struct Turn { vec4 q; mat3 stretch; };
void add(uint index, float weight, vec4 pivot, inout Turn turn) {
  vec4 q = texel_of(index, 3);
  mat3x4 t = matrix_of(index);
  turn.q += (dot(q, pivot) < 0.0 ? -weight : weight) * q;
  turn.stretch += weight * (mat3(t[0].xyz, t[1].xyz, t[2].xyz) * transpose(rows_of(q)));   // of T = Q P
}
mat3 turn_rows() {
  float first = first_share();
  vec4 pivot = texel_of(heaviest_joint(first), 3);
  Turn turn = Turn(vec4(0.0), mat3(0.0));
  add(joint.x, first, pivot, turn);
  for (int i = 0; i < 3; ++i) if (share[i] > 0.0) add(joint[i + 1], share[i], pivot, turn);
  for (uint k = rest.x; k < rest.x + rest.y; ++k) {
    vec2 pair = pair_at(k);
    add(uint(pair.x), pair.y, pivot, turn);
  }
  mat3 rows = rows_of(turn.q);
  return mat3(rows[0] * turn.stretch, rows[1] * turn.stretch, rows[2] * turn.stretch);
}
mat3x4 linear_matrix() {
  mat3x4 first = matrix_of(joint.x), sum = first;
  if (share.x > 0.0) sum += share.x * (matrix_of(joint.y) - first);
  if (share.y > 0.0) sum += share.y * (matrix_of(joint.z) - first);
  if (share.z > 0.0) sum += share.z * (matrix_of(joint.w) - first);
  for (uint k = rest.x; k < rest.x + rest.y; ++k) {
    vec2 pair = pair_at(k);
    sum += pair.y * (matrix_of(uint(pair.x)) - first);
  }
  return sum;
}
mat3x4 skin_matrix(vec3 position) {
  bool is_centered = center.w > 0.0;
  if (!is_centered && texel_of(0u, 3).w > 0.0) return dual_matrix();
  mat3x4 mean = linear_matrix();
  if (!is_centered || center.xyz == position) return mean;
  mat3 turn = turn_rows();
  vec3 t = vec4(center.xyz, 1.0) * mean - center.xyz * turn;
  return mat3x4(vec4(turn[0], t.x), vec4(turn[1], t.y), vec4(turn[2], t.z));
}
bool is_finite(vec3 v) { return all(lessThanEqual(abs(v), vec3(3.4e38))); }
vec3 skin_position(mat3x4 m, vec3 position) {
  vec3 moved = vec4(position, 1.0) * m;
  return is_finite(moved) ? moved : position;
}
float largest(vec3 v) { return max(abs(v.x), max(abs(v.y), abs(v.z))); }
vec3 skin_normal(mat3x4 m, vec3 normal) {
  // Rows of about unit size: products of small numbers do not vanish, those of large ones do not overflow.
  float size = max(largest(m[0].xyz), max(largest(m[1].xyz), largest(m[2].xyz)));
  if (!(size > 0.0)) return normal;
  vec3 a = m[0].xyz / size, b = m[1].xyz / size, c = m[2].xyz / size, across = cross(b, c);
  vec3 turned = vec3(dot(across, normal), dot(cross(c, a), normal), dot(cross(a, b), normal));
  float reach = largest(turned);
  if (!(reach > 0.0) || !is_finite(turned)) return normal;
  return normalize(turned / reach) * (dot(a, across) < 0.0 ? -1.0 : 1.0);
}
#else
mat3x4 skin_matrix(vec3 position) { return mat3x4(0.0); }
vec3 skin_position(mat3x4 m, vec3 position) { return position; }
vec3 skin_normal(mat3x4 m, vec3 normal) { return normal; }
#endif
)";

const char* const kMeshVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 tint;
uniform mat4 view_from_mesh;
uniform mat4 clip_from_view;
uniform mat3 view_normal_from_mesh;
out vec3 view_position;
out vec3 view_normal;
out vec3 base;
#ifdef HATCHED
layout(location = 3) in vec2 hatching;
out vec2 hatched;   // striped, uncovered
#endif
#ifdef TEXTURED
layout(location = 4) in vec2 uv;   // origin at the lower left
out vec2 texel;                    // origin at the upper left, as the rows of files
#endif
void main() {
#ifdef HATCHED
  hatched = hatching;
#endif
#ifdef TEXTURED
  texel = vec2(uv.x, 1.0 - uv.y);
#endif
  mat3x4 blend = skin_matrix(position);
  vec4 seen = view_from_mesh * vec4(skin_position(blend, position), 1.0);
  view_position = seen.xyz;
  view_normal = view_normal_from_mesh * skin_normal(blend, normal);
  base = tint.rgb;
  gl_Position = clip_from_view * seen;
}
)";

const char* const kMeshFragment = R"(
in vec3 view_position;
in vec3 view_normal;
in vec3 base;
uniform vec3 up;              // world y in view space
uniform float perspective;    // 1, or 0 when all sight lines are parallel
uniform float relief;         // 1: full light and shade; less keeps a heat map readable
uniform float opacity;
#ifdef HATCHED
in vec2 hatched;
uniform vec3 uncovered;       // the tint of what no joint holds, where that is most of the mesh
uniform float stripe;         // from one stripe to the next, pixels
uniform vec2 corner;          // of the picture in the whole one, pixels
#endif
#ifdef TEXTURED
in vec2 texel;
uniform sampler2D surface;
#endif
out vec4 color;
const vec3 kKey = vec3(-0.549, 0.640, 0.538);
const vec3 kFill = vec3(0.810, 0.116, 0.575);
void main() {
  vec3 eye = normalize(vec3(0.0, 0.0, 1.0 - perspective) - perspective * view_position);
  // The face as it stands in the picture decides which side of the surface is seen: winding and mirrored matrices do not matter.
  vec3 face = cross(dFdx(view_position), dFdy(view_position));
  vec3 n = dot(view_normal, view_normal) > 0.0 ? view_normal : face;
  n = normalize(dot(n, face) < 0.0 ? -n : n);
  float key = dot(n, kKey) * 0.75 + 0.25;
  float fill = max(dot(n, kFill), 0.0);
  float sky = dot(n, up) * 0.5 + 0.5;
  float edge = 1.0 - clamp(dot(n, eye), 0.0, 1.0);
  float rim = edge * edge * edge;
  float shine = max(dot(n, normalize(kKey + eye)), 0.0);
  shine *= shine;
  shine *= shine;
  shine *= shine;
  vec3 light = vec3(0.80, 0.782, 0.758) * max(key, 0.0) + vec3(0.15, 0.165, 0.19) * fill +
               mix(vec3(0.13, 0.125, 0.12), vec3(0.32, 0.335, 0.355), sky);
  light *= 1.0 - 0.30 * edge * edge;
  vec3 paint = base;
#ifdef TEXTURED
  paint *= texture(surface, texel).rgb;
#endif
#ifdef HATCHED
  paint = mix(paint, uncovered, 0.40 * hatched.y);
#endif
  vec3 lit = paint * mix(vec3(1.0), light, relief) + (vec3(0.17, 0.18, 0.20) * rim * sky + vec3(0.05) * shine * shine) * relief;
#ifdef HATCHED
  // A dark stripe beside a light one is seen on every colour, and through a veil too.
  float across = fract((gl_FragCoord.x + gl_FragCoord.y + corner.x + corner.y) / (1.41421356 * stripe)) * stripe;
  float dark = clamp(0.5 + 0.15 * stripe - abs(across - 0.30 * stripe), 0.0, 1.0);
  float bright = clamp(0.5 + 0.075 * stripe - abs(across - 0.55 * stripe), 0.0, 1.0);
  float strength = step(0.5, hatched.x);
  lit = mix(lit, vec3(0.06, 0.06, 0.07), 0.86 * dark * strength);
  lit = mix(lit, vec3(1.0), 0.80 * bright * strength);
#endif
  color = vec4(min(lit, 1.0) * opacity, opacity);
}
)";

const char* const kMaskVertex = R"(
layout(location = 0) in vec3 position;
uniform mat4 view_from_mesh;
uniform mat4 clip_from_view;
void main() { gl_Position = clip_from_view * (view_from_mesh * vec4(skin_position(skin_matrix(position), position), 1.0)); }
)";

const char* const kSkinnedVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
out vec3 skinned_position;
out vec3 skinned_normal;
void main() {
  mat3x4 blend = skin_matrix(position);
  skinned_position = skin_position(blend, position);
  skinned_normal = skin_normal(blend, normal);
  gl_Position = vec4(0.0);
}
)";

const char* const kNoFragment = R"(
out vec4 color;
void main() { color = vec4(0.0); }
)";

const char* const kMaskFragment = R"(
out vec4 color;
void main() { color = vec4(1.0); }
)";

const char* const kOutlineFragment = R"(
uniform sampler2D mask;
uniform float width;   // of the line, pixels
uniform vec4 line;
out vec4 color;
float at(vec2 offset) { return texelFetch(mask, ivec2(gl_FragCoord.xy + offset), 0).r; }
void main() {
  float outside = 1.0 - at(vec2(0.0));
  if (outside == 0.0) discard;
  float slant = width * 0.7071;
  float beside = max(max(at(vec2(width, 0.0)), at(vec2(-width, 0.0))), max(at(vec2(0.0, width)), at(vec2(0.0, -width))));
  float aslant = max(max(at(vec2(slant)), at(vec2(-slant))), max(at(vec2(slant, -slant)), at(vec2(-slant, slant))));
  float alpha = line.a * outside * max(beside, aslant);
  color = vec4(line.rgb * alpha, alpha);
}
)";

const char* const kShadowVertex = R"(
uniform vec4 rectangle;   // low x, low z, high x, high z
uniform mat4 clip_from_world;
out vec2 uv;
void main() {
  uv = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 place = mix(rectangle.xy, rectangle.zw, uv);
  gl_Position = clip_from_world * vec4(place.x, 0.0, place.y, 1.0);
}
)";

const char* const kShadowFragment = R"(
in vec2 uv;
uniform sampler2D shade;
uniform float strength;
out vec4 color;
void main() { color = vec4(0.0, 0.0, 0.0, texture(shade, uv).r * strength); }
)";

const char* const kCapsuleVertex = R"(
layout(location = 0) in vec4 unit;      // direction from the nearer end of the bone; w: 0 at its base, 1 at its tip
layout(location = 1) in vec3 axis_x;    // the bone's frame, world space
layout(location = 2) in vec3 axis_y;
layout(location = 3) in vec3 axis_z;
layout(location = 4) in vec3 base;
layout(location = 5) in vec3 tip;
layout(location = 6) in vec2 radii;     // at base and tip, in that frame
layout(location = 7) in vec4 tint;
uniform mat4 clip_from_world;
uniform vec4 eye;
out vec3 to_eye;
out vec3 world_normal;
out vec4 fill;
void main() {
  vec3 around = axis_x * unit.x + axis_y * unit.y + axis_z * unit.z;
  vec3 world = mix(base, tip, unit.w) + around * mix(radii.x, radii.y, unit.w);
  // Cofactors turn normals rightly under uneven scale and stay finite when the frame is flat.
  world_normal = cross(axis_y, axis_z) * unit.x + cross(axis_z, axis_x) * unit.y + cross(axis_x, axis_y) * unit.z;
  to_eye = eye.xyz - eye.w * world;
  fill = tint;
  gl_Position = clip_from_world * vec4(world, 1.0);
}
)";

const char* const kCapsuleFragment = R"(
in vec3 to_eye;
in vec3 world_normal;
in vec4 fill;
out vec4 color;
void main() {
  float facing = abs(dot(world_normal, to_eye)) * inversesqrt(max(dot(world_normal, world_normal) * dot(to_eye, to_eye), 1e-30));
  float edge = 1.0 - min(facing, 1.0);
  float alpha = fill.a * (0.5 + 1.9 * edge * edge);
  color = vec4(fill.rgb * alpha, alpha);
}
)";

const char* const kLineVertex = R"(
layout(location = 0) in vec4 position;     // clip space
layout(location = 1) in vec2 across_half;  // pixels from the middle of the line times w, half its width in pixels
layout(location = 2) in vec4 color_there;
out float across;
out float w;
out float half_width;
out vec4 tint;
void main() {
  across = across_half.x;
  w = position.w;
  half_width = across_half.y;
  tint = color_there;
  gl_Position = position;
}
)";

const char* const kLineFragment = R"(
in float across;
in float w;
in float half_width;
in vec4 tint;
out vec4 color;
void main() {
  // Both were interpolated with perspective; their quotient is linear on the screen.
  float alpha = tint.a * clamp(half_width + 0.5 - abs(across / w), 0.0, 1.0);
  color = vec4(tint.rgb * alpha, alpha);
}
)";

const char* const kSpriteVertex = R"(
layout(location = 0) in vec3 center;    // the same for the four corners, told apart by gl_VertexID
layout(location = 1) in float radius;   // pixels
layout(location = 2) in vec4 fill;
layout(location = 3) in vec4 rim;
uniform mat4 clip_from_center;
uniform vec2 half_size;
uniform float rim_width;    // pixels
uniform float nearer;       // moves the depth towards the eye, so that the surface a sprite sits on does not cut it
out vec2 offset;            // pixels from the centre, y up
out float size;
out vec4 inner;
out vec4 outer;
void main() {
  vec4 middle = clip_from_center * vec4(center, 1.0);
  vec2 corner = vec2(float((gl_VertexID & 1) * 2 - 1), float((gl_VertexID & 2) - 1));
  offset = corner * (radius + rim_width + 1.0);
  size = radius;
  inner = fill;
  outer = rim;
  gl_Position = middle.w > 0.0 ? vec4(middle.xy + offset / half_size * middle.w, middle.z - nearer * middle.w, middle.w) : vec4(2.0, 2.0, 2.0, 1.0);
}
)";

const char* const kDotFragment = R"(
in vec2 offset;
in float size;
in vec4 inner;
in vec4 outer;
uniform float rim_width;
out vec4 color;
void main() {
  float distance = length(offset);
  float in_dot = clamp(size + 0.5 - distance, 0.0, 1.0);
  float in_rim = outer.a * clamp(size + rim_width + 0.5 - distance, 0.0, 1.0);
  color = vec4(outer.rgb * in_rim, in_rim);
  color = vec4(inner.rgb, 1.0) * (inner.a * in_dot) + color * (1.0 - inner.a * in_dot);
}
)";

const char* const kCrossFragment = R"(
in vec2 offset;
in float size;
in vec4 inner;
in vec4 outer;
uniform float rim_width;
uniform float stroke;      // half the stroke's width, pixels
uniform float strength;
uniform float halo;        // 1: only what lies behind the strokes, 0: only the strokes
out vec4 color;
void main() {
  vec2 turned = abs(vec2(offset.x + offset.y, offset.x - offset.y)) * 0.7071;
  vec2 folded = vec2(min(turned.x, turned.y), max(turned.x, turned.y));
  float distance = length(vec2(folded.x, max(folded.y - size, 0.0))) - stroke;
  float coverage = clamp(halo * rim_width + 0.5 - distance, 0.0, 1.0);
  vec4 paint = mix(inner, outer, halo);
  float alpha = paint.a * coverage * strength;
  color = vec4(paint.rgb * alpha, alpha);
}
)";

const char* const kFillVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 tint;
uniform mat4 clip_from_world;
out vec4 fill;
void main() {
  fill = vec4(tint.rgb * tint.a, tint.a);
  gl_Position = clip_from_world * vec4(position, 1.0);
}
)";

const char* const kFillFragment = R"(
in vec4 fill;
out vec4 color;
void main() { color = fill; }
)";

}  // namespace marrow::view::shaders
