/* SPDX-License-Identifier: MIT */
/*
 * Commands of moderators and operators, as requests: the rows of proto/moderation.def as data. For
 * programs in which people type them; the server knows only operations. Constants and pure
 * functions.
 */
#ifndef PENTAD_PROTO_MODERATION_H
#define PENTAD_PROTO_MODERATION_H

#include "proto/codec.h"

#include <stdbool.h>
#include <stddef.h>

enum moderation_act_id {
#define MODERATION_ACT(id, word, arguments, min, max, doc) MODERATION_ACT_##id,
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
    MODERATION_ACT_COUNT
};

enum moderation_wrong {
    MODERATION_RIGHT,
#define MODERATION_ACT(id, word, arguments, min, max, doc)
#define MODERATION_WRONG(ID, text) MODERATION_WRONG_##ID,
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
    MODERATION_WRONG_COUNT
};

struct moderation_act {
    const char *word;
    const char *arguments;
    const char *doc; /* English, without a full stop */
    size_t min;
    size_t max;
    enum op op;
};

const struct moderation_act *moderation_act(enum moderation_act_id id);
/* The act with this word; MODERATION_ACT_COUNT if there is none. */
enum moderation_act_id moderation_act_find(const char *word);

/* Fills the request, which borrows the words. `words` has as many as the act takes, then NULL. The
 * server checks everything that only it can know (names, lengths of texts). */
enum moderation_wrong moderation_ask(enum moderation_act_id id, const char *const *words,
                                     struct request *request_out);
/* ------------------------------------------------------------------ a game, action by action */

/* A walk over the answer to mod.game, which it borrows; it counts on the way. */
struct moderation_walk {
    const char *actions;
    const char *by;
    const char *spent; /* NULL: not known */
    const char *lost;
    int64_t done[2];         /* actions of the first player and of the second, so far */
    int64_t done_in_loss[2]; /* those before which the focus was lost */
};

struct moderation_step {
    int seat; /* 0 the first player, 1 the second */
    const char *action;
    int action_len;
    int64_t spent_ms; /* NONE: not known */
    bool was_lost;    /* the focus was lost after the opponent's action */
};

void moderation_walk_begin(struct moderation_walk *walk, const struct mod_game_reply *reply);
/* False if there are no more. */
bool moderation_walk_next(struct moderation_walk *walk, struct moderation_step *step_out);

/* A sentence in English that says what is wrong, for anything but MODERATION_RIGHT. */
const char *moderation_wrong_text(enum moderation_wrong wrong);

#endif
