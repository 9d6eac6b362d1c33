/* SPDX-License-Identifier: MIT */
/*
 * The commands of pbrain/commands.def. A command that is refused leaves the board as it was.
 */
#include "pbrain/talk_private.h"

#include <stdio.h>

static void say(struct talk *talk, const char *line)
{
    talk->ports->say(talk->ports->ctx, line);
}

const char *talk__words(enum stones_error error)
{
    static const char *const words[STONES_ERROR_COUNT] = {
        [STONES_OK] = "",
        [STONES_OUTSIDE] = "this square is not on the board",
        [STONES_OCCUPIED] = "a stone is on this square",
        [STONES_EMPTY] = "no stone is on this square",
        [STONES_UNEQUAL] = "no turns lead to so many stones of each side",
        [STONES_OVER] = "the game is over",
    };
    return words[error];
}

/* Whether there is a board; says so if not. */
static bool has_board(struct talk *talk)
{
    if (talk->board.width == 0)
        talk__refuse(talk, "there is no board before START");
    return talk->board.width > 0;
}

/* Whether a computer plays on the board by one of the rules. What it knows of them is made now:
 * this time is nobody's. */
static bool prepare(struct talk *talk, const struct stones *board)
{
    static const enum overline rules[] = {OVERLINE_WINS, OVERLINE_NOTHING};
    bool is_played = false;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        struct variant own;
        const struct variant *variant = stones_variant(board, rules[i], &own);
        if (thinker_computer(talk->thinker, variant) == NULL)
            continue;
        is_played = true;
        (void)thinker_prepare(talk->thinker, variant); /* a move tells what is wrong */
    }
    return is_played;
}

static void new_game(struct talk *talk)
{
    thinker_forget(talk->thinker);
    talk->spent_ms = 0;
    talk->tell.is_told[INFO_TIME_LEFT] = false;
    say(talk, "OK");
}

static void start(struct talk *talk, int64_t width, int64_t height)
{
    struct stones board;
    char words[80];
    snprintf(words, sizeof(words), "sides of a board are from %d to %d", STONES_SIDE_LEAST,
             STONES_SIDE_MOST);
    if (!stones_has_size(width, height)) {
        talk__refuse(talk, words);
        return;
    }
    stones_init(&board, width, height);
    if (!prepare(talk, &board)) {
        talk__refuse(talk, "the computer player does not play on such a board");
        return;
    }
    talk->board = board;
    new_game(talk);
}

void talk__do_start(struct talk *talk, const struct order *order)
{
    start(talk, order->numbers[0], order->numbers[0]);
}

void talk__do_rectstart(struct talk *talk, const struct order *order)
{
    start(talk, order->numbers[0], order->numbers[1]);
}

void talk__do_restart(struct talk *talk, const struct order *order)
{
    (void)order;
    if (!has_board(talk))
        return;
    stones_init(&talk->board, talk->board.width, talk->board.height);
    new_game(talk);
}

void talk__do_begin(struct talk *talk, const struct order *order)
{
    (void)order;
    if (!has_board(talk))
        return;
    if (talk->board.count > 0)
        talk__refuse(talk, "the board is not empty");
    else
        (void)talk__move(talk);
}

void talk__do_turn(struct talk *talk, const struct order *order)
{
    if (!has_board(talk))
        return;
    enum stones_error error =
        stones_put(&talk->board, order->numbers[0], order->numbers[1], STONES_OTHER);
    if (error != STONES_OK)
        talk__refuse(talk, talk__words(error));
    else if (!talk__move(talk))
        (void)stones_take(&talk->board, order->numbers[0], order->numbers[1]);
}

void talk__do_board(struct talk *talk, const struct order *order)
{
    (void)order;
    talk->is_setting_up = true;
    talk->set_up_fault = NULL;
    stones_init(&talk->set_up, talk->board.width, talk->board.height);
}

static const char *set_up_stone(struct talk *talk, const struct order_stone *stone)
{
    if (stone->field != 1 && stone->field != 2)
        return "the field of a stone is 1 or 2";
    enum stones_error error = stones_put(&talk->set_up, stone->x, stone->y,
                                         stone->field == 1 ? STONES_OWN : STONES_OTHER);
    return error != STONES_OK ? talk__words(error) : NULL;
}

static void set_up_done(struct talk *talk)
{
    struct stones before = talk->board;
    talk->is_setting_up = false;
    if (!has_board(talk))
        return;
    if (talk->set_up_fault != NULL) {
        talk__refuse(talk, talk->set_up_fault);
        return;
    }
    talk->board = talk->set_up;
    if (!talk__move(talk))
        talk->board = before;
}

bool talk__set_up(struct talk *talk, const char *line, size_t len)
{
    struct order_stone stone;
    struct order order;
    if (order_is_done(line, len)) {
        set_up_done(talk);
        return true;
    }
    if (order_read_stone(line, len, &stone)) {
        if (talk->set_up_fault == NULL)
            talk->set_up_fault = set_up_stone(talk, &stone);
        return true;
    }
    if (order_read(line, len, &order) != ORDER_UNKNOWN) {
        /* A manager that sends commands in place of DONE has given up, but INFO comes any time. */
        talk->is_setting_up = command_get(order.command)->meanwhile == MEANWHILE_AT_ONCE;
        return false;
    }
    if (talk->set_up_fault == NULL)
        talk->set_up_fault = "a stone is X,Y,FIELD";
    return true;
}

void talk__do_takeback(struct talk *talk, const struct order *order)
{
    if (!has_board(talk))
        return;
    enum stones_error error = stones_take(&talk->board, order->numbers[0], order->numbers[1]);
    if (error != STONES_OK)
        talk__refuse(talk, talk__words(error));
    else
        say(talk, "OK");
}

void talk__do_info(struct talk *talk, const struct order *order)
{
    tell_hear(&talk->tell, order->text, order->text_len);
}

void talk__do_about(struct talk *talk, const struct order *order)
{
    (void)order;
    say(talk, "name=\"Pentad\", version=\"" PENTAD_VERSION "\"");
}

void talk__do_end(struct talk *talk, const struct order *order)
{
    (void)order;
    talk->is_over = true;
}
