// Jobs as a page in a browser has them, on one thread: all that is promised of jobs holds.
#define marrow marrow_in_browser
#include "jobs.cpp"
#include "platform/web/jobs.cpp"
