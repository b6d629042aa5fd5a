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
#include <stdio.h>
#include <string.h>

/* The error's type became const with 2.12. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *kinescope_xml_error;
#else
typedef xmlErrorPtr kinescope_xml_error;
#endif

/* The first error of a parse: a later one only follows from it. */
typedef struct {
    int code; /* 0: none yet */
    int domain;
    int line;    /* 0: unknown */
    int column;  /* 0: unknown */
    long offset; /* in the bytes handed over; -1: unknown */
    char message[256];
} kinescope_xml_fault;

/* Nothing of a document's own may change how it is read: no entity substitution (NOENT), no DTD, no XInclude, no
   recovery, no lifted limits (HUGE); the encoding is the caller's (IGNORE_ENC). */
static const int kinescope_xml_options =
    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC | XML_PARSE_BIG_LINES;

/* Once per process, before the first parse. */
static inline void kinescope_xml_initialize(void) {
    xmlInitParser();
#ifdef LIBXML_CATALOG_ENABLED
    xmlCatalogSetDefaults(XML_CATA_ALLOW_NONE);
#endif
}

/* An `xml:id` that is no name, or stands twice, is an error of xml:id 1.0 §7, which does not make a document less
   well-formed: whoever cares for IDs looks at them anyway. */
static inline int kinescope_xml_is_id_slip(int code) { return code == XML_DTD_XMLID_VALUE || code == XML_DTD_ID_REDEFINED; }

/* Keeps the first error, warnings aside. */
static inline void kinescope_xml_note(kinescope_xml_fault *fault, kinescope_xml_error error) {
    if (fault == NULL || error == NULL || fault->code != 0 || error->code == 0) return;
    if (error->level < XML_ERR_ERROR || kinescope_xml_is_id_slip(error->code)) return;
    fault->code = error->code;
    fault->domain = error->domain;
    fault->line = error->line;
    fault->column = error->int2;
    fault->offset = -1;
    snprintf(fault->message, sizeof fault->message, "%s", error->message == NULL ? "" : error->message);
}

static inline void kinescope_xml_context_error(void *user_data, kinescope_xml_error error) {
    xmlParserCtxtPtr context = (xmlParserCtxtPtr)user_data;
    kinescope_xml_fault *fault = (kinescope_xml_fault *)context->_private;
    if (fault == NULL || fault->code != 0) return;
    kinescope_xml_note(fault, error);
    if (fault->code != 0 && context->input != NULL && context->inputNr == 1)
        fault->offset = (long)context->input->consumed + (long)(context->input->cur - context->input->base);
}

/* The document in `count` bytes of UTF-8, or NULL and a fault. Whatever libxml2 is unsure of is a fault. */
static inline xmlDocPtr kinescope_xml_parse(const char *bytes, int count, kinescope_xml_fault *fault) {
    memset(fault, 0, sizeof *fault);
    fault->offset = -1;
    xmlParserCtxtPtr context = xmlNewParserCtxt();
    if (context == NULL) {
        fault->code = XML_ERR_NO_MEMORY;
        return NULL;
    }
    context->_private = fault;
    context->sax->serror = kinescope_xml_context_error;
    xmlDocPtr document = xmlCtxtReadMemory(context, bytes, count, NULL, "UTF-8", kinescope_xml_options);
    long consumed =
        context->input == NULL ? count : (long)context->input->consumed + (long)(context->input->cur - context->input->base);
    int is_sound = document != NULL && context->wellFormed == 1 && context->nsWellFormed == 1
        && (context->errNo == 0 || kinescope_xml_is_id_slip(context->errNo))
        && document->intSubset == NULL && document->extSubset == NULL && fault->code == 0;
    if (is_sound && consumed != count) {
        is_sound = 0;
        fault->code = XML_ERR_DOCUMENT_END;
        fault->domain = XML_FROM_PARSER;
        fault->offset = consumed;
    }
    if (!is_sound && fault->code == 0) {
        kinescope_xml_note(fault, &context->lastError);
        if (fault->code == 0) fault->code = XML_ERR_INTERNAL_ERROR;
    }
    xmlFreeParserCtxt(context);
    if (is_sound) return document;
    if (document != NULL) xmlFreeDoc(document);
    return NULL;
}

/* What libxml2 handed out to be freed: `xmlFree` is a variable, which Swift does not let several threads read. */
static inline void kinescope_xml_free(void *memory) {
    if (memory != NULL) xmlFree(memory);
}

/* The message, which Swift would see as 256 separate bytes. */
static inline const char *kinescope_xml_message(const kinescope_xml_fault *fault) { return fault->message; }

#endif
