#include "editor/panels/field_edit.h"

#include "editor/panels/panel_state.h"
#include "editor/session.h"

namespace marrow {

void apply_field(Session& session, PanelsState& panels, const FieldEvents& events,
                 const Operation& operation) {
  Document& document = session.document;
  std::string& refusal = panels.inspector.refusal;
  if (events.began && !is_dragging(session)) {
    document.begin();
    refusal.clear();
  }
  if (events.changed && document.in_gesture()) {
    refusal = document.update(gesture(session, operation)) ? std::string() : document.reason();
  }
  if (!events.ended || !document.in_gesture()) return;
  document.commit();
  if (!refusal.empty()) say(session, refusal, true);
  refusal.clear();
}

}  // namespace marrow
