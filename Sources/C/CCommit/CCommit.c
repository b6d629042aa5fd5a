#include "CCommit.h"

#include <stddef.h>

const char *kinescope_commit(void) {
#ifdef KINESCOPE_COMMIT
    return KINESCOPE_COMMIT;
#else
    return NULL;
#endif
}
