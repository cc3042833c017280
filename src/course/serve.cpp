#include "course/serve.h"

#include <new>

#include "course/wire.h"
#include "platform/pipes.h"
#include "rig/contract.h"

namespace marrow::course {
namespace {

bool write_message(int pipe, const Bytes& message) {
  const std::uint64_t size = message.size();
  return platform::write_all(pipe, &size, sizeof size) &&
         platform::write_all(pipe, message.data(), message.size());
}

double milliseconds_worked() { return 1e3 * platform::thread_seconds(); }

/// Reads the arguments, calls the function, writes milliseconds, the result, and arguments that the
/// function may change.
template <typename Result, typename... Arguments>
Bytes answer(Result (*body)(Arguments...), Reader& reader) {
  std::tuple<std::decay_t<Arguments>...> arguments;
  std::apply([&](auto&... argument) { (reader.take(argument), ...); }, arguments);
  Bytes reply;
  put(reply, Reply::returned);
  const double begin = milliseconds_worked();
  if constexpr (std::is_void_v<Result>) {
    std::apply(body, arguments);
    put(reply, milliseconds_worked() - begin);
  } else {
    const Result result = std::apply(body, arguments);
    put_all(reply, milliseconds_worked() - begin, result);
  }
  const auto put_changed = [&]<typename Argument>(std::type_identity<Argument>,
                                                  const auto& argument) {
    if constexpr (std::is_lvalue_reference_v<Argument> &&
                  !std::is_const_v<std::remove_reference_t<Argument>>)
      put(reply, argument);
  };
  std::apply(
      [&](const auto&... argument) {
        (put_changed(std::type_identity<Arguments>{}, argument), ...);
      },
      arguments);
  return reply;
}

Bytes reply_in_words(Reply kind, const std::string& what) {
  Bytes reply;
  put_all(reply, kind, what);
  return reply;
}

Bytes answer_of(const Tasks& tasks, const Bytes& request) {
  try {
    Reader reader(request.data(), request.size());
    std::uint32_t wanted = 0, index = 0;
    reader.take(wanted);
    Bytes reply;
    for_each_function([&](const auto& body) {
      if (index++ == wanted) reply = answer(tasks.*body.in_tasks, reader);
    });
    return reply;
  } catch (const std::bad_alloc&) {
    return reply_in_words(Reply::out_of_memory, {});
  } catch (const std::exception& error) {
    return reply_in_words(Reply::threw, error.what());
  } catch (...) {
    return reply_in_words(Reply::threw, "of a type of its own");
  }
}

}  // namespace

void serve(const Tasks& tasks, int requests, int replies) {
  if (!write_message(replies, Bytes{char(Reply::ready)})) return;
  for (;;) {
    std::uint64_t size = 0;
    if (!platform::read_all(requests, &size, sizeof size)) return;
    Bytes request(static_cast<std::size_t>(size));
    if (!platform::read_all(requests, request.data(), request.size())) return;
    if (!write_message(replies, answer_of(tasks, request))) return;
  }
}

}  // namespace marrow::course
