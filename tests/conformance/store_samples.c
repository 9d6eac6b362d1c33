/* SPDX-License-Identifier: MIT */
/*
 * Operations and questions for tests of the store. Values that do not matter are made from the id,
 * so that mixing up two records shows.
 */
#include "tests/conformance/store_samples.h"

#include <stdio.h>
#include <string.h>

#define SAMPLE_MS INT64_C(1700000000000)

static struct store_op player_op(enum store_op_kind kind, uint64_t id, const char *name,
                                 struct sample_names *names)
{
    (void)snprintf(names->key, sizeof(names->key), "key %s", name);
    (void)snprintf(names->skeleton, sizeof(names->skeleton), "look %s", name);
    struct store_op op = {.kind = kind};
    op.as.player.id = id;
    op.as.player.name = name;
    op.as.player.name_key = names->key;
    op.as.player.skeleton = names->skeleton;
    op.as.player.created_ms = SAMPLE_MS + (int64_t)id;
    return op;
}

struct store_op sample_guest(uint64_t id, const char *name, struct sample_names *names)
{
    struct store_op op = player_op(STORE_PLAYER_CREATE, id, name, names);
    op.as.player.kind = PLAYER_GUEST;
    return op;
}

struct store_op sample_register(uint64_t id, const char *name, struct sample_names *names)
{
    struct store_op op = player_op(STORE_PLAYER_REGISTER, id, name, names);
    op.as.player.kind = PLAYER_REGISTERED;
    op.as.player.password_hash = "hash";
    return op;
}

struct store_op sample_delete(uint64_t id, const char *name, struct sample_names *names)
{
    return player_op(STORE_PLAYER_DELETE, id, name, names);
}

struct store_op sample_password(uint64_t player, const char *hash)
{
    struct store_op op = {.kind = STORE_PASSWORD_SET};
    op.as.password.player = player;
    op.as.password.hash = hash;
    return op;
}

struct store_op sample_session(uint8_t token, uint64_t player)
{
    struct store_op op = {.kind = STORE_SESSION_ADD};
    memset(op.as.session.token_hash, token, sizeof(op.as.session.token_hash));
    op.as.session.player = player;
    op.as.session.created_ms = SAMPLE_MS;
    return op;
}

struct store_op sample_logout(uint8_t token)
{
    struct store_op op = sample_session(token, 0);
    op.kind = STORE_SESSION_REMOVE;
    return op;
}

struct store_op sample_logout_others(uint8_t token, uint64_t player)
{
    struct store_op op = sample_session(token, player);
    op.kind = STORE_SESSIONS_REMOVE;
    return op;
}

struct store_query sample_sessions(uint64_t player, uint32_t limit)
{
    return (struct store_query){.kind = STORE_SESSIONS, .player = player, .limit = limit};
}

struct store_op sample_room(uint64_t id, uint64_t opener, uint64_t joiner, uint64_t game)
{
    struct store_op op = {.kind = STORE_ROOM_PUT};
    op.as.room = (struct store_room){
        .id = id,
        .variant = VARIANT_CLASSIC,
        .rated = true,
        .first = 2,
        .players = {opener, joiner},
        .rematch_offer = -1,
        .game = game,
        .opened_ms = SAMPLE_MS + (int64_t)id,
    };
    return op;
}

struct store_op sample_room_close(uint64_t id)
{
    struct store_op op = {.kind = STORE_ROOM_CLOSE};
    op.as.room.id = id;
    return op;
}

struct store_op sample_chat(uint64_t room, uint32_t n, uint64_t player, const char *text)
{
    struct store_op op = {.kind = STORE_CHAT_ADD};
    op.as.chat = (struct store_chat_line){
        .room = room, .n = n, .player = player, .text = text, .at_ms = SAMPLE_MS + n};
    return op;
}

struct store_op sample_start(uint64_t id, bool rated, uint64_t first, uint64_t second)
{
    struct store_op op = {.kind = STORE_GAME_START};
    op.as.start = (struct store_game_start){
        .id = id,
        .variant = VARIANT_CLASSIC,
        .rated = rated,
        .players = {first, second},
        .started_ms = SAMPLE_MS + (int64_t)id,
    };
    return op;
}

struct store_op sample_log(uint64_t game, uint32_t seq, const char *action)
{
    struct store_op op = {.kind = STORE_GAME_LOG};
    op.as.log = (struct store_log_entry){
        .game = game,
        .seq = seq,
        .kind = LOG_ACTION,
        .seat = seq % 2 == 1 ? SEAT_FIRST : SEAT_SECOND,
        .at_ms = SAMPLE_MS + seq,
    };
    (void)snprintf(op.as.log.action, sizeof(op.as.log.action), "%s", action);
    return op;
}

struct store_op sample_end(uint64_t game, enum result result, const char *actions)
{
    struct store_op op = {.kind = STORE_GAME_END};
    op.as.end = (struct store_game_end){
        .id = game,
        .outcome = {result, result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGN},
        .actions = actions,
        .spent = "",
        .lags = "",
        .plies = 7,
        .last_seq = 8,
        .ended_ms = SAMPLE_MS + 1000 + (int64_t)game,
    };
    return op;
}

struct store_op sample_active(uint64_t player, int month)
{
    struct store_op op = {.kind = STORE_RATING_ACTIVE};
    op.as.active =
        (struct store_active){.player = player, .variant = VARIANT_CLASSIC, .month = month};
    return op;
}

struct store_op sample_fine(int month)
{
    struct store_op op = {.kind = STORE_FINE};
    op.as.fine = (struct store_fine){.month = month, .at_ms = SAMPLE_MS + month};
    return op;
}

struct store_op sample_star(uint64_t player, uint64_t game, bool is_starred)
{
    struct store_op op = {.kind = STORE_STAR};
    op.as.star = (struct store_star){.player = player, .game = game, .is_starred = is_starred};
    return op;
}

/* ------------------------------------------------------------------ questions */

struct store_query sample_by_id(uint64_t player)
{
    return (struct store_query){.kind = STORE_PLAYER_BY_ID, .id = player};
}

struct store_query sample_login(const char *key)
{
    return (struct store_query){.kind = STORE_LOGIN, .text = key};
}

struct store_query sample_by_name(const char *key)
{
    return (struct store_query){.kind = STORE_PLAYER_BY_NAME, .text = key};
}

struct store_query sample_by_token(uint8_t token)
{
    struct store_query query = {.kind = STORE_PLAYER_BY_TOKEN};
    memset(query.token_hash, token, sizeof(query.token_hash));
    return query;
}

struct store_query sample_game(uint64_t game)
{
    return (struct store_query){.kind = STORE_GAME, .id = game};
}

struct store_query sample_history(uint64_t player, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_HISTORY,
        .history = {.player = player, .variant = -1, .score = -1, .limit = limit},
    };
}

struct store_query sample_export(uint64_t player, uint32_t limit)
{
    struct store_query query = sample_history(player, limit);
    query.kind = STORE_EXPORT;
    return query;
}

struct store_query sample_stats(uint64_t player, uint64_t opponent)
{
    struct store_query query = sample_history(player, 0);
    query.kind = STORE_STATS;
    query.history.opponent = opponent;
    return query;
}

struct store_query sample_graph(uint64_t player, const int64_t *starts, size_t days)
{
    return (struct store_query){.kind = STORE_GRAPH,
                                .variant = VARIANT_CLASSIC,
                                .player = player,
                                .day_starts = starts,
                                .days = days};
}

struct store_query sample_find(const char *text, uint32_t limit)
{
    return (struct store_query){.kind = STORE_FIND,
                                .text = text,
                                .limit = limit,
                                .has_variant = true,
                                .variant = VARIANT_CLASSIC};
}

struct store_query sample_table(uint64_t room)
{
    return (struct store_query){.kind = STORE_TABLE, .id = room};
}

struct store_query sample_top(uint64_t from, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_TOP, .variant = VARIANT_CLASSIC, .from = from, .limit = limit};
}

struct store_query sample_around(uint64_t player, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_AROUND, .variant = VARIANT_CLASSIC, .player = player, .limit = limit};
}

struct store_query sample_fines(uint64_t player, uint64_t from, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_FINES, .player = player, .from = from, .limit = limit};
}

struct store_op sample_account(uint64_t player, const struct store_account *account)
{
    return (struct store_op){.kind = STORE_ACCOUNT_PUT,
                             .as.account = {.player = player, .account = account}};
}

struct store_op sample_photo(uint64_t player, const struct store_account *account,
                             const char *photo)
{
    struct store_op op = sample_account(player, account);
    op.as.account.photo = (const uint8_t *)photo;
    op.as.account.photo_size = strlen(photo);
    return op;
}

struct store_query sample_photo_of(uint64_t player)
{
    return (struct store_query){.kind = STORE_PHOTO, .player = player};
}

struct store_op sample_block(uint64_t player, uint64_t blocked)
{
    return (struct store_op){
        .kind = STORE_BLOCK_ADD,
        .as.block = {.player = player, .blocked = blocked, .at_ms = SAMPLE_MS + (int64_t)blocked}};
}

struct store_op sample_unblock(uint64_t player, uint64_t blocked)
{
    struct store_op op = sample_block(player, blocked);
    op.kind = STORE_BLOCK_REMOVE;
    return op;
}

struct store_query sample_blocks(uint64_t player)
{
    return (struct store_query){.kind = STORE_BLOCKS, .player = player};
}

/* ------------------------------------------------------------------ messages */

struct store_op sample_message(uint64_t id, uint64_t from, uint64_t to, const char *nonce)
{
    struct store_op op = {
        .kind = STORE_MESSAGE_SEND,
        .as.message = {.id = id,
                       .from = from,
                       .to = to,
                       .text = "a \xd1\x82\xd0\xb5\xd0\xba\xd1\x81\xd1\x82\nof two lines",
                       .at_ms = 1700000000000 + (int64_t)id}};
    if (nonce != NULL)
        (void)snprintf(op.as.message.nonce, sizeof(op.as.message.nonce), "%s", nonce);
    return op;
}

struct store_op sample_mail(enum store_op_kind kind, uint64_t player, uint64_t other,
                            uint64_t first, uint64_t upto)
{
    return (struct store_op){
        .kind = kind, .as.mail = {.player = player, .other = other, .first = first, .upto = upto}};
}

struct store_query sample_may_write(uint64_t player, const char *key, const char *nonce)
{
    struct store_query query = {.kind = STORE_MAY_WRITE, .player = player, .text = key};
    if (nonce != NULL)
        (void)snprintf(query.nonce, sizeof(query.nonce), "%s", nonce);
    return query;
}

struct store_query sample_threads(uint64_t player, uint64_t before, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_THREADS, .player = player, .before = before, .limit = limit};
}

struct store_query sample_messages(uint64_t player, const char *key, uint64_t before,
                                   uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_MESSAGES, .player = player, .text = key, .before = before, .limit = limit};
}

struct store_query sample_mail_with(uint64_t player, const char *key, uint64_t upto, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_MAIL, .player = player, .text = key, .upto = upto, .limit = limit};
}

struct store_query sample_mail_of(uint64_t player, uint64_t message)
{
    return (struct store_query){.kind = STORE_MAIL, .player = player, .id = message};
}

/* ------------------------------------------------------------------ order */

struct store_op sample_act(enum mod_act act, uint64_t by, uint64_t player)
{
    bool has_end = act == MOD_BAN || act == MOD_MUTE;
    return (struct store_op){.kind = STORE_MOD_ACTION,
                             .as.mod = {.act = act,
                                        .at_ms = SAMPLE_MS + (int64_t)player,
                                        .by = by,
                                        .player = player,
                                        .until_ms = has_end ? STORE_FOR_GOOD : 0,
                                        .reason = "reason",
                                        .detail = "detail"}};
}

struct store_op sample_rename(uint64_t player, const char *name, struct sample_names *names)
{
    const struct store_op guest = sample_guest(player, name, names);
    struct store_op op = sample_act(MOD_RENAME, 0, player);
    op.as.mod.renamed.name = guest.as.player.name;
    op.as.mod.renamed.name_key = guest.as.player.name_key;
    op.as.mod.renamed.skeleton = guest.as.player.skeleton;
    return op;
}

struct store_op sample_resolve(int64_t report)
{
    struct store_op op = sample_act(MOD_RESOLVE, 0, 0);
    op.as.mod.report = report;
    op.as.mod.verdict = 1;
    return op;
}

struct store_op sample_report(uint64_t by, uint64_t player, uint64_t game)
{
    return (struct store_op){.kind = STORE_REPORT_ADD,
                             .as.report = {.at_ms = SAMPLE_MS + (int64_t)by,
                                           .by = by,
                                           .player = player,
                                           .game = game,
                                           .complaint = 1,
                                           .text = "text"}};
}

struct store_query sample_acts(uint64_t player, uint64_t from, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_MOD_LOG, .player = player, .from = from, .limit = limit};
}

struct store_query sample_reports(uint64_t from, uint32_t limit)
{
    return (struct store_query){.kind = STORE_REPORTS, .from = from, .limit = limit};
}

struct store_query sample_sanctions(int64_t at_ms, uint64_t player, uint32_t limit)
{
    return (struct store_query){
        .kind = STORE_SANCTIONS, .at_ms = at_ms, .player = player, .limit = limit};
}
