#ifndef KINESCOPE_CLIBXML2_SHIM_H
#define KINESCOPE_CLIBXML2_SHIM_H

/* libxml2 before 2.10 includes ICU's headers, which clash with Foundation's own ICU module ("'UErrorCode' has different
   definitions in different modules"), and only on clean builds. Nothing here needs ICU, so its inclusion is undone
   before any other header of libxml2 is read. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/catalog.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>

/* xmlFree is a global function pointer, which Swift 6 rightly refuses as shared mutable state. */
static inline void kinescope_xml_free(void *pointer) {
    if (pointer != NULL) xmlFree(pointer);
}

#endif
