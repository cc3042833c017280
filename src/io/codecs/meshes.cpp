#include "io/codecs/meshes.h"

#include "io/number_text.h"

namespace marrow::io {

std::pair<std::string, std::string> why_impossible(const MeshoptForm& form) {
  const bool has_filter = form.filter != "NONE";
  if (form.mode == "ATTRIBUTES") {
    if (form.stride == 0 || form.stride % 4 != 0 || form.stride > 256)
      return {"/byteStride", "expected a multiple of 4 up to 256"};
  } else if (form.mode == "TRIANGLES" || form.mode == "INDICES") {
    if (form.stride != 2 && form.stride != 4) return {"/byteStride", "expected 2 or 4"};
    if (form.mode == "TRIANGLES" && form.count % 3 != 0)
      return {"/count", "expected a multiple of 3"};
    if (has_filter) return {"/filter", "expected no filter for indices"};
  } else {
    return {"/mode", "expected ATTRIBUTES, TRIANGLES or INDICES, found " + in_quotes(form.mode)};
  }
  if (form.filter == "OCTAHEDRAL" && form.stride != 4 && form.stride != 8)
    return {"/byteStride", "expected 4 or 8"};
  if (form.filter == "QUATERNION" && form.stride != 8) return {"/byteStride", "expected 8"};
  if (has_filter && form.filter != "OCTAHEDRAL" && form.filter != "QUATERNION" &&
      form.filter != "EXPONENTIAL")
    return {"/filter",
            "expected OCTAHEDRAL, QUATERNION or EXPONENTIAL, found " + in_quotes(form.filter)};
  return {};
}

}  // namespace marrow::io
