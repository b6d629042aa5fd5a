#include "CMalloc.h"

#ifdef __linux__
#include <malloc.h>
#endif

void kinescope_prepare_malloc(void) {
#ifdef __GLIBC__
    mallopt(M_MXFAST, 0);
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}
