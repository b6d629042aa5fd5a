/* What FuzzSAMLResponse is measured against: libxml2 alone, with the options and the checks of Sources/CLibXML2. */

#include <stddef.h>
#include <stdint.h>

#include "../../Sources/CLibXML2/shim.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    kinescope_xml_initialize();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    kinescope_xml_fault fault;
    xmlDocPtr document = kinescope_xml_parse((const char *)data, (int)size, &fault);
    if (document != NULL) xmlFreeDoc(document);
    return 0;
}
