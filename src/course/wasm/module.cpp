// A submission as a WebAssembly module: the flat C interface between a student's functions and the
// judge. host.mjs calls it, in Node.js; a request and its reply are as in course/serve.h.
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

#include "course/serve.h"
#include "platform/pipes.h"
#include "rig/implementations.h"

#define MARROW_IMPORT(name) \
  extern "C" __attribute__((noreturn, import_module("marrow"), import_name(name))) void
#define MARROW_EXPORT(name) extern "C" __attribute__((export_name(name)))

/// The host ends the call with Reply::out_of_memory.
MARROW_IMPORT("out_of_memory") marrow_out_of_memory();
/// The host ends the call with Reply::threw.
MARROW_IMPORT("threw") marrow_threw(const char* text);

namespace {

marrow::course::Bytes request, reply;

}  // namespace

/// A place for a request of `size` bytes.
MARROW_EXPORT("request") char* marrow_request(std::uint32_t size) {
  request.assign(size, 0);
  return request.data();
}

/// Calls the function that the request names. Returns the size of the reply.
MARROW_EXPORT("call") std::uint32_t marrow_call() {
  reply = marrow::course::reply_to(marrow::student::tasks(), request);
  return std::uint32_t(reply.size());
}

MARROW_EXPORT("reply") const char* marrow_reply() { return reply.data(); }

// Debian's library for WebAssembly has no exceptions: a throw ends the call, and the host reports
// it to the judge. Nothing catches an exception, not even the function itself.
extern "C" void* _ZTVN10__cxxabiv120__si_class_type_infoE[];  // of types with one base

extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

extern "C" void __cxa_throw(void* object, std::type_info* type, void (*)(void*)) {
  while (*type != typeid(std::exception)) {
    void** const fields = reinterpret_cast<void**>(type);  // virtual table, name, base
    if (fields[0] != &_ZTVN10__cxxabiv120__si_class_type_infoE[2])
      marrow_threw("of a type of its own");
    type = static_cast<std::type_info*>(fields[2]);
  }
  marrow_threw(static_cast<std::exception*>(object)->what());
}

void* operator new(std::size_t size) {
  void* const place = std::malloc(size > 0 ? size : 1);
  if (place == nullptr) marrow_out_of_memory();
  return place;
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
