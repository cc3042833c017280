#include "bench/samples.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <stdexcept>

namespace marrow::bench {

namespace {

using Times = std::map<std::string, std::vector<double>>;

/// Why a run failed, empty when it did not; Google Benchmark has had other names since 1.8.
template <typename Run>
std::string failure_of(const Run& run) {
  if constexpr (requires { run.skip_message; })
    return run.skipped ? "failed " + run.skip_message : "";
  else
    return run.error_occurred ? "failed " + run.error_message : "";
}

/// Stores the results that Google Benchmark would print.
class Keeper final : public benchmark::BenchmarkReporter {
 public:
  explicit Keeper(Times& times) : times_(times) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      if (const std::string failure = failure_of(run); !failure.empty())
        throw std::runtime_error(run.benchmark_name() + ": " + failure);
      const bool is_wall_time = run.run_name.time_type == "real_time";
      times_[run.run_name.function_name].push_back(is_wall_time ? run.GetAdjustedRealTime()
                                                                : run.GetAdjustedCPUTime());
    }
  }

 private:
  Times& times_;
};

/// Google Benchmark has these as flags of the command line only.
void set_flags(const Effort& effort) {
  std::vector<std::string> flags{"marrow_bench",
                                 fmt::format("--benchmark_min_time={}", effort.seconds),
                                 fmt::format("--benchmark_repetitions={}", effort.rounds),
                                 "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> arguments;
  for (std::string& flag : flags) arguments.push_back(flag.data());
  int count = int(arguments.size());
  benchmark::Initialize(&count, arguments.data());
}

}  // namespace

void Samples::run(const std::vector<std::string>& names, const Effort& effort) {
  for (const std::string& name : names) times_.erase(name);
  set_flags(effort);
  Keeper keeper(times_);
  benchmark::RunSpecifiedBenchmarks(&keeper,
                                    fmt::format("^({})(/real_time)?$", fmt::join(names, "|")));
}

double Samples::median(const std::string& name) const {
  const auto found = times_.find(name);
  if (found == times_.end() || found->second.empty()) throw std::logic_error(name + " was not run");
  std::vector<double> sorted = found->second;
  const auto middle = sorted.begin() + std::ptrdiff_t(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

}  // namespace marrow::bench
