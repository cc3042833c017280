// The timeline: keys of the chosen motion are selected, moved, copied and shaped. Each is one step
// of the document. No ImGui.
#pragma once

#include <set>

#include "editor/session.h"
#include "editor/timeline/timeline_state.h"

namespace marrow {

struct TransportState;

void on_document_replaced(TimelineState& timeline);

/// The rows of the chosen motion, as they are now; empty without one. Valid until the next call.
const std::vector<TimelineRow>& shown_rows(const Session& session, const TransportState& transport,
                                           TimelineState& timeline);
/// Opens or closes a row.
void fold_row(TimelineState& timeline, const TimelineRow& row, bool is_open);

/// The time in the picture, seconds.
struct TimeSpan {
  double begin = 0.0, end = 1.0;
  double length() const { return end - begin; }
};
TimeSpan shown_span(const Motion& motion, const TimelineState& timeline);
/// Zooms about a time, or moves the picture.
void zoom_time(const Motion& motion, TimelineState& timeline, double about, double factor);
void move_time(const Motion& motion, TimelineState& timeline, double by);

/// The nearest whole frame while keys snap, else the time itself; never before 0.
float snapped(const Motion& motion, const TimelineState& timeline, double seconds);

/// How chosen keys go with those that are selected already.
enum class Choosing { replace, add, toggle };
void choose_keys(TimelineState& timeline, const KeyPlaces& places, Choosing how);
void choose_all_keys(const Session& session, const TransportState& transport,
                     TimelineState& timeline);
/// Whether Delete, Ctrl+C and their like mean keys now.
bool holds_keys(const Session& session, const TransportState& transport,
                const TimelineState& timeline);

// A drag of the selected keys, by one of them.
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
/// At the time that is shown, with the same distances; `flipped`: to the other side of the body.
void paste_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                bool flipped);
void shape_keys(Session& session, const TransportState& transport, TimelineState& timeline,
                KeyShape shape);
/// "smooth", as menus and steps name it.
const char* word_of(KeyShape shape);
/// The shape of the selected keys where they have one and the same.
std::optional<KeyShape> chosen_shape(const Motion& motion, const TimelineState& timeline);

/// Times of keys: of the selected joints and nodes where they have some, else of all.
std::set<float> key_times(const Session& session, const Motion& motion);
/// The time goes to a neighboring frame, or to the next (1) or previous (-1) of key_times().
void step_frame(Session& session, TransportState& transport, int by);
void step_key(Session& session, TransportState& transport, int by);

}  // namespace marrow
