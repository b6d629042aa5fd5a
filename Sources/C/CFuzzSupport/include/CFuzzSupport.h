#ifndef KINESCOPE_CFUZZSUPPORT_H
#define KINESCOPE_CFUZZSUPPORT_H

#include <stddef.h>
#include <stdint.h>

/* What a fuzz target needs from C, and what an ordinary build must do without. */

/* libFuzzer's own mutation of `size` bytes in a buffer of `maximum_size`: how many there are afterwards.
   Without libFuzzer nothing changes. */
size_t kinescope_fuzz_mutate(uint8_t *data, size_t size, size_t maximum_size);

/* Runs libFuzzer with the arguments of a process, and ends with its exit code; without libFuzzer says so and ends with 2. */
_Noreturn void kinescope_fuzz_run(int count, char **arguments, int (*check)(const uint8_t *data, size_t size));

/* Lets a Swift trap reach libFuzzer. Swift's backtracer takes SIGILL and SIGTRAP first, and then no crash file is written
   (fuzzing.md, fact 6). SIGSEGV stays libFuzzer's: without it a stack overflow would leave no report. */
void kinescope_fuzz_release_traps(void);

/* Does what the environment variable KINESCOPE_FUZZ_PROBE asks for: `trap` traps, `heap` answers memory that was freed, to be
   read in Swift; else NULL. So Scripts/fuzz sees that a fault really ends the process, and that the sanitizer looks at what
   swiftc compiles: what clang compiles is no sign of that. */
const uint8_t *kinescope_fuzz_probe(void);

/* The environment variable KINESCOPE_FUZZ_TARGET: which target of its executable a process fuzzes; NULL if it is not set. */
const char *kinescope_fuzz_target_name(void);

/* The environment variable KINESCOPE_FUZZ_PROPERTY: the one property whose failure ends the process; NULL if each does. */
const char *kinescope_fuzz_only_property(void);

/* Whether the environment variable KINESCOPE_FUZZ_EVERYTHING is set: every property for every input. */
int kinescope_fuzz_checks_everything(void);

/* Nanoseconds of processor time that this thread has spent. */
uint64_t kinescope_fuzz_thread_time(void);

/* Whether the parsers of this executable count what is reached. */
int kinescope_fuzz_counts(void);

/* Keeps the counters as they are, or puts them back as they were kept: between the two nothing is counted. */
void kinescope_fuzz_keep_counters(void);
void kinescope_fuzz_put_counters_back(void);

/* Calls `tell` when the process ends, unless a fault ends it. */
void kinescope_fuzz_at_end(void (*tell)(void));

/* Writes a line to standard error. */
void kinescope_fuzz_say(const char *message);

/* Writes a line to standard error and traps, so that libFuzzer stores the input. */
_Noreturn void kinescope_fuzz_fail(const char *message);

/* Writes a line to standard error and ends the process with 2: it was started in a way that makes no sense. */
_Noreturn void kinescope_fuzz_refuse(const char *message);

#endif
