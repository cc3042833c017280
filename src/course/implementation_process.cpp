#include "course/implementation_process.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

#include "course/serve.h"
#include "course/wire.h"
#include "platform/pipes.h"
#include "platform/worker_process.h"
#include "rig/contract.h"

namespace marrow::course {

namespace {

using Kind = ImplementationProcess::End::Kind;

/// A reply has at most kReplyFree bytes plus kReplyTimes the request's size. The largest correct
/// replies are lists of joints, one for each position sent.
constexpr std::uint64_t kReplyFree = 16u << 20, kReplyTimes = 64;

/// The functions' own clock must show at least this share of the time that the kernel counts for
/// the process; reading arguments and writing results may use the rest.
constexpr double kLeastShare = 0.25;

/// Starting the process may take this much longer than all calls together: it sets up a sandbox.
constexpr double kSecondsToStart = 30.0;

/// Thrown through the check when the process has ended.
class Gone : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string how_it_ended(const platform::WorkerProcess::End& end, bool is_in_call) {
  if (!end.signal.empty()) return "was stopped by " + end.signal;
  return fmt::format("ended {}with status {}", is_in_call ? "its process " : "", end.status);
}

}  // namespace

struct ImplementationProcess::Inside {
  template <typename... How>
  explicit Inside(const Limits& given, const How&... how) : limits(given), worker(how...) {}

  const Limits limits;
  platform::WorkerProcess worker;
  double milliseconds = 0.0;
  /// state of judged_milliseconds()
  double judged = 0.0, claimed_before = 0.0, counted_before = 0.0;
  std::optional<End> end;
  Tasks proxies;

  [[noreturn]] void down(Kind kind, std::string_view function, const std::string& what);
  void check(platform::WorkerProcess::Transfer transfer, std::string_view function);
  void send(const Bytes& message, std::string_view function);
  void receive(void* to, std::size_t size, std::string_view function);
  Bytes message(std::string_view function, std::uint64_t most);
  double judged_milliseconds();
  double wall_seconds() const {
    return limits.wall_seconds > 0.0 ? limits.wall_seconds : wall_limit(limits.seconds);
  }
  [[noreturn]] void broken_off(std::string_view function);
  template <std::size_t I, typename Result, typename... Arguments>
  Result call(Arguments... arguments);
  void greet();
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

std::string subject(std::string_view function) {
  return function.empty() ? "the program" : std::string(function);
}

}  // namespace

void ImplementationProcess::Inside::down(Kind kind, std::string_view function,
                                         const std::string& what) {
  if (!end) end = End{kind, std::string(function), fmt::format("{} {}", subject(function), what)};
  throw Gone(end->what);
}

void ImplementationProcess::Inside::check(platform::WorkerProcess::Transfer transfer,
                                          std::string_view function) {
  if (transfer == platform::WorkerProcess::Transfer::closed) broken_off(function);
  if (transfer == platform::WorkerProcess::Transfer::complete) return;
  const bool has_worked = worker.seconds() >= limits.seconds;
  worker.stop();
  End late = timed_out(function, has_worked ? limits.seconds : wall_seconds());
  if (!has_worked) late.what += ", in which it mostly waited";
  if (!end) end = late;
  throw Gone(end->what);
}

void ImplementationProcess::Inside::send(const Bytes& message, std::string_view function) {
  check(worker.send(message.data(), message.size()), function);
}

void ImplementationProcess::Inside::receive(void* to, std::size_t size, std::string_view function) {
  check(worker.receive(to, size), function);
}

Bytes ImplementationProcess::Inside::message(std::string_view function, std::uint64_t most) {
  std::uint64_t size = 0;
  receive(&size, sizeof size, function);
  if (size == 0 || size > most) throw WireError("a message of that size");
  Bytes bytes;
  while (bytes.size() < size) {  // grows with the bytes received, not with the announced size
    const std::size_t begin = bytes.size();
    bytes.resize(std::size_t(std::min<std::uint64_t>(size, begin + (1u << 20))));
    receive(bytes.data() + begin, bytes.size() - begin, function);
  }
  return bytes;
}

/// The other end of the pipe is closed, in most cases because the process has ended.
void ImplementationProcess::Inside::broken_off(std::string_view function) {
  const std::optional<platform::WorkerProcess::End> how = worker.wait_for_end();
  if (!how) {
    worker.stop();
    down(Kind::no_answer, function, "closed the pipe that its result goes through");
  }
  if (how->was_killed)
    down(Kind::killed, function, "was killed from outside (signal 9): grade again");
  if (how->ran_out_of_time)
    down(Kind::timed_out, function, fmt::format("did not return within {:.3g} s", limits.seconds));
  down(Kind::crashed, function,
       how_it_ended(*how, !function.empty()) +
           (function.empty() ? " before it was asked anything" : ""));
}

template <std::size_t I, typename Result, typename... Arguments>
Result ImplementationProcess::Inside::call(Arguments... arguments) {
  constexpr std::string_view kName = std::get<I>(kContract).name;
  if (end) throw Gone(end->what);
  Bytes request;
  put_all(request, std::uint64_t(0), std::uint32_t(I), in_convention(arguments)...);
  const std::uint64_t size = request.size() - sizeof size;
  std::memcpy(request.data(), &size, sizeof size);
  send(request, kName);
  try {
    const Bytes reply = message(kName, kReplyFree + kReplyTimes * size);
    Reader reader(reply.data(), reply.size());
    Reply kind{};
    reader.take(kind);
    if (kind == Reply::out_of_memory)
      down(Kind::crashed, kName, "asked for more memory than it may use");
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
      return in_convention(result);
    }
  } catch (const WireError&) {
    worker.stop();
    down(Kind::no_answer, kName, "sent something that is not its result");
  }
}

void ImplementationProcess::Inside::greet() {
  current = this;
  worker.set_time_limit(limits.seconds + kSecondsToStart,
                        wall_seconds() + std::min(wall_seconds(), kSecondsToStart));
  proxies = proxy_tasks(std::make_index_sequence<std::tuple_size_v<decltype(kContract)>>());
  try {
    if (message({}, kReplyFree) != Bytes{char(Reply::ready)})
      throw WireError("something else than ready");
    worker.set_time_limit(limits.seconds, wall_seconds());
  } catch (const WireError&) {
    worker.stop();
    if (!end) end = End{Kind::no_answer, {}, "the program sent something before it was asked"};
  } catch (const Gone&) {
    // `end` holds the reason
  }
}

/// CPU time of the functions. They report it themselves, but a submission may fake the clock, so
/// the time between two calls of this is at least kLeastShare of the kernel's count.
double ImplementationProcess::Inside::judged_milliseconds() {
  const double counted = worker.milliseconds();
  judged += std::max(milliseconds - claimed_before, kLeastShare * (counted - counted_before));
  claimed_before = milliseconds;
  counted_before = counted;
  return judged;
}

ImplementationProcess::ImplementationProcess(const Tasks& implementation, const Limits& limits)
    : inside_(std::make_unique<Inside>(
          limits,
          [&implementation](int requests, int replies) {
            serve(implementation, requests, replies);
          },
          platform::WorkerProcess::Limits{limits.seconds, limits.bytes})) {
  inside_->greet();
}

ImplementationProcess::ImplementationProcess(const std::vector<std::string>& command,
                                             const Limits& limits)
    : inside_(std::make_unique<Inside>(limits, command)) {
  inside_->greet();
}

ImplementationProcess::~ImplementationProcess() {
  if (current == inside_.get()) current = nullptr;
}

const Tasks& ImplementationProcess::tasks() const { return inside_->proxies; }
const std::optional<ImplementationProcess::End>& ImplementationProcess::end() const {
  return inside_->end;
}
ImplementationProcess::End ImplementationProcess::timed_out(std::string_view function,
                                                            double seconds) {
  return {Kind::timed_out, std::string(function),
          fmt::format("{} did not {} within {:.3g} s", subject(function),
                      function.empty() ? "start" : "return", seconds)};
}
double ImplementationProcess::milliseconds() const { return inside_->milliseconds; }
double ImplementationProcess::seconds() const { return inside_->worker.seconds(); }

double body_clock() {
  return current != nullptr ? current->judged_milliseconds() / 1000.0 : thread_clock();
}

double thread_clock() { return platform::thread_seconds(); }

}  // namespace marrow::course
