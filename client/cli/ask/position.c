/* SPDX-License-Identifier: MIT */
/*
 * The reading of client/cli/ask/position.h.
 */
#include "client/cli/ask/position.h"

#include "client/cli/ask/choice.h"
#include "client/cli/ask/query.h"
#include "client/cli/ask/record_file.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/core/table_record.h"

/* ---------------------------------------------------------------- the server */

struct asking {
    struct query query; /* first: `show` gets it */
    struct table table; /* what it fills */
    struct game game;   /* that, when the session is over */
};

static void show(struct query *query, const union reply_body *reply)
{
    struct asking *asking = (struct asking *)query;
    struct table *table = &asking->table;
    table_init(table, "");
    if (table_set_game(table, reply->game_get.game) != 0 ||
        !table_keep_game(table, &asking->game)) {
        problem_tell("%s", _("This game cannot be shown by this client."));
        query->code = EXIT_CODE_TROUBLE;
    } else if (table_is_playing(table)) {
        problem_tell("%s",
                     _("That game is still in progress; only a finished one can be continued."));
        query->code = EXIT_CODE_REFUSED;
    }
}

static enum exit_code ask_server(const struct invocation *invocation, uint64_t id,
                                 struct game *game_out)
{
    struct asking asking;
    query_init(&asking.query, invocation, OP_GAME_GET);
    asking.query.request.as.game_get.game = id;
    asking.query.show = show;
    enum exit_code code = query_run(&asking.query);
    if (code == EXIT_CODE_OK)
        game_copy(game_out, &asking.game);
    return code;
}

/* ---------------------------------------------------------------- the ply */

/* Goes back to the ply that is asked for, or stays at the end. */
static enum exit_code go_to_ply(const struct invocation *invocation, unsigned start,
                                struct game *game)
{
    int64_t at = invocation_number(invocation, OPTION_AT, game->ply);
    if (at < (int64_t)start || at > game->ply) {
        problem_tell(_("This game has moves %u to %u."), start, (unsigned)game->ply);
        return EXIT_CODE_USAGE;
    }
    while (game->ply > at)
        game_undo(game);
    if (game_status(game) == GAME_OPEN)
        return EXIT_CODE_OK;
    problem_tell(_("The game is already over there; name an earlier move: --at %u"),
                 (unsigned)game->ply - 1);
    return EXIT_CODE_USAGE;
}

enum exit_code position_read(const struct invocation *invocation, struct game *game_out)
{
    unsigned start = 0;
    struct record_reading reading;
    enum exit_code code = EXIT_CODE_OK;
    const char *text = invocation->options[OPTION_POSITION];
    uint64_t id;
    if (record_file_is(text)) {
        code = record_file_read(invocation, text, game_out, &reading);
        start = reading.start;
    } else {
        code = choice_read(invocation, text, true, &id);
        if (code == EXIT_CODE_OK)
            code = ask_server(invocation, id, game_out);
    }
    return code != EXIT_CODE_OK ? code : go_to_ply(invocation, start, game_out);
}
