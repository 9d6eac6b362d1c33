/* SPDX-License-Identifier: MIT */
/*
 * The table of kinds as data, and copies of what is given to them.
 */
#include "server/work/work.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

const struct work_kind_info *work_kind_info(enum work_kind kind)
{
    static const struct work_kind_info infos[WORK_KIND_COUNT] = {
#define WORK(NAME, name, CLASS, stops, doc) [WORK_##NAME] = {#name, WORK_CLASS_##CLASS, stops},
#include "server/work/kind_rows.h"
    };
    assert(kind < WORK_KIND_COUNT);
    return &infos[kind];
}

const struct work_class_info *work_class_info(enum work_class class)
{
    static const struct work_class_info infos[WORK_CLASS_COUNT] = {
#define WORK_CLASS(NAME, name, nice, doc) [WORK_CLASS_##NAME] = {#name, nice},
#include "server/work/kind_rows.h"
    };
    assert(class < WORK_CLASS_COUNT);
    return &infos[class];
}

/* ------------------------------------------------------------------ copies */

struct work work_copy(const struct work *work)
{
    struct work copy = *work;
    switch (work->kind) {
#define WORK(NAME, name, CLASS, stops, doc) case WORK_##NAME:
#define SECRET(K, name, doc) copy.as.K.name = mem_text(work->as.K.name);
#define TEXT(K, name, doc) copy.as.K.name = mem_text(work->as.K.name);
#define END_WORK(name) break;
#include "server/work/kind_rows.h"
    default:
        break;
    }
    return copy;
}

static void free_text(const char *text)
{
    free((char *)text);
}

/* volatile: the compiler may not drop a write to memory that is freed next. */
static void free_secret(const char *text)
{
    for (volatile char *at = (char *)text; at != NULL && *at != '\0'; at++)
        *at = '\0';
    free_text(text);
}

void work_free(struct work *copy)
{
    switch (copy->kind) {
#define WORK(NAME, name, CLASS, stops, doc) case WORK_##NAME:
#define SECRET(K, name, doc) free_secret(copy->as.K.name);
#define TEXT(K, name, doc) free_text(copy->as.K.name);
#define END_WORK(name) break;
#include "server/work/kind_rows.h"
    default:
        break;
    }
    *copy = (struct work){.kind = copy->kind};
}
