# Scripted tasks of a person at the window, for the test scripts: counts gestures, measures time, and with MARROW_PICTURES=FOLDER keeps a picture of
# each step there. After window.sh; expects $task, a word for messages and pictures.
task=
gestures=0
began=0
picture() {
  [ -n "${MARROW_PICTURES:-}" ] || return 0
  sleep 1.2 # at rest and refined; the pointer's tooltip is gone
  import -window root -crop 1280x720+0+0 "$MARROW_PICTURES/task_${task}_$1.png"
}
begin_task() {
  gestures=0
  began=$(date +%s%N)
}
end_task() { echo "task $task: $gestures gestures, $((($(date +%s%N) - began) / 1000000)) ms"; }
gesture() { gestures=$((gestures + 1)); }

click_spot() { # WORDS
  wait_for "\"$1\" is there" "^spot -?[0-9]+ -?[0-9]+ $1\$"
  # shellcheck disable=SC2046
  move_to $(spot_at "$1")
  xdotool click 1
  gesture
}

is_above() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; }

discard_when_asked() { ! grep -q '^dialog unsaved$' "$state" || xdotool key d; }
quit_without_saving() {
  xdotool key ctrl+q
  wait_for_exit discard_when_asked
}
