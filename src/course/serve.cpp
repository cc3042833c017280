#include "course/serve.h"

#include "platform/pipes.h"

namespace marrow::course {
namespace {

bool write_message(int pipe, const Bytes& message) {
  const std::uint64_t size = message.size();
  return platform::write_all(pipe, &size, sizeof size) &&
         platform::write_all(pipe, message.data(), message.size());
}

}  // namespace

void serve(const Tasks& tasks, int requests, int replies) {
  if (!write_message(replies, Bytes{char(Reply::ready)})) return;
  for (;;) {
    std::uint64_t size = 0;
    if (!platform::read_all(requests, &size, sizeof size)) return;
    Bytes request(static_cast<std::size_t>(size));
    if (!platform::read_all(requests, request.data(), request.size())) return;
    if (!write_message(replies, reply_to(tasks, request))) return;
  }
}

}  // namespace marrow::course
