#include "editor/symmetric_gesture.h"

#include "editor/session.h"

namespace marrow {

bool mirrors_edits(const Session& session) {
  if (session.tool == Tool::paint) return session.is_symmetric;
  return (session.tab == Tab::rig && session.is_symmetric) ||
         (session.tab == Tab::pose && session.is_symmetric_pose);
}

Operation gesture(const Session& session, const Operation& operation) {
  const Document& document = session.document;
  return marrow::gesture(document.gesture_start(), operation,
                         {mirrors_edits(session), session.whole_body}, document.tasks());
}

Operation gesture(const Session& session, const Grasp& grasp) {
  const Document& document = session.document;
  return marrow::gesture(document.gesture_start(), grasp,
                         {mirrors_edits(session), session.whole_body}, document.tasks());
}

}  // namespace marrow
