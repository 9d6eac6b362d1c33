/* SPDX-License-Identifier: MIT */
/*
 * Operations and questions for tests of the store. Values that do not matter are made from the id,
 * so that mixing up two records shows.
 */
#include "tests/conformance/store_samples.h"

#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static struct store_names names_of(const char *name, struct sample_names *names)
{
    (void)snprintf(names->key, sizeof(names->key), "key %s", name);
    (void)snprintf(names->skeleton, sizeof(names->skeleton), "look %s", name);
    return (struct store_names){name, names->key, names->skeleton};
}

struct store_op sample_guest(uint64_t id, const char *name, struct sample_names *names)
{
    return SAMPLE_OP(player_create, .id = id, .names = names_of(name, names),
                     .created_ms = SAMPLE_MS + (int64_t)id);
}

struct store_op sample_computer(uint64_t id, const char *name, struct sample_names *names)
{
    return SAMPLE_OP(computer_put, .id = id, .names = names_of(name, names),
                     .created_ms = SAMPLE_MS + (int64_t)id);
}

struct store_op sample_register(uint64_t id, const char *name, struct sample_names *names)
{
    return SAMPLE_OP(player_register, .id = id, .names = names_of(name, names),
                     .password_hash = "hash", .created_ms = SAMPLE_MS + (int64_t)id);
}

struct store_op sample_delete(uint64_t id, const char *name, struct sample_names *names)
{
    return SAMPLE_OP(player_delete, .player = id, .names = names_of(name, names));
}

struct store_op sample_session(uint8_t token, uint64_t player)
{
    struct store_op op = SAMPLE_OP(session_add,
                                   .session = {.player = player,
                                               .created_ms = SAMPLE_MS,
                                               .client = "",
                                               .last_used_ms = SAMPLE_MS,
                                               .ends_ms = SAMPLE_MS + 1000,
                                               .origin = "",
                                               .label = ""},
                                   .most = 50, .over_ms = SAMPLE_MS, .forget_ms = SAMPLE_MS);
    memset(op.as.session_add.session.token_hash, token, STORE_TOKEN_HASH_SIZE);
    return op;
}

struct store_op sample_session_end(uint8_t token, int64_t at)
{
    struct store_op op = SAMPLE_OP(session_end, .at_ms = SAMPLE_MS + at);
    memset(op.as.session_end.token_hash, token, STORE_TOKEN_HASH_SIZE);
    return op;
}

struct store_op sample_session_use(uint8_t token, int64_t at)
{
    struct store_op op = SAMPLE_OP(session_used, .last_used_ms = SAMPLE_MS + at,
                                   .ends_ms = SAMPLE_MS + at + 1000, .origin = "203.0.*.*");
    memset(op.as.session_used.token_hash, token, STORE_TOKEN_HASH_SIZE);
    return op;
}

struct store_query sample_login_by(const char *key, uint8_t token)
{
    struct store_query query = sample_login(key);
    memset(query.as.login.device, token, STORE_TOKEN_HASH_SIZE);
    return query;
}

struct store_op sample_secret(const char *name, uint8_t byte)
{
    struct store_op op = SAMPLE_OP(secret_add, .name = name);
    memset(op.as.secret_add.bytes, byte, STORE_TOKEN_HASH_SIZE);
    return op;
}

struct store_op sample_logout(uint8_t token)
{
    struct store_op op = {.kind = STORE_SESSION_REMOVE};
    memset(op.as.session_remove.token_hash, token, STORE_TOKEN_HASH_SIZE);
    return op;
}

struct store_op sample_logout_others(uint8_t token, uint64_t player)
{
    struct store_op op = SAMPLE_OP(sessions_remove, .player = player);
    memset(op.as.sessions_remove.kept, token, STORE_TOKEN_HASH_SIZE);
    return op;
}

struct store_op sample_room(uint64_t id, uint64_t opener, uint64_t joiner, uint64_t game)
{
    return SAMPLE_OP(room_put, .id = id, .variant = VARIANT_CLASSIC, .rated = true, .first = 2,
                     .players = {opener, joiner}, .rematch_offer = -1, .game = game,
                     .opened_ms = SAMPLE_MS + (int64_t)id);
}

struct store_op sample_chat(uint64_t room, uint32_t n, uint64_t player, const char *text)
{
    return SAMPLE_OP(chat_add, .room = room, .n = n, .player = player, .text = text,
                     .at_ms = SAMPLE_MS + n);
}

struct store_op sample_start(uint64_t id, bool rated, uint64_t first, uint64_t second)
{
    return SAMPLE_OP(game_start, .id = id, .variant = VARIANT_CLASSIC, .rated = rated,
                     .players = {first, second}, .started_ms = SAMPLE_MS + (int64_t)id);
}

void sample_lay_out(struct store_op *start, const char *actions, uint32_t given)
{
    start->as.game_start.given = given;
    start->as.game_start.given_actions = actions;
}

struct store_op sample_log(uint64_t game, uint32_t seq, const char *action)
{
    struct store_op op =
        SAMPLE_OP(game_log, .game = game, .seq = seq, .kind = LOG_ACTION,
                  .seat = seq % 2 == 1 ? SEAT_FIRST : SEAT_SECOND, .at_ms = SAMPLE_MS + seq);
    (void)snprintf(op.as.game_log.action, sizeof(op.as.game_log.action), "%s", action);
    return op;
}

struct store_op sample_end(uint64_t game, enum result result, const char *actions)
{
    return SAMPLE_OP(game_end, .id = game,
                     .outcome = {result, result == RESULT_DRAW ? REASON_AGREED : REASON_RESIGN},
                     .actions = actions, .spent = "", .lags = "", .planned = "", .plies = 7,
                     .last_seq = 8, .ended_ms = SAMPLE_MS + 1000 + (int64_t)game,
                     .month = SAMPLE_MONTH);
}

struct store_op sample_rated_end(uint64_t game, enum result result)
{
    struct store_op op = sample_end(game, result, "h8 i9");
    op.as.game_end.moves_ratings = true;
    return op;
}

struct store_op sample_account(uint64_t player, const struct store_account *account)
{
    return SAMPLE_OP(account_put, .player = player, .account = account);
}

struct store_op sample_photo(uint64_t player, const struct store_account *account,
                             const char *photo)
{
    return SAMPLE_OP(account_put, .player = player, .account = account,
                     .photo = (const uint8_t *)photo, .photo_size = strlen(photo));
}

struct store_op sample_message(uint64_t id, uint64_t from, uint64_t to)
{
    return SAMPLE_OP(letter_send, .id = id, .sender = from, .receiver = to,
                     .text = "a \xd1\x82\xd0\xb5\xd0\xba\xd1\x81\xd1\x82\nof two lines",
                     .at_ms = SAMPLE_MS + (int64_t)id);
}

/* Both bear the same record. */
struct store_op sample_mail(enum store_op_kind kind, uint64_t player, uint64_t other,
                            uint64_t first, uint64_t upto)
{
    struct store_op op =
        SAMPLE_OP(letter_read, .player = player, .other = other, .first = first, .upto = upto);
    op.kind = kind;
    return op;
}

struct store_op sample_act(enum mod_act act, uint64_t by, uint64_t player)
{
    bool has_end = act == MOD_BAN || act == MOD_MUTE;
    return SAMPLE_OP(act, .act = act, .at_ms = SAMPLE_MS + (int64_t)player, .by = by,
                     .player = player, .until_ms = has_end ? STORE_FOR_GOOD : 0, .reason = "reason",
                     .detail = "detail");
}

struct store_op sample_class(const struct store_registration *accounts, size_t count)
{
    struct store_op op = sample_act(MOD_ACCOUNTS, 0, 0);
    op.as.act.accounts = accounts;
    op.as.act.accounts_count = count;
    return op;
}

struct store_op sample_rename(uint64_t player, const char *name, struct sample_names *names)
{
    struct store_op op = sample_act(MOD_RENAME, 0, player);
    names->renamed = names_of(name, names);
    op.as.act.renamed = &names->renamed;
    return op;
}

struct store_op sample_annul(uint64_t player, const uint64_t games[4],
                             struct sample_annulled *annulled)
{
    struct store_op op = sample_act(MOD_ANNUL, 0, player);
    *annulled = (struct sample_annulled){
        .annulment = {.games = annulled->games,
                      .memo = 900 + games[0],
                      .first_month = SAMPLE_MONTH - 1,
                      .month_starts = annulled->month_starts,
                      .month_starts_count = 3},
        .month_starts = {0, SAMPLE_MS + 1200, INT64_MAX},
    };
    while (annulled->annulment.games_count < 4 && games[annulled->annulment.games_count] != 0) {
        size_t at = annulled->annulment.games_count++;
        annulled->games[at] = games[at];
    }
    op.as.act.at_ms = SAMPLE_MS + 5000;
    op.as.act.annulled = &annulled->annulment;
    return op;
}

struct store_op sample_resolve_all(const uint64_t *numbers, size_t count)
{
    struct store_op op = sample_act(MOD_RESOLVE, 0, 0);
    op.as.act.report = (int64_t)numbers[count - 1];
    op.as.act.judged = numbers;
    op.as.act.judged_count = count;
    op.as.act.verdict = 1;
    op.as.act.memo = numbers[count - 1];
    return op;
}

struct store_op sample_resolve(int64_t report)
{
    static uint64_t numbers[SAMPLE_REPORTS + 1];
    assert_true(report >= 1 && report <= SAMPLE_REPORTS);
    numbers[report] = (uint64_t)report;
    return sample_resolve_all(&numbers[report], 1);
}

struct store_op sample_uphold(int64_t report)
{
    struct store_op op = sample_resolve(report);
    op.as.act.verdict = STORE_UPHELD;
    return op;
}

struct store_op sample_warning(uint64_t player, uint64_t memo)
{
    struct store_op op = sample_act(MOD_WARN, 0, player);
    op.as.act.memo = memo;
    return op;
}

struct store_op sample_appeal(uint64_t player, enum mod_act against)
{
    return SAMPLE_OP(appeal_add, .at_ms = SAMPLE_MS, .player = player, .text = "text",
                     .against = against);
}

struct store_op sample_answer(int64_t appeal, uint64_t player, int verdict)
{
    struct store_op op = sample_act(MOD_ANSWER, 0, player);
    op.as.act.appeal = appeal;
    op.as.act.verdict = verdict;
    op.as.act.memo = (uint64_t)appeal;
    op.as.act.until_ms = 0;
    return op;
}

struct store_op sample_report(uint64_t by, uint64_t player, uint64_t game)
{
    return SAMPLE_OP(report_add, .at_ms = SAMPLE_MS + (int64_t)by, .by = by, .player = player,
                     .game = game, .complaint = 1, .text = "text", .most = STORE_REPORTS_OPEN_MAX);
}

struct store_query sample_by_token(uint8_t token)
{
    struct store_query query = {.kind = STORE_PLAYER_BY_TOKEN};
    memset(query.as.player_by_token.token_hash, token, STORE_TOKEN_HASH_SIZE);
    return query;
}
