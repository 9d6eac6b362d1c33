/* SPDX-License-Identifier: MIT */
/*
 * Private to pbrain/. The state of a talk, and its parts: the commands (talk_commands.c) and
 * the moves (talk_move.c).
 */
#ifndef PENTAD_PBRAIN_TALK_PRIVATE_H
#define PENTAD_PBRAIN_TALK_PRIVATE_H

#include "pbrain/lines.h"
#include "pbrain/order.h"
#include "pbrain/stones.h"
#include "pbrain/talk.h"
#include "pbrain/tell.h"

struct talk {
    const struct talk_ports *ports;
    struct thinker *thinker;
    struct lines lines;
    struct tell tell;
    struct stones board;
    bool is_setting_up; /* between BOARD and DONE */
    struct stones set_up;
    const char *set_up_fault; /* NULL: none so far */
    bool is_input_over;
    bool is_over;
    int64_t spent_ms; /* on moves of this game */
    int64_t stall_ms; /* the longest time lately that this program did not run */
    /* Of the thought under way. */
    int64_t began_ms;
    int64_t asked_ms; /* when it asked last whether to stop */
    int64_t limit_ms;
    bool was_abandoned;
};

/* Each does one command; its operands were read. */
#define COMMAND(ID, id, ...) void talk__do_##id(struct talk *, const struct order *);
#include "pbrain/commands.def"
#undef COMMAND

/* Takes a line between BOARD and DONE. Returns false for a command, which is then to be done; but
 * for INFO there is no BOARD any more. */
bool talk__set_up(struct talk *talk, const char *line, size_t len);

/* Thinks about the board, places one's own stone and says it, or says why not. Returns whether the
 * board was one to think about. */
bool talk__move(struct talk *talk);

/* Says "ERROR" and the words. */
void talk__refuse(struct talk *talk, const char *words);
/* The words for an error of the board other than STONES_OK. */
const char *talk__words(enum stones_error error);

#endif
