/* SPDX-License-Identifier: MIT */
/*
 * Does what the nodes of an SGF file say: the board that a root describes and the stones that it
 * sets up, and the moves of a node.
 */
#include "engine/sgf.h"

#include <string.h>

/* ---------------------------------------------------------------- the board */

/* "19" or "19:15". */
static bool size_parse(struct text_span text, size_t *width_out, size_t *height_out)
{
    if (!text__take_number(&text, width_out) || *width_out == 0)
        return false;
    *height_out = *width_out;
    if ((text__take_prefix(&text, ":") || text__take_prefix(&text, "x")) &&
        !text__take_number(&text, height_out))
        return false;
    return text.len == 0;
}

int sgf__begin(struct sgf_reader *reader, const struct sgf_node *root, struct game *game)
{
    const struct variant *variant;
    struct record_naming naming = {.reader = READER_SGF,
                                   .reader_of_ours = READER_SGF_ACTIONS,
                                   .size = root->size,
                                   .rule = root->rule,
                                   .key = root->variant};
    if (root->game.len > 0 && !text__is_word(root->game, "4"))
        return sgf__fault(reader, root->game, ERR_OTHER_GAME);
    if (root->size.len > 0 && !size_parse(root->size, &naming.width, &naming.height))
        return sgf__fault(reader, root->size, ERR_BAD_RECORD);
    int error = record__next_variant(reader->attempt, &naming, &variant);
    if (error != 0)
        return error;
    reader->is_ours = root->variant.text != NULL;
    game_init(game, variant);
    return 0;
}

/* The side up to which "tt" is beyond the board and means a pass. */
#define PASS_SIDE 19

/* ---------------------------------------------------------------- points */

/* A letter as the number of a column or row: capitals go on after the small letters. */
static size_t letter_number(char letter)
{
    bool is_small = letter == text__lower(letter);
    return (size_t)(text__lower(letter) - 'a') + (is_small ? 0 : SGF_LETTERS);
}

int sgf__point(const struct variant *variant, struct text_span point, struct action *action_out)
{
    bool is_small = variant->width <= PASS_SIDE && variant->height <= PASS_SIDE;
    if (point.len == 0 || (is_small && text__is_word(point, "tt")))
        return ERR_PASS;
    if (point.len != 2 || !text__is_letter(point.text[0]) || !text__is_letter(point.text[1]))
        return ERR_BAD_RECORD;
    size_t column = letter_number(point.text[0]);
    size_t from_top = letter_number(point.text[1]);
    if (column >= variant->width || from_top >= variant->height)
        return ERR_OFF_BOARD;
    *action_out = action_place(column + (variant->height - 1 - from_top) * variant->width);
    return 0;
}

/* ---------------------------------------------------------------- stones that are set up */

/* Takes the next point of a list such as "hh][ii" off the front; an empty one says nothing. */
static bool take_point(struct text_span *list, struct text_span *point_out)
{
    point_out->len = 0;
    while (list->len > 0 && point_out->len == 0) {
        *point_out = text__trim(text__take_until(list, ']'));
        *list = text__trim(*list);
        text__take_prefix(list, "[");
    }
    return point_out->len > 0;
}

/* The stones of a root, and where each stands in the file. */
struct setting {
    size_t count;
    struct setup_stone stones[GAME_CELLS_MAX];
    struct text_span points[GAME_CELLS_MAX];
};

static int take_stones(struct sgf_reader *reader, const struct variant *variant,
                       struct text_span list, bool is_second, struct setting *setting)
{
    struct text_span point;
    while (take_point(&list, &point)) {
        struct action action;
        int error = sgf__point(variant, point, &action);
        if (error == 0 && setting->count == GAME_CELLS_MAX)
            error = ERR_SET_UP_STONES;
        if (error != 0)
            return sgf__fault(reader, point, error);
        setting->points[setting->count] = point;
        setting->stones[setting->count++] =
            (struct setup_stone){(uint16_t)action_cell(action), is_second};
    }
    return 0;
}

/* Places the stones of both lists in turn. What is left over of one is a fault. */
static int place_stones(struct sgf_reader *reader, const struct sgf_node *root, struct game *game)
{
    size_t wrong;
    struct setting setting;
    setting.count = 0;
    int error = take_stones(reader, game->variant, root->add_black, false, &setting);
    if (error == 0)
        error = take_stones(reader, game->variant, root->add_white, true, &setting);
    if (error != 0)
        return error;
    error = setup_play(game, setting.stones, setting.count, &wrong);
    if (error == ERR_BAD_RECORD)
        error = ERR_SET_UP_STONES;
    return error != 0 ? sgf__fault(reader, setting.points[wrong], error) : 0;
}

/* Whether the root says the other side's turn. A turn that is no side's says nothing. */
static bool is_turn_wrong(const struct game *start, struct text_span turn)
{
    enum mark mark = game_next_mark(start);
    if (text__is_word(turn, "B") || text__is_word(turn, "black"))
        return mark != MARK_X;
    return (text__is_word(turn, "W") || text__is_word(turn, "white")) && mark != MARK_O;
}

/* Does an action that stands there by its text. */
static int action_act(struct sgf_reader *reader, struct game *game, struct text_span word)
{
    struct action action;
    int error = action_parse(game->variant, word.text, word.len, &action);
    if (error == 0)
        error = game_act(game, action);
    return error != 0 ? sgf__fault(reader, word, error) : 0;
}

/* Does the actions with which a game begins that the format has no stones for. */
static int start_act(struct sgf_reader *reader, struct text_span start, struct game *game)
{
    if (start.text != NULL && sgf__is_public(game->variant))
        return sgf__fault(reader, start, ERR_SET_UP_STONES);
    while (start.len > 0) {
        struct text_span word = text__take_until(&start, ' ');
        int error = action_act(reader, game, word);
        if (error != 0)
            return error;
        start = text__trim(start);
    }
    return 0;
}

int sgf__set_up(struct sgf_reader *reader, const struct sgf_node *root, struct game *game)
{
    struct text_span point;
    struct text_span empty = root->add_empty;
    if (take_point(&empty, &point))
        return sgf__fault(reader, point, ERR_SET_UP_STONES);
    int error = place_stones(reader, root, game);
    if (error == 0)
        error = start_act(reader, root->start, game);
    if (error != 0)
        return error;
    reader->attempt->start = game->ply;
    return is_turn_wrong(game, root->turn) ? sgf__fault(reader, root->turn, ERR_OUT_OF_TURN) : 0;
}

int sgf__no_root(struct sgf_reader *reader, const struct sgf_node *node)
{
    struct text_span point;
    const struct text_span said[] = {node->game, node->size, node->rule, node->variant,
                                     node->start};
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
        if (said[i].len > 0)
            return sgf__fault(reader, said[i], ERR_BAD_RECORD);
    struct text_span lists[] = {node->add_black, node->add_white, node->add_empty};
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        if (take_point(&lists[i], &point))
            return sgf__fault(reader, point, ERR_SET_UP_STONES);
    return 0;
}

/* ---------------------------------------------------------------- moves */

/* Makes the choice that a record of others does not tell. Marks alternate whatever it was, so all
 * that is not known is who of both has which. */
static void assume_choice(struct sgf_reader *reader, struct game *game)
{
    bool is_asked = game_check(game, action_choose(CHOICE_TWO_MORE)) == 0;
    if (reader->is_ours || !is_asked || game_act(game, action_choose(CHOICE_WHITE)) != 0)
        return;
    reader->attempt->is_choice_assumed = true;
}

static int stone_act(struct game *game, enum mark mark, struct text_span point)
{
    struct action action = action_place(variant_cells(game->variant));
    enum mark expected = game_next_mark(game);
    int error = sgf__point(game->variant, point, &action);
    if (error == ERR_OFF_BOARD)
        return game_check(game, action);
    if (error == 0 && expected != MARK_NONE && expected != mark)
        return ERR_OUT_OF_TURN;
    return error != 0 ? error : game_act(game, action);
}

static int choice_act(struct sgf_reader *reader, struct game *game, struct text_span word)
{
    struct action action;
    int error = action_parse(game->variant, word.text, word.len, &action);
    if (error != 0 || !action_is_choice(action))
        error = ERR_BAD_RECORD;
    else
        error = game_act(game, action);
    return error != 0 ? sgf__fault(reader, word, error) : 0;
}

static bool is_choosing(const struct game *game)
{
    return game_expects(game) == EXPECTS_CHOICE;
}

/* Does one value of a node's moves. A choice may stand before the stone that it answers: then it
 * waits. Only one can. */
static int value_act(struct sgf_reader *reader, const char *name, struct text_span value,
                     struct game *game, struct text_span *waits)
{
    if (strcmp(name, SGF_CHOICE) == 0) {
        if (waits->text != NULL)
            return sgf__fault(reader, value, ERR_BAD_RECORD);
        *waits = value;
    } else {
        if (waits->text == NULL)
            assume_choice(reader, game);
        int error = stone_act(game, strcmp(name, "B") == 0 ? MARK_X : MARK_O, value);
        if (error != 0)
            return sgf__fault(reader, value, error);
    }
    struct text_span choice = *waits;
    if (choice.text == NULL || !is_choosing(game))
        return 0;
    waits->text = NULL;
    return choice_act(reader, game, choice);
}

int sgf__act(struct sgf_reader *reader, const struct sgf_node *node, struct game *game)
{
    struct text_span waits = {0};
    struct sgf_reader moves = *reader;
    bool is_public = sgf__is_public(game->variant);
    if (node->moves.text == NULL)
        return 0;
    moves.at = (size_t)(node->moves.text - reader->text);
    moves.len = moves.at + node->moves.len;
    while (sgf__peek(&moves) != '\0') {
        char name[SGF_NAME_SIZE];
        struct text_span value;
        sgf__name(&moves, name);
        bool is_move =
            strcmp(name, "B") == 0 || strcmp(name, "W") == 0 || strcmp(name, SGF_CHOICE) == 0;
        while (sgf__peek(&moves) == '[') {
            int error = sgf__value(&moves, &value);
            if (error == 0 && !is_public && strcmp(name, SGF_ACTION) == 0)
                error = action_act(reader, game, value);
            if (error == 0 && is_public && is_move)
                error = value_act(reader, name, value, game, &waits);
            if (error != 0)
                return error;
        }
    }
    return waits.text != NULL ? choice_act(reader, game, waits) : 0;
}
