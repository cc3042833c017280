// Matrices and formulas as on paper.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <imgui.h>
#include <string_view>

namespace marrow::app {

/// How strongly each cell is lit, 0 to 1, column-major.
using CellLights = std::array<float, 16>;

/// Height of draw_matrix(), pixels.
float matrix_height();
/// Draws four rows in the small font between brackets, the last one gray, with a stroke in the
/// axis's color above each column. Adds no ImGui item.
void draw_matrix(ImDrawList& list, ImVec2 corner, float width, const glm::mat4& matrix,
                 const CellLights* lights = nullptr);

/// Text with indices and exponents: "W_j B_j^-1" has an index after '_' (one letter) and an
/// exponent after '^' (up to the next blank). Both functions return its width, pixels.
float formula_width(std::string_view formula);
float draw_formula(ImDrawList& list, ImVec2 at, ImU32 tone, std::string_view formula);

/// Writes a number with three decimals, never "-0.000", into a buffer of `size` bytes. Returns the
/// length.
std::size_t cell_text(float value, char* buffer, std::size_t size);

}  // namespace marrow::app
