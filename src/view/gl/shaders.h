// All shaders of src/view, as text that is valid GLSL ES 3.00; gl.cpp adds the version line. All
// programs write premultiplied color.
#pragma once

namespace marrow::view::shaders {

extern const char* const kFullScreenVertex;  ///< one triangle over everything, uv in [0, 1]
extern const char* const kGradientFragment;  ///< the background
extern const char* const kBlurFragment;      ///< one channel, one direction
extern const char* const kVisionFragment;    ///< the picture as seen with another color vision
/// Transforms positions and normals of a mesh to view space. Reads the defines HATCHED and
/// TEXTURED, as kMeshFragment does.
extern const char* const kMeshVertex;
extern const char* const kMaskVertex;    ///< a mesh as a flat shape
extern const char* const kMeshFragment;  ///< studio light
extern const char* const kMaskFragment;
extern const char* const kOutlineFragment;  ///< the border of the shape in the mask
extern const char* const kShadowVertex;     ///< a rectangle on the ground
extern const char* const kShadowFragment;
extern const char* const kCapsuleVertex;  ///< unit capsules, one instance each
extern const char* const kCapsuleFragment;
extern const char* const kLineVertex;  ///< polylines as strips of screen-space quads
extern const char* const kLineFragment;
extern const char* const kSpriteVertex;  ///< dots and crosses of constant size on the screen
extern const char* const kDotFragment;
extern const char* const kCrossFragment;
extern const char* const kFillVertex;  ///< flat triangles in world space
extern const char* const kFillFragment;

}  // namespace marrow::view::shaders
