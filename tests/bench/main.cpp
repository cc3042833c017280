// How fast the engine is on this machine: `marrow_bench` prints a table of ratios; `marrow_bench
// --help` lists the rest.
//
// Instructions of skin() for 10,000 vertices and 64 joints, a figure that does not depend on how
// busy the machine is. "Collected" is of two calls: one comes before the clock. (Valgrind shows the
// program a processor with AVX2 and without AVX-512.)
//
//   valgrind --tool=callgrind --callgrind-out-file=/dev/null
//   --toggle-collect='marrow::bench::skin_by_engine*'
//     build/marrow_bench --benchmark_filter='^skin/engine/10k/64$' --benchmark_min_time=0
#include <benchmark/benchmark.h>
#include <cstdio>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/report.h"
#include "rig/implementations.h"

namespace {

using namespace marrow;

constexpr const char* kHelp =
    "marrow_bench: the engine beside the memory floor, the textbook and the course's kernel, in "
    "one process.\n"
    "\n"
    "  marrow_bench [--quick] [--json FILE]   the table; about three minutes, with --quick within "
    "40 seconds\n"
    "  marrow_bench --smoke [--json FILE]     does it run at all? small meshes, seconds, figures "
    "mean nothing\n"
    "  marrow_bench --benchmark_...           Google Benchmark's own run instead: "
    "--benchmark_list_tests,\n"
    "                                         --benchmark_filter='^skin/.*/100k/64', "
    "--benchmark_repetitions=9, ...\n"
    "\n"
    "  --json FILE   the measures as one flat JSON object\n"
    "\n"
    "Instructions of skin() of 10,000 vertices; \"Collected\" is of two calls, one comes before "
    "the clock (one line):\n"
    "  valgrind --tool=callgrind --callgrind-out-file=/dev/null "
    "--toggle-collect='marrow::bench::skin_by_engine*'\n"
    "    build/marrow_bench --benchmark_filter='^skin/engine/10k/64$' --benchmark_min_time=0\n"
    "\n"
    "Before anything is timed the engine's lists, weights and vertices are compared with the "
    "textbook's; where they differ\n"
    "it ends with status 1. Close other programs: two threads are measured on as many cores.\n";

struct Options {
  bench::Extent extent = bench::Extent::whole;
  std::string json;
  bool wants_help = false;
  std::vector<std::string> google;  ///< flags that begin with --benchmark_
};

/// Nothing, and a sentence in `problem`, when the arguments are wrong.
std::optional<Options> read_options(int count, char** arguments, std::string& problem) {
  Options options;
  for (int k = 1; k < count; ++k) {
    const std::string_view argument = arguments[k];
    if (argument == "--quick" || argument == "--smoke") {
      options.extent = argument == "--quick" ? bench::Extent::quick : bench::Extent::smoke;
    } else if (argument == "--help" || argument == "-h") {
      options.wants_help = true;
    } else if (argument == "--json" && k + 1 < count) {
      options.json = arguments[++k];
    } else if (argument.starts_with("--benchmark_")) {
      options.google.emplace_back(argument);
    } else {
      problem = argument == "--json"
                    ? "--json needs the name of a file"
                    : fmt::format("\"{}\" is not an option; --help lists them", argument);
      return std::nullopt;
    }
  }
  if (!options.google.empty() &&
      (!options.json.empty() || options.extent == bench::Extent::quick)) {
    problem =
        "--json and --quick are for the table, which is not made with flags of Google Benchmark";
    return std::nullopt;
  }
  return options;
}

int complain(const std::string& text, int status) {
  fmt::print(stderr, "marrow_bench: {}\n", text);
  return status;
}

int run_google(const char* program, const Options& options) {
  std::vector<std::string> flags{program};
  flags.insert(flags.end(), options.google.begin(), options.google.end());
  std::vector<char*> arguments;
  for (std::string& flag : flags) arguments.push_back(flag.data());
  int count = int(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1)
    return complain(fmt::format("\"{}\" is not a flag of Google Benchmark", arguments[1]), 2);
  return benchmark::RunSpecifiedBenchmarks() > 0
             ? 0
             : complain("no benchmark has such a name; --benchmark_list_tests lists them", 2);
}

int run_table(const Options& options) {
  const auto write = [&](const bench::Measures& measures) {
    return options.json.empty() || bench::write_json(options.json, measures);
  };
  const std::string problem = options.json + " cannot be written";
  if (!write({})) return complain(problem, 1);  // not after three minutes
  return write(bench::measure(options.extent)) ? 0 : complain(problem, 1);
}

}  // namespace

int main(int count, char** arguments) {
  std::string problem;
  const std::optional<Options> options = read_options(count, arguments, problem);
  if (!options) return complain(problem, 2);
  if (options->wants_help) {
    fmt::print("{}", kHelp);
    return 0;
  }
  if (!has_engine()) {
    fmt::print("marrow_bench: there is no engine here to measure\n");
    return 0;
  }
  try {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (options->extent == bench::Extent::smoke) bench::make_sizes_small();
    bench::register_benchmarks();
    return options->google.empty() ? run_table(*options) : run_google(arguments[0], *options);
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory", 1);
  } catch (const std::exception& error) {
    return complain(error.what(), 1);
  }
}
