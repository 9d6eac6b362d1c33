/* SPDX-License-Identifier: MIT */
/*
 * The notation of client/cli/print/notation.h.
 */
#include "client/cli/print/notation.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"
#include "engine/nested.h"

#include <stdio.h>
#include <string.h>

#define NUMBER_SIZE 4 /* of field, board and place */

/* Whether an action does not tell its mark by its number. */
static bool has_marks(const struct variant *variant)
{
    return (variant->needs & (NEED_CHOICES | NEED_TURNS)) != 0;
}

void notation_put_board(const struct variant *variant, size_t board, char text[4])
{
    size_t own = board % NESTED_BOARDS + 1;
    if (nested_levels(variant) > 1)
        snprintf(text, 4, "%c%c", (char)('1' + board / NESTED_BOARDS % NESTED_BOARDS),
                 (char)('0' + own));
    else
        snprintf(text, 4, "%c", (char)('0' + own));
}

static size_t cell_at(const struct game *game, size_t ply)
{
    return action_square(game->variant, game_actions(game)[ply]);
}

/* The digit of the place. */
static char place_at(const struct game *game, size_t ply)
{
    return (char)('1' + nested_place(game->variant, cell_at(game, ply)));
}

/* Field, board and place, or the last two. */
static void put_numbers(const struct game *game, size_t ply, char text[NUMBER_SIZE + 1])
{
    char board[NUMBER_SIZE];
    notation_put_board(game->variant, nested_board(game->variant, cell_at(game, ply)), board);
    snprintf(text, NUMBER_SIZE + 1, "%s%c", board, place_at(game, ply));
}

size_t notation_entry(const struct game *game, size_t ply, char text[NOTATION_ENTRY_SIZE])
{
    char numbers[NUMBER_SIZE + 1] = "";
    const struct variant *variant = game->variant;
    bool is_choice = action_is_choice(game_actions(game)[ply]);
    bool is_marked = has_marks(variant) && !is_choice;
    bool is_nested = (variant->needs & NEED_NESTED) != 0 && !is_choice;
    if (is_nested)
        put_numbers(game, ply, numbers);
    return (size_t)snprintf(
        text, NOTATION_ENTRY_SIZE, "%s%s%s%s%s",
        is_marked ? words_mark(game_mark_at(game, ply)) : "", is_marked ? " " : "",
        words_action(variant, game_actions(game)[ply]).text, is_nested ? " " : "", numbers);
}

size_t notation_width(const struct game *game)
{
    char text[NOTATION_ENTRY_SIZE];
    size_t widest = 0;
    for (size_t ply = 0; ply < game->ply; ply++) {
        size_t width = notation_entry(game, ply, text);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* ---------------------------------------------------------------- the continuous record */

bool notation_is_continuous(const struct variant *variant)
{
    return variant->rules == RULES_STRATEGIC;
}

const char *notation_hint(const struct variant *variant)
{
    if (notation_is_continuous(variant))
        return _("[field board place], each 1 to 9 from the top left, then only the place of each "
                 "move; behind a free choice all three again.");
    if ((variant->needs & NEED_NESTED) == 0)
        return NULL;
    return nested_levels(variant) > 1
               ? _("A move: its square, then field, board and place, each 1 to 9 from the top "
                   "left.")
               : _("A move: its square, then board and place, each 1 to 9 from the top left.");
}

/* Whether the move is not in the board that the one before it names, so that it was free: the board
 * that is named can be taken but where it is decided, and then it cannot be taken at all. */
static bool is_free(const struct game *game, size_t ply)
{
    if (ply == 0)
        return true;
    size_t before = cell_at(game, ply - 1);
    size_t named = nested_board(game->variant, before) % NESTED_BOARDS * NESTED_BOARDS +
                   nested_place(game->variant, before);
    return nested_board(game->variant, cell_at(game, ply)) != named;
}

/* The word of the record at `ply`: the three numbers of a free move, or the digits of up to
 * NOTATION_GROUP others; returns how many moves. */
static size_t put_word(const struct game *game, size_t ply, char text[NOTATION_GROUP + 1])
{
    size_t count = 0;
    char numbers[NUMBER_SIZE + 1];
    if (is_free(game, ply)) {
        put_numbers(game, ply, numbers);
        snprintf(text, NOTATION_GROUP + 1, "[%.3s]", numbers);
        return 1;
    }
    while (count < NOTATION_GROUP && ply + count < game->ply && !is_free(game, ply + count)) {
        text[count] = place_at(game, ply + count);
        count++;
    }
    text[count] = '\0';
    return count;
}

bool notation_next_line(const struct game *game, size_t *ply, size_t columns,
                        char text[NOTATION_LINE_SIZE])
{
    size_t len = 0;
    text[0] = '\0';
    while (*ply < game->ply) {
        char word[NOTATION_GROUP + 1];
        size_t moves = put_word(game, *ply, word);
        size_t needed = strlen(word) + (len > 0 ? 1 : 0);
        if (len > 0 && len + needed > columns)
            break;
        len += (size_t)snprintf(text + len, NOTATION_LINE_SIZE - len, "%s%s", len > 0 ? " " : "",
                                word);
        *ply += moves;
    }
    return len > 0;
}
