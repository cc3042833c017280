# For the scripts of tests, to be read in: mktemp's folders stand in memory where that has room, as those of the test programs do
# (main.cpp). Saving waits for the disk each time.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -n 1)" -ge $((4 << 20)) ]; then export TMPDIR=/dev/shm; fi
