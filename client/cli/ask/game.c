/* SPDX-License-Identifier: MIT */
/*
 * Commands about one thing: a game (its board or its record), and the server, if it answers (ping).
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/ask/query.h"
#include "client/cli/draw/screen.h"
#include "client/cli/study/stepper.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/event.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/table_record.h"

#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- game */

static void put_players(struct query *query, const struct table *table)
{
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        char who[WORDS_SIZE];
        enum mark mark = game_seat_mark(&table->game, seat);
        words_person(&table->seats[seat], who, sizeof(who));
        ink_put(&query->ink,
                mark == MARK_X   ? COLOUR_X
                : mark == MARK_O ? COLOUR_O
                                 : COLOUR_PLAIN,
                "%s %s", words_mark(mark), who);
        if (table->has_clocks) {
            char time[WORDS_SIZE];
            words_clock(table, seat, table->now_ms, time, sizeof(time));
            ink_put(&query->ink, COLOUR_PLAIN, "  %s", time);
        }
        ink_end_line(&query->ink);
    }
}

static void put_outcome(struct query *query, const struct table *table)
{
    char text[WORDS_SIZE];
    if (table_is_playing(table)) {
        words_task(table, text, sizeof(text));
        ink_put_line(&query->ink, COLOUR_BOLD, "%s", text);
        return;
    }
    enum colour colour = words_result(table, text, sizeof(text));
    ink_put_line(&query->ink, colour, "%s", text);
    for (size_t i = 0; i < table->changes_count; i++) {
        words_change(table, i, text, sizeof(text));
        ink_put_line(&query->ink, COLOUR_PLAIN, "%s", text);
    }
    if (table->is_annulled)
        ink_put_line(&query->ink, COLOUR_BOLD, "%s",
                     _("This game was annulled: its points were taken back."));
}

static void put_opening(struct query *query, const struct table *table)
{
    char text[WORDS_SIZE];
    words_opening(&table->game, text, sizeof(text));
    if (text[0] != '\0')
        ink_put_line(&query->ink, COLOUR_PLAIN, "%s", text);
}

static void put_head(struct query *query, const struct table *table, const struct game_record *game)
{
    char control[WORDS_SIZE];
    words_control(&table->control, control, sizeof(control));
    ink_put(&query->ink, COLOUR_BOLD, "%s, %s, %s", words_variant(game->variant),
            words_rated(game->rated), control);
    ink_put_line(&query->ink, COLOUR_DIM, ", %s", words_time(game->started).text);
    put_players(query, table);
}

static void put_moves(struct query *query, const struct table *table)
{
    char text[WORDS_SIZE];
    for (unsigned row = 0; row < words_moves_rows(table); row++) {
        words_moves_row(table, row, true, text, sizeof(text));
        ink_put_line(&query->ink, COLOUR_PLAIN, "%s", text);
    }
}

/* The board behind the ply that --at names, and the move that led to it. */
static void put_board_at(struct query *query, const struct table *table)
{
    char text[WORDS_SIZE];
    struct table shown;
    int64_t plies = invocation_number(query->invocation, OPTION_AT, table->game.ply);
    if (plies > table->game.ply) {
        problem_tell(_("The last move of this game is number %u."), (unsigned)table->game.ply);
        query->code = EXIT_CODE_USAGE;
        return;
    }
    table_at(table, (unsigned)plies, &shown);
    screen_draw_board(&shown, &query->ink);
    if (plies > 0) {
        words_move(table, (unsigned)plies - 1, text, sizeof(text));
        ink_put_line(&query->ink, COLOUR_BOLD, "%s", text);
    }
    put_opening(query, &shown);
}

static bool is_person(const struct query *query)
{
    const struct invocation *invocation = query->invocation;
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
           !invocation_has(invocation, OPTION_AT) && !invocation_has(invocation, OPTION_MOVES);
}

/* The whole game; a person steps through it first. */
static void put_game(struct query *query, const struct table *table, const struct game_record *game)
{
    if (is_person(query) && table->game.ply > 0)
        (void)stepper_run(table, query->ink.look); /* without a terminal what follows is all */
    put_head(query, table, game);
    if (invocation_has(query->invocation, OPTION_MOVES))
        put_moves(query, table);
    else
        screen_draw_board(table, &query->ink);
    put_opening(query, table);
    put_outcome(query, table);
}

static void show_game(struct query *query, const union reply_body *reply)
{
    struct table table;
    const struct game_record *game = reply->game_get.game;
    if (query_is_json(query)) {
        query_put_record(query, RECORD_game, game);
        return;
    }
    table_init(&table, "");
    if (table_set_game(&table, game) != 0)
        problem_tell("%s", _("This game cannot be shown by this client."));
    else if (invocation_has(query->invocation, OPTION_AT))
        put_board_at(query, &table);
    else
        put_game(query, &table, game);
}

static void show_record(struct query *query, const union reply_body *reply)
{
    const char *text = reply->game_export.text;
    ink_put_file(&query->ink, text, strlen(text));
}

/* Asks for the game, or for its record. */
static void ask_for(struct query *query, uint64_t game)
{
    bool is_psq = invocation_has(query->invocation, OPTION_PSQ);
    bool is_record = is_psq || invocation_has(query->invocation, OPTION_SGF);
    query->request = (struct request){.op = is_record ? OP_GAME_EXPORT : OP_GAME_GET};
    query->show = is_record ? show_record : show_game;
    if (is_record)
        query->request.as.game_export = (struct game_export_request){
            .game = game, .format = is_psq ? FORMAT_WORD_PSQ : FORMAT_WORD_SGF};
    else
        query->request.as.game_get.game = game;
}

enum exit_code run_game(const struct invocation *invocation)
{
    struct query query;
    uint64_t game;
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    enum exit_code code = choice_read(invocation, text, false, &game);
    if (code != EXIT_CODE_OK)
        return code;
    query_init(&query, invocation, OP_GAME_GET);
    ask_for(&query, game);
    return query_run(&query);
}

/* ---------------------------------------------------------------- ping */

static void show_ping(struct query *query, const union reply_body *reply)
{
    if (query_put_json(query, reply))
        return;
    ink_put_line(&query->ink, COLOUR_PLAIN, _("%s answers in %lld ms."),
                 invocation_place(query->invocation).text, (long long)query->took_ms);
}

enum exit_code run_ping(const struct invocation *invocation)
{
    return query_ask(invocation, QUERY_STRANGER, &(struct request){.op = OP_PING}, show_ping);
}
