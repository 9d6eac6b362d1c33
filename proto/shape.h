/* SPDX-License-Identifier: MIT */
/*
 * Private to proto/ and its tests. The table of messages as data: every record, request, reply and
 * event has a shape, which says where each field lies in its struct and what may be in it. The
 * coders walk shapes; no message has code of its own. Constants, safe on every thread.
 */
#ifndef PENTAD_PROTO_SHAPE_H
#define PENTAD_PROTO_SHAPE_H

#include "proto/codec.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A sentence of docs/PROTOCOL.md; a page in a browser does without it. */
#ifdef __wasm__
#define DOC(text) ""
#else
#define DOC(text) (text)
#endif

/* The types of fields; the comments say the type in the struct. */
enum field_type {
    FIELD_INT,     /* int64_t */
    FIELD_BOOL,    /* bool */
    FIELD_TEXT,    /* const char * */
    FIELD_ID,      /* uint64_t */
    FIELD_VARIANT, /* const struct variant * */
    FIELD_WORD,    /* int */
    FIELD_OBJECT,  /* const struct <record>_record * */
    FIELD_LIST,    /* as an object, and a size_t */
    FIELD_TYPE_COUNT
};

enum word_list_id {
#define WORDS(list, LIST_ID) WORD_LIST_##list,
#define WORD(LIST_ID, ID, word, doc)
#define WORDS_END(list, LIST_ID)
#include "proto/words.def"
#undef WORDS
#undef WORD
#undef WORDS_END
    WORD_LIST_COUNT
};

struct word_row {
    const char *word;
    const char *doc;
};

struct word_list {
    const char *name;
    const struct word_row *rows;
    int count;
};

struct field {
    const char *name; /* NULL ends a list of fields */
    const char *doc;
    const char *key;       /* `,"name":` */
    int64_t min;           /* INT: value; TEXT: characters */
    int64_t max;           /* INT: value; TEXT: characters; LIST: elements */
    int64_t absent;        /* INT, BOOL, WORD: the value when left out */
    uint16_t offset;       /* in the struct */
    uint16_t count_offset; /* LIST */
    uint8_t type;          /* enum field_type */
    uint8_t name_len;
    uint8_t ref; /* OBJECT, LIST: enum record; WORD: enum word_list_id */
    bool is_optional;
};

struct shape {
    const char *name; /* "room", "room.open", "game.moved" */
    const char *doc;
    const struct field *fields; /* in the order of the table */
    size_t count;
    size_t size; /* of the struct */
    uint8_t name_len;
};

/* Ops by their ids, like their structs, for tables that use these names. */
enum op_of {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) op_of_##id = OP_##ID_,
#include "proto/message_rows.h"
};

const struct shape *shape__record(enum record record);
const struct shape *shape__request(enum op op);
const struct shape *shape__reply(enum op op);
const struct shape *shape__event(enum event event);

/* The op or event with the name of `len` bytes, or -1. */
int shape__find_op(const char *name, size_t len);
int shape__find_event(const char *name, size_t len);

const struct word_list *word__list(enum word_list_id id);
/* The position of the word in its list, or -1. */
int word__find(const struct word_list *list, const char *word, size_t len);

/* The fields that every request begins with. */
struct request_head {
    int64_t id;
    const char *op;
    const char *key;
};
extern const struct shape shape__request_head;

/* The number in the head of an event. */
struct event_head {
    int64_t seq;
};
extern const struct shape shape__event_head;

/* The shape of struct error_body. */
extern const struct shape shape__error;

#endif
