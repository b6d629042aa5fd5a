#ifndef CMALLOC_H
#define CMALLOC_H

/// Prepares the system's malloc for a server that runs for long, where it is glibc's.
///
/// Each small block is merged with its neighbours when it is freed: it does that with all of them at once otherwise, as often as
/// a block of over a kilobyte is asked for. All threads share one heap, and from which size on a block has pages of its own does
/// not change: else what one thread has freed, or was large once, lies there while others ask the system for more.
void kinescope_prepare_malloc(void);

#endif
