/* SPDX-License-Identifier: MIT */
/*
 * A talk of the Gomocup protocol: what becomes of the lines, the commands of pbrain/commands.def,
 * and moves: a thought under the manager's limits, who is heard meanwhile. A command that is
 * refused leaves the board as it was.
 */
#include "pbrain/talk.h"

#include "pbrain/lines.h"
#include "pbrain/order.h"
#include "pbrain/stones.h"
#include "pbrain/tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

struct talk *talk_new(const struct talk_ports *ports, struct thinker *thinker)
{
    struct talk *talk = calloc(1, sizeof(*talk));
    if (talk == NULL)
        return NULL;
    talk->ports = ports;
    talk->thinker = thinker;
    tell_init(&talk->tell);
    return talk;
}

void talk_free(struct talk *talk)
{
    free(talk);
}

size_t talk_hear(struct talk *talk, const char *bytes, size_t len)
{
    return lines_put(&talk->lines, bytes, len);
}

void talk_hear_end(struct talk *talk)
{
    lines_finish(&talk->lines);
    talk->is_input_over = true;
}

bool talk_is_over(const struct talk *talk)
{
    return talk->is_over;
}

__attribute__((format(printf, 2, 3))) static void say(struct talk *talk, const char *format, ...)
{
    char line[256];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof(line), format, values);
    va_end(values);
    talk->ports->say(talk->ports->ctx, line);
}

/* The words for an error of the board other than STONES_OK. */
static const char *words_of(enum stones_error error)
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

/* ------------------------------------------------------------------ a thought */

static int64_t now_ms(const struct talk *talk)
{
    return talk->ports->now_ms(talk->ports->ctx);
}

/* Whether the game goes on behind this, since it sets up a board that there cannot be. */
static bool is_refused(const struct order *order)
{
    int64_t width = order->numbers[0];
    if (order->command == COMMAND_START)
        return !stones_has_size(width, width);
    return order->command == COMMAND_RECTSTART && !stones_has_size(width, order->numbers[1]);
}

/* Whether the first line that waits ends the thought; those that change its limits are done. */
static bool first_line_abandons(struct talk *talk)
{
    const char *line;
    size_t len;
    while (lines_first(&talk->lines, &line, &len)) {
        struct order order;
        if (order_read(line, len, &order) != ORDER_OK)
            return false;
        enum meanwhile meanwhile = command_get(order.command)->meanwhile;
        if (meanwhile != MEANWHILE_AT_ONCE)
            return meanwhile == MEANWHILE_ABANDONS && !is_refused(&order);
        tell_hear(&talk->tell, order.text, order.text_len);
        lines_drop(&talk->lines);
        talk->limit_ms = tell_move_ms(&talk->tell, talk->spent_ms, talk->stall_ms);
    }
    return false;
}

/* Whether END waits, behind whatever else. */
static bool end_waits(const struct talk *talk)
{
    const char *line;
    size_t len;
    bool is_line = lines_first(&talk->lines, &line, &len);
    for (; is_line; is_line = lines_next(&talk->lines, line, &line, &len)) {
        struct order order;
        if (order_read(line, len, &order) == ORDER_OK && order.command == COMMAND_END)
            return true;
    }
    return false;
}

/* Questions come every few milliseconds, unless others have the processor meanwhile: then this
 * thought ends earlier, too. */
static int64_t note_stall(struct talk *talk)
{
    int64_t now = now_ms(talk);
    if (now - talk->asked_ms > talk->stall_ms) {
        talk->stall_ms = now - talk->asked_ms;
        talk->limit_ms = tell_move_ms(&talk->tell, talk->spent_ms, talk->stall_ms);
    }
    talk->asked_ms = now;
    return now - talk->began_ms;
}

static bool stop(void *ctx)
{
    struct talk *talk = ctx;
    int64_t thought_ms = note_stall(talk);
    if (talk->ports->listen != NULL)
        talk->ports->listen(talk->ports->ctx, talk);
    if (first_line_abandons(talk) || end_waits(talk))
        talk->was_abandoned = true;
    return talk->was_abandoned || talk->is_input_over || thought_ms >= talk->limit_ms;
}

static const char *words_of_thinker(int error)
{
    switch (error) {
    case ERR_NOT_ITS_GAME:
        return "the computer player does not play on this board by this rule";
    case ERR_UNKNOWN_LEVEL:
        return "the computer player has no such level";
    case ERR_TOO_LITTLE_MEMORY:
        return "max_memory is too little for the computer player";
    default:
        return "the computer player cannot think about this";
    }
}

static bool is_told_well(struct talk *talk, enum overline *overline_out)
{
    const char *key = tell_wrong_key(&talk->tell);
    bool is_known = tell_overline(&talk->tell, overline_out);
    if (key != NULL)
        say(talk, "ERROR INFO %s wants a number", key);
    else if (!is_known)
        say(talk, "ERROR INFO rule: 0 (five or more) and 1 (exactly five) are played here");
    return key == NULL && is_known;
}

/* ------------------------------------------------------------------ a move */

/* A word on the thought, for people who look on: computers that look at one position have none. */
static void tell_thought(struct talk *talk, const struct thought *thought)
{
    static const char *const proofs[] = {[PROOF_UNKNOWN] = "",
                                         [PROOF_WIN] = ", won",
                                         [PROOF_DRAW] = ", drawn",
                                         [PROOF_LOSS] = ", lost"};
    const struct prospect *best = &thought->prospects[0];
    if (best->depth == 0 && best->proof == PROOF_UNKNOWN)
        return;
    say(talk, "MESSAGE depth %u, nodes %llu, share %u.%02u %%%s", best->depth,
        (unsigned long long)thought->nodes, best->share / 100u, best->share % 100u,
        proofs[best->proof]);
}

static void play(struct talk *talk, const struct thought *thought)
{
    unsigned x;
    unsigned y;
    tell_thought(talk, thought);
    stones_square(&talk->board, thought->prospects[0].action, &x, &y);
    (void)stones_put(&talk->board, x, y, STONES_OWN);
    say(talk, "%u,%u", x, y);
}

static int think(struct talk *talk, const struct thinker_subject *subject,
                 struct thought *thought_out)
{
    struct thinker_bounds bounds = {
        .memory = (uint64_t)talk->tell.values[INFO_MAX_MEMORY], .stop = stop, .ctx = talk};
    if (talk->tell.values[INFO_MAX_MEMORY] < 0)
        bounds.memory = 1;
    talk->was_abandoned = false;
    talk->stall_ms -= talk->stall_ms / 4;
    talk->began_ms = talk->asked_ms = now_ms(talk);
    talk->limit_ms = tell_move_ms(&talk->tell, talk->spent_ms, talk->stall_ms);
    int error = thinker_think(talk->thinker, subject, &bounds, thought_out);
    talk->spent_ms += now_ms(talk) - talk->began_ms;
    return error;
}

/* The board as a game, or as a position where no turns lead to it. */
static struct thinker_subject subject_of(const struct talk *talk, const struct variant *variant,
                                         struct game *game, struct position *position)
{
    if (stones_game(&talk->board, variant, game) == STONES_OK)
        return (struct thinker_subject){.variant = variant, .game = game};
    stones_position(&talk->board, variant, position);
    return (struct thinker_subject){.variant = variant, .position = position};
}

static void refuse_thought(struct talk *talk, const struct thinker_subject *subject, int error)
{
    if (error == ERR_NOTHING_TO_DO)
        say(talk, "ERROR %s", words_of(STONES_OVER));
    else if (error == ERR_NOT_ITS_GAME && subject->game == NULL)
        say(talk, "ERROR %s",
            position_is_over(subject->position) ? words_of(STONES_OVER) : words_of(STONES_UNEQUAL));
    else
        say(talk, "ERROR %s", words_of_thinker(error));
}

/* Thinks about the board, places one's own stone and says it, or says why not. Returns whether the
 * board was one to think about. */
static bool move(struct talk *talk)
{
    enum overline overline;
    struct variant own;
    struct game game;
    struct position position;
    struct thought thought;
    if (!is_told_well(talk, &overline))
        return false;
    struct thinker_subject subject =
        subject_of(talk, stones_variant(&talk->board, overline, &own), &game, &position);
    int error = think(talk, &subject, &thought);
    if (error != 0)
        refuse_thought(talk, &subject, error);
    else if (!talk->was_abandoned)
        play(talk, &thought);
    return error == 0;
}

/* ------------------------------------------------------------------ commands */

/* Whether there is a board; says so if not. */
static bool has_board(struct talk *talk)
{
    if (talk->board.width == 0)
        say(talk, "ERROR there is no board before START");
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
    if (!stones_has_size(width, height)) {
        say(talk, "ERROR sides of a board are from %d to %d", STONES_SIDE_LEAST, STONES_SIDE_MOST);
        return;
    }
    stones_init(&board, width, height);
    if (!prepare(talk, &board)) {
        say(talk, "ERROR the computer player does not play on such a board");
        return;
    }
    talk->board = board;
    new_game(talk);
}

static void do_start(struct talk *talk, const struct order *order)
{
    start(talk, order->numbers[0], order->numbers[0]);
}

static void do_rectstart(struct talk *talk, const struct order *order)
{
    start(talk, order->numbers[0], order->numbers[1]);
}

static void do_restart(struct talk *talk, const struct order *order)
{
    (void)order;
    if (!has_board(talk))
        return;
    stones_init(&talk->board, talk->board.width, talk->board.height);
    new_game(talk);
}

static void do_begin(struct talk *talk, const struct order *order)
{
    (void)order;
    if (!has_board(talk))
        return;
    if (talk->board.count > 0)
        say(talk, "ERROR the board is not empty");
    else
        (void)move(talk);
}

static void do_turn(struct talk *talk, const struct order *order)
{
    if (!has_board(talk))
        return;
    enum stones_error error =
        stones_put(&talk->board, order->numbers[0], order->numbers[1], STONES_OTHER);
    if (error != STONES_OK)
        say(talk, "ERROR %s", words_of(error));
    else if (!move(talk))
        (void)stones_take(&talk->board, order->numbers[0], order->numbers[1]);
}

static void do_board(struct talk *talk, const struct order *order)
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
    return error != STONES_OK ? words_of(error) : NULL;
}

static void set_up_done(struct talk *talk)
{
    struct stones before = talk->board;
    talk->is_setting_up = false;
    if (!has_board(talk))
        return;
    if (talk->set_up_fault != NULL) {
        say(talk, "ERROR %s", talk->set_up_fault);
        return;
    }
    talk->board = talk->set_up;
    if (!move(talk))
        talk->board = before;
}

/* Takes a line between BOARD and DONE. Returns false for a command, which is then to be done; but
 * for INFO there is no BOARD any more. */
static bool set_up(struct talk *talk, const char *line, size_t len)
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

static void do_takeback(struct talk *talk, const struct order *order)
{
    if (!has_board(talk))
        return;
    enum stones_error error = stones_take(&talk->board, order->numbers[0], order->numbers[1]);
    if (error != STONES_OK)
        say(talk, "ERROR %s", words_of(error));
    else
        say(talk, "OK");
}

static void do_info(struct talk *talk, const struct order *order)
{
    tell_hear(&talk->tell, order->text, order->text_len);
}

static void do_about(struct talk *talk, const struct order *order)
{
    (void)order;
    say(talk, "name=\"Pentad\", version=\"" PENTAD_VERSION "\"");
}

static void do_end(struct talk *talk, const struct order *order)
{
    (void)order;
    talk->is_over = true;
}

/* ------------------------------------------------------------------ lines */

static void take_line(struct talk *talk, const char *line, size_t len)
{
    static void (*const doers[COMMAND_COUNT])(struct talk *, const struct order *) = {
#define COMMAND(ID, id, ...) [COMMAND_##ID] = do_##id,
#include "pbrain/commands.def"
#undef COMMAND
    };
    struct order order;
    if (talk->is_setting_up && set_up(talk, line, len))
        return;
    switch (order_read(line, len, &order)) {
    case ORDER_OK:
        doers[order.command](talk, &order);
        break;
    case ORDER_BAD:
        say(talk, "ERROR it is %s", command_get(order.command)->synopsis);
        break;
    case ORDER_UNKNOWN:
        say(talk, "UNKNOWN command");
        break;
    }
}

void talk_run(struct talk *talk)
{
    const char *first;
    size_t len;
    while (!talk->is_over && lines_first(&talk->lines, &first, &len)) {
        /* The line is gone before it is done, which may take long and hear others. */
        char line[LINES_LONGEST];
        memcpy(line, first, len);
        lines_drop(&talk->lines);
        take_line(talk, line, len);
    }
    talk->is_over |= talk->is_input_over;
}
