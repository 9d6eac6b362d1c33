/* SPDX-License-Identifier: MIT */
/*
 * Prints the messages of the protocol as a JSON Schema (draft 2020-12), from the tables that the
 * coders are built from: /schema.json of the server.
 */
#include "proto/codec.h"
#include "proto/shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ID_PATTERN "^[0-9abcdefghjkmnpqrstvwxyz]{12}$"

static const char *separator = "";

/* A text of the tables, which have no control characters. */
static void put_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void put_type(const struct field *field)
{
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        printf("\"type\":\"integer\",\"minimum\":%" PRId64, field->min);
        if (field->max != INT64_MAX)
            printf(",\"maximum\":%" PRId64, field->max);
        break;
    case FIELD_BOOL:
        printf("\"type\":\"boolean\"");
        break;
    case FIELD_TEXT:
        printf("\"type\":\"string\",\"minLength\":%" PRId64 ",\"maxLength\":%" PRId64, field->min,
               field->max);
        break;
    case FIELD_ID:
        printf("\"type\":\"string\",\"pattern\":\"" ID_PATTERN "\"");
        break;
    case FIELD_VARIANT:
        printf("\"type\":\"string\"");
        break;
    case FIELD_WORD:
        printf("\"$ref\":\"#/$defs/word.%s\"", word__list(field->ref)->name);
        break;
    case FIELD_OBJECT:
        printf("\"$ref\":\"#/$defs/record.%s\"", shape__record(field->ref)->name);
        break;
    case FIELD_LIST:
        printf("\"type\":\"array\",\"maxItems\":%" PRId64
               ",\"items\":{\"$ref\":\"#/$defs/record.%s\"}",
               field->max, shape__record(field->ref)->name);
        break;
    case FIELD_TYPE_COUNT:
        break;
    }
}

static void put_fields(const struct shape *shape, const char *comma)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        printf("%s\"%s\":{", comma, field->name);
        comma = ",";
        put_type(field);
        if (field->doc[0] != '\0') {
            printf(",\"description\":");
            put_text(field->doc);
        }
        putchar('}');
    }
}

/* Lists are never left out. */
static void put_required(const struct shape *shape, const char *comma)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        if (field->is_optional)
            continue;
        printf("%s\"%s\"", comma, field->name);
        comma = ",";
    }
}

/* A definition: `head` are its first properties, and `needed` those of them that are required, each
 * as a list of JSON. */
static void put_shape(const char *kind, const struct shape *shape, const char *head,
                      const char *needed)
{
    printf("%s\n\"%s.%s\":{\"type\":\"object\",\"description\":", separator, kind, shape->name);
    separator = ",";
    put_text(shape->doc);
    printf(",\"properties\":{%s", head);
    put_fields(shape, head[0] != '\0' ? "," : "");
    printf("},\"required\":[%s", needed);
    put_required(shape, needed[0] != '\0' ? "," : "");
    printf("]}");
}

static void put_request(enum op op)
{
    char head[512];
    const char *wire = op_info(op)->wire;
    snprintf(
        head, sizeof(head),
        "\"op\":{\"const\":\"%s\"},\"id\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":%" PRId64
        "},\"key\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":%d}",
        wire, REQUEST_ID_MAX, REQUEST_KEY_MAX);
    put_shape("request", shape__request(op), head, "\"op\",\"id\"");
    put_shape("reply", shape__reply(op), "\"re\":{\"type\":\"integer\"}", "\"re\"");
}

static void put_event(enum event event)
{
    char head[160];
    bool is_numbered = event_is_numbered(event);
    snprintf(head, sizeof(head), "\"ev\":{\"const\":\"%s\"}%s", event_wire(event),
             is_numbered ? ",\"seq\":{\"type\":\"integer\",\"minimum\":1}" : "");
    put_shape("event", shape__event(event), head, is_numbered ? "\"ev\",\"seq\"" : "\"ev\"");
}

/* Later versions may know more words: a client takes an unknown one as such. */
static void put_words(const struct word_list *list)
{
    printf("%s\n\"word.%s\":{\"type\":\"string\",\"enum\":[", separator, list->name);
    separator = ",";
    for (int i = 0; i < list->count; i++)
        printf("%s\"%s\"", i > 0 ? "," : "", list->rows[i].word);
    printf("]}");
}

int main(void)
{
    printf(
        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"The protocol of "
        "Pentad, version %d\",\"$comment\":\"Each message is one of request.*, reply.*, event.* or "
        "error; fields that are not named may come.\",\"$defs\":{",
        PROTOCOL_VERSION);
    for (int i = 0; i < WORD_LIST_COUNT; i++)
        put_words(word__list((enum word_list_id)i));
    for (int i = 0; i < RECORD_COUNT; i++)
        put_shape("record", shape__record((enum record)i), "", "");
    for (int i = 0; i < OP_COUNT; i++)
        put_request((enum op)i);
    for (int i = 0; i < EVENT_COUNT; i++)
        put_event((enum event)i);
    put_shape("record", &shape__error, "", "");
    printf(",\n\"error\":{\"type\":\"object\",\"properties\":{\"re\":{\"type\":[\"integer\","
           "\"null\"]},"
           "\"error\":{\"$ref\":\"#/$defs/record.error\"}},\"required\":[\"re\",\"error\"]}");
    printf("}}\n");
    return ferror(stdout) != 0;
}
