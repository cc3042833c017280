// The timeline: selecting, moving, copying and shaping keys of the chosen motion. Each change is
// one step of the document. No ImGui.
#pragma once

#include <set>

#include "editor/editor.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

void on_document_replaced(TimelineState& timeline);

/// The rows of the chosen motion; empty without one. Valid until the next call.
const std::vector<TimelineRow>& shown_rows(const Session& session, const TransportState& transport,
                                           TimelineState& timeline);
void fold_row(TimelineState& timeline, const TimelineRow& row, bool is_open);

/// Visible time, seconds.
struct TimeSpan {
  double begin = 0.0, end = 1.0;
  double length() const { return end - begin; }
};
TimeSpan shown_span(const Motion& motion, const TimelineState& timeline);
/// Zooms about a time; scrolls by seconds.
void zoom_time(const Motion& motion, TimelineState& timeline, double about, double factor);
void move_time(const Motion& motion, TimelineState& timeline, double by);

/// The nearest whole frame if keys snap, else the time itself; at least 0.
float snapped(const Motion& motion, const TimelineState& timeline, double seconds);

/// How chosen keys change the selection.
enum class Choosing { replace, add, toggle };
void choose_keys(TimelineState& timeline, const KeyPlaces& places, Choosing how);
void choose_all_keys(const Session& session, const TransportState& transport,
                     TimelineState& timeline);
/// True while Delete, Ctrl+A, Ctrl+C and Ctrl+V apply to keys.
bool holds_keys(const Session& session, const TransportState& transport,
                const TimelineState& timeline);

// A drag of the selected keys; `grabbed`: the time of the key under the pointer.
bool begin_key_drag(Session& session, const TransportState& transport, TimelineState& timeline,
                    float grabbed, KeyDrag kind);
void drag_keys(Session& session, const TransportState& transport, TimelineState& timeline,
               double to);
void end_key_drag(Session& session, TimelineState& timeline);

/// Moves the selected keys by whole frames.
void nudge_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                int frames);
void delete_keys(Session& session, const TransportState& transport, TimelineState& timeline);
void copy_keys(Session& session, const TransportState& transport, TimelineState& timeline);
/// Pastes at the time shown, keeping distances in time; `flipped`: on the other side of the body.
void paste_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                bool flipped);
void shape_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                KeyShape shape);
/// "smooth"
const char* word_of(KeyShape shape);
/// The shape of the selected keys; none if they differ.
std::optional<KeyShape> chosen_shape(const Motion& motion, const TimelineState& timeline);

/// Times of the keys of the selected joints and nodes if they have any, else of all keys.
std::set<float> key_times(const Session& session, const Motion& motion);
/// Moves the time by a frame, or to the next (1) or previous (-1) of key_times().
void step_frame(Session& session, TransportState& transport, int by);
void step_key(Session& session, TransportState& transport, int by);

}  // namespace marrow
