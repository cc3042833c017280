#!/bin/bash
# An editor is killed (SIGKILL) at a random moment while it edits with autosave on; what it left behind must be one of its states, exactly,
# at most 20 edits and 30 seconds old. Usage: tests/edit/recovery_kill.sh VICTIM [KILLS [FIRST_SEED]]
set -u
victim=$1 kills=${2:-15} seed=${3:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0 exact=0 worst=0 oldest=0
for ((kill = 0; kill < kills; kill++, seed++)); do
  : > "$work/acks" # one that is killed before it has begun has made no edits; those of the last one are not its own
  "$victim" run "$work/recovery" "$seed" "$work/acks" & program=$!
  # From its first edit on, in every second round from its first snapshot on: a busy machine takes its time until then.
  until [ -s "$work/acks" ] && { [ $((kill % 2)) -eq 1 ] || [ -n "$(find "$work/recovery" -name recovery.json)" ]; }; do
    kill -0 "$program" 2> /dev/null || { echo "FAILED: seed $seed: it has ended by itself"; exit 1; }
    sleep 0.01
  done
  sleep "$((RANDOM % 2)).$(printf %03d $((RANDOM % 1000)))"
  kill -9 "$program"
  wait "$program" 2> /dev/null
  said=$("$victim" check "$work/recovery" "$seed" "$work/acks")
  if [ $? -ne 0 ]; then
    echo "FAILED: seed $seed: $said"
    failures=$((failures + 1))
    continue
  fi
  case $said in
    exact*)
      exact=$((exact + 1))
      read -r behind age < <(sed -E 's/.*behind ([0-9]+) edits, ([0-9]+) ms/\1 \2/' <<< "$said")
      [ "$behind" -gt "$worst" ] && worst=$behind
      [ "$age" -gt "$oldest" ] && oldest=$age
      ;;
  esac
done
left=$(find "$work/recovery" -name recovery.json 2> /dev/null | wc -l)
echo "$kills kills: $exact exact states restored, $((kills - exact - failures)) before the first snapshot, $failures failures;" \
  "at most $worst edits and $oldest ms behind; $left notes left"
[ "$failures" -eq 0 ] && [ "$left" -eq 0 ] && [ "$exact" -gt $((kills / 2)) ]
