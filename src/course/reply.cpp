#include <new>

#include "course/serve.h"
#include "platform/pipes.h"
#include "rig/contract.h"

namespace marrow::course {
namespace {

double milliseconds_worked() { return 1e3 * platform::thread_seconds(); }

/// Reads the arguments and calls the function. Writes the milliseconds, the result, and the
/// arguments that the function may change.
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

}  // namespace

Bytes reply_to(const Tasks& tasks, const Bytes& request) {
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

}  // namespace marrow::course
