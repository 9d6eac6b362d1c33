/* SPDX-License-Identifier: MIT */
/*
 * Checks: each member that is out of its range makes its operation or question invalid.
 */
#include "db/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t TOO_LARGE = UINT64_C(1) << 60;

static struct store_op guest(void)
{
    struct store_op op = {.kind = STORE_PLAYER_CREATE};
    op.as.player = (struct store_player){.id = 1, .name = "a", .name_key = "a", .skeleton = "a"};
    return op;
}

static void ids_have_a_range(void **state)
{
    (void)state;
    struct store_op op = guest();
    assert_true(check__op(&op));
    op.as.player.id = 0;
    assert_false(check__op(&op));
    op.as.player.id = TOO_LARGE;
    assert_false(check__op(&op));
    op.as.player.id = TOO_LARGE - 1;
    assert_true(check__op(&op));
}

static void players_need_their_texts(void **state)
{
    (void)state;
    struct store_op op = guest();
    op.as.player.skeleton = NULL;
    assert_false(check__op(&op));
    op = guest();
    op.as.player.kind = PLAYER_REGISTERED;
    assert_false(check__op(&op));
    op.kind = STORE_PLAYER_REGISTER;
    assert_false(check__op(&op));
    op.as.player.password_hash = "hash";
    assert_true(check__op(&op));
}

static void acts_and_reports_have_what_belongs_to_them(void **state)
{
    (void)state;
    struct store_op op = {.kind = STORE_MOD_ACTION,
                          .as.mod = {.act = MOD_BAN, .player = 1, .reason = "", .detail = ""}};
    assert_true(check__op(&op));
    op.as.mod.player = 0;
    assert_false(check__op(&op));
    op.as.mod.act = MOD_RESOLVE;
    assert_false(check__op(&op));
    op.as.mod.report = 1;
    assert_true(check__op(&op));
    op.as.mod.reason = NULL;
    assert_false(check__op(&op));
    op.as.mod = (struct store_mod_action){
        .act = MOD_RENAME, .player = 1, .reason = "", .detail = "", .renamed = {"a", "a", "a"}};
    assert_true(check__op(&op));
    op.as.mod.renamed.skeleton = NULL;
    assert_false(check__op(&op));
    op.as.mod = (struct store_mod_action){.act = MOD_CLOSE_ROOM, .reason = "", .detail = ""};
    assert_false(check__op(&op));
    op.as.mod.room = 1;
    assert_true(check__op(&op));
    op = (struct store_op){.kind = STORE_REPORT_ADD,
                           .as.report = {.by = 1, .player = 2, .text = ""}};
    assert_true(check__op(&op));
    op.as.report.player = 1;
    assert_false(check__op(&op));
}

static void rooms_games_and_chats_have_ranges(void **state)
{
    (void)state;
    struct store_op room = {.kind = STORE_ROOM_PUT, .as.room = {.id = 1, .rematch_offer = -1}};
    assert_true(check__op(&room));
    room.as.room.answer_until_ms = -1;
    assert_false(check__op(&room));
    room.as.room.answer_until_ms = 1;
    room.as.room.invited = UINT64_MAX;
    assert_false(check__op(&room));
    room.as.room.invited = 2;
    assert_true(check__op(&room));
    room.as.room.rematch_offer = 2;
    assert_false(check__op(&room));
    struct store_op start = {.kind = STORE_GAME_START, .as.start = {.id = 1, .players = {1, 2}}};
    assert_true(check__op(&start));
    start.as.start.players[1] = 1;
    assert_false(check__op(&start));
    struct store_op entry = {.kind = STORE_GAME_LOG, .as.log = {.game = 1, .seq = 1}};
    assert_true(check__op(&entry));
    entry.as.log.seat = SEAT_NONE;
    assert_false(check__op(&entry));
    struct store_op line = {.kind = STORE_CHAT_ADD,
                            .as.chat = {.room = 1, .n = 1, .player = 1, .text = ""}};
    assert_true(check__op(&line));
    line.as.chat.n = 0;
    assert_false(check__op(&line));
}

static bool is_valid(struct store_account account)
{
    const struct store_op op = {.kind = STORE_ACCOUNT_PUT,
                                .as.account = {.player = 1, .account = &account}};
    return check__op(&op);
}

static void accounts_have_ranges(void **state)
{
    (void)state;
    const struct store_op none = {.kind = STORE_ACCOUNT_PUT, .as.account = {.player = 1}};
    struct store_account endless = {0};
    memset(endless.about, 'a', sizeof(endless.about));
    assert_false(check__op(&none));
    assert_true(is_valid((struct store_account){0}));
    assert_true(is_valid((struct store_account){.settings = "0-~", .country = "KZ"}));
    assert_false(is_valid((struct store_account){.settings = "0 1"}));
    assert_false(is_valid((struct store_account){.settings = "\x7f"}));
    assert_false(is_valid((struct store_account){.country = "K"}));
    assert_false(is_valid((struct store_account){.country = "kz"}));
    assert_false(is_valid((struct store_account){.role = ROLE_COUNT}));
    assert_false(is_valid((struct store_account){.banned_until_ms = -1}));
    assert_false(is_valid((struct store_account){.muted_until_ms = -1}));
    assert_false(is_valid(endless));
}

static bool photo_is_valid(uint64_t id, size_t size)
{
    static const uint8_t BYTES[STORE_PHOTO_BYTES_MAX + 1];
    const struct store_account account = {.photo = id};
    const struct store_op op = {
        .kind = STORE_ACCOUNT_PUT,
        .as.account = {.player = 1, .account = &account, .photo = BYTES, .photo_size = size}};
    return check__op(&op);
}

static void a_new_photo_has_an_id_and_some_bytes(void **state)
{
    (void)state;
    assert_true(is_valid((struct store_account){.photo = 7})); /* the one that is there */
    assert_false(is_valid((struct store_account){.photo = UINT64_C(1) << 60}));
    assert_true(photo_is_valid(7, 1));
    assert_true(photo_is_valid(7, STORE_PHOTO_BYTES_MAX));
    assert_false(photo_is_valid(7, 0));
    assert_false(photo_is_valid(7, STORE_PHOTO_BYTES_MAX + 1));
    assert_false(photo_is_valid(0, 1));
    const struct store_query query = {.kind = STORE_PHOTO};
    assert_false(check__query(&query));
}

static void nobody_blocks_themselves(void **state)
{
    (void)state;
    struct store_op op = {.kind = STORE_BLOCK_ADD, .as.block = {.player = 1, .blocked = 2}};
    assert_true(check__op(&op));
    op.as.block.blocked = 1;
    assert_false(check__op(&op));
    op.kind = STORE_BLOCK_REMOVE;
    assert_false(check__op(&op));
}

static void ends_have_possible_ratings(void **state)
{
    (void)state;
    struct store_op op = {.kind = STORE_GAME_END,
                          .as.end = {.id = 1, .actions = "", .spent = "", .lags = ""}};
    struct store_game_end *end = &op.as.end;
    assert_true(check__op(&op));
    end->moves_ratings = true;
    assert_false(check__op(&op)); /* nobody has played 0 games after a game */
    end->changes[0].after.games = 1;
    end->changes[1].after.games = 1;
    assert_true(check__op(&op));
    end->changes[1].after.points = STORE_POINTS_MAX + 1;
    assert_false(check__op(&op));
    end->changes[1].after.points = -1;
    assert_false(check__op(&op));
}

static void unknown_kinds_are_invalid(void **state)
{
    (void)state;
    assert_false(check__op(&(struct store_op){.kind = STORE_OP_COUNT}));
    assert_false(check__query(&(struct store_query){.kind = STORE_QUERY_COUNT}));
}

static void questions_have_ranges(void **state)
{
    (void)state;
    struct store_query query = {.kind = STORE_TOP, .variant = VARIANT_COUNT};
    assert_false(check__query(&query));
    query.variant = VARIANT_MINI;
    assert_true(check__query(&query));
    query = (struct store_query){.kind = STORE_HISTORY,
                                 .history = {.player = 1, .variant = -1, .score = -1}};
    assert_true(check__query(&query));
    query.history.score = SCORE_COUNT;
    assert_false(check__query(&query));
    assert_false(check__query(&(struct store_query){.kind = STORE_PLAYER_BY_NAME}));
    assert_false(check__query(&(struct store_query){.kind = STORE_LOGIN}));
}

static void stars_and_statistics_have_ranges(void **state)
{
    (void)state;
    const int64_t starts[] = {0, 1};
    struct store_op star = {.kind = STORE_STAR, .as.star = {.player = 1, .game = 2}};
    assert_true(check__op(&star));
    star.as.star.game = 0;
    assert_false(check__op(&star));
    star.as.star = (struct store_star){.player = TOO_LARGE, .game = 2};
    assert_false(check__op(&star));
    struct store_query graph = {.kind = STORE_GRAPH, .player = 1, .day_starts = starts, .days = 1};
    assert_true(check__query(&graph));
    graph.days = 0;
    assert_false(check__query(&graph));
    struct store_query find = {.kind = STORE_FIND};
    assert_false(check__query(&find));
    find.text = "a";
    assert_true(check__query(&find));
    struct store_query stats = {.kind = STORE_STATS,
                                .history = {.player = 1, .variant = -1, .score = -1}};
    assert_true(check__query(&stats));
    stats.history.stake = STAKE_COUNT;
    assert_false(check__query(&stats));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_and_statistics_have_ranges),
        cmocka_unit_test(ids_have_a_range),
        cmocka_unit_test(players_need_their_texts),
        cmocka_unit_test(rooms_games_and_chats_have_ranges),
        cmocka_unit_test(acts_and_reports_have_what_belongs_to_them),
        cmocka_unit_test(ends_have_possible_ratings),
        cmocka_unit_test(accounts_have_ranges),
        cmocka_unit_test(a_new_photo_has_an_id_and_some_bytes),
        cmocka_unit_test(nobody_blocks_themselves),
        cmocka_unit_test(unknown_kinds_are_invalid),
        cmocka_unit_test(questions_have_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
