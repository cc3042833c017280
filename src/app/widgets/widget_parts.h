// What rows with fields are made of, for those that look different from the ones in widgets.h. ImGui is current.
#pragma once

#include "app/widgets/widgets.h"

namespace marrow::app {

/// Padding, for as long as it lives, with which a framed item is a whole row high.
struct RowPadding {
  RowPadding();
  ~RowPadding();
  RowPadding(const RowPadding&) = delete;
  RowPadding& operator=(const RowPadding&) = delete;
};

/// The bare field, `width` pixels wide, without a label.
FieldEvents bare_number(const char* id, float& value, const NumberStyle& style, float width);

/// True while somebody types into a number's field.
bool is_typing_number();

}  // namespace marrow::app
