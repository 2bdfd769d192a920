/*
 * Loaded before the C library (LD_PRELOAD), it makes fsync and fdatasync take BENCH_SYNC_US microseconds longer: a slower disk.
 * What is synced is on the disk before the wait begins, as it is on a real one when the call returns.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

typedef int (*sync_call)(int);

static int slowly(const char *name, int file) {
  const char *microseconds = getenv("BENCH_SYNC_US");
  const long wait = microseconds == NULL ? 0 : atol(microseconds);
  const struct timespec time = {wait / 1000000, (wait % 1000000) * 1000};
  const int result = ((sync_call)dlsym(RTLD_NEXT, name))(file);
  /* Else the kernel wakes the thread up to 50 microseconds late. */
  prctl(PR_SET_TIMERSLACK, 1000UL);
  if (wait > 0) nanosleep(&time, NULL);
  return result;
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
