/* SPDX-License-Identifier: MIT */
/*
 * The reports of client/cli/study/report.h: as text, as one object of JSON, and as SGF: the game as
 * it was played, with a comment on moves that deserve one, the better move as a variation beside a
 * mistake, and the win after a losing move.
 */
#include "client/cli/study/report.h"

#include "client/cli/draw/board.h"
#include "client/cli/draw/graph.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/event.h"
#include "client/cli/words/words.h"
#include "engine/opening.h"
#include "engine/record_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MIN 40 /* words have no room in less */
#define COLUMNS_MAX 80
#define GRAPH_ROWS 5
#define SHORT_GRAPH_ROWS 3
#define MISTAKES_MAX 10
#define SHORT_MISTAKES 3 /* of each */
#define MISSED_MAX 5
#define NUMBER_COLUMNS 5 /* of a move's number, and of the move */
#define COST_COLUMNS 7
#define MISTAKE_COLUMNS (2 * NUMBER_COLUMNS + COST_COLUMNS)

/* Columns of the window, or as many as one usually has. */
static size_t columns_of(const struct ink *ink)
{
    if (ink->columns == 0 || ink->columns > COLUMNS_MAX)
        return COLUMNS_MAX;
    return ink->columns > COLUMNS_MIN ? ink->columns : COLUMNS_MIN;
}

static const struct game *game_of(const struct report *report)
{
    return &report->analysis->game;
}

/* "X anna", or "X"; where marks are nobody's "anna", or "first player". */
static void put_who(const struct report *report, enum seat seat, char *text, size_t size)
{
    const char *mark = words_own_mark(game_seat_mark(game_of(report), seat));
    const char *name = report->names[seat];
    if (mark[0] == '\0' && name == NULL)
        snprintf(text, size, "%s", seat == SEAT_FIRST ? _("first player") : _("second player"));
    else if (mark[0] == '\0')
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, name != NULL ? "%s %s" : "%s", mark, name != NULL ? name : "");
}

/* ---------------------------------------------------------------- the summary */

static void put_head(const struct report *report, struct ink *ink)
{
    unsigned long plies = game_of(report)->ply - report->start;
    ink_put(ink, COLOUR_BOLD, "%s", words_variant(game_of(report)->variant));
    ink_put(ink, COLOUR_BOLD, ngettext(", %lu move", ", %lu moves", plies), plies);
}

static void put_opening(const struct report *report, struct ink *ink)
{
    char text[WORDS_SIZE];
    words_opening(game_of(report), text, sizeof(text));
    if (text[0] != '\0')
        ink_put_line(ink, COLOUR_PLAIN, "%s", text);
}

void report_say_accuracy(const struct report *report, enum seat seat, char *text, size_t size)
{
    char who[WORDS_SIZE];
    int accuracy = verdict_accuracy(report->analysis, seat);
    put_who(report, seat, who, sizeof(who));
    if (accuracy >= 0)
        snprintf(text, size, _("%s: accuracy %d of 100"), who, accuracy);
    else
        snprintf(text, size, _("%s: no move to judge"), who);
}

static void put_accuracy(const struct report *report, struct ink *ink)
{
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        char text[2 * WORDS_SIZE];
        report_say_accuracy(report, seat, text, sizeof(text));
        ink_put_line(ink, COLOUR_PLAIN, "%s", text);
    }
}

uint32_t report_say_loss(const struct report *report, char *text, size_t size)
{
    char who[WORDS_SIZE];
    struct verdict_loss loss = verdict_loss(report->analysis);
    if (loss.ply == VERDICT_NOWHERE) {
        snprintf(text, size, "%s", _("No losing move was found."));
        return loss.ply;
    }
    struct verdict verdict = verdict_of(report->analysis, loss.ply);
    put_who(report, verdict.seat, who, sizeof(who));
    const char *sentence = _("Probably the first losing move: %u. %s (%s).");
    if (loss.ply != loss.losing)
        sentence = _("The move that cost most before the game was lost: %u. %s (%s).");
    else if (loss.is_proven)
        sentence = _("The first losing move: %u. %s (%s).");
    snprintf(text, size, sentence, loss.ply + 1,
             words_action(game_of(report)->variant, verdict.action).text, who);
    return loss.ply;
}

/* Tells which moves were not looked at, when it was stopped. */
static void put_gap(const struct report *report, struct ink *ink)
{
    const struct analysis *analysis = report->analysis;
    unsigned from = analysis_all(analysis) - analysis_done(analysis) + analysis->first + 1;
    if (analysis_done(analysis) < analysis_all(analysis))
        ink_put_line(ink, COLOUR_ALARM, _("Stopped: only the moves from %u on were looked at."),
                     from);
}

static void put_summary(const struct report *report, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    put_head(report, ink);
    ink_end_line(ink);
    put_opening(report, ink);
    put_gap(report, ink);
    put_accuracy(report, ink);
    report_say_loss(report, text, sizeof(text));
    ink_put_lines(ink, COLOUR_BOLD, columns_of(ink), text);
}

/* ---------------------------------------------------------------- the curve */

/* The share of words_share_seat() before the ply, in percent. */
static int share_at(const struct analysis *analysis, unsigned ply)
{
    unsigned share = analysis->places[ply].share;
    bool is_told = analysis_seat(analysis, ply) == words_share_seat(analysis);
    return (int)((is_told ? share : ANALYSIS_SHARE_ONE - share) + 50) / 100;
}

static const char *curve_title(const struct report *report)
{
    const struct game *game = game_of(report);
    if (analysis_sees_threats(game->variant))
        return _("How often X would win, in percent, move by move:");
    if (game_seat_mark(game, words_share_seat(report->analysis)) == MARK_NONE)
        return _("What the first player would score, in percent, a draw as half:");
    return _("What X would score, in percent, a draw as half, move by move:");
}

static void put_curve(const struct report *report, size_t rows, struct ink *ink)
{
    struct rating_point points[GAME_ACTIONS_MAX + 1];
    const struct analysis *analysis = report->analysis;
    size_t count = 0;
    for (unsigned ply = analysis->first; ply <= analysis->game.ply; ply++)
        if (analysis->places[ply].is_known)
            points[count++] =
                (struct rating_point){.day = (int)ply, .rating = share_at(analysis, ply)};
    if (count == 0)
        return;
    const struct graph graph = {.points = points,
                                .count = count,
                                .last_day = analysis->game.ply,
                                .highest = 100,
                                .has_numbers = true};
    ink_end_line(ink);
    ink_put_line(ink, COLOUR_BOLD, "%s", curve_title(report));
    graph_draw(&graph, columns_of(ink) - 1, rows, ink);
}

/* ---------------------------------------------------------------- lists */

static void put_move(const struct report *report, unsigned ply, struct ink *ink)
{
    const struct game *game = game_of(report);
    ink_put_cell(ink, COLOUR_PLAIN, -(NUMBER_COLUMNS - 1), "%u.", ply + 1);
    ink_put_spaces(ink, 1);
    ink_put_cell(ink, COLOUR_BOLD, NUMBER_COLUMNS, "%s",
                 words_action(game->variant, game_actions(game)[ply]).text);
}

/* The move and its cost; what is said of it comes back. */
static void put_cost(const struct report *report, unsigned ply, struct ink *ink, char *text,
                     size_t size)
{
    struct verdict verdict = verdict_of(report->analysis, ply);
    enum colour colour = words_verdict(report->analysis, ply, text, size);
    put_move(report, ply, ink);
    ink_put_cell(ink, colour, COST_COLUMNS, "-%u %%", (verdict.cost + 50u) / 100);
}

static void put_mistake(const struct report *report, unsigned ply, struct ink *ink)
{
    const struct ink_margin margin = {columns_of(ink), MISTAKE_COLUMNS, MISTAKE_COLUMNS};
    char text[2 * WORDS_SIZE];
    put_cost(report, ply, ink, text, sizeof(text));
    ink_put_paragraph(ink, COLOUR_PLAIN, &margin, text);
    ink_end_line(ink);
}

/* The same on one line. */
static void put_short_mistake(const struct report *report, unsigned ply, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    const char *rest = text;
    put_cost(report, ply, ink, text, sizeof(text));
    size_t len = text_wrap(&rest, columns_of(ink) - 1 - MISTAKE_COLUMNS - strlen(" ..."));
    ink_put_line(ink, COLOUR_PLAIN, "%.*s%s", (int)len, text, *rest != '\0' ? " ..." : "");
}

static void put_mistakes(const struct report *report, struct ink *ink)
{
    uint16_t plies[MISTAKES_MAX];
    size_t all = verdict_mistakes(report->analysis, SEAT_NONE, ANALYSIS_SLIP, plies, MISTAKES_MAX);
    if (all == 0)
        return;
    ink_end_line(ink);
    ink_put_line(ink, COLOUR_BOLD, "%s", _("Mistakes, by what they cost:"));
    for (size_t i = 0; i < all && i < MISTAKES_MAX; i++)
        put_mistake(report, plies[i], ink);
    unsigned long more = all > MISTAKES_MAX ? (unsigned long)(all - MISTAKES_MAX) : 0;
    if (more > 0)
        ink_put_line(ink, COLOUR_DIM, ngettext("and %lu less costly", "and %lu less costly", more),
                     more);
}

static void put_missed_win(const struct report *report, unsigned ply, struct ink *ink)
{
    char line[WORDS_SIZE];
    const struct analysis_place *place = &report->analysis->places[ply];
    words_moves(game_of(report)->variant, &place->line, line, sizeof(line));
    put_move(report, ply, ink);
    ink_put_line(ink, COLOUR_WON, "%s", line);
}

static void put_missed(const struct report *report, struct ink *ink)
{
    unsigned count = 0;
    for (unsigned ply = report->analysis->first; ply < game_of(report)->ply; ply++) {
        struct verdict verdict = verdict_of(report->analysis, ply);
        if (verdict.before != PROOF_WIN || verdict.after == PROOF_WIN || count == MISSED_MAX)
            continue;
        if (count++ == 0) {
            ink_end_line(ink);
            ink_put_line(ink, COLOUR_BOLD, "%s", _("Wins that were missed, and how they go:"));
        }
        put_missed_win(report, ply, ink);
    }
}

/* ---------------------------------------------------------------- the board */

/* The board behind the first `plies` actions. */
static void put_board(const struct report *report, unsigned plies, struct ink *ink)
{
    struct game game;
    struct board board;
    const struct action *actions = game_actions(game_of(report));
    game_replay(&game, game_of(report)->variant, actions, plies);
    size_t last = BOARD_NO_CELL;
    for (unsigned ply = 0; ply < plies; ply++)
        last = action_is_choice(actions[ply]) ? last : action_square(game.variant, actions[ply]);
    board_init(&board, &game, last);
    board_draw(&board, ink);
}

/* Tells the fault of the move that lost, and how it is won from there. */
static void put_loss_words(const struct report *report, uint32_t ply, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    char line[WORDS_SIZE];
    const struct analysis_place *next = &report->analysis->places[ply + 1];
    enum colour colour = words_verdict(report->analysis, ply, text, sizeof(text));
    if (text[0] != '\0')
        ink_put_lines(ink, colour, columns_of(ink), text);
    words_moves(game_of(report)->variant, &next->line, line, sizeof(line));
    if (next->line.count > 0 && next->proof == PROOF_WIN)
        ink_put_line(ink, COLOUR_PLAIN, _("Winning line: %s"), line);
}

/* The board behind the move that lost, with these words. */
static void put_decision(const struct report *report, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    uint32_t ply = report_say_loss(report, text, sizeof(text));
    if (ply == VERDICT_NOWHERE)
        return;
    ink_end_line(ink);
    ink_put_lines(ink, COLOUR_BOLD, columns_of(ink), text);
    put_board(report, ply + 1, ink);
    put_loss_words(report, ply, ink);
}

void report_put_all(const struct report *report, struct ink *ink)
{
    put_summary(report, ink);
    put_curve(report, GRAPH_ROWS, ink);
    put_mistakes(report, ink);
    put_missed(report, ink);
    put_decision(report, ink);
}

/* ---------------------------------------------------------------- at one glance */

static void put_player(const struct report *report, enum seat seat, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    uint16_t plies[SHORT_MISTAKES];
    size_t all = verdict_mistakes(report->analysis, seat, ANALYSIS_SLIP, plies, SHORT_MISTAKES);
    report_say_accuracy(report, seat, text, sizeof(text));
    ink_put(ink, COLOUR_BOLD, "%s", text);
    ink_put_line(ink, COLOUR_PLAIN, all > 0 ? ". %s" : "%s",
                 all > 0 ? _("Mistakes, by what they cost:") : "");
    for (size_t i = 0; i < all && i < SHORT_MISTAKES; i++)
        put_short_mistake(report, plies[i], ink);
}

void report_put(const struct report *report, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    put_head(report, ink);
    ink_put_line(ink, COLOUR_DIM, " (%s)", _("with --all: every mistake, missed wins, the board"));
    put_opening(report, ink);
    put_gap(report, ink);
    uint32_t ply = report_say_loss(report, text, sizeof(text));
    ink_put_lines(ink, COLOUR_BOLD, columns_of(ink), text);
    if (ply != VERDICT_NOWHERE)
        put_loss_words(report, ply, ink);
    put_curve(report, SHORT_GRAPH_ROWS, ink);
    ink_end_line(ink);
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        put_player(report, seat, ink);
}

/* ------------------------------------------------------------------ JSON */

/* Everything in it is made here, but for names, which are escaped. */
static void add(struct bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct bytes *bytes, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    bytes_append(bytes, text, (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

static void add_text(struct bytes *bytes, const char *text)
{
    add(bytes, "\"");
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20)
            add(bytes, "\\u%04x", (unsigned)*text);
        else
            add(bytes, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    add(bytes, "\"");
}

static void add_actions(const struct report *report, const char *name, const struct action *actions,
                        size_t count, struct bytes *bytes)
{
    add(bytes, ",\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        add(bytes, "%s\"%s\"", i > 0 ? "," : "",
            words_action(report->analysis->game.variant, actions[i]).text);
    }
    add(bytes, "]");
}

static const char *seat_word(enum seat seat)
{
    return seat == SEAT_FIRST ? "first" : "second";
}

static const char *proof_word(unsigned proof)
{
    static const char *const words[] = {"unknown", "win", "draw", "loss"};
    return words[proof];
}

static const char *answer_word(unsigned answer)
{
    static const char *const words[] = {"unknown", "yes", "no"};
    return words[answer];
}

static const char *rule_word(enum record_rule rule)
{
    static const char *const words[] = {"named", "found", "assumed"};
    return words[rule];
}

static void add_place(const struct report *report, unsigned ply, struct bytes *bytes)
{
    const struct analysis_place *place = &report->analysis->places[ply];
    if (analysis_sees_threats(report->analysis->game.variant))
        add(bytes, ",\"made\":\"%s\",\"fours\":\"%s\"",
            analysis_threat_key((enum analysis_threat)place->made), answer_word(place->fours));
    add(bytes, ",\"win\":\"%s\"", analysis_win_key((enum analysis_win)place->win));
    add_actions(report, "line", place->line.actions, place->line.count, bytes);
    add_actions(report, "stops", place->stops, place->stops_count, bytes);
}

/* A win that was missed: whether it had one first move, as a puzzle has. */
static const char *single_word(const struct report *report, unsigned ply)
{
    return report->analysis->places[ply].is_single ? ",\"single\":true" : "";
}

static void add_move(const struct report *report, unsigned ply, struct bytes *bytes)
{
    struct verdict verdict = verdict_of(report->analysis, ply);
    add(bytes, "%s{\"ply\":%u,\"by\":\"%s\",\"move\":\"%s\",\"mark\":\"%s\"",
        ply > report->start ? "," : "", ply + 1, seat_word(verdict.seat),
        words_action(report->analysis->game.variant, verdict.action).text,
        analysis_mark_key(verdict.mark));
    if (verdict.mark != ANALYSIS_MARK_UNJUDGED) {
        add(bytes, ",\"share\":%u,\"share_after\":%u,\"cost\":%u", verdict.share_before,
            verdict.share_after, verdict.cost);
        add(bytes, ",\"proof\":\"%s\",\"proof_after\":\"%s\"%s", proof_word(verdict.before),
            proof_word(verdict.after), single_word(report, ply));
        add_place(report, ply, bytes);
    }
    add(bytes, "}");
}

static void add_player(const struct report *report, enum seat seat, struct bytes *bytes)
{
    int accuracy = verdict_accuracy(report->analysis, seat);
    add(bytes, ",\"%s\":{", seat_word(seat));
    if (report->names[seat] != NULL) {
        add(bytes, "\"name\":");
        add_text(bytes, report->names[seat]);
    }
    if (accuracy >= 0)
        add(bytes, "%s\"accuracy\":%d", report->names[seat] != NULL ? "," : "", accuracy);
    add(bytes, "}");
}

static void add_opening(const struct report *report, struct bytes *bytes)
{
    const struct opening *opening = opening_find(&report->analysis->game);
    if (opening == NULL)
        return;
    add(bytes, ",\"opening\":");
    add_text(bytes, opening->number);
}

static void add_loss(const struct report *report, struct bytes *bytes)
{
    struct verdict_loss loss = verdict_loss(report->analysis);
    if (loss.ply == VERDICT_NOWHERE)
        return;
    struct verdict verdict = verdict_of(report->analysis, loss.ply);
    add(bytes, ",\"first_losing\":{\"ply\":%u,\"by\":\"%s\",\"move\":\"%s\",\"proven\":%s",
        loss.ply + 1, seat_word(verdict.seat),
        words_action(report->analysis->game.variant, verdict.action).text,
        loss.is_proven ? "true" : "false");
    add(bytes, loss.ply != loss.losing ? ",\"costliest\":true}" : "}");
}

void report_put_json(const struct report *report, struct ink *ink)
{
    struct bytes bytes = {0};
    const struct analysis *analysis = report->analysis;
    bool is_whole = analysis_done(analysis) == analysis_all(analysis);
    add(&bytes, "{\"variant\":\"%s\",\"plies\":%u,\"nodes\":%llu,\"complete\":%s",
        analysis->game.variant->key, analysis->game.ply, (unsigned long long)analysis->nodes,
        is_whole ? "true" : "false");
    add(&bytes, ",\"rule\":\"%s\",\"start\":%u", rule_word(report->rule), report->start);
    add_player(report, SEAT_FIRST, &bytes);
    add_player(report, SEAT_SECOND, &bytes);
    add_opening(report, &bytes);
    add_loss(report, &bytes);
    add(&bytes, ",\"moves\":[");
    for (unsigned ply = report->start; ply < analysis->game.ply; ply++)
        add_move(report, ply, &bytes);
    add(&bytes, "]}");
    ink_put_json(ink, bytes.data, bytes.len);
    bytes_deinit(&bytes);
}

/* ------------------------------------------------------------------ SGF */

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

/* Puts a better move beside the played one, and the winning line behind it. */
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
static unsigned begin_tree(struct book *book)
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

static void fill_tree(struct book *book)
{
    uint32_t nodes[GAME_ACTIONS_MAX + 1];
    char title[2 * WORDS_SIZE];
    unsigned start = begin_tree(book);
    report_say_loss(book->report, title, sizeof(title));
    (void)record_tree_comment(&book->tree, RECORD_TREE_ROOT, title, strlen(title));
    add_game(book, start, nodes);
    for (unsigned ply = start; ply < book->report->analysis->game.ply; ply++) {
        add_comment(book, nodes[ply + 1], ply);
        add_variations(book, nodes[ply], nodes[ply + 1], ply);
    }
}

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
    fill_tree(book);
    put_tree(book, ink);
    free(text);
    free(nodes);
    free(book);
}
