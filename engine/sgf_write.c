/* SPDX-License-Identifier: MIT */
/*
 * Writes a game as SGF; engine/record.h and engine/sgf.h say what is written where, and why.
 * Pure functions of the caller's bytes.
 */
#include "engine/needs.h"
#include "engine/outcome.h"
#include "engine/record.h"
#include "engine/require.h"
#include "engine/sgf.h"
#include "engine/text.h"

/* The build gives the version; an engine compiled by itself has none. */
#ifndef PENTAD_VERSION
#define PENTAD_VERSION "0"
#endif

/* Moves in a line, so that people can read the file and mail does not break it. */
#define MOVES_PER_LINE 10

bool sgf__is_public(const struct variant *variant)
{
    return reader_knows(READER_SGF, variant);
}

const char *sgf__rule(const struct variant *variant)
{
    if (!sgf__is_public(variant))
        return variant->name;
    if (variant->rules == RULES_SWAP2)
        return "Swap2";
    if (variant->row != 5) /* other programs take a known rule's name for a game of five */
        return variant->name;
    return variant->overline == OVERLINE_NOTHING ? "Standard" : "Freestyle";
}

bool sgf__claims_by_mark(const struct variant *variant)
{
    return sgf__is_public(variant) && (variant->needs & NEED_CHOICES) == 0;
}

const char *sgf__claim_rule(const struct variant *variant)
{
    return variant->overline == OVERLINE_NOTHING ? "exactly_five" : "five_or_more";
}

char sgf__letter(size_t number)
{
    return (char)(number < SGF_LETTERS ? 'a' + number : 'A' + number - SGF_LETTERS);
}

/* One line, with the two bytes escaped that would end it. */
static void put_text(struct text_writer *writer, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == ']' || byte == '\\')
            text__put(writer, '\\');
        text__put(writer, byte < 0x20 || byte == 0x7F ? ' ' : *text);
    }
}

void sgf__put_property(struct text_writer *writer, const char *name, const char *value)
{
    if (value == NULL)
        return;
    text__put_string(writer, name);
    text__put(writer, '[');
    put_text(writer, value);
    text__put(writer, ']');
}

static void put_size(struct text_writer *writer, const struct variant *variant)
{
    text__put_string(writer, "SZ[");
    text__put_number(writer, variant->width);
    if (variant->height != variant->width) {
        text__put(writer, ':');
        text__put_number(writer, variant->height);
    }
    text__put(writer, ']');
}

/* Until the opening has given out the marks, the one who opens stands for black. */
static bool is_black(const struct game *game, enum seat seat)
{
    return game_seat_mark(game, SEAT_FIRST) == MARK_O ? seat == SEAT_SECOND : seat == SEAT_FIRST;
}

/* SGF's letter for how a game was won away from the board; nothing for a row. */
static const char *win_suffix(const char *reason)
{
    switch (reason_from_word(reason)) {
    case REASON_RESIGN:
        return "R";
    case REASON_TIME:
        return "T";
    case REASON_LEFT:
    case REASON_CLAIM:
        return "F";
    default:
        return "";
    }
}

static void put_win(struct text_writer *writer, bool is_black_win, const char *reason)
{
    text__put_string(writer, is_black_win ? "RE[B+" : "RE[W+");
    text__put_string(writer, win_suffix(reason));
    text__put(writer, ']');
}

/* Whether the game ended without a result. */
static bool is_void(const char *reason)
{
    int found = reason_from_word(reason);
    return found == REASON_ABANDONED || found == REASON_CLOSED ||
           (found >= 0 && reason_is_before_play((enum reason)found));
}

static void put_result(struct text_writer *writer, const struct game *game,
                       const struct record_tags *tags)
{
    if (tags->reason == NULL) {
        if (game_status(game) == GAME_WON)
            put_win(writer, is_black(game, game_winner(game)), reason_word(REASON_ROW));
        else if (game_status(game) == GAME_DRAWN)
            sgf__put_property(writer, "RE", "Draw");
        return;
    }
    if (tags->winner != SEAT_NONE)
        put_win(writer, is_black(game, tags->winner), tags->reason);
    else
        sgf__put_property(writer, "RE", is_void(tags->reason) ? "Void" : "Draw");
}

/* ---------------------------------------------------------------- time */

/* Seconds, with as many decimals as there are milliseconds for. */
static void put_seconds(struct text_writer *writer, int64_t ms)
{
    int64_t part = ms % CLOCK_SECOND_MS;
    text__put_number(writer, (size_t)(ms / CLOCK_SECOND_MS));
    if (part == 0)
        return;
    text__put(writer, '.');
    for (int64_t digit = CLOCK_SECOND_MS / 10; part > 0; digit /= 10) {
        text__put(writer, (char)('0' + part / digit));
        part %= digit;
    }
}

static void put_control(struct text_writer *writer, const struct time_control *control)
{
    char whole[TIME_CONTROL_TEXT_SIZE];
    if (control == NULL || control->kind == CLOCK_NONE)
        return;
    text__put_string(writer, "TM[");
    put_seconds(writer, control->main_ms);
    text__put(writer, ']');
    if (control->kind == CLOCK_FISCHER && control->increment_ms == 0)
        return;
    text__put_string(writer, "OT[");
    if (control->kind == CLOCK_FISCHER) {
        put_seconds(writer, control->increment_ms);
        text__put_string(writer, " fischer]");
    } else if (control->kind == CLOCK_BYOYOMI) {
        text__put_number(writer, (size_t)control->periods);
        text__put(writer, 'x');
        put_seconds(writer, control->period_ms);
        text__put_string(writer, " byo-yomi]");
    } else {
        time_control_format(control, whole);
        text__put_string(writer, whole);
        text__put(writer, ']');
    }
}

static void put_left(struct text_writer *writer, const struct record_tags *tags, size_t ply,
                     enum mark mark)
{
    if (tags->left_ms == NULL || tags->left_ms[ply] < 0)
        return;
    text__put_string(writer, mark == MARK_X ? "BL[" : "WL[");
    put_seconds(writer, tags->left_ms[ply]);
    text__put(writer, ']');
}

static void put_rating(struct text_writer *writer, const char *name, int rating)
{
    if (rating <= 0)
        return;
    text__put_string(writer, name);
    text__put_number(writer, (size_t)rating);
    text__put(writer, ']');
}

/* ---------------------------------------------------------------- the tree */

void sgf__put_root(struct text_writer *writer, const struct game *game,
                   const struct record_tags *tags)
{
    enum seat black = is_black(game, SEAT_FIRST) ? SEAT_FIRST : SEAT_SECOND;
    text__put_string(writer, "(;FF[4]GM[4]CA[UTF-8]AP[Pentad:" PENTAD_VERSION "]");
    if (!variant_is_sparse(game->variant))
        put_size(writer, game->variant);
    sgf__put_property(writer, "RU", sgf__rule(game->variant));
    sgf__put_property(writer, SGF_VARIANT, game->variant->key);
    text__put(writer, '\n');
    sgf__put_property(writer, "PB", tags->player[black]);
    sgf__put_property(writer, "PW", tags->player[1 - black]);
    put_rating(writer, "BR[", tags->rating[black]);
    put_rating(writer, "WR[", tags->rating[1 - black]);
    put_control(writer, tags->control);
    sgf__put_property(writer, "DT", tags->date);
    sgf__put_property(writer, "EV", tags->event);
    sgf__put_property(writer, "PC", tags->place);
    sgf__put_property(writer, SGF_ANNULLED, tags->is_annulled ? "yes" : NULL);
    put_result(writer, game, tags);
}

static void put_choice(struct text_writer *writer, const struct game *game, struct action action)
{
    char word[ACTION_TEXT_SIZE];
    action_format(game->variant, action, word);
    sgf__put_property(writer, SGF_CHOICE, word);
    text__put_string(writer, "C[");
    text__put_string(writer, sgf__rule(game->variant));
    text__put_string(writer, ": ");
    text__put_string(writer, word);
    text__put(writer, ']');
}

void sgf__put_point(struct text_writer *writer, const struct variant *variant, size_t cell)
{
    size_t from_top = variant->height - 1 - cell / variant->width;
    text__put(writer, '[');
    text__put(writer, sgf__letter(cell % variant->width));
    text__put(writer, sgf__letter(from_top));
    text__put(writer, ']');
}

/* Writes the stone that is laid on the board `before`. */
static void put_stone(struct text_writer *writer, const struct game *game,
                      const struct record_tags *tags, const struct game *before)
{
    size_t cell = action_cell(game_actions(game)[before->ply]);
    enum mark mark = game_cell(game, cell);
    text__put_string(writer, mark == MARK_X ? ";B" : ";W");
    sgf__put_point(writer, game->variant, cell);
    if (game_seat_mark(game, game_to_act(before)) == mark)
        put_left(writer, tags, before->ply, mark);
}

bool sgf__is_shown(const struct variant *variant, struct action action)
{
    return !action_is_choice(action) &&
           (variant->needs & (NEED_DIMENSIONS | NEED_ENDLESS | NEED_VANISH | NEED_MOVING)) == 0;
}

enum mark sgf__act_private(struct game *game, struct action action)
{
    enum mark mark = game_next_mark(game);
    REQUIRE(game_act(game, action) == 0);
    if (!action_is_choice(action) && mark == MARK_NONE) /* its player chose it */
        mark = game_cell(game, action_square(game->variant, action));
    return mark;
}

void sgf__put_shown(struct text_writer *writer, const struct variant *variant, struct action action,
                    enum mark mark)
{
    text__put(writer, mark == MARK_X ? 'B' : 'W');
    sgf__put_point(writer, variant, action_square(variant, action));
}

/* Writes an action by its text, and for others what they can show or read. */
static void put_private(struct text_writer *writer, const struct record_tags *tags,
                        struct game *game, struct action action)
{
    char word[ACTION_TEXT_SIZE];
    enum mark own = game_seat_mark(game, game_to_act(game));
    size_t ply = game->ply;
    enum mark mark = sgf__act_private(game, action);
    action_format(game->variant, action, word);
    text__put(writer, ';');
    if (sgf__is_shown(game->variant, action))
        sgf__put_shown(writer, game->variant, action, mark);
    else
        sgf__put_property(writer, "C", word);
    sgf__put_property(writer, SGF_ACTION, word);
    if (mark != MARK_NONE && mark == own)
        put_left(writer, tags, ply, mark);
}

static void put_private_actions(struct text_writer *writer, const struct game *game,
                                const struct record_tags *tags)
{
    struct game before;
    game_init(&before, game->variant);
    while (before.ply < game->ply) {
        if (before.ply % MOVES_PER_LINE == 0)
            text__put(writer, '\n');
        put_private(writer, tags, &before, game_actions(game)[before.ply]);
    }
}

static void put_actions(struct text_writer *writer, const struct game *game,
                        const struct record_tags *tags)
{
    struct game before;
    size_t stones = 0;
    game_init(&before, game->variant);
    while (before.ply < game->ply) {
        struct action action = game_actions(game)[before.ply];
        if (action_is_choice(action)) {
            put_choice(writer, game, action);
        } else {
            if (stones++ % MOVES_PER_LINE == 0)
                text__put(writer, '\n');
            put_stone(writer, game, tags, &before);
        }
        REQUIRE(game_act(&before, action) == 0);
    }
}

int record_write_sgf(const struct game *game, const struct record_tags *tags, char *text,
                     size_t size)
{
    static const struct record_tags nothing = {.winner = SEAT_NONE};
    struct text_writer writer;
    if (tags == NULL)
        tags = &nothing;
    bool is_public = sgf__is_public(game->variant);
    if (!is_public && !reader_knows(READER_SGF_ACTIONS, game->variant))
        return ERR_NO_RECORD;
    text__start(&writer, text, size);
    sgf__put_root(&writer, game, tags);
    if (is_public)
        put_actions(&writer, game, tags);
    else
        put_private_actions(&writer, game, tags);
    text__put_string(&writer, ")\n");
    return text__end(&writer);
}
