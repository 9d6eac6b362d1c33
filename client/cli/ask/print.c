/* SPDX-License-Identifier: MIT */
/*
 * The command print: the board of a game and a sheet for its record, on paper; empty, or as a game
 * on the server or in a file was played. An empty one needs no server.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/ask/query.h"
#include "client/cli/ask/record_file.h"
#include "client/cli/print/svg_sheet.h"
#include "client/cli/print/text_sheet.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/table_record.h"
#include "engine/outcome.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* A game, and the question by which it is filled. */
struct printing {
    struct query query; /* first: `show` gets it */
    struct game game;
    char players[SEAT_COUNT][TABLE_NAME_SIZE];
    char date[WORDS_SIZE];
    char result[WORDS_SIZE];
};

/* ---------------------------------------------------------------- a game that was played */

/* How it ended, as the table tells; nothing while it goes on. */
static void take_result(struct printing *printing, const struct table *table)
{
    if (table->result != NONE)
        (void)words_result(table, printing->result, sizeof(printing->result));
}

static void show(struct query *query, const union reply_body *reply)
{
    struct table table;
    struct printing *printing = (struct printing *)query;
    const struct game_record *record = reply->game_get.game;
    table_init(&table, "");
    if (table_set_game(&table, record) != 0 || !table_keep_game(&table, &printing->game)) {
        problem_tell("%s", _("This game cannot be shown by this client."));
        query->code = EXIT_CODE_UNSUITED;
        return;
    }
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        snprintf(printing->players[seat], TABLE_NAME_SIZE, "%s", table.seats[seat].name);
    snprintf(printing->date, sizeof(printing->date), "%s", words_time(record->started).text);
    take_result(printing, &table);
}

static enum exit_code take_server(const struct invocation *invocation, const char *text,
                                  struct printing *printing)
{
    uint64_t id;
    enum exit_code code = choice_read(invocation, text, true, &id);
    if (code != EXIT_CODE_OK)
        return code;
    query_init(&printing->query, invocation, OP_GAME_GET);
    printing->query.request.as.game_get.game = id;
    printing->query.show = show;
    return query_run(&printing->query);
}

/* Records tell neither names nor dates here; the board tells who won. */
static enum exit_code take_file(const struct invocation *invocation, const char *path,
                                struct printing *printing)
{
    struct table table;
    struct record_reading reading;
    enum exit_code code = record_file_read(invocation, path, &printing->game, &reading);
    if (code != EXIT_CODE_OK || game_status(&printing->game) == GAME_OPEN)
        return code;
    struct outcome outcome = outcome_of_board(&printing->game);
    table_init(&table, "");
    table.variant = printing->game.variant;
    game_copy(&table.game, &printing->game);
    table.result = (int)outcome.result;
    table.reason = (int)outcome.reason;
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        snprintf(table.seats[seat].name, TABLE_NAME_SIZE, "%s", sheet_side(&printing->game, seat));
    take_result(printing, &table);
    return code;
}

/* The game that --moves names, which is one of the variant that is named besides. */
static enum exit_code take_played(const struct invocation *invocation, struct printing *printing)
{
    const struct variant *told = invocation_variant(invocation);
    const char *text = invocation->options[OPTION_PLAYED];
    enum exit_code code = record_file_is(text) ? take_file(invocation, text, printing)
                                               : take_server(invocation, text, printing);
    if (code != EXIT_CODE_OK || told == NULL || told == printing->game.variant)
        return code;
    problem_tell(_("That position is one of %s, not of %s."), printing->game.variant->key,
                 told->key);
    return EXIT_CODE_USAGE;
}

/* ---------------------------------------------------------------- the sheet */

/* Text for whoever looks at it, SVG for a file that is no text. */
static enum sheet_word format_of(const struct invocation *invocation)
{
    const char *path = invocation->options[OPTION_OUTPUT];
    int named = invocation_word(invocation, OPTION_SHEET);
    if (named != NONE)
        return (enum sheet_word)named;
    size_t len = path != NULL ? strlen(path) : 0;
    bool is_text = path == NULL || (len >= 4 && strcasecmp(path + len - 4, ".txt") == 0);
    return is_text ? SHEET_WORD_TEXT : SHEET_WORD_SVG;
}

static enum exit_code put_out(const struct invocation *invocation, const struct sheet *sheet)
{
    struct ink ink;
    ink_init_for(&ink, STDOUT_FILENO, true);
    ink_break_lines(&ink, 0);
    if (format_of(invocation) == SHEET_WORD_SVG)
        svg_sheet(sheet, &ink);
    else
        text_sheet(sheet, &ink);
    int failed = output_write(invocation, &ink);
    ink_deinit(&ink);
    return failed == 0 ? EXIT_CODE_OK : EXIT_CODE_TROUBLE;
}

static enum exit_code tell_missing(void)
{
    problem_tell("%s", _("Which board? Name a game (they are listed by: penta games --of), or with "
                         "--moves one that was played."));
    return EXIT_CODE_USAGE;
}

enum exit_code run_print(const struct invocation *invocation)
{
    struct printing printing = {0};
    const struct variant *variant = invocation_variant(invocation);
    bool is_played = invocation_has(invocation, OPTION_PLAYED);
    enum exit_code code = EXIT_CODE_OK;
    if (is_played)
        code = take_played(invocation, &printing);
    else if (variant != NULL)
        game_init(&printing.game, variant);
    else
        code = tell_missing();
    if (code != EXIT_CODE_OK)
        return code;
    const struct sheet sheet = {
        .game = &printing.game,
        .is_played = is_played,
        .players = {printing.players[SEAT_FIRST], printing.players[SEAT_SECOND]},
        .date = printing.date,
        .result = printing.result,
    };
    return put_out(invocation, &sheet);
}
