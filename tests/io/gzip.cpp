#include <zlib.h>

#include "io/random.h"
#include "io/zip_archive.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::string unpacked(const std::string& packed, std::size_t size) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
  std::string bytes(size + 1, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  CHECK(stream.avail_in == 0);
  bytes.resize(stream.total_out);
  inflateEnd(&stream);
  return bytes;
}

}  // namespace

TEST_CASE("What is gzipped comes back the same, empty and random bytes too") {
  Random random(5);
  for (const std::size_t size : {0u, 1u, 65'535u, 65'536u, 300'000u})
    for (const int kinds : {1, 3, 256}) {
      std::string bytes(size, '\0');
      for (char& byte : bytes) byte = char(random.whole(0, kinds - 1));
      const std::string packed = io::gzipped(bytes);
      CHECK(unpacked(packed, size) == bytes);
      CHECK(io::gzipped(bytes) == packed);
      if (kinds == 1) CHECK(packed.size() < 30 + size / 500);
    }
}
