#if defined(__linux__)
/* For RTLD_DEFAULT. */
#define _GNU_SOURCE
#endif
#include "CFuzzSupport.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* Weak, so that an ordinary build links without libFuzzer. */
#if defined(__APPLE__)
#define FROM_LIBFUZZER __attribute__((weak_import)) extern
#else
#define FROM_LIBFUZZER __attribute__((weak)) extern
#endif
FROM_LIBFUZZER size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maximum_size);
FROM_LIBFUZZER int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*check)(const uint8_t *data, size_t size));

/* What an input takes it gives back, and the next takes it again: to ask the system for it each time takes longer than to read a
   short input. Nor does anyone read SQLite's statistics of its memory, for which it takes a lock for each piece. */
static void keep_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
#endif
    /* Only one of the executables has SQLite in it. 9 is SQLITE_CONFIG_MEMSTATUS (sqlite.org/c3ref/c_config_covering_index_scan.html). */
    int (*configure)(int, ...) = (int (*)(int, ...))dlsym(RTLD_DEFAULT, "sqlite3_config");
    if (configure != NULL) configure(9, 0);
}

/* What Swift's one-time initialization allocates is held by a global to the end, often by a pointer with a tag in it, which
   LeakSanitizer does not take for one. It is allocated once: no input makes it more. Their names end in WZ. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:WZ$\n"; }

void kinescope_fuzz_run(int count, char **arguments, int (*check)(const uint8_t *data, size_t size)) {
    if (LLVMFuzzerRunDriver == NULL) kinescope_fuzz_refuse("there is no libFuzzer in this build: Scripts/fuzz makes one");
    keep_memory();
    exit(LLVMFuzzerRunDriver(&count, &arguments, check));
}

size_t kinescope_fuzz_mutate(uint8_t *data, size_t size, size_t maximum_size) {
    return LLVMFuzzerMutate == NULL ? size : LLVMFuzzerMutate(data, size, maximum_size);
}

void kinescope_fuzz_release_traps(void) {
    signal(SIGILL, SIG_DFL);
    signal(SIGTRAP, SIG_DFL);
}

const uint8_t *kinescope_fuzz_probe(void) {
    const char *probe = getenv("KINESCOPE_FUZZ_PROBE");
    if (probe == NULL) return NULL;
    if (strcmp(probe, "trap") == 0) __builtin_trap();
    if (strcmp(probe, "heap") != 0) return NULL;
    uint8_t *volatile memory = malloc(16);
    uint8_t *freed = memory;
    free(memory);
    return freed;
}

const char *kinescope_fuzz_target_name(void) { return getenv("KINESCOPE_FUZZ_TARGET"); }

const char *kinescope_fuzz_only_property(void) { return getenv("KINESCOPE_FUZZ_PROPERTY"); }

int kinescope_fuzz_checks_everything(void) { return getenv("KINESCOPE_FUZZ_EVERYTHING") != NULL; }

uint64_t kinescope_fuzz_thread_time(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#if defined(__linux__)
/* The linker's names for where the section of the compiler's counters begins and ends; there is none if nothing is counted. */
__attribute__((weak, visibility("hidden"))) extern uint8_t __start___sancov_cntrs[];
__attribute__((weak, visibility("hidden"))) extern uint8_t __stop___sancov_cntrs[];

static size_t count_of_counters(void) {
    return __start___sancov_cntrs == NULL ? 0 : (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);
}
#else
/* Elsewhere they are found by other names, and everything is counted. */
static uint8_t __start___sancov_cntrs[1];
static size_t count_of_counters(void) { return 0; }
#endif

static uint8_t *kept_counters;

int kinescope_fuzz_counts(void) { return count_of_counters() > 0; }

void kinescope_fuzz_keep_counters(void) {
    if (kept_counters == NULL) kept_counters = malloc(count_of_counters());
    if (kept_counters != NULL) memcpy(kept_counters, __start___sancov_cntrs, count_of_counters());
}

void kinescope_fuzz_put_counters_back(void) {
    if (kept_counters != NULL) memcpy(__start___sancov_cntrs, kept_counters, count_of_counters());
}

#if defined(__linux__)
/* libxml2 before 2.12 draws the seed of each of its hash tables from this, beginning with the time of day; libFuzzer sees their names
   being compared, and would make other inputs in every process. An executable's own goes before the C library's. */
int rand_r(unsigned int *seed) {
    (void)seed;
    return 1;
}
#endif

void kinescope_fuzz_at_end(void (*tell)(void)) { atexit(tell); }

void kinescope_fuzz_say(const char *message) {
    fprintf(stderr, "%s\n", message);
    fflush(stderr);
}

void kinescope_fuzz_fail(const char *message) {
    kinescope_fuzz_say(message);
    __builtin_trap();
}

void kinescope_fuzz_refuse(const char *message) {
    kinescope_fuzz_say(message);
    exit(2);
}
