/* SPDX-License-Identifier: MIT */
/*
 * Games as texts. The engine writes the formats of other programs; JSON is a record of the wire.
 */
#include "server/core/table/export.h"

#include "base/memory.h"
#include "engine/record.h"
#include "proto/family.h"
#include "proto/id.h"
#include "server/core/people/asker.h"
#include "server/core/people/player.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/state.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------ SGF and PSQ */

static void format_date(int64_t at_ms, char date[16])
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm tm;
    if (gmtime_r(&seconds, &tm) == NULL || strftime(date, 16, "%Y-%m-%d", &tm) == 0)
        date[0] = '\0';
}

static int rating_before(const struct match *match, enum seat seat)
{
    return match->has_changes ? match->changes[seat].before : 0;
}

static const char *event_of(const struct match *match)
{
    if (match->is_annulled)
        return "rated game, annulled";
    return match->rated ? "rated game" : "unrated game";
}

static int record_text(struct core *core, const struct match *match, int format,
                       const char **text_out)
{
    const struct match_state *state = &match->state;
    char id[ID_TEXT_SIZE];
    char date[16];
    id_format(match->id, id);
    format_date(match->started_ms, date);
    struct export_times *times = arena_alloc(&core->arena, sizeof(*times));
    export_times_read(match, times);
    const struct record_tags tags = {
        .player = {known_name(match->players[SEAT_FIRST]), known_name(match->players[SEAT_SECOND])},
        .event = event_of(match),
        .place = id,
        .date = date,
        .winner = state->is_over && state->outcome.result <= RESULT_SECOND
                      ? (enum seat)state->outcome.result
                      : SEAT_NONE,
        .reason = state->is_over ? reason_word(state->outcome.reason) : NULL,
        .rating = {rating_before(match, SEAT_FIRST), rating_before(match, SEAT_SECOND)},
        .control = &match->clock,
        .is_annulled = match->is_annulled,
        .spent_ms = times->spent_ms,
        .left_ms = times->left_ms,
    };
    size_t size = RECORD_HEAD_SIZE + match->game.ply * (size_t)RECORD_ACTION_SIZE;
    char *text = arena_alloc(&core->arena, size);
    int len = format == FORMAT_WORD_SGF ? record_write_sgf(&match->game, &tags, text, size)
                                        : record_write_psq(&match->game, &tags, text, size);
    if (len < 0)
        return len == ERR_TOO_SMALL ? ERR_REPLY_TOO_LONG : len;
    *text_out = text;
    return 0;
}

/* ------------------------------------------------------------------ JSON */

/* Copies a text of the match into the arena, where it outlives the match. */
static const char *keep(struct core *core, const char *text)
{
    return text == NULL ? NULL : arena_text(&core->arena, text, strlen(text));
}

static const struct saved_player_record *saved_player(struct core *core, const struct match *match,
                                                      enum seat seat)
{
    struct saved_player_record *out = arena_alloc(&core->arena, sizeof(*out));
    *out = (struct saved_player_record){
        .name = keep(core, known_name(match->players[seat])),
        .guest = known_is_guest(match->players[seat]),
        .computer = view_computer(match->players[seat]),
        .level = view_level(match->players[seat]),
        .mark = (int)game_seat_mark(&match->game, seat),
        .before = match->has_changes ? match->changes[seat].before : NONE,
        .after = match->has_changes ? match->changes[seat].after : NONE,
        .provisional = match->has_changes && match->changes[seat].was_provisional,
    };
    return out;
}

static const struct saved_game_record *saved_game(struct core *core, const struct match *match)
{
    const struct game_record *game = view_game(core, match);
    struct saved_game_record *out = arena_alloc(&core->arena, sizeof(*out));
    struct family_room *room = arena_alloc(&core->arena, sizeof(*room));
    *out = (struct saved_game_record){
        .game = game->game,
        .variant = game->variant,
        .rated = game->rated,
        .clock = game->clock,
        .first = saved_player(core, match, SEAT_FIRST),
        .second = saved_player(core, match, SEAT_SECOND),
        .actions = game->actions,
        .ply = game->ply,
        .given = game->given,
        .result = game->result,
        .reason = game->reason,
        .started = game->started,
        .ended = game->ended,
        .spent = keep(core, game->spent),
        .lags = keep(core, game->lags),
        .annulled = game->annulled,
        .board = family_ended(&match->game, room),
    };
    return out;
}

int export_make(struct core *core, const struct match *match, int format,
                struct exported_game_record *out)
{
    *out = (struct exported_game_record){.game = match->id};
    if (format != FORMAT_WORD_JSON)
        return record_text(core, match, format, &out->text);
    out->json = saved_game(core, match);
    return out->json != NULL ? 0 : ERR_REPLY_TOO_LONG;
}

/* ------------------------------------------------------------------ times */

static void read_spent(const struct match *match, const char *spent, struct export_times *out)
{
    for (size_t ply = match->given; ply < match->game.ply && *spent != '\0'; ply++) {
        char *end;
        out->spent_ms[ply] = strtoll(spent, &end, 10);
        spent = end;
    }
}

/* Runs the clocks over the game. False: the time of an action is not known, or the flag fell. */
static bool run_clocks(const struct match *match, struct export_times *out,
                       struct clock clocks[SEAT_COUNT])
{
    struct game game;
    clocks[SEAT_FIRST] = clocks[SEAT_SECOND] = clock_start(&match->clock);
    match__begin_board(match, &game);
    while (game.ply < match->game.ply) {
        enum seat seat = game_to_act(&game);
        int64_t spent_ms = out->spent_ms[game.ply];
        if (spent_ms < 0 || !clock_spend(&match->clock, &clocks[seat], spent_ms))
            return false;
        size_t ply = game.ply;
        game_do(&game, game_actions(&match->game)[ply]);
        if (!match->by_turns || game_turn_ended(&game, seat))
            clock_press(&match->clock, &clocks[seat]);
        out->left_ms[ply] = clocks[seat].left_ms;
    }
    return true;
}

/* The player who was to act may have thought on until the end. */
static bool are_the_clocks(const struct match *match, const struct clock clocks[SEAT_COUNT])
{
    enum seat runs = game_to_act(&match->game);
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        const struct clock *kept = &match->state.clocks[seat];
        bool is_less =
            kept->left_ms <= clocks[seat].left_ms || kept->periods < clocks[seat].periods;
        if (seat == runs ? !is_less : kept->left_ms != clocks[seat].left_ms)
            return false;
    }
    return true;
}

void export_times_read(const struct match *match, struct export_times *out)
{
    struct match_times times;
    struct clock clocks[SEAT_COUNT];
    for (size_t ply = 0; ply < GAME_ACTIONS_MAX; ply++)
        out->spent_ms[ply] = out->left_ms[ply] = -1;
    if (match->spent == NULL)
        match_times(match, &times);
    read_spent(match, match->spent != NULL ? match->spent : times.spent, out);
    if (match->clock.kind != CLOCK_NONE && run_clocks(match, out, clocks) &&
        are_the_clocks(match, clocks))
        return;
    for (size_t ply = 0; ply < GAME_ACTIONS_MAX; ply++)
        out->left_ms[ply] = -1;
}

/* ------------------------------------------------------------------ games for a request */

static int on_read(struct call *call, const struct store_answer *answer)
{
    const struct game_read *read = call->wait->data;
    struct match *match = match_from_store(call->core, &answer->as.game, false);
    int status = read->answer(call, match, read);
    match_free(call->core, match, false);
    return status;
}

/* The game's effect on ratings is known now, or the game is not over after all. */
static void on_settled(struct core *core, struct wait *wait, int status,
                       enum store_op_result result)
{
    struct call call;
    (void)result;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    int error = game_read(&call, wait->data);
    if (error != 0)
        call_error(&call, error);
}

int game_read(struct call *call, const struct game_read *read)
{
    const struct match *match = match_find(call->core, read->game);
    if (match != NULL && !match_is_settling(match))
        return read->answer(call, match, read);
    struct game_read *copy = mem_alloc(sizeof(*copy));
    *copy = *read;
    if (match != NULL) {
        writes_wait_for(call->core, wait_new(call, copy), match->ending->gate, on_settled);
        return 0;
    }
    const struct store_query query = {.kind = STORE_GAME, .as.game = {.id = read->game}};
    return asker_ask(call, copy, &query, on_read, ERR_NO_SUCH_GAME);
}
