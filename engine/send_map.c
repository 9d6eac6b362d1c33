/* SPDX-License-Identifier: MIT */
/*
 * The maps of engine/send_map.h. Those of games are asked of the rules, so that there is no second
 * copy of them here.
 */
#include "engine/send_map.h"

#include "engine/require.h"
#include "engine/text.h"

#include <string.h>

void send_map_of(const struct variant *variant, struct send_map *map_out)
{
    map_out->boards = nested_boards(variant);
    for (size_t board = 0; board < map_out->boards; board++)
        for (size_t place = 0; place < NESTED_PLACES; place++)
            map_out->to[board][place] = (uint8_t)nested_sends(variant, board, place);
}

bool send_map_fold(const struct send_map *map, struct send_map *folded_out)
{
    for (size_t board = 0; board < map->boards; board++) {
        size_t first = board / NESTED_SIDE * NESTED_SIDE;
        if (memcmp(map->to[board], map->to[first], sizeof(map->to[board])) != 0)
            return false;
    }
    folded_out->boards = map->boards / NESTED_SIDE;
    for (size_t row = 0; row < folded_out->boards; row++)
        for (size_t place = 0; place < NESTED_PLACES; place++)
            folded_out->to[row][place] = (uint8_t)(map->to[row * NESTED_SIDE][place] / NESTED_SIDE);
    return true;
}

/* ------------------------------------------------------------------ numbers of boards */

static size_t digits_of(const struct send_map *map)
{
    return map->boards == NESTED_BOARDS ? 1 : 2;
}

unsigned send_map_number(const struct send_map *map, size_t board)
{
    REQUIRE(board < map->boards);
    unsigned last = (unsigned)(board % NESTED_BOARDS) + 1;
    return digits_of(map) == 1 ? last : ((unsigned)(board / NESTED_BOARDS) + 1) * 10 + last;
}

bool send_map_find(const struct send_map *map, const char *number, size_t len, size_t *board_out)
{
    size_t board = 0;
    if (len != digits_of(map))
        return false;
    for (size_t i = 0; i < len; i++) {
        if (number[i] < '1' || number[i] > '9')
            return false;
        board = board * NESTED_BOARDS + (size_t)(number[i] - '1');
    }
    *board_out = board;
    return true;
}

/* ------------------------------------------------------------------ the text of a map */

/* Takes the next word off the front of the line; an empty one at its end. */
static struct text_span take_word(struct text_span *line)
{
    *line = text__trim(*line);
    struct text_span word = {line->text, 0};
    while (word.len < line->len && !text__is_space(word.text[word.len]))
        word.len++;
    line->text += word.len;
    line->len -= word.len;
    return word;
}

static enum send_map_fault read_board(struct send_map *map, size_t board, struct text_span line)
{
    size_t places = 0;
    for (struct text_span word = take_word(&line); word.len > 0; word = take_word(&line)) {
        size_t to;
        if (!send_map_find(map, word.text, word.len, &to))
            return SEND_MAP_NO_BOARD;
        if (places == NESTED_PLACES)
            return SEND_MAP_NOT_NINE;
        map->to[board][places++] = (uint8_t)to;
    }
    return places == NESTED_PLACES ? SEND_MAP_SOUND : SEND_MAP_NOT_NINE;
}

enum send_map_fault send_map_read(struct send_map *map_out, const char *text, size_t len,
                                  size_t *line_out)
{
    struct text_span rest = {text, len};
    size_t board = 0;
    map_out->boards = NESTED_BOARDS_MAX;
    for (*line_out = 1; rest.len > 0; ++*line_out) {
        struct text_span line = text__take_until(&rest, '\n');
        line = text__trim(text__take_until(&line, '#'));
        struct text_span first = line;
        if (take_word(&first).len == 0)
            continue;
        if (board == 0 && line.len - first.len == 1)
            map_out->boards = NESTED_BOARDS;
        if (board == map_out->boards)
            return SEND_MAP_TOO_LONG;
        enum send_map_fault fault = read_board(map_out, board++, line);
        if (fault != SEND_MAP_SOUND)
            return fault;
    }
    return board == map_out->boards ? SEND_MAP_SOUND : SEND_MAP_TOO_SHORT;
}
