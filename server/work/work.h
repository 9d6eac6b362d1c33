/* SPDX-License-Identifier: MIT */
/*
 * Work that the core asks for and threads of the shell do: what is given, what is made, and the
 * facts of kinds.def about each kind. Plain values and their copies; any thread.
 */
#ifndef PENTAD_SERVER_WORK_WORK_H
#define PENTAD_SERVER_WORK_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for the hash of a password, with its NUL; bytes of a photo; an action, with its NUL. */
#define WORK_HASH_SIZE 256
#define WORK_PHOTO_SIZE 8192
#define WORK_ACTION_SIZE 16

enum work_class {
#define WORK_CLASS(NAME, name, nice, doc) WORK_CLASS_##NAME,
#include "server/work/kind_rows.h"
    WORK_CLASS_COUNT
};

enum work_kind {
#define WORK(NAME, name, CLASS, stops, doc) WORK_##NAME,
#include "server/work/kind_rows.h"
    WORK_KIND_COUNT
};

enum work_stops {
    WORK_GOES_ON,
    WORK_STOPS,
};

/* ------------------------------------------------------------------ what is given and made */

#define WORK(NAME, name, CLASS, stops, doc) struct work_##name {
#define SECRET(K, name, doc) const char *name;
#define TEXT(K, name, doc) const char *name;
#define NUMBER(K, name, doc) uint64_t name;
#define END_WORK(name)                                                                             \
    }                                                                                              \
    ;
#include "server/work/kind_rows.h"

#define WORK(NAME, name, CLASS, stops, doc) struct work_made_##name {
#define MADE_TEXT(K, name, size, doc) char name[size];
#define MADE_BYTES(K, name, size, doc)                                                             \
    uint8_t name[size];                                                                            \
    size_t name##_size;
#define MADE_FLAG(K, name, doc) bool name;
#define MADE_NUMBER(K, name, doc) uint64_t name;
#define END_WORK(name)                                                                             \
    }                                                                                              \
    ;
#include "server/work/kind_rows.h"

struct work {
    enum work_kind kind;
    uint64_t share; /* jobs that wait in a class take turns by share; 0: of none */
    union {
#define WORK(NAME, name, CLASS, stops, doc) struct work_##name name;
#include "server/work/kind_rows.h"
    } as;
};

/* The result, or what is known so far. */
struct work_result {
    bool ok;           /* the result counts; false: it could not be made, or the answer is no */
    bool lacks_memory; /* it ended without a result */
    bool is_stopped;   /* the same, because it was stopped */
    bool is_unable;    /* the same, because nothing here can do this kind */
    uint16_t permille; /* the part that is done, if its kind can tell */
    union {
#define WORK(NAME, name, CLASS, stops, doc) struct work_made_##name name;
#include "server/work/kind_rows.h"
    } as;
};

/* ------------------------------------------------------------------ the table as data */

struct work_kind_info {
    const char *name;
    enum work_class in; /* its class */
    enum work_stops stops;
};
const struct work_kind_info *work_kind_info(enum work_kind kind);

struct work_class_info {
    const char *name;
    int nice; /* WORK_NICE_IDLE: only time that all others leave */
};

#define WORK_NICE_IDLE 19
const struct work_class_info *work_class_info(enum work_class class);

/* Copies what is given. Never fails (base/memory.h). */
struct work work_copy(const struct work *work);
/* Frees a copy after overwriting its secrets, and leaves it empty. */
void work_free(struct work *copy);

#endif
