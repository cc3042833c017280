// The sections of the Bench tab, one file each. When a section begins, deformer and measures are up
// to date, and the node `skeleton` has a skeleton.
#pragma once

#include <imgui.h>

#include "editor/bench/bench_model.h"
#include "editor/editor.h"

namespace marrow {
enum class CsvKind;
}  // namespace marrow

namespace marrow::app {

/// bench_coverage.cpp: uncovered patches.
void draw_bench_coverage(Editor& editor, Id skeleton);
/// bench_meters.cpp: meters, advice, bleeding.
void draw_bench_meters(Editor& editor, Id skeleton);
/// bench_sweep.cpp: the curves over the active joint's radius.
void draw_bench_sweep(Editor& editor, Id skeleton);
/// bench_weights.cpp: histograms, coverage per joint.
void draw_bench_weights(Editor& editor, Id skeleton);
/// bench_sides.cpp: left and right.
void draw_bench_sides(Editor& editor, Id skeleton);

/// A meter as a gauge, one row high: value, bands, a mark, a sign for its band. A click moves the
/// camera to the mesh edge that decides the value. An ImGui item `width` pixels wide.
void meter_gauge(Session& session, BenchState& bench, const char* id, MeterKind kind,
                 const Meter& meter, float width);
/// The four meters in one line; a click opens the Bench.
void meter_strip(Session& session, BenchState& bench, const Meters& meters);
ImU32 band_tone(Band band);
/// A tick, an exclamation mark or a warning sign: bands differ without colors too.
const char* band_sign(Band band);

/// A link that opens the file browser to export `kind`.
void csv_button(Session& session, BenchState& bench, FilesState& files, CsvKind kind);
/// "Show fewer" or "Show 12 more"; flips `shows_all`.
void show_more_link(bool& shows_all, std::size_t more, const char* id);

}  // namespace marrow::app
