// A small FBX file, and whether the program reads such files.
#pragma once

#include "io/error.h"
#include "io/file.h"
#include "io/formats.h"
#include "support/support.h"

namespace marrow::test {

/// A file of two bones in a bar of eight quads, with a blend shape and a motion of one second.
inline std::filesystem::path two_bones() { return source() / "tests/fuzz/seeds/fbx/two_bones.fbx"; }

/// False if the program was built without ufbx.
inline bool reads_fbx() try {
  io::load(two_bones());
  return true;
} catch (const io::Error& error) {
  return std::string(error.what()).find("built without it") == std::string::npos;
}

}  // namespace marrow::test
