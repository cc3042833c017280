// The functions that fuzzers call with bytes. Each target passes a file or a text through the
// program, and throws std::logic_error if a law is broken. The program may refuse the bytes.
// Ordinary tests call the same functions with seeds and kept crashers.
#pragma once

#include <string_view>

namespace marrow::fuzz {

/// What is done with a file: it is opened; also saved as a scene and opened again; also exported.
enum class Depth { parse, save, all };

/// x.obj; the text after a line "#mtl" is the library x.mtl in its folder.
void obj(std::string_view bytes, Depth depth);
/// x.gltf; with a NUL, x.glb whose binary chunk is the part after the NUL.
void gltf(std::string_view bytes, Depth depth);
/// x.glb, container and all.
void glb(std::string_view bytes, Depth depth);
/// Like gltf(), but corrects the length and checksum of the buffer, so that the file counts as one
/// of Marrow's scenes.
void scene(std::string_view bytes, Depth depth);
/// x.fbx.
void fbx(std::string_view bytes, Depth depth);
/// x.bvh.
void bvh(std::string_view bytes, Depth depth);
/// x.js3d.
void js3d(std::string_view bytes, Depth depth);
/// A pose as text: parsed and written at any depth.
void pose(std::string_view bytes, Depth);
/// preferences.json and session.json: read and written at any depth.
void preferences(std::string_view bytes, Depth);

}  // namespace marrow::fuzz
