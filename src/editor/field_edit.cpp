#include "editor/field_edit.h"

#include "editor/viewport/gesture.h"

namespace marrow {

void apply_field(Editor& editor, const FieldEvents& events, const Operation& operation) {
  Document& document = editor.document;
  std::string& refusal = editor.inspector.refusal;
  if (events.began && !is_dragging(editor)) {
    document.begin();
    refusal.clear();
  }
  if (events.changed && document.in_gesture()) {
    refusal = document.update(gesture(editor, operation)) ? std::string() : document.reason();
    editor.wants_redraw = true;
  }
  if (!events.ended || !document.in_gesture()) return;
  document.commit();
  if (!refusal.empty()) say(editor, refusal, true);
  refusal.clear();
  editor.wants_redraw = true;
}

}  // namespace marrow
