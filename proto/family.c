/* SPDX-License-Identifier: MIT */
/*
 * The objects of the families, as proto/family.h describes them.
 */
#include "proto/family.h"

#include "engine/needs.h"
#include "proto/require.h"

enum family_word family_of(const struct variant *variant)
{
    switch (variant->rules) {
    case RULES_STANDARD:
    case RULES_SWAP2:
        return FAMILY_WORD_ROWS;
    case RULES_COUNT:
        break;
    }
    REQUIRE(variant->rules < RULES_COUNT); /* each has a family above */
    return FAMILY_WORD_ROWS;
}

static bool is_of_rows(const struct variant *variant)
{
    return family_of(variant) == FAMILY_WORD_ROWS;
}

static const struct rows_info_record *rows_info(const struct variant *variant,
                                                struct family_room *room)
{
    if (!is_of_rows(variant))
        return NULL;
    REQUIRE(reader_knows(READER_ROWS, variant)); /* the family has words for all of it */
    room->rows.info = (struct rows_info_record){
        .width = variant->width,
        .height = variant->height,
        .row = variant->row,
        .overline_wins = variant->overline == OVERLINE_WINS,
        .opening = variant->rules == RULES_SWAP2 ? OPENING_WORD_SWAP2 : OPENING_WORD_NONE,
    };
    return &room->rows.info;
}

struct variant_info_record family_describe(const struct variant *variant, struct family_room *room)
{
    return (struct variant_info_record){
        .key = variant->key,
        .name = variant->name,
        .family = (int)family_of(variant),
        .can_be_rated = variant->can_be_rated,
        .rows = rows_info(variant, room),
    };
}

const struct rows_moved_record *family_rows_moved(const struct game *game, struct action action,
                                                  struct family_room *room)
{
    if (!is_of_rows(game->variant))
        return NULL;
    bool is_choice = action_is_choice(action);
    room->rows.moved = (struct rows_moved_record){
        .mark = is_choice ? NONE : (int)game_cell(game, action_cell(action)),
        .first_mark = is_choice ? (int)game_seat_mark(game, SEAT_FIRST) : NONE,
        .expects = (int)game_expects(game),
    };
    return &room->rows.moved;
}

/* NULL without a row that won. */
static const char *line_of(const struct game *game, struct family_room *room)
{
    int len = game_format_line(game, room->line, sizeof(room->line));
    REQUIRE(len >= 0);
    return len > 0 ? room->line : NULL;
}

const struct rows_state_record *family_rows_state(const struct game *game, bool is_over,
                                                  struct family_room *room)
{
    if (!is_of_rows(game->variant))
        return NULL;
    room->rows.state = (struct rows_state_record){
        .expects = is_over ? EXPECTS_WORD_NOTHING : (int)game_expects(game),
        .next_mark = is_over ? MARK_WORD_NONE : (int)game_next_mark(game),
        .first_mark = (int)game_seat_mark(game, SEAT_FIRST),
        .line = line_of(game, room),
    };
    return &room->rows.state;
}

const struct rows_ended_record *family_rows_ended(const struct game *game, struct family_room *room)
{
    const char *line = is_of_rows(game->variant) ? line_of(game, room) : NULL;
    if (line == NULL)
        return NULL;
    room->rows.ended = (struct rows_ended_record){.line = line};
    return &room->rows.ended;
}
