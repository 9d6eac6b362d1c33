/* SPDX-License-Identifier: MIT */
/*
 * Commands about the games that somebody has played: history.list, history.export, history.star.
 * The first two have the same filters, which are read here once.
 */
#include "base/memory.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/question.h"
#include "server/core/table/export.h"
#include "server/core/table/match.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <string.h>

/* ------------------------------------------------------------------ filters */

/* The filters that both requests have. */
struct filters {
    const char *name;
    const struct variant *variant;
    const char *opponent;
    int score;
    int stake;
    int computers;
    bool starred;
    uint64_t before;
    int64_t since;
    int64_t until;
    int64_t limit;
};

#define FILTERS_OF(request)                                                                        \
    {                                                                                              \
        .name = (request)->name, .variant = (request)->variant, .opponent = (request)->opponent,   \
        .score = (request)->score, .stake = (request)->stake, .computers = (request)->computers,   \
        .starred = (request)->starred, .before = (request)->before, .since = (request)->since,     \
        .until = (request)->until, .limit = (request)->limit                                       \
    }

static enum store_stake stake_of(int word)
{
    if (word == NONE)
        return STAKE_ANY;
    return word == STAKE_WORD_RATED ? STAKE_RATED : STAKE_UNRATED;
}

static struct store_history_filter filter_of(const struct filters *filters)
{
    return (struct store_history_filter){
        .variant = filters->variant != NULL ? (int)filters->variant->id : -1,
        .score = filters->score,
        .before = filters->before,
        .limit = (uint32_t)filters->limit,
        .stake = stake_of(filters->stake),
        .computers = question_computers(filters->computers),
        .is_starred = filters->starred,
        .since_ms = filters->since,
        .until_ms = filters->until,
    };
}

/* ------------------------------------------------------------------ looking up */

/* Favourites are shown to their owner only. */
static bool is_own(const struct call *call, const struct question *question)
{
    return call->asker.player != 0 && call->asker.player == *question->player_id;
}

/* Both questions have the filter in the same place. */
_Static_assert(offsetof(struct store_query, as.history) == offsetof(struct store_query, as.export),
               "a filter is a filter");

static int check_stars(struct call *call, const struct question *question)
{
    if (!question->query.as.history.is_starred || is_own(call, question))
        return 0;
    call->fault.field = "starred";
    return ERR_STARS_ARE_OWN;
}

static struct question *history_question(const struct filters *filters, enum store_query_kind kind,
                                         question_done_fn *read)
{
    struct question *question = question_new();
    question->query = (struct store_query){.kind = kind, .as.history = filter_of(filters)};
    question->player_id = &question->query.as.history.player;
    question->opponent_id = &question->query.as.history.opponent;
    question->read = read;
    question->check = check_stars;
    question->opponent_field = "opponent";
    return question;
}

/* The player is there: the game behind which the page begins is the one not found. */
static bool is_read(struct core *core, const struct wait *wait, int status, struct call *call_out)
{
    const struct question *question = wait->data;
    bool has_cursor = question->query.as.history.before != 0;
    return question_is_answered_or(core, wait, status,
                                   has_cursor ? ERR_NO_SUCH_GAME : ERR_NO_SUCH_PLAYER, call_out);
}

/* ------------------------------------------------------------------ history.list */

static struct history_row_record view_row(const struct store_history_row *row, bool is_own_history)
{
    return (struct history_row_record){
        .game = row->game,
        .variant = variant_get(row->variant),
        .rated = row->rated,
        .ended = row->ended_ms,
        .opponent = row->opponent,
        .opponent_rank = row->opponent_rank > 0 ? (int64_t)row->opponent_rank : NONE,
        .score = (int)row->score,
        .reason = (int)row->reason,
        .points = row->points,
        .plies = row->plies,
        .given = row->given,
        .seat = (int)row->seat,
        .mark = (int)row->mark,
        .opponent_rating = row->opponent_points > 0 ? row->opponent_points : NONE,
        .opponent_provisional = row->opponent_provisional,
        .annulled = row->is_annulled,
        .starred = row->is_starred && is_own_history,
    };
}

static void list_read(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    const struct question *question = wait->data;
    struct call call;
    if (!is_read(core, wait, status, &call))
        return;
    const struct store_history *history = &answer->as.history;
    struct history_row_record *rows =
        arena_alloc(&core->arena, history->rows_count * sizeof(*rows));
    for (size_t i = 0; i < history->rows_count; i++)
        rows[i] = view_row(&history->rows[i], is_own(&call, question));
    const struct history_list_reply reply = {.name = question->name,
                                             .rows = rows,
                                             .rows_count = history->rows_count,
                                             .more = history->has_more};
    call_reply(&call, &reply);
}

int command_history_list(struct call *call)
{
    const struct filters filters = FILTERS_OF(&call->request->history_list);
    struct question *question = history_question(&filters, STORE_HISTORY, list_read);
    return question_ask_about(call, question, filters.name, filters.opponent);
}

/* ------------------------------------------------------------------ history.export */

/* Bytes of a reply besides its games. */
#define EXPORT_HEAD_BYTES 1024
/* Bytes of a game besides its text: its id, and the names of its fields. */
#define EXPORT_GAME_BYTES 64
/* Bytes of a record besides its texts: fields, numbers, words, two names. */
#define EXPORT_RECORD_BYTES 1024

/* Bytes of the text in JSON, at the most. */
static size_t escaped_size(const char *text)
{
    size_t size = 0;
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        bool is_pair = byte == '"' || byte == '\\' || byte == '\n';
        size += is_pair ? 2 : byte < 0x20 ? 6 : 1;
    }
    return size;
}

static size_t text_size(const char *text)
{
    return text != NULL ? strlen(text) : 0;
}

/* Bytes of the game in the reply, at the most. The texts of a record have nothing to escape. */
static size_t exported_size(const struct exported_game_record *game)
{
    if (game->json == NULL)
        return EXPORT_GAME_BYTES + (game->text != NULL ? escaped_size(game->text) : 0);
    return EXPORT_GAME_BYTES + EXPORT_RECORD_BYTES + text_size(game->json->actions) +
           (game->json->board != NULL ? text_size(game->json->board->line) : 0) +
           text_size(game->json->spent) + text_size(game->json->lags);
}

/* As many games as one line of the protocol holds, and at least one: the longest fits. */
static size_t games_view(struct core *core, const struct question *question,
                         const struct store_games *stored, struct exported_game_record *games)
{
    size_t room = FRAME_REPLY_MAX - EXPORT_HEAD_BYTES;
    size_t count = 0;
    for (; count < stored->rows_count; count++) {
        struct match *match = match_from_store(core, &stored->rows[count], false);
        int status = export_make(core, match, question->format, &games[count]);
        games[count].no_record = status == ERR_NO_RECORD;
        bool is_made = status == 0 || status == ERR_NO_RECORD;
        size_t size = is_made ? exported_size(&games[count]) : 0;
        match_free(core, match, false);
        if (!is_made || size > room)
            break;
        room -= size;
    }
    return count;
}

static void export_read(struct core *core, struct wait *wait, int status,
                        const struct store_answer *answer)
{
    const struct question *question = wait->data;
    struct call call;
    if (!is_read(core, wait, status, &call))
        return;
    const struct store_games *stored = &answer->as.export;
    struct exported_game_record *games =
        arena_alloc(&core->arena, stored->rows_count * sizeof(*games));
    size_t count = games_view(core, question, stored, games);
    if (count == 0 && stored->rows_count > 0) {
        call_error(&call, ERR_REPLY_TOO_LONG);
        return;
    }
    const struct history_export_reply reply = {.name = question->name,
                                               .games = games,
                                               .games_count = count,
                                               .more =
                                                   stored->has_more || count < stored->rows_count};
    call_reply(&call, &reply);
}

int command_history_export(struct call *call)
{
    const struct history_export_request *request = &call->request->history_export;
    const struct filters filters = FILTERS_OF(request);
    struct question *question = history_question(&filters, STORE_EXPORT, export_read);
    question->format = request->format;
    return question_ask_about(call, question, filters.name, filters.opponent);
}

/* ------------------------------------------------------------------ history.star */

static void star_stored(struct core *core, struct wait *wait, int status,
                        enum store_op_result result)
{
    const bool *is_starred = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    if (result == STORE_CONFLICT) {
        call.fault.field = "game";
        call_error(&call, ERR_NOT_IN_HISTORY);
    } else {
        const struct history_star_reply reply = {.starred = *is_starred};
        call_reply_stored(&call, &reply);
    }
}

/* Only the store knows whether the game is in the history; nothing in memory changes with it. */
int command_history_star(struct call *call)
{
    const struct history_star_request *request = &call->request->history_star;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    const struct store_op op = {
        .kind = STORE_STAR,
        .as.star = {.player = call->asker.player,
                    .game = request->game,
                    .is_starred = request->starred},
    };
    bool *is_starred = mem_alloc(sizeof(*is_starred));
    *is_starred = request->starred;
    size_t index = writes_add(call->core, &op);
    struct wait *wait = wait_new(call, is_starred);
    wait->done.batch = star_stored;
    writes_wait(call->core, wait, index);
    return 0;
}
