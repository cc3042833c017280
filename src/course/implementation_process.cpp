#include "course/implementation_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <linux/capability.h>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "course/serve.h"
#include "course/wire.h"
#include "rig/contract.h"

namespace marrow::course {

namespace {

using Clock = std::chrono::steady_clock;
using Kind = ImplementationProcess::End::Kind;

/// Bytes of a reply: the largest right ones are lists of joints, one for each position sent.
constexpr std::uint64_t kReplyFree = 16u << 20, kReplyTimes = 64;

/// Of what the kernel counts for a process the functions' own clock must show at least this part;
/// the rest may be reading arguments and writing results.
constexpr double kLeastShare = 0.25;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;  // its shadow takes terabytes of addresses
#else
constexpr bool kLimitsMemory = true;
#endif

/// Thrown through the check when the process has ended.
class Gone : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

rlim_t address_space_now() {
  std::ifstream file("/proc/self/statm");
  rlim_t pages = 0;
  file >> pages;
  return pages * rlim_t(sysconf(_SC_PAGESIZE));
}

void limit(__rlimit_resource what, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

/// Limits of the process of student code: memory, seconds of work, no core dumps, no root powers.
void confine(const Limits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  syscall(SYS_capset, &header, none);
  if (kLimitsMemory) limit(RLIMIT_AS, address_space_now() + limits.bytes);
  limit(RLIMIT_CPU, rlim_t(limits.seconds) + 2);
  limit(RLIMIT_CORE, 0);
}

/// Makes `requests` and `replies` descriptors 3 and 4, and closes everything behind.
void keep_only(int requests, int replies) {
  const int aside = fcntl(replies, F_DUPFD, kReplies + 1);
  dup2(fcntl(requests, F_DUPFD, kReplies + 1), kRequests);
  dup2(aside, kReplies);
  syscall(SYS_close_range, unsigned(kReplies + 1), ~0u, 0u);
}

std::string how_it_ended(int status, bool is_behind_a_shell, bool is_in_call) {
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (is_behind_a_shell && WIFEXITED(status) && WEXITSTATUS(status) > 128)
    signal = WEXITSTATUS(status) - 128;
  if (signal != 0) return fmt::format("was stopped by signal {} ({})", signal, strsignal(signal));
  return fmt::format("ended {}with status {}", is_in_call ? "its process " : "",
                     WEXITSTATUS(status));
}

}  // namespace

struct ImplementationProcess::Inside {
  pid_t process = -1;
  int requests = -1, replies = -1;
  bool is_command = false;
  Limits limits;
  Clock::time_point deadline;
  double milliseconds = 0.0;
  double judged = 0.0, claimed_before = 0.0, counted_before = 0.0;  ///< of judged_milliseconds()
  std::optional<End> end;
  Tasks proxies;

  [[noreturn]] void down(Kind kind, std::string_view function, const std::string& what);
  void wait_until(short what, int pipe, std::string_view function);
  void send(const Bytes& message, std::string_view function);
  void receive(void* to, std::size_t size, std::string_view function);
  Bytes message(std::string_view function, std::uint64_t most);
  double judged_milliseconds();
  [[noreturn]] void broken_off(std::string_view function);
  template <std::size_t I, typename Result, typename... Arguments>
  Result call(Arguments... arguments);
  void greet();
  void stop();
};

namespace {

ImplementationProcess::Inside* current = nullptr;

template <std::size_t I, typename Pointer>
struct Proxy;
template <std::size_t I, typename Result, typename... Arguments>
struct Proxy<I, Result (*)(Arguments...)> {
  static Result call(Arguments... arguments) {
    if (current == nullptr) throw Gone("there is no process of functions");
    return current->call<I, Result, Arguments...>(arguments...);
  }
};

template <std::size_t... I>
Tasks proxy_tasks(std::index_sequence<I...>) {
  Tasks tasks;
  tasks.name = "student";
  const auto set = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
    const auto member = std::get<J>(kContract).in_tasks;
    tasks.*member = Proxy<J, std::decay_t<decltype(tasks.*member)>>::call;
  };
  (set(std::integral_constant<std::size_t, I>{}), ...);
  return tasks;
}

/// Utime, stime, cutime and cstime of /proc/PID/stat (proc(5)): with threads and children that have
/// ended.
double milliseconds_of(pid_t process) {
  constexpr int kBefore = 11;  // fields between the name and utime
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  for (int i = 0; i < kBefore; ++i) fields >> text;
  double ticks = 0.0, all = 0.0;
  for (int i = 0; i < 4 && fields >> ticks; ++i) all += ticks;
  return all * 1000.0 / double(sysconf(_SC_CLK_TCK));
}

/// CPU time of a process and those below it, as the kernel counts it.
double milliseconds_of_tree(pid_t root) {
  double all = 0.0;
  std::vector<pid_t> waiting = {root};
  while (!waiting.empty()) {
    const std::string tasks = fmt::format("/proc/{}/task", waiting.back());
    all += milliseconds_of(waiting.back());
    waiting.pop_back();
    std::error_code error;
    for (std::filesystem::directory_iterator task(tasks, error), none; !error && task != none;
         task.increment(error)) {
      std::ifstream children(task->path() / "children");
      for (pid_t child = 0; children >> child;) waiting.push_back(child);
    }
  }
  return all;
}

std::string subject(std::string_view function) {
  return function.empty() ? "the program" : std::string(function);
}

}  // namespace

void ImplementationProcess::Inside::down(Kind kind, std::string_view function,
                                         const std::string& what) {
  if (!end) end = End{kind, std::string(function), fmt::format("{} {}", subject(function), what)};
  throw Gone(end->what);
}

/// Waits until `pipe` is ready, or time is up.
void ImplementationProcess::Inside::wait_until(short what, int pipe, std::string_view function) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd one{pipe, what, 0};
    const int ready = left > 0 ? poll(&one, 1, int(left)) : 0;
    if (ready > 0) return;
    if (ready == 0) {
      const bool is_first = function.empty();
      stop();
      down(
          Kind::timed_out, function,
          fmt::format("did not {} within {:.3g} s", is_first ? "start" : "return", limits.seconds));
    }
  }
}

void ImplementationProcess::Inside::send(const Bytes& message, std::string_view function) {
  for (std::size_t at = 0; at < message.size();) {
    wait_until(POLLOUT, requests, function);
    const ssize_t count = write(requests, message.data() + at, message.size() - at);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) broken_off(function);
    at += std::size_t(count);
  }
}

void ImplementationProcess::Inside::receive(void* to, std::size_t size, std::string_view function) {
  for (std::size_t at = 0; at < size;) {
    wait_until(POLLIN, replies, function);
    const ssize_t count = read(replies, static_cast<char*>(to) + at, size - at);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) broken_off(function);
    at += std::size_t(count);
  }
}

Bytes ImplementationProcess::Inside::message(std::string_view function, std::uint64_t most) {
  std::uint64_t size = 0;
  receive(&size, sizeof size, function);
  if (size == 0 || size > most) throw WireError("a message of that size");
  Bytes bytes;
  while (bytes.size() < size) {  // grows with what comes, not with what is announced
    const std::size_t begin = bytes.size();
    bytes.resize(std::size_t(std::min<std::uint64_t>(size, begin + (1u << 20))));
    receive(bytes.data() + begin, bytes.size() - begin, function);
  }
  return bytes;
}

/// The other end of a pipe is closed: mostly because the process has ended.
void ImplementationProcess::Inside::broken_off(std::string_view function) {
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; i < 100 && ended == 0; ++i) {
    ended = waitpid(process, &status, WNOHANG);
    if (ended == 0) usleep(10'000);
  }
  if (ended != process) {
    stop();
    down(Kind::no_answer, function, "closed the pipe that its result goes through");
  }
  process = -1;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    down(Kind::timed_out, function, fmt::format("did not return within {:.3g} s", limits.seconds));
  }
  down(Kind::crashed, function,
       how_it_ended(status, is_command, !function.empty()) +
           (function.empty() ? " before it was asked anything" : ""));
}

template <std::size_t I, typename Result, typename... Arguments>
Result ImplementationProcess::Inside::call(Arguments... arguments) {
  constexpr std::string_view kName = std::get<I>(kContract).name;
  if (end) throw Gone(end->what);
  Bytes request;
  put(request, std::uint64_t(0));
  put(request, std::uint32_t(I));
  (put(request, arguments), ...);
  const std::uint64_t size = request.size() - sizeof size;
  std::memcpy(request.data(), &size, sizeof size);
  send(request, kName);
  try {
    const Bytes reply = message(kName, kReplyFree + kReplyTimes * size);
    Reader reader(reply.data(), reply.size());
    Reply kind{};
    reader.take(kind);
    if (kind == Reply::out_of_memory)
      down(Kind::crashed, kName, "asked for more memory than there is for it");
    if (kind == Reply::threw) {
      std::string what;
      reader.take(what);
      throw std::runtime_error(what);
    }
    double spent = 0.0;
    if (kind != Reply::returned) throw WireError("a message of that kind");
    reader.take(spent);
    if (spent > 0.0) milliseconds += spent;
    const auto take_changed = [&]<typename Argument>(std::type_identity<Argument>, auto& argument) {
      if constexpr (std::is_lvalue_reference_v<Argument> &&
                    !std::is_const_v<std::remove_reference_t<Argument>>)
        reader.take(argument);
    };
    if constexpr (std::is_void_v<Result>) {
      (take_changed(std::type_identity<Arguments>{}, arguments), ...);
    } else {
      Result result;
      reader.take(result);
      (take_changed(std::type_identity<Arguments>{}, arguments), ...);
      return result;
    }
  } catch (const WireError&) {
    stop();
    down(Kind::no_answer, kName, "sent something that is not its result");
  }
}

void ImplementationProcess::Inside::greet() {
  for (const int pipe : {requests, replies}) fcntl(pipe, F_SETFL, O_NONBLOCK);
  deadline = Clock::now() + std::chrono::milliseconds(std::int64_t(limits.seconds * 1000.0));
  proxies = proxy_tasks(std::make_index_sequence<std::tuple_size_v<decltype(kContract)>>());
  try {
    if (message({}, kReplyFree) != Bytes{char(Reply::ready)})
      throw WireError("something else than ready");
  } catch (const WireError&) {
    stop();
    if (!end) end = End{Kind::no_answer, {}, "the program sent something before it was asked"};
  } catch (const Gone&) {
    // `end` says how
  }
}

/// The functions say how long they took, but a submission may have a clock of its own: between two
/// calls of this no less counts than a share of what the kernel counted.
double ImplementationProcess::Inside::judged_milliseconds() {
  const double counted = process < 0 ? counted_before : milliseconds_of_tree(process);
  judged += std::max(milliseconds - claimed_before, kLeastShare * (counted - counted_before));
  claimed_before = milliseconds;
  counted_before = counted;
  return judged;
}

void ImplementationProcess::Inside::stop() {
  if (process < 0) return;
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  process = -1;
}

namespace {

/// Pipes and a process that runs `child`, which never returns.
template <typename Child>
void start(ImplementationProcess::Inside& inside, const Child& child) {
  int to_implementation[2], from_implementation[2];
  if (pipe2(to_implementation, O_CLOEXEC) != 0 || pipe2(from_implementation, O_CLOEXEC) != 0) {
    throw std::runtime_error(
        fmt::format("no pipes for the functions' process: {}", std::strerror(errno)));
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::fflush(nullptr);
  inside.process = fork();
  if (inside.process < 0)
    throw std::runtime_error(fmt::format("no process for the functions: {}", std::strerror(errno)));
  if (inside.process == 0) {
    for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
    std::signal(SIGINT, SIG_IGN);  // Ctrl-C reaches all of a terminal's processes; what becomes of
                                   // it is this one's parent's choice
    keep_only(to_implementation[0], from_implementation[1]);
    child();
  }
  close(to_implementation[0]);
  close(from_implementation[1]);
  inside.requests = to_implementation[1];
  inside.replies = from_implementation[0];
  current = &inside;
  inside.greet();
}

}  // namespace

ImplementationProcess::ImplementationProcess(const Tasks& implementation, const Limits& limits)
    : inside_(std::make_unique<Inside>()) {
  inside_->limits = limits;
  start(*inside_, [&] {
    confine(limits);
    serve(implementation, kRequests, kReplies);
    std::fflush(nullptr);
    _exit(0);
  });
}

ImplementationProcess::ImplementationProcess(const std::vector<std::string>& command,
                                             const Limits& limits)
    : inside_(std::make_unique<Inside>()) {
  inside_->limits = limits;
  inside_->is_command = true;
  start(*inside_, [&] {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execv(words[0], words.data());
    _exit(127);
  });
}

ImplementationProcess::~ImplementationProcess() {
  inside_->stop();
  close(inside_->requests);
  close(inside_->replies);
  if (current == inside_.get()) current = nullptr;
}

const Tasks& ImplementationProcess::tasks() const { return inside_->proxies; }
const std::optional<ImplementationProcess::End>& ImplementationProcess::end() const {
  return inside_->end;
}
double ImplementationProcess::milliseconds() const { return inside_->milliseconds; }

double body_clock() {
  return current != nullptr ? current->judged_milliseconds() / 1000.0 : thread_clock();
}

double thread_clock() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace marrow::course
