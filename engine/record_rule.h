/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Of which variants a record may be, by its size and by the rule that it names,
 * and the reading of one as each of them in turn: where it does not say, its moves may.
 */
#ifndef PENTAD_ENGINE_RECORD_RULE_H
#define PENTAD_ENGINE_RECORD_RULE_H

#include "engine/game.h"
#include "engine/needs.h"
#include "engine/record.h"
#include "engine/text.h"

#include <stdint.h>

/* The words of a record about its variant. Spans without text are not said. */
struct record_naming {
    enum reader reader;         /* of the record */
    enum reader reader_of_ours; /* of one that names the variant by our key */
    size_t width;               /* 0, and so the height: the size is not said */
    size_t height;
    struct text_span size; /* where the size stands */
    struct text_span rule; /* in the words of any program */
    struct text_span key;  /* ours */
};

/* One reading of a record, as one of the variants that it may be of. */
struct record_attempt {
    const struct record_reading *told;
    uint64_t tried;         /* the rows that it was read as: bit n is the row n */
    uint64_t possible;      /* told by the record: all rows that it may be of */
    struct text_span fault; /* of an error */
    unsigned start;         /* plies of stones that were set up */
    unsigned games;         /* that the text has, as far as is known */
    bool is_choice_assumed;
};

/* Finds the next variant that is possible. Returns 0, ERR_UNKNOWN_SIZE, ERR_UNKNOWN_RULE or
 * ERR_BAD_RECORD; then the attempt has the fault. */
int record__next_variant(struct record_attempt *attempt, const struct record_naming *naming,
                         const struct variant **variant_out);

/* Reads the text once; the game is the one before a fault. */
typedef int record_attempt_fn(struct record_attempt *attempt, struct text_span text,
                              struct game *game);

/* Reads the text as each possible variant, and keeps the first game that fits; if none does, the
 * one that comes furthest. */
int record__read(record_attempt_fn *read, struct text_span text, struct game *game,
                 struct record_reading *reading);

/* Takes the mark U+FEFF off the front, which editors of Windows put there. Returns 0, or ERR_UTF16
 * for a text of two bytes a letter. */
int record__take_mark(struct text_span *text);

record_attempt_fn record__attempt_sgf;
record_attempt_fn record__attempt_psq;
/* Whether there is anything that looks like a record of this kind, and where. */
bool record__find_sgf(struct text_span text, size_t *at_out);
bool record__find_psq(struct text_span text, size_t *at_out);

#endif
