/* SPDX-License-Identifier: MIT */
/*
 * Writes games and trees as SGF; engine/record.h, engine/record_tree.h and engine/sgf.h say what is
 * written where, and why. Pure functions of the caller's bytes; the way back up a tree goes by the
 * parents, so there is no recursion.
 */
#include "engine/needs.h"
#include "engine/outcome.h"
#include "engine/record.h"
#include "engine/record_tree.h"
#include "engine/require.h"
#include "engine/sgf.h"
#include "engine/text.h"

/* The build gives the version; an engine compiled by itself has none. */
#ifndef PENTAD_VERSION
#define PENTAD_VERSION "0"
#endif

/* Nodes in a line, so that people can read the file and mail does not break it. */
#define NODES_PER_LINE 10

static const struct record_tags no_tags = {.winner = SEAT_NONE};

bool sgf__is_public(const struct variant *variant)
{
    return reader_knows(READER_SGF, variant);
}

/* The value of RU for a variant. */
static const char *rule_of(const struct variant *variant)
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

static char letter_of(size_t number)
{
    return (char)(number < SGF_LETTERS ? 'a' + number : 'A' + number - SGF_LETTERS);
}

/* Text with the bytes escaped that would end it; in one line, unless lines are kept. */
static void put_text(struct text_writer *writer, const char *text, bool keeps_lines)
{
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        bool is_kept = byte == '\n' && keeps_lines;
        if (byte == ']' || byte == '\\')
            text__put(writer, '\\');
        text__put(writer, !is_kept && (byte < 0x20 || byte == 0x7F) ? ' ' : *text);
    }
}

/* Writes a name and SimpleText, or nothing if `value` is NULL. */
static void put_property(struct text_writer *writer, const char *name, const char *value)
{
    if (value == NULL)
        return;
    text__put_string(writer, name);
    text__put(writer, '[');
    put_text(writer, value, false);
    text__put(writer, ']');
}

/* Text of several lines behind a line of its own, either of which may be empty. */
static void put_comment(struct text_writer *writer, const char *head, const char *text)
{
    if (*head == '\0' && *text == '\0')
        return;
    text__put_string(writer, "C[");
    put_text(writer, head, false);
    if (*head != '\0' && *text != '\0')
        text__put(writer, '\n');
    put_text(writer, text, true);
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
            put_property(writer, "RE", "Draw");
        return;
    }
    if (tags->winner != SEAT_NONE)
        put_win(writer, is_black(game, tags->winner), tags->reason);
    else
        put_property(writer, "RE", is_void(tags->reason) ? "Void" : "Draw");
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

static void put_rating(struct text_writer *writer, const char *name, int rating)
{
    if (rating <= 0)
        return;
    text__put_string(writer, name);
    text__put_number(writer, (size_t)rating);
    text__put(writer, ']');
}

/* ---------------------------------------------------------------- the root */

static void put_root(struct text_writer *writer, const struct game *game,
                     const struct record_tags *tags)
{
    enum seat black = is_black(game, SEAT_FIRST) ? SEAT_FIRST : SEAT_SECOND;
    text__put_string(writer, "(;FF[4]GM[4]CA[UTF-8]AP[Pentad:" PENTAD_VERSION "]");
    if (!variant_is_sparse(game->variant))
        put_size(writer, game->variant);
    put_property(writer, "RU", rule_of(game->variant));
    put_property(writer, SGF_VARIANT, game->variant->key);
    text__put(writer, '\n');
    put_property(writer, "PB", tags->player[black]);
    put_property(writer, "PW", tags->player[1 - black]);
    put_rating(writer, "BR[", tags->rating[black]);
    put_rating(writer, "WR[", tags->rating[1 - black]);
    put_control(writer, tags->control);
    put_property(writer, "DT", tags->date);
    put_property(writer, "EV", tags->event);
    put_property(writer, "PC", tags->place);
    put_property(writer, SGF_ANNULLED, tags->is_annulled ? "yes" : NULL);
    put_result(writer, game, tags);
}

static void put_point(struct text_writer *writer, const struct variant *variant, size_t cell)
{
    size_t from_top = variant->height - 1 - cell / variant->width;
    text__put(writer, '[');
    text__put(writer, letter_of(cell % variant->width));
    text__put(writer, letter_of(from_top));
    text__put(writer, ']');
}

/* ---------------------------------------------------------------- actions */

/* A game on its way through actions. */
struct sgf_writer {
    struct text_writer text;
    struct game game; /* before the action */
    size_t in_line;
};

/* An action with what is said of it besides. */
struct sgf_step {
    struct action action;
    bool shares_node;    /* a choice: it goes into the node of the stone before it */
    int64_t left_ms;     /* of its player, if the stone is the player's own; negative: not known */
    const char *comment; /* of people; may be empty */
};

static void put_left(struct text_writer *writer, int64_t left_ms, enum mark mark)
{
    if (left_ms < 0)
        return;
    text__put_string(writer, mark == MARK_X ? "BL[" : "WL[");
    put_seconds(writer, left_ms);
    text__put(writer, ']');
}

static void put_choice(struct sgf_writer *writer, const struct sgf_step *step)
{
    char word[ACTION_TEXT_SIZE];
    action_format(writer->game.variant, step->action, word);
    if (!step->shares_node)
        text__put(&writer->text, ';');
    put_property(&writer->text, SGF_CHOICE, word);
    put_comment(&writer->text, "", step->comment);
}

static void put_stone(struct sgf_writer *writer, const struct sgf_step *step)
{
    enum mark mark = game_next_mark(&writer->game);
    text__put_string(&writer->text, mark == MARK_X ? ";B" : ";W");
    put_point(&writer->text, writer->game.variant, action_cell(step->action));
    put_left(&writer->text, step->left_ms, mark);
    put_comment(&writer->text, "", step->comment);
}

bool sgf__is_shown(const struct variant *variant, struct action action)
{
    return !action_is_choice(action) &&
           (variant->needs & (NEED_DIMENSIONS | NEED_ENDLESS | NEED_VANISH | NEED_MOVING)) == 0;
}

/* Writes an action by its text, and for others what they can show or read; `after` it. */
static void put_private(struct sgf_writer *writer, const struct sgf_step *step,
                        const struct game *after)
{
    char word[ACTION_TEXT_SIZE];
    const struct variant *variant = after->variant;
    bool is_stone = sgf__is_shown(variant, step->action);
    enum mark mark = game_mark_at(after, after->ply - 1u);
    action_format(variant, step->action, word);
    text__put(&writer->text, ';');
    if (is_stone) {
        text__put(&writer->text, mark == MARK_X ? 'B' : 'W');
        put_point(&writer->text, variant, action_square(variant, step->action));
    }
    put_property(&writer->text, SGF_ACTION, word);
    put_left(&writer->text, step->left_ms, mark);
    put_comment(&writer->text, is_stone ? "" : word, step->comment);
}

/* Writes an action, which is legal, and does it. */
static void put_step(struct sgf_writer *writer, const struct sgf_step *step)
{
    bool is_public = sgf__is_public(writer->game.variant);
    bool is_choice = action_is_choice(step->action);
    if (is_public && is_choice)
        put_choice(writer, step);
    else if (is_public)
        put_stone(writer, step);
    REQUIRE(game_act(&writer->game, step->action) == 0);
    if (!is_public)
        put_private(writer, step, &writer->game);
}

static void put_line_end(struct sgf_writer *writer)
{
    if (writer->in_line++ % NODES_PER_LINE == 0)
        text__put(&writer->text, '\n');
}

/* ---------------------------------------------------------------- a game */

/* The time that the player of the next action has left, if its stone is that player's own. */
static int64_t left_ms(const struct sgf_writer *writer, const struct game *game,
                       const struct record_tags *tags)
{
    size_t ply = writer->game.ply;
    enum mark mark = game_mark_at(game, ply);
    bool is_own = mark != MARK_NONE && mark == game_seat_mark(game, game_to_act(&writer->game));
    return tags->left_ms != NULL && is_own ? tags->left_ms[ply] : -1;
}

static void put_said_choice(struct text_writer *writer, const struct variant *variant,
                            struct action action)
{
    char word[ACTION_TEXT_SIZE];
    action_format(variant, action, word);
    text__put_string(writer, "C[");
    text__put_string(writer, rule_of(variant));
    text__put_string(writer, ": ");
    text__put_string(writer, word);
    text__put(writer, ']');
}

static void put_actions(struct sgf_writer *writer, const struct game *game,
                        const struct record_tags *tags)
{
    bool is_public = sgf__is_public(game->variant);
    while (writer->game.ply < game->ply) {
        struct action action = game_actions(game)[writer->game.ply];
        struct sgf_step step = {.action = action,
                                .left_ms = left_ms(writer, game, tags),
                                .shares_node = is_public && action_is_choice(action),
                                .comment = ""};
        if (!step.shares_node)
            put_line_end(writer);
        put_step(writer, &step);
        if (step.shares_node) /* for people */
            put_said_choice(&writer->text, game->variant, action);
    }
}

int record_write_sgf(const struct game *game, const struct record_tags *tags, char *text,
                     size_t size)
{
    struct sgf_writer writer = {.in_line = 0};
    if (tags == NULL)
        tags = &no_tags;
    if (!sgf__is_public(game->variant) && !reader_knows(READER_SGF_ACTIONS, game->variant))
        return ERR_NO_RECORD;
    text__start(&writer.text, text, size);
    put_root(&writer.text, game, tags);
    game_init(&writer.game, game->variant);
    put_actions(&writer, game, tags);
    text__put_string(&writer.text, ")\n");
    return text__end(&writer.text);
}

/* ---------------------------------------------------------------- a tree */

static void put_stones(struct text_writer *writer, const char *name, const struct game *start,
                       enum mark mark)
{
    const struct action *actions = game_actions(start);
    if (start->ply < (mark == MARK_X ? 1 : 2))
        return;
    text__put_string(writer, name);
    for (size_t ply = mark == MARK_X ? 0 : 1; ply < start->ply; ply += 2)
        put_point(writer, start->variant, action_cell(actions[ply]));
}

/* "X exactly_five", or the player and the variant: "first cube4". */
static void put_claim(struct text_writer *writer, const struct record_tree *tree)
{
    const struct variant *variant = tree->start.variant;
    bool is_first = tree->claim == SEAT_FIRST;
    if (tree->claim == SEAT_NONE)
        return;
    text__put_string(writer, SGF_CLAIM "[");
    if (sgf__claims_by_mark(variant)) {
        text__put_string(writer, is_first ? "X " : "O ");
        text__put_string(writer, sgf__claim_rule(variant));
    } else {
        text__put_string(writer, is_first ? "first " : "second ");
        text__put_string(writer, variant->key);
    }
    text__put_string(writer, tree->is_only ? " only]" : "]");
}

static void put_start_actions(struct text_writer *writer, const struct game *start)
{
    char action[ACTION_TEXT_SIZE];
    text__put_string(writer, "\n" SGF_START);
    for (size_t ply = 0; ply < start->ply; ply++) {
        action_format(start->variant, game_actions(start)[ply], action);
        text__put(writer, ply == 0 ? '[' : ' ');
        text__put_string(writer, action);
    }
    text__put(writer, ']');
}

static void put_start(struct text_writer *writer, const struct record_tree *tree)
{
    const char *name = record_tree_get_name(tree);
    bool is_public = sgf__is_public(tree->start.variant);
    put_property(writer, "GN", *name != '\0' ? name : NULL);
    put_claim(writer, tree);
    if (tree->start.ply > 0 && !is_public) {
        put_start_actions(writer, &tree->start);
    } else if (tree->start.ply > 0) {
        text__put(writer, '\n');
        put_stones(writer, "AB", &tree->start, MARK_X);
        put_stones(writer, "AW", &tree->start, MARK_O);
        text__put_string(writer, game_next_mark(&tree->start) == MARK_X ? "PL[B]" : "PL[W]");
    }
    put_comment(writer, "", record_tree_get_comment(tree, RECORD_TREE_ROOT));
}

struct tree_writer {
    struct sgf_writer out;
    const struct record_tree *tree;
    const struct record_tree_node *nodes;
};

static bool has_siblings(const struct tree_writer *writer, uint32_t node)
{
    return writer->nodes[writer->nodes[writer->nodes[node].parent].child].next != RECORD_TREE_NONE;
}

/* Whether a choice goes into the node of the stone before it. */
static bool shares_node(const struct tree_writer *writer, uint32_t node)
{
    uint32_t parent = writer->nodes[node].parent;
    return parent != RECORD_TREE_ROOT && !has_siblings(writer, node) &&
           !action_is_choice(writer->nodes[parent].action) && writer->nodes[parent].comment == 0;
}

/* Writes the node, and does its action. */
static int put_node(struct tree_writer *writer, uint32_t node)
{
    const struct sgf_step step = {.action = writer->nodes[node].action,
                                  .shares_node = shares_node(writer, node),
                                  .left_ms = -1,
                                  .comment = record_tree_get_comment(writer->tree, node)};
    int error = game_check(&writer->out.game, step.action);
    if (error != 0)
        return error;
    put_line_end(&writer->out);
    if (has_siblings(writer, node))
        text__put(&writer->out.text, '(');
    put_step(&writer->out, &step);
    return 0;
}

/* Closes the node and those above it that are done; the next one, or the root at the end. */
static uint32_t next_node(struct tree_writer *writer, uint32_t node)
{
    while (node != RECORD_TREE_ROOT) {
        if (has_siblings(writer, node))
            text__put(&writer->out.text, ')');
        game_undo(&writer->out.game);
        if (writer->nodes[node].next != RECORD_TREE_NONE)
            return writer->nodes[node].next;
        node = writer->nodes[node].parent;
    }
    return RECORD_TREE_ROOT;
}

static int put_nodes(struct tree_writer *writer)
{
    uint32_t node = writer->nodes[RECORD_TREE_ROOT].child;
    while (node != RECORD_TREE_NONE && node != RECORD_TREE_ROOT) {
        int error = put_node(writer, node);
        if (error != 0)
            return error;
        uint32_t child = writer->nodes[node].child;
        node = child != RECORD_TREE_NONE ? child : next_node(writer, node);
    }
    return 0;
}

/* The game of the main line. */
static int main_line(const struct record_tree *tree, struct game *game_out)
{
    uint32_t node = RECORD_TREE_ROOT;
    while (tree->memory.nodes[node].child != RECORD_TREE_NONE)
        node = tree->memory.nodes[node].child;
    return record_tree_game(tree, node, game_out);
}

int record_tree_write_sgf(const struct record_tree *tree, const struct record_tags *tags,
                          char *text, size_t size)
{
    struct tree_writer writer = {.tree = tree, .nodes = tree->memory.nodes};
    struct text_writer *out = &writer.out.text;
    if (!reader_knows(READER_SGF_ACTIONS, tree->start.variant))
        return ERR_NO_RECORD;
    text__start(out, text, size);
    int error = main_line(tree, &writer.out.game);
    if (error != 0)
        return error;
    put_root(out, &writer.out.game, tags != NULL ? tags : &no_tags);
    game_copy(&writer.out.game, &tree->start);
    put_start(out, tree);
    error = put_nodes(&writer);
    text__put_string(out, ")\n");
    return error != 0 ? error : text__end(out);
}
