/* SPDX-License-Identifier: MIT */
/*
 * The reader of xml_read.h, by the productions of https://www.w3.org/TR/xml/.
 */
#include "xml_read.h"

#include "base/utf8.h"
#include "tests/support/cmocka_all.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at;
    struct xml_element open[XML_DEPTH_MAX];
    size_t depth;
};

static void fail_at(const struct reader *reader, const char *why)
{
    fail_msg("%s at: %.60s", why, reader->at);
}

static bool take(struct reader *reader, const char *text)
{
    size_t len = strlen(text);
    if (strncmp(reader->at, text, len) != 0)
        return false;
    reader->at += len;
    return true;
}

static void need(struct reader *reader, const char *text)
{
    if (!take(reader, text))
        fail_at(reader, text);
}

static void skip_space(struct reader *reader)
{
    reader->at += strspn(reader->at, " \t\r\n");
}

static void read_name(struct reader *reader, char name[XML_NAME_SIZE])
{
    size_t len = 0;
    while (isalnum((unsigned char)reader->at[len]) || reader->at[len] == '-')
        len++;
    if (len == 0 || len >= XML_NAME_SIZE || !isalpha((unsigned char)reader->at[0]))
        fail_at(reader, "no name");
    memcpy(name, reader->at, len);
    name[len] = '\0';
    reader->at += len;
}

/* One character of text, which may be an entity; it is appended. */
static void read_char(struct reader *reader, char *text, size_t size)
{
    static const struct {
        const char *entity;
        char byte;
    } entities[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    size_t used = strlen(text);
    size_t len = utf8_char_len(reader->at, strnlen(reader->at, 4));
    for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
        if (take(reader, entities[i].entity)) {
            text[used] = entities[i].byte;
            text[used + 1] = '\0';
            return;
        }
    unsigned char byte = (unsigned char)*reader->at;
    bool is_control = byte < 0x20 && strchr("\t\r\n", byte) == NULL;
    bool is_none = len == 3 && (memcmp(reader->at, "\xEF\xBF\xBE", 3) == 0 ||
                                memcmp(reader->at, "\xEF\xBF\xBF", 3) == 0);
    if (len == 0 || is_control || is_none || byte == '&' || byte == '<')
        fail_at(reader, "no character of XML");
    assert_true(used + len < size);
    memcpy(text + used, reader->at, len);
    text[used + len] = '\0';
    reader->at += len;
}

static void read_attribute(struct reader *reader, struct xml_element *element)
{
    assert_true(element->attributes_count < XML_ATTRIBUTES_MAX);
    struct xml_attribute *attribute = &element->attributes[element->attributes_count];
    attribute->value[0] = '\0';
    read_name(reader, attribute->name);
    if (xml_value(element, attribute->name) != NULL)
        fail_at(reader, "an attribute twice");
    need(reader, "=\"");
    while (*reader->at != '"')
        read_char(reader, attribute->value, XML_VALUE_SIZE);
    reader->at++;
    element->attributes_count++;
}

/* Reads a tag behind its name's '<'; returns whether the element ends with it. */
static bool read_tag(struct reader *reader, struct xml_element *element)
{
    read_name(reader, element->name);
    for (;;) {
        const char *before = reader->at;
        skip_space(reader);
        if (take(reader, "/>"))
            return true;
        if (take(reader, ">"))
            return false;
        if (reader->at == before)
            fail_at(reader, "no space before an attribute");
        read_attribute(reader, element);
    }
}

static void end_element(struct reader *reader, xml_seen *seen, void *ctx)
{
    reader->depth--;
    seen(ctx, &reader->open[reader->depth], reader->open, reader->depth);
}

/* The kind of thing at the reader: an end, a beginning, or text. */
static void read_content(struct reader *reader, xml_seen *seen, void *ctx)
{
    char name[XML_NAME_SIZE];
    struct xml_element *innermost = &reader->open[reader->depth - 1];
    if (take(reader, "</")) {
        read_name(reader, name);
        assert_string_equal(name, innermost->name);
        need(reader, ">");
        end_element(reader, seen, ctx);
    } else if (take(reader, "<")) {
        assert_true(reader->depth < XML_DEPTH_MAX);
        reader->open[reader->depth].attributes_count = 0;
        reader->open[reader->depth].text[0] = '\0';
        bool is_empty = read_tag(reader, &reader->open[reader->depth++]);
        innermost->text[0] = '\0'; /* line ends between elements */
        if (is_empty)
            end_element(reader, seen, ctx);
    } else {
        read_char(reader, innermost->text, XML_TEXT_SIZE);
    }
}

void xml_read(const char *document, xml_seen *seen, void *ctx)
{
    struct reader *reader = calloc(1, sizeof(*reader));
    assert_non_null(reader);
    reader->at = document;
    need(reader, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    skip_space(reader);
    need(reader, "<");
    bool is_empty = read_tag(reader, &reader->open[reader->depth++]);
    assert_false(is_empty);
    while (reader->depth > 0)
        read_content(reader, seen, ctx);
    skip_space(reader);
    if (*reader->at != '\0')
        fail_at(reader, "something behind the document");
    free(reader);
}

const char *xml_value(const struct xml_element *element, const char *name)
{
    for (size_t i = 0; i < element->attributes_count; i++)
        if (strcmp(element->attributes[i].name, name) == 0)
            return element->attributes[i].value;
    return NULL;
}

bool xml_number(const struct xml_element *element, const char *name, int *number_out)
{
    char *end = NULL;
    const char *value = xml_value(element, name);
    *number_out = value != NULL ? (int)strtol(value, &end, 10) : 0;
    return value != NULL && end != value && *end == '\0';
}
