// The fuzzers' seeds and kept crashers: every law of fuzz/targets.h holds.
#include "fuzz/replay.h"

using namespace marrow;

TEST_CASE("seeds and crashers of OBJ") { test::replay("obj", fuzz::obj); }
TEST_CASE("seeds and crashers of glTF") { test::replay("gltf", fuzz::gltf); }
TEST_CASE("seeds and crashers of binary glTF") { test::replay("glb", fuzz::glb); }
TEST_CASE("seeds and crashers of our own scene") { test::replay("scene", fuzz::scene); }
TEST_CASE("seeds and crashers of FBX") { test::replay("fbx", fuzz::fbx); }
TEST_CASE("seeds and crashers of BVH") { test::replay("bvh", fuzz::bvh); }
TEST_CASE("seeds and crashers of .js3d") { test::replay("js3d", fuzz::js3d); }
TEST_CASE("seeds and crashers of poses") { test::replay("pose", fuzz::pose); }
