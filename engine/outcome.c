/* SPDX-License-Identifier: MIT */
/*
 * The words of outcomes, from the table engine/outcomes.def.
 */
#include "engine/outcome.h"

#include "engine/rules.h"

#include <stddef.h>
#include <string.h>

static const char *const result_words[RESULT_COUNT] = {
#define RESULT(id, word) word,
#include "engine/outcomes.def"
#undef RESULT
};

static const char *const reason_words[REASON_COUNT] = {
#define REASON(id, word, phrase) word,
#include "engine/outcomes.def"
#undef REASON
};

static const char *const score_words[SCORE_COUNT] = {
#define SCORE(id, word) word,
#include "engine/outcomes.def"
#undef SCORE
};

static int word_find(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

enum score score_of_seat(enum result result, int seat)
{
    if (result == RESULT_NONE)
        return SCORE_VOID;
    if (result == RESULT_DRAW)
        return SCORE_DRAWN;
    return (int)result == seat ? SCORE_WON : SCORE_LOST;
}

struct outcome outcome_of_board(const struct game *game)
{
    enum seat winner = game_winner(game);
    return (struct outcome){.result = winner != SEAT_NONE ? (enum result)winner : RESULT_DRAW,
                            .reason = rules__of(game)->reason(game)};
}

bool reason_is_of_board(enum reason reason)
{
    return reason == REASON_ROW || reason == REASON_FULL_BOARD || reason == REASON_POINTS ||
           reason == REASON_LIMIT || reason == REASON_BLOCKED;
}

bool reason_is_before_play(enum reason reason)
{
    return reason == REASON_ABORTED || reason == REASON_NO_START || reason == REASON_BROKEN_OFF;
}

enum reason reason_of_giving_up(const struct game *game, unsigned given, enum seat seat)
{
    bool have_both_acted = game_takeback_ply(game, SEAT_FIRST, given, TAKEBACK_ACTION) >= 0 &&
                           game_takeback_ply(game, SEAT_SECOND, given, TAKEBACK_ACTION) >= 0;
    if (!have_both_acted)
        return REASON_ABORTED;
    return game_is_far_from_win(game, seat_other(seat)) ? REASON_BROKEN_OFF : REASON_RESIGN;
}

const char *result_word(enum result result)
{
    return result_words[result];
}

const char *reason_word(enum reason reason)
{
    return reason_words[reason];
}

const char *score_word(enum score score)
{
    return score_words[score];
}

int result_from_word(const char *word)
{
    return word_find(result_words, RESULT_COUNT, word);
}

int reason_from_word(const char *word)
{
    return word_find(reason_words, REASON_COUNT, word);
}

int score_from_word(const char *word)
{
    return word_find(score_words, SCORE_COUNT, word);
}
