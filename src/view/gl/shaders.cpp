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
uniform vec2 corner;    // of this picture in the whole picture, pixels
uniform float height;   // of the whole picture, pixels
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
uniform vec2 across;        // step from one texel to the next
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
uniform mat3 texel_from_uv;        // both with the origin at the upper left
out vec2 texel;                    // origin at the upper left, as the rows of files
#endif
void main() {
#ifdef HATCHED
  hatched = hatching;
#endif
#ifdef TEXTURED
  texel = (texel_from_uv * vec3(uv.x, 1.0 - uv.y, 1.0)).xy;
#endif
  vec4 seen = view_from_mesh * vec4(position, 1.0);
  view_position = seen.xyz;
  view_normal = view_normal_from_mesh * normal;
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
uniform vec3 uncovered;       // tint of vertices that no joint holds, if most are such
uniform float stripe;         // distance between stripes, pixels
uniform vec2 corner;          // of this picture in the whole picture, pixels
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
  // The face's orientation in the picture decides which side of the surface is seen: winding and mirrored matrices do not matter.
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
  // A dark stripe next to a light one is seen on every color, and through a veil too.
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
void main() { gl_Position = clip_from_view * (view_from_mesh * vec4(position, 1.0)); }
)";

const char* const kMaskFragment = R"(
out vec4 color;
void main() { color = vec4(1.0); }
)";

const char* const kOutlineFragment = R"(
uniform sampler2D mask;
uniform float width;   // of the border, pixels
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
layout(location = 0) in vec3 center;    // the same for all four corners, which gl_VertexID tells apart
layout(location = 1) in float radius;   // pixels
layout(location = 2) in vec4 fill;
layout(location = 3) in vec4 rim;
uniform mat4 clip_from_center;
uniform vec2 half_size;
uniform float rim_width;    // pixels
uniform float nearer;       // moves the depth towards the eye, so that the surface a sprite sits on does not cut it
out vec2 offset;            // pixels from the center, y up
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
uniform float halo;        // 1: only the halo, which is behind the strokes; 0: only the strokes
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
