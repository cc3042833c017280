#include "bench/machine.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fstream>

#include "bench/floor.h"

namespace marrow::bench {

#ifdef __clang__
static constexpr const char* kCompiler = "clang++";
#else
static constexpr const char* kCompiler = "g++";
#endif

static std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

static std::string caches() {
  std::string text;
  for (const benchmark::CPUInfo::CacheInfo& cache : benchmark::CPUInfo::Get().caches) {
    if (cache.type == "Instruction") continue;
    text += fmt::format("{}L{} {} KiB", text.empty() ? "" : ", ", cache.level, cache.size / 1024);
    if (cache.num_sharing > 1) text += fmt::format(" for {} cores", cache.num_sharing);
  }
  return text.empty() ? "unknown" : text;
}

std::vector<std::string> machine_lines() {
  const benchmark::CPUInfo& info = benchmark::CPUInfo::Get();
  const double load = info.load_avg.empty() ? 0.0 : info.load_avg.front();
  return {fmt::format("processor    {}, {} cores, {:.2f} GHz", processor_name(), info.num_cpus,
                      info.cycles_per_second / 1e9),
          fmt::format("caches       {}", caches()), fmt::format("load before  {:.2f}", load),
          fmt::format("compiler     {} {}", kCompiler, __VERSION__),
          fmt::format("vectors      {} (chosen by Highway for this machine)", instruction_set())};
}

}  // namespace marrow::bench
