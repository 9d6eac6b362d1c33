/* SPDX-License-Identifier: MIT */
/*
 * An analysis as SGF: the game as it was played, with a comment where there is something to say,
 * the better play beside a mistake, and the win behind a losing move.
 */
#include "client/cli/study/report.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/event.h"
#include "client/cli/words/words.h"
#include "engine/record_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOVES 20 /* of a variation */
#define COMMENT_SIZE (3 * WORDS_SIZE)

/* Every move has a comment and a variation at the most. */
#define NODES_MAX ((GAME_ACTIONS_MAX + 1) * (LINE_MOVES + 1))
#define TEXT_SIZE                                                                                  \
    (RECORD_HEAD_SIZE + NODES_MAX * RECORD_TREE_NODE_SIZE + 2 * GAME_ACTIONS_MAX * COMMENT_SIZE)

struct book {
    const struct report *report;
    struct record_tree tree;
    struct record_tree_memory memory;
    char *text;
};

/* ---------------------------------------------------------------- the tree */

/* Adds the moves behind the node, up to one that the rules do not let be. */
static void add_line(struct book *book, uint32_t node, const struct analysis_line *line)
{
    struct game game;
    if (record_tree_game(&book->tree, node, &game) != 0)
        return;
    for (size_t i = 0; i < line->count && i < LINE_MOVES; i++)
        if (game_act(&game, line->actions[i]) != 0 ||
            record_tree_add(&book->tree, node, line->actions[i], &node) != 0)
            return;
}

static void add_comment(struct book *book, uint32_t node, unsigned ply)
{
    char sentence[2 * WORDS_SIZE];
    char prospect[WORDS_SIZE];
    char text[COMMENT_SIZE];
    const struct analysis *analysis = book->report->analysis;
    if (!analysis->places[ply + 1].is_known || ply < analysis->first)
        return;
    words_verdict(analysis, ply, sentence, sizeof(sentence));
    words_prospect(analysis, ply + 1, prospect, sizeof(prospect));
    int len =
        snprintf(text, sizeof(text), "%s%s%s", sentence, sentence[0] != '\0' ? "\n" : "", prospect);
    (void)record_tree_comment(&book->tree, node, text, (size_t)len);
}

/* What was better stands beside the move, and what wins behind it. */
static void add_variations(struct book *book, uint32_t parent, uint32_t node, unsigned ply)
{
    const struct analysis *analysis = book->report->analysis;
    const struct analysis_place *place = &analysis->places[ply];
    struct verdict verdict = verdict_of(analysis, ply);
    bool is_dear = verdict.cost >= ANALYSIS_SLIP || verdict.mark == ANALYSIS_MARK_MISSED;
    if (verdict.mark == ANALYSIS_MARK_UNJUDGED)
        return;
    if (is_dear && place->line.count > 0 && !action_equals(place->line.actions[0], verdict.action))
        add_line(book, parent, &place->line);
    if (verdict.mark == ANALYSIS_MARK_LOSING)
        add_line(book, node, &place[1].line);
}

/* Begins the tree at the stones that were set up. Returns its plies; 0 where no file can tell them.
 */
static unsigned begin(struct book *book)
{
    struct game start;
    const struct game *game = &book->report->analysis->game;
    record_tree_init(&book->tree, game->variant, book->memory);
    (void)game_replay(&start, game->variant, game_actions(game), book->report->start);
    return record_tree_begin_at(&book->tree, &start) == 0 ? book->report->start : 0;
}

/* First the game, so that it is the main line. */
static void add_game(struct book *book, unsigned start, uint32_t nodes[GAME_ACTIONS_MAX + 1])
{
    const struct game *game = &book->report->analysis->game;
    nodes[start] = RECORD_TREE_ROOT;
    for (unsigned ply = start; ply < game->ply; ply++)
        (void)record_tree_add(&book->tree, nodes[ply], game_actions(game)[ply], &nodes[ply + 1]);
}

static void fill(struct book *book)
{
    uint32_t nodes[GAME_ACTIONS_MAX + 1];
    char title[2 * WORDS_SIZE];
    unsigned start = begin(book);
    report_say_loss(book->report, title, sizeof(title));
    (void)record_tree_comment(&book->tree, RECORD_TREE_ROOT, title, strlen(title));
    add_game(book, start, nodes);
    for (unsigned ply = start; ply < book->report->analysis->game.ply; ply++) {
        add_comment(book, nodes[ply + 1], ply);
        add_variations(book, nodes[ply], nodes[ply + 1], ply);
    }
}

/* ---------------------------------------------------------------- the file */

static void put_tree(struct book *book, struct ink *ink)
{
    struct record_tags tags = {.winner = SEAT_NONE};
    tags.winner = (enum seat)book->report->analysis->winner;
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        tags.player[seat] = book->report->names[seat];
    int len = record_tree_write_sgf(&book->tree, &tags, book->text, TEXT_SIZE);
    if (len > 0)
        ink_put_file(ink, book->text, (size_t)len);
}

void report_put_sgf(const struct report *report, struct ink *ink)
{
    struct book *book = calloc(1, sizeof(*book));
    size_t words = (size_t)COMMENT_SIZE * (GAME_ACTIONS_MAX + 2);
    struct record_tree_node *nodes = calloc(NODES_MAX, sizeof(*nodes));
    char *text = calloc(1, words + TEXT_SIZE);
    if (book == NULL || nodes == NULL || text == NULL)
        abort();
    book->report = report;
    book->memory = (struct record_tree_memory){nodes, NODES_MAX, text, (uint32_t)words};
    book->text = text + words;
    fill(book);
    put_tree(book, ink);
    free(text);
    free(nodes);
    free(book);
}
