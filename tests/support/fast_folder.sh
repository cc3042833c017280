# For the scripts of tests, to be read in: mktemp's folders are in memory if that has room, as those of the test programs do
# (main.cpp). Saving waits for the disk each time.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -n 1)" -ge $((4 << 20)) ]; then export TMPDIR=/dev/shm; fi
