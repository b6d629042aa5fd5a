/* What is to be inflated is read, never written. */
#define ZLIB_CONST
#include <zlib.h>
