/* SPDX-License-Identifier: MIT */
/*
 * Commands of those who keep order, as requests: the rows of proto/order.def as data. For programs
 * in which people type them; the server knows operations only. Constants and pure functions.
 */
#ifndef PENTAD_PROTO_ORDER_H
#define PENTAD_PROTO_ORDER_H

#include "proto/codec.h"

#include <stddef.h>

enum order_act_id {
#define ORDER_ACT(id, word, arguments, min, max, doc) ORDER_ACT_##id,
#define ORDER_WRONG(ID, text)
#include "proto/order.def"
#undef ORDER_ACT
#undef ORDER_WRONG
    ORDER_ACT_COUNT
};

enum order_wrong {
    ORDER_RIGHT,
#define ORDER_ACT(id, word, arguments, min, max, doc)
#define ORDER_WRONG(ID, text) ORDER_WRONG_##ID,
#include "proto/order.def"
#undef ORDER_ACT
#undef ORDER_WRONG
    ORDER_WRONG_COUNT
};

struct order_act {
    const char *word;
    const char *arguments;
    const char *doc; /* English, without a full stop */
    size_t min;
    size_t max;
    enum op op;
};

const struct order_act *order_act(enum order_act_id id);
/* The act with this word; ORDER_ACT_COUNT if there is none. */
enum order_act_id order_act_find(const char *word);

/* Fills the request, which borrows the words. `words` has as many as the act takes, then NULL. The
 * server checks everything that it alone can know (names, lengths of texts). */
enum order_wrong order_ask(enum order_act_id id, const char *const *words,
                           struct request *request_out);
/* A sentence in English that says what is wrong, for anything but ORDER_RIGHT. */
const char *order_wrong_text(enum order_wrong wrong);

#endif
