#include "platform/windows/start.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <io.h>
#include <stdexcept>
#include <windows.h>

#include "platform/windows/error.h"

namespace marrow::platform {
namespace {

constexpr UINT kKilled = 137;  // 128 + SIGKILL, as on other systems

/// Quotes a word so that CommandLineToArgvW() and the C library read the same word.
std::wstring quoted(const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == word.npos) return word;
  std::wstring text = L"\"";
  std::size_t slashes = 0;
  for (const wchar_t letter : word) {
    if (letter == L'"') text.append(slashes + 1, L'\\');
    slashes = letter == L'\\' ? slashes + 1 : 0;
    text += letter;
  }
  return text.append(slashes, L'\\') + L'"';
}

std::wstring command_line(const std::vector<std::string>& command) {
  std::wstring line;
  for (const std::string& word : command)
    line += (line.empty() ? L"" : L" ") + quoted(std::filesystem::u8path(word).native());
  return line;
}

/// The block in which the C library passes descriptors: their number, a byte of flags for each, the
/// handles.
std::vector<BYTE> passed(const std::vector<HANDLE>& handles) {
  constexpr BYTE kOpen = 0x01, kPipe = 0x08;
  const int count = int(handles.size());
  std::vector<BYTE> bytes(sizeof count + handles.size() * (1 + sizeof(HANDLE)));
  std::memcpy(bytes.data(), &count, sizeof count);
  std::fill_n(bytes.data() + sizeof count, handles.size(), BYTE(kOpen | kPipe));
  std::memcpy(bytes.data() + sizeof count + handles.size(), handles.data(),
              handles.size() * sizeof(HANDLE));
  return bytes;
}

/// Limits the handles that a new process inherits to the given ones.
class Inherited {
 public:
  explicit Inherited(std::vector<HANDLE>& handles) {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    bytes_.resize(size);
    ::InitializeProcThreadAttributeList(list(), 1, 0, &size);
    ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles.data(),
                                handles.size() * sizeof(HANDLE), nullptr, nullptr);
  }
  ~Inherited() { ::DeleteProcThreadAttributeList(list()); }
  Inherited(const Inherited&) = delete;
  Inherited& operator=(const Inherited&) = delete;

  LPPROC_THREAD_ATTRIBUTE_LIST list() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(bytes_.data());
  }

 private:
  std::vector<BYTE> bytes_;
};

HANDLE job_that_ends_as_one() {
  const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

/// Inheritable copies of handles, while a process is started.
struct Handles {
  explicit Handles(const std::vector<int>& descriptors) {
    const HANDLE own = ::GetCurrentProcess();
    for (const int descriptor : descriptors) {
      HANDLE copy = nullptr;
      ::DuplicateHandle(own, reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)), own, &copy, 0,
                        TRUE, DUPLICATE_SAME_ACCESS);
      all.push_back(copy);
    }
  }
  ~Handles() {
    for (const HANDLE handle : all) ::CloseHandle(handle);
  }
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  std::vector<HANDLE> all;
};

}  // namespace

std::unique_ptr<Started> start(const std::vector<std::string>& command,
                               const std::vector<int>& descriptors) {
  Handles handles(descriptors);
  Inherited inherited(handles.all);
  std::vector<BYTE> table = passed(handles.all);
  STARTUPINFOEXW how{};
  how.StartupInfo.cb = sizeof how;
  how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  how.StartupInfo.hStdInput = handles.all.at(0);
  how.StartupInfo.hStdOutput = handles.all.at(1);
  how.StartupInfo.hStdError = handles.all.at(2);
  how.StartupInfo.cbReserved2 = static_cast<WORD>(table.size());
  how.StartupInfo.lpReserved2 = table.data();
  how.lpAttributeList = inherited.list();
  std::wstring line = command_line(command);
  constexpr DWORD kFlags = CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT;
  PROCESS_INFORMATION made{};
  if (!::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, kFlags, nullptr, nullptr,
                        &how.StartupInfo, &made))
    throw std::runtime_error(
        fmt::format("{}: cannot be started: {}", command[0], last_error().message()));
  const HANDLE job = job_that_ends_as_one();
  ::AssignProcessToJobObject(job, made.hProcess);
  ::ResumeThread(made.hThread);
  ::CloseHandle(made.hThread);
  return std::make_unique<Started>(made.hProcess, job);
}

Started::~Started() {
  ::CloseHandle(job_);
  ::CloseHandle(process_);
}

bool Started::has_ended(unsigned milliseconds) const {
  return ::WaitForSingleObject(process_, milliseconds) == WAIT_OBJECT_0;
}

void Started::kill() {
  ::TerminateJobObject(job_, kKilled);
  ::TerminateProcess(process_, kKilled);  // in case it could not be put into the job
  has_ended(INFINITE);
}

int Started::status() const {
  DWORD status = 0;
  ::GetExitCodeProcess(process_, &status);
  return static_cast<int>(status);
}

double Started::milliseconds() const {
  JOBOBJECT_BASIC_ACCOUNTING_INFORMATION counted{};
  ::QueryInformationJobObject(job_, JobObjectBasicAccountingInformation, &counted, sizeof counted,
                              nullptr);
  return 1e-4 *
         static_cast<double>(counted.TotalUserTime.QuadPart + counted.TotalKernelTime.QuadPart);
}

Pipe::Pipe() {
  int ends[2];
  if (::_pipe(ends, 1 << 16, _O_BINARY | _O_NOINHERIT) != 0)
    throw std::runtime_error("no pipe for another process");
  from = ends[0];
  to = ends[1];
}

Pipe::~Pipe() {
  for (const int end : {from, to})
    if (end >= 0) ::_close(end);
}

std::string crash_in_words(unsigned status) {
  constexpr unsigned kError = 0xC0000000;  // NTSTATUS: severity "error"
  if ((status & kError) != kError) return {};
  const char* what = status == EXCEPTION_ACCESS_VIOLATION      ? "an access to memory not its own"
                     : status == EXCEPTION_STACK_OVERFLOW      ? "a stack that overflowed"
                     : status == EXCEPTION_INT_DIVIDE_BY_ZERO  ? "a division by zero"
                     : status == EXCEPTION_ILLEGAL_INSTRUCTION ? "an illegal instruction"
                                                               : "a system error";
  return fmt::format("{} (0x{:08X})", what, status);
}

}  // namespace marrow::platform
