#ifndef CMALLOC_H
#define CMALLOC_H

/// Lets each small block be merged with its neighbours when it is freed, where the system's malloc is glibc's.
///
/// It does that with all of them at once otherwise, as often as a block of over a kilobyte is asked for.
void kinescope_merge_freed_blocks(void);

#endif
