// The editor's own data in a glTF file: one JSON value under extras.marrow of the root (members:
// FORMAT.md), and arrays in the first buffer. Reading restores the saved scene, bit for bit.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

/// The newest version. A scene is written as the lowest version that holds all of it.
inline constexpr int kEditorDataVersion = 9;

/// Names, indexed by MotionProperty, Interpolation and KeyShape.
inline constexpr std::array<std::string_view, 6> kPropertyNames = {
    "translation", "rotation", "scale", "morph_weights", "ik_target", "pin"};
inline constexpr std::array<std::string_view, 3> kInterpolationNames = {"step", "linear", "cubic"};
inline constexpr std::array<std::string_view, 5> kShapeNames = {"step", "linear", "flat", "smooth",
                                                                "free"};

/// Scene arrays that the standard part of the file holds bit for bit: the address of the vector's
/// data -> byte offset in the buffer.
using SharedArrays = std::map<const void*, std::uint64_t>;

/// Appends bytes at the next multiple of 4; returns their offset.
std::uint64_t append_aligned(std::string& buffer, const void* data, std::size_t size);

/// The JSON text. Appends the arrays that are not in `shared` to `buffer`, which must not change
/// afterwards.
std::string editor_data(const Scene& scene, const SharedArrays& shared, std::string& buffer);

/// Reads the scene that `json` describes. Returns none and adds a warning if a newer version wrote
/// it or another program changed the buffer. Throws Error naming `file` and a JSON pointer when a
/// member is missing, of the wrong type, out of range or not finite.
std::optional<Scene> scene_from_editor_data(const std::string& file, const std::string& json,
                                            std::span<const unsigned char> buffer,
                                            std::vector<std::string>& warnings);

/// Converts a float for JSON: the double nearest to its shortest decimal, which reads back as the
/// same float.
double json_number(float value);

/// FNV-1a, 64 bits, as 16 hexadecimal digits: detects a changed buffer, not an attack.
std::string checksum(std::span<const unsigned char> bytes);

}  // namespace marrow::io
