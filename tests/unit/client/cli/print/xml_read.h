/* SPDX-License-Identifier: MIT */
/*
 * A strict reader of small XML documents for tests: elements in elements, attributes in double
 * quotes, text with the entities that XML itself has. Fails the test at the first byte that XML 1.0
 * does not allow there. No comments, no DTD: what is written here has none.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_CLI_PRINT_XML_READ_H
#define PENTAD_TESTS_UNIT_CLIENT_CLI_PRINT_XML_READ_H

#include <stdbool.h>
#include <stddef.h>

#define XML_NAME_SIZE 32
#define XML_VALUE_SIZE 128
#define XML_TEXT_SIZE 512
#define XML_ATTRIBUTES_MAX 16
#define XML_DEPTH_MAX 8

struct xml_attribute {
    char name[XML_NAME_SIZE];
    char value[XML_VALUE_SIZE];
};

struct xml_element {
    char name[XML_NAME_SIZE];
    struct xml_attribute attributes[XML_ATTRIBUTES_MAX];
    size_t attributes_count;
    char text[XML_TEXT_SIZE]; /* without entities; of an element without others in it */
};

/* Reads the document and tells of each element when it ends; `open` are those around it, the
 * outermost first. Lent for the call. */
typedef void xml_seen(void *ctx, const struct xml_element *element, const struct xml_element *open,
                      size_t open_count);
void xml_read(const char *document, xml_seen *seen, void *ctx);

/* The value of an attribute; NULL: it has none. */
const char *xml_value(const struct xml_element *element, const char *name);
/* Whether the value is there and is a whole number; else 0. */
bool xml_number(const struct xml_element *element, const char *name, int *number_out);

#endif
