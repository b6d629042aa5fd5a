#include "CMalloc.h"

#ifdef __linux__
#include <malloc.h>
#endif

void kinescope_merge_freed_blocks(void) {
#ifdef __GLIBC__
    mallopt(M_MXFAST, 0);
#endif
}
