/* SPDX-License-Identifier: MIT */
/* The words of engine/detail.h. */
#include "engine/detail.h"

#include "engine/nested.h"
#include "engine/renju.h"
#include "engine/text.h"

static const char *const faults[] = {
    [RENJU_ALLOWED] = "",
    [RENJU_OVERLINE] = "overline",
    [RENJU_DOUBLE_FOUR] = "double_four",
    [RENJU_DOUBLE_THREE] = "double_three",
};

static void put_board(const struct game *game, struct text_writer *writer)
{
    struct nested_target next = nested_next(game);
    bool is_board = next.board != NESTED_ANY;
    if (!is_board && next.field == NESTED_ANY)
        return;
    text__put_string(writer, is_board ? "board " : "field ");
    text__put_number(writer, (size_t)(is_board ? next.board : next.field) + 1);
}

bool detail_of_refusal(const struct game *game, struct action action, int error,
                       char detail_out[DETAIL_SIZE])
{
    struct text_writer writer;
    text__start(&writer, detail_out, DETAIL_SIZE);
    if (error == ERR_FORBIDDEN_POINT)
        text__put_string(&writer, faults[renju_fault(game, action_cell(action))]);
    else if (error == ERR_WRONG_BOARD)
        put_board(game, &writer);
    return text__end(&writer) > 0;
}
