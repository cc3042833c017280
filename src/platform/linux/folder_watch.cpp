#include <cerrno>
#include <cstring>
#include <sys/inotify.h>
#include <unistd.h>

#include "platform/users.h"

namespace marrow::platform {
namespace {

constexpr unsigned kChanging =
    IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;

}  // namespace

bool can_limit_programs() { return true; }

FolderWatch::FolderWatch() : queue_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (queue_ < 0) problem_ = std::strerror(errno);
}

FolderWatch::~FolderWatch() {
  if (queue_ >= 0) ::close(queue_);
}

int FolderWatch::add(const std::filesystem::path& folder) {
  return ::inotify_add_watch(queue_, folder.c_str(),
                             kChanging | IN_OPEN | IN_ONLYDIR | IN_DONT_FOLLOW);
}

std::vector<FolderWatch::Event> FolderWatch::take() {
  std::vector<Event> events;
  alignas(inotify_event) char bytes[1 << 16];
  for (;;) {
    const ssize_t size = queue_ < 0 ? -1 : ::read(queue_, bytes, sizeof bytes);
    if (size <= 0) return events;
    for (const char* at = bytes; at < bytes + size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      at += sizeof *event + event->len;
      events.push_back({event->wd, event->len > 0 ? event->name : "",
                        (event->mask & kChanging) != 0,
                        (event->mask & IN_ISDIR) != 0 && (event->mask & IN_CREATE) != 0});
    }
  }
}

}  // namespace marrow::platform
