/* SPDX-License-Identifier: MIT */
/*
 * Commands about the connection: hello, ping.
 */
#include "brain/computer.h"
#include "proto/error.h"
#include "proto/family.h"
#include "proto/password.h"
#include "server/core/desk/conn.h"
#include "server/core/operations/request.h"
#include "server/core/rules/allowance.h"
#include "server/core/rules/text.h"
#include "server/core/turn/call.h"

#include <stdio.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static void describe_cost(const struct core_options *options, enum cost_word cost,
                          struct cost_rate_record *out)
{
    const struct allowance_rate rate =
        allowance_rate(cost, options->cost_units[cost], options->allowance_percent, 1);
    *out = (struct cost_rate_record){.cost = (int)cost, .units = rate.units, .per_ms = rate.per_ms};
}

static struct limits_record describe_limits(const struct core_options *options)
{
    return (struct limits_record){
        .frame_bytes = FRAME_REQUEST_MAX,
        .reply_bytes = FRAME_REPLY_MAX,
        .depth = FRAME_DEPTH_MAX,
        .login_ms = options->login_ms,
        .idle_ms = options->idle_ms,
        .heartbeat_ms = options->heartbeat_ms,
        .first_move_ms = options->first_move_ms,
        .claim_ms = options->claim_ms,
        .absent_bullet_ms = options->absent_ms[SPEED_BULLET],
        .absent_blitz_ms = options->absent_ms[SPEED_BLITZ],
        .absent_slow_ms = options->absent_ms[SPEED_SLOW],
        .rated_clock_ms = options->rated_clock_ms,
        .rooms_per_player = options->rooms_per_player,
        .open_rooms_per_guest = options->open_rooms_per_guest,
        .computer_games_per_player = options->computer_games_per_player,
        .computer_games_per_address = options->computer_games_per_address,
        .invitations_per_address = options->invitations_per_address,
        .conduct_percent = options->conduct_percent,
        .conduct_games = options->conduct_games,
        .days_off = options->days_off,
        .lag_cap_ms = options->lag_cap_ms,
        .lag_cap_part = options->lag_cap_part,
        .rate_percent = options->rate_percent,
        .refusals = rates_refusals(options->rate_percent),
        .output_bytes = (int64_t)options->output_bytes,
        .output_bytes_asking = (int64_t)options->output_bytes_asking,
        .output_stall_ms = options->output_stall_ms,
        .connections = (int64_t)options->connections,
        .connections_per_address = (int64_t)options->connections_per_address,
        .passwords_per_address = (int64_t)options->passwords_per_address,
        .keys_per_player = STORE_KEYS_MAX,
        .key_ms = STORE_KEYS_MS,
        .players_per_address = options->players_per_address,
        .session_days = options->session_ms / DAY_MS,
        .guest_session_days = options->guest_session_ms / DAY_MS,
        .sessions_per_player = options->sessions_per_player,
        .queries_per_player = (int64_t)options->queries_per_player,
        .queries_per_address = (int64_t)options->queries_per_address,
        .queries = (int64_t)options->queries,
        .password_chars = (int64_t)options->password_chars,
        .password_chars_role = (int64_t)options->password_chars_role,
        .password_chars_max = PASSWORD_CHARS_MAX,
        .about_chars = STORE_ABOUT_CHARS,
        .chat_chars = STORE_CHAT_CHARS,
        .message_chars = STORE_LETTER_CHARS,
        .report_chars = STORE_REPORT_CHARS,
        .reason_chars = STORE_REASON_CHARS,
        .provisional_games = options->rating_terms.games,
        .provisional_opponents = options->rating_terms.opponents,
        .provisional_points = options->rating_terms.points,
        .rated_pair_games = options->rated_pair_games,
    };
}

static int check_protocol(int64_t spoken)
{
    if (spoken == PROTOCOL_VERSION)
        return 0;
    return spoken < PROTOCOL_VERSION ? ERR_CLIENT_TOO_OLD : ERR_CLIENT_TOO_NEW;
}

static void greet(struct call *call)
{
    const char *client = call->request->hello.client;
    if (client != NULL) {
        client = text_of_line(&call->core->arena, client);
        client = text_is_blank(client) ? "" : client;
    }
    conn_greet(call->core, call->origin.conn, client);
}

/* What may be said where nothing else is. */
static size_t list_phrases(const struct core *core,
                           struct phrase_record phrases_out[MAXIMA_PHRASES])
{
    size_t count = core->options.chat == CHAT_WORD_PHRASES ? phrase_count() : 0;
    for (size_t i = 0; i < count; i++)
        phrases_out[i] = (struct phrase_record){.text = phrase_get(i)};
    return count;
}

/* The keys of the variants that the computer plays; NULL: none. */
static const char *list_played(struct arena *arena, const struct computer *computer)
{
    size_t size = VARIANT_COUNT * (MAXIMA_VARIANT_KEY + 1);
    char *keys = arena_alloc(arena, size);
    size_t len = 0;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        if (computer_plays(computer, variant))
            len += (size_t)snprintf(keys + len, size - len, len > 0 ? " %s" : "%s", variant->key);
    }
    return len > 0 ? keys : NULL;
}

static struct computer_info_record describe_computer(struct arena *arena, enum computer_id id)
{
    const struct computer *computer = computer_get(id);
    return (struct computer_info_record){.key = computer->key,
                                         .name = computer->name,
                                         .levels = computer->levels,
                                         .plays = list_played(arena, computer)};
}

int command_hello(struct call *call)
{
    int status = check_protocol(call->request->hello.protocol);
    if (status != 0)
        return status;
    greet(call);
    struct computer_info_record computers[COMPUTER_COUNT];
    for (int i = 0; i < COMPUTER_COUNT; i++)
        computers[i] = describe_computer(&call->core->arena, (enum computer_id)i);
    struct cost_rate_record costs[COST_WORD_COUNT];
    for (int i = 0; i < COST_WORD_COUNT; i++)
        describe_cost(&call->core->options, (enum cost_word)i, &costs[i]);
    struct phrase_record phrases[MAXIMA_PHRASES];
    struct limits_record limits = describe_limits(&call->core->options);
    limits.costs = costs;
    limits.costs_count = COST_WORD_COUNT;
    const struct hello_reply reply = {
        .protocol = PROTOCOL_VERSION,
        .server = call->core->options.server,
        .now = call->core->now.wall_ms,
        .limits = &limits,
        .variants_count = VARIANT_COUNT,
        .variants_version = family_version(),
        .computers = computers,
        .computers_count = COMPUTER_COUNT,
        .chat = call->core->options.chat,
        .phrases = phrases,
        .phrases_count = list_phrases(call->core, phrases),
    };
    call_reply(call, &reply);
    return 0;
}

int command_variant_list(struct call *call)
{
    struct variant_info_record variants[VARIANT_COUNT];
    struct family_room *rooms = arena_alloc(&call->core->arena, VARIANT_COUNT * sizeof(*rooms));
    for (int i = 0; i < VARIANT_COUNT; i++)
        variants[i] = family_describe(variant_get((enum variant_id)i), &rooms[i]);
    const struct variant_list_reply reply = {
        .version = family_version(), .variants = variants, .variants_count = VARIANT_COUNT};
    call_reply(call, &reply);
    return 0;
}

int command_ping(struct call *call)
{
    if (call->request->ping.heartbeat > 0)
        lag_answered(call->core, call->origin.conn, call->request->ping.heartbeat);
    const struct ping_reply reply = {.now = call->core->now.wall_ms,
                                     .lag_ms = lag_of_conn(call->core, call->origin.conn)};
    call_reply(call, &reply);
    return 0;
}
