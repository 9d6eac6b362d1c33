/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. The variants that a record may be of, by its size and by the rule that it
 * names, and the reading of a record as each of them in turn: if it does not name its variant, its
 * moves may tell.
 */
#ifndef PENTAD_ENGINE_RECORD_RULE_H
#define PENTAD_ENGINE_RECORD_RULE_H

#include "engine/game.h"
#include "engine/needs.h"
#include "engine/record.h"
#include "engine/text.h"

#include <stdint.h>

/* The words of a record about its variant. A span without text: the record does not say it. */
struct record_naming {
    enum reader reader;         /* of the record */
    enum reader reader_of_ours; /* of one that names the variant by our key */
    size_t width;               /* 0, like the height, if the record does not say the size */
    size_t height;
    struct text_span size; /* the place of the size */
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
 * ERR_BAD_RECORD; on an error the attempt has the fault. */
int record__next_variant(struct record_attempt *attempt, const struct record_naming *naming,
                         const struct variant **variant_out);

/* Reads the text once; the game is the one before a fault. */
typedef int record_attempt_fn(struct record_attempt *attempt, struct text_span text,
                              struct game *game);

/* Reads the text as each possible variant, and keeps the first game that fits; if none does, the
 * one that gets furthest. */
int record__read(record_attempt_fn *read, struct text_span text, struct game *game,
                 struct record_reading *reading);

/* Takes the byte order mark U+FEFF, which editors on Windows write, off the front. Returns 0, or
 * ERR_UTF16 for a text with two bytes a letter. */
int record__take_mark(struct text_span *text);

record_attempt_fn record__attempt_sgf;
record_attempt_fn record__attempt_psq;
/* True if something in the text looks like a record of this kind; `at_out` says where. */
bool record__find_sgf(struct text_span text, size_t *at_out);
bool record__find_psq(struct text_span text, size_t *at_out);

#endif
