// Part of every program: supports paths that begin with a machine's name, "\\machine\share\file",
// or with "\\?\". Windows accepts both. But the C++ library, when it makes a path absolute or
// normal, treats the machine as a folder of the current drive. The linker replaces the library's
// functions by these (replaced.txt), by their mangled names.
#include <filesystem>
#include <windows.h>

namespace {

namespace fs = std::filesystem;

bool is_separator(wchar_t c) { return c == L'\\' || c == L'/'; }

bool begins_with_machine(const fs::path& path) {
  const std::wstring& text = path.native();
  return text.size() > 2 && is_separator(text[0]) && is_separator(text[1]) &&
         !is_separator(text[2]);
}

/// Absolute, without ".", ".." and "/". The path need not exist.
fs::path full(const fs::path& path) {
  std::wstring text(32768, L'\0');  // the maximum length of a path
  const auto size = static_cast<DWORD>(text.size());
  text.resize(::GetFullPathNameW(path.c_str(), size, text.data(), nullptr));
  return text;
}

fs::path full(const fs::path& path, std::error_code& error) {
  error.clear();
  return full(path);
}

fs::path existing(const fs::path& path, std::error_code& error) {
  static_cast<void>(fs::status(path, error));
  return error ? fs::path() : full(path);
}

fs::path existing(const fs::path& path) {
  std::error_code error;
  fs::path found = existing(path, error);
  if (error) throw fs::filesystem_error("cannot be found", path, error);
  return found;
}

}  // namespace

#define MARROW_REPLACE(Result, name, parameters, arguments, body)      \
  extern "C" Result __real_##name parameters;                          \
  extern "C" Result __wrap_##name parameters {                         \
    return begins_with_machine(path) ? body : __real_##name arguments; \
  }
#define MARROW_PATH (const fs::path& path)
#define MARROW_PATH_ERROR (const fs::path& path, std::error_code& error)

MARROW_REPLACE(bool, _ZNKSt10filesystem7__cxx114path13has_root_nameEv, MARROW_PATH, (path), true)
MARROW_REPLACE(fs::path, _ZNKSt10filesystem7__cxx114path16lexically_normalEv, MARROW_PATH, (path),
               full(path))
MARROW_REPLACE(fs::path, _ZNSt10filesystem8absoluteERKNS_7__cxx114pathE, MARROW_PATH, (path),
               full(path))
MARROW_REPLACE(fs::path, _ZNSt10filesystem8absoluteERKNS_7__cxx114pathERSt10error_code,
               MARROW_PATH_ERROR, (path, error), full(path, error))
MARROW_REPLACE(fs::path, _ZNSt10filesystem9canonicalERKNS_7__cxx114pathE, MARROW_PATH, (path),
               existing(path))
MARROW_REPLACE(fs::path, _ZNSt10filesystem9canonicalERKNS_7__cxx114pathERSt10error_code,
               MARROW_PATH_ERROR, (path, error), existing(path, error))
MARROW_REPLACE(fs::path, _ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathE, MARROW_PATH,
               (path), full(path))
MARROW_REPLACE(fs::path, _ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathERSt10error_code,
               MARROW_PATH_ERROR, (path, error), full(path, error))
