/* SPDX-License-Identifier: MIT */
/*
 * Checks: each member that is out of its range makes its operation or question invalid, as its
 * record says; and what two members have to do with each other.
 */
#include "db/check.h"
#include "tests/support/test.h"
#include "tests/unit/db/record_values.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* An operation and a question that are right, made from their records. */
struct sample {
    struct arena arena;
    struct store_op op;
    struct store_query query;
};

/* Makes an operation keep rules between its members that the records do not know. */
static void rules_keep(struct store_op *op)
{
    if (op->kind == STORE_ORIGIN_BAN)
        op->as.origin_ban.until_ms = op->as.origin_ban.at_ms + 1;
    if (op->kind == STORE_GAME_START) { /* something is laid out */
        op->as.game_start.rated = false;
        op->as.game_start.given = 1;
    }
    if (op->kind != STORE_ACT)
        return;
    op->as.act.player = 1;
    op->as.act.renamed = NULL;
    op->as.act.annulled = NULL;
}

static void sample_op(struct sample *sample, enum store_op_kind kind)
{
    uint64_t draw = 0;
    arena_init(&sample->arena, NULL, 0);
    sample->op = (struct store_op){.kind = kind};
    values_fill(operation__row(kind)->record, &sample->op.as, VALUES_PLAIN, &draw, &sample->arena);
    rules_keep(&sample->op);
}

static void sample_query(struct sample *sample, enum store_query_kind kind)
{
    static const int64_t STARTS[] = {0, 1};
    uint64_t draw = 0;
    arena_init(&sample->arena, NULL, 0);
    sample->query = (struct store_query){.kind = kind};
    values_fill(query__row(kind)->record, &sample->query.as, VALUES_PLAIN, &draw, &sample->arena);
    if (kind == STORE_GRAPH) {
        sample->query.as.graph.day_starts = STARTS;
        sample->query.as.graph.day_starts_count = 2;
    }
}

/* ------------------------------------------------------------------ each member */

static int tried;

static void op_is_refused(void *ctx, const char *record, const char *field, int number)
{
    const struct sample *sample = ctx;
    tried++;
    if (check__op(&sample->op))
        fail_msg("%s with %s.%s, number %d, is taken", operation__row(sample->op.kind)->name,
                 record, field, number);
}

TEST(each_member_of_an_operation_has_its_range)
{
    for (int kind = 0; kind < STORE_OP_COUNT; kind++) {
        struct sample sample;
        const struct values_listener listener = {op_is_refused, &sample};
        sample_op(&sample, (enum store_op_kind)kind);
        if (!check__op(&sample.op))
            fail_msg("%s is not taken", operation__row(sample.op.kind)->name);
        values_try_wrong(operation__row(sample.op.kind)->record, &sample.op.as, &listener);
        assert_true(check__op(&sample.op));
        arena_deinit(&sample.arena);
    }
    assert_true(tried > 200);
}

static void query_is_refused(void *ctx, const char *record, const char *field, int number)
{
    const struct sample *sample = ctx;
    if (check__query(&sample->query))
        fail_msg("%s with %s.%s, number %d, is taken", query__row(sample->query.kind)->name, record,
                 field, number);
}

TEST(each_member_of_a_question_has_its_range)
{
    for (int kind = 0; kind < STORE_QUERY_COUNT; kind++) {
        struct sample sample;
        const struct values_listener listener = {query_is_refused, &sample};
        sample_query(&sample, (enum store_query_kind)kind);
        if (!check__query(&sample.query))
            fail_msg("%s is not taken", query__row(sample.query.kind)->name);
        values_try_wrong(query__row(sample.query.kind)->record, &sample.query.as, &listener);
        arena_deinit(&sample.arena);
    }
}

TEST(unknown_kinds_are_invalid)
{
    assert_false(check__op(&(struct store_op){.kind = STORE_OP_COUNT}));
    assert_false(check__op(&(struct store_op){.kind = (enum store_op_kind) - 1}));
    assert_false(check__query(&(struct store_query){.kind = STORE_QUERY_COUNT}));
    assert_false(check__query(&(struct store_query){.kind = (enum store_query_kind) - 1}));
}

/* ------------------------------------------------------------------ members of each other */

/* Whether the sample of `kind`, of which `member` becomes `value`, is right; alone it was. */
#define IS_TAKEN(KIND, member, value)                                                              \
    (sample_op(&sample, STORE_##KIND), arena_deinit(&sample.arena), sample.op.as.member = (value), \
     check__op(&sample.op))

TEST(players_differ_who_play_block_write_or_complain)
{
    struct sample sample;
    assert_false(IS_TAKEN(GAME_START, game_start.players[0], 0));
    assert_false(IS_TAKEN(GAME_START, game_start.players[1], 0));
    assert_false(IS_TAKEN(GAME_START, game_start.players[1], sample.op.as.game_start.players[0]));
    assert_false(IS_TAKEN(BLOCK_ADD, block_add.other, sample.op.as.block_add.player));
    assert_false(IS_TAKEN(FOLLOW_ADD, follow_add.other, sample.op.as.follow_add.player));
    assert_true(IS_TAKEN(BLOCK_REMOVE, block_remove.other, sample.op.as.block_remove.player));
    assert_false(IS_TAKEN(REPORT_ADD, report_add.player, sample.op.as.report_add.by));
}

TEST(a_report_carries_so_many_lines)
{
    struct store_line_place lines[STORE_REPORT_LINES + 1];
    struct store_op op = {.kind = STORE_REPORT_ADD,
                          .as.report_add = {.by = 1, .player = 2, .text = "", .most = 1}};
    for (uint32_t i = 0; i <= STORE_REPORT_LINES; i++)
        lines[i] = (struct store_line_place){.room = 3, .n = i + 1};
    op.as.report_add.lines = lines;
    op.as.report_add.lines_count = STORE_REPORT_LINES;
    assert_true(check__op(&op));
    op.as.report_add.lines_count++;
    assert_false(check__op(&op));
}

TEST(time_is_given_where_an_entry_says_so)
{
    struct store_op op = {.kind = STORE_GAME_LOG, .as.game_log = {.game = 1, .seq = 1}};
    assert_true(check__op(&op));
    op.as.game_log.given_ms = 1; /* to somebody who has days off */
    assert_true(check__op(&op));
    op.as.game_log.given_ms = -1;
    assert_false(check__op(&op));
    op.as.game_log.kind = LOG_DAYS_OFF; /* that end */
    assert_true(check__op(&op));
    op.as.game_log.kind = LOG_GIVE_TIME;
    assert_false(check__op(&op));
    op.as.game_log.given_ms = 1;
    assert_true(check__op(&op));
    op.as.game_log.kind = LOG_DRAW_OFFER;
    assert_false(check__op(&op));
    op.as.game_log.given_ms = 0;
    assert_true(check__op(&op));
    op.as.game_log.kind = LOG_DAYS_OFF;
    assert_false(check__op(&op));
}

TEST(letters_go_to_others_and_say_something)
{
    struct store_op op = {.kind = STORE_LETTER_SEND,
                          .as.letter_send = {.id = 1, .sender = 2, .receiver = 3, .text = "hi"}};
    assert_true(check__op(&op));
    op.as.letter_send.text = "";
    assert_false(check__op(&op));
    op.as.letter_send.text = "hi";
    op.as.letter_send.receiver = 2;
    assert_false(check__op(&op));
}

static bool account_is_taken(struct store_account account)
{
    const struct store_op op = {.kind = STORE_ACCOUNT_PUT,
                                .as.account_put = {.player = 1, .account = &account}};
    return check__op(&op);
}

TEST(accounts_have_printable_settings_and_a_country)
{
    const struct store_op none = {.kind = STORE_ACCOUNT_PUT, .as.account_put.player = 1};
    assert_false(check__op(&none));
    assert_true(account_is_taken((struct store_account){0}));
    assert_true(account_is_taken((struct store_account){.settings = "!0-~", .country = "KZ"}));
    assert_false(account_is_taken((struct store_account){.settings = "0 1"}));
    assert_false(account_is_taken((struct store_account){.settings = "\x7f"}));
    assert_false(account_is_taken((struct store_account){.country = "K"}));
    assert_false(account_is_taken((struct store_account){.country = "K1"}));
    assert_false(account_is_taken((struct store_account){.country = "kz"}));
}

static bool photo_is_taken(uint64_t id, size_t size)
{
    static const uint8_t BYTES[STORE_PHOTO_BYTES_MAX + 1];
    const struct store_account account = {.photo = id};
    const struct store_op op = {.kind = STORE_ACCOUNT_PUT,
                                .as.account_put = {1, &account, size > 0 ? BYTES : NULL, size}};
    return check__op(&op);
}

TEST(a_new_photo_has_an_id)
{
    assert_true(photo_is_taken(7, 0)); /* the one that is there */
    assert_true(photo_is_taken(7, STORE_PHOTO_BYTES_MAX));
    assert_false(photo_is_taken(0, 1));
}

static bool act_is_taken(struct store_act act)
{
    const struct store_op op = {.kind = STORE_ACT, .as.act = act};
    return check__op(&op);
}

#define JUDGED(numbers, count) .judged = (numbers), .judged_count = (count)
#define ACT(...) act_is_taken((struct store_act){.reason = "", .detail = "", __VA_ARGS__})

TEST(acts_have_what_belongs_to_them)
{
    static const uint64_t games[STORE_ANNUL_MAX + 1] = {20};
    static const int64_t starts[] = {0, 1};
    struct store_annulment annulled = {.games = games,
                                       .games_count = 1,
                                       .memo = 1,
                                       .first_month = STORE_MONTH_MIN,
                                       .month_starts = starts,
                                       .month_starts_count = 2};
    const struct store_names names = {"a", "a", "a"};
    const struct store_names nameless = {"a", "a", NULL};
    assert_true(ACT(.act = MOD_BAN, .player = 1));
    assert_false(ACT(.act = MOD_BAN));
    assert_false(ACT(.act = MOD_BAN, .player = 1, .room = 3));
    assert_false(ACT(.act = MOD_BAN, .player = 1, .report = 1));
    assert_false(ACT(.act = MOD_BAN, .player = 1, .renamed = &names));
    static const uint64_t judged[] = {2, 3, 3};
    assert_true(ACT(.act = MOD_RESOLVE, .report = 3, .memo = 1, JUDGED(judged, 2)));
    assert_true(ACT(.act = MOD_RESOLVE, .report = 9, .memo = 1, JUDGED(judged, 2)));
    assert_false(ACT(.act = MOD_RESOLVE, .report = 2, .memo = 1, JUDGED(judged, 2)));
    assert_false(ACT(.act = MOD_RESOLVE, .report = 3, .memo = 1, JUDGED(judged, 3)));
    assert_false(ACT(.act = MOD_RESOLVE, .report = 3, .memo = 1));
    assert_false(ACT(.act = MOD_RESOLVE, .report = 3, JUDGED(judged, 2)));
    assert_false(ACT(.act = MOD_BAN, .player = 1, JUDGED(judged, 1)));
    assert_false(ACT(.act = MOD_RESOLVE, .memo = 1));
    assert_true(ACT(.act = MOD_WARN, .player = 1, .memo = 1));
    assert_false(ACT(.act = MOD_WARN, .player = 1));
    assert_false(ACT(.act = MOD_BAN, .player = 1, .memo = 1));
    assert_true(ACT(.act = MOD_CLOSE_ROOM, .room = 1));
    assert_false(ACT(.act = MOD_CLOSE_ROOM));
    assert_true(ACT(.act = MOD_RENAME, .player = 1, .renamed = &names));
    assert_false(ACT(.act = MOD_RENAME, .player = 1, .renamed = &nameless));
    assert_false(ACT(.act = MOD_RENAME, .player = 1));
    assert_true(ACT(.act = MOD_ANNUL, .annulled = &annulled));
    assert_true(ACT(.act = MOD_ANNUL, .player = 1, .annulled = &annulled));
    assert_false(ACT(.act = MOD_ANNUL, .player = 1));
    assert_false(ACT(.act = MOD_BAN, .player = 1, .annulled = &annulled));
    annulled.games_count = STORE_ANNUL_MAX + 1;
    assert_false(ACT(.act = MOD_ANNUL, .annulled = &annulled));
    annulled.games_count = 0;
    assert_false(ACT(.act = MOD_ANNUL, .annulled = &annulled));
    annulled.games_count = 1;
    annulled.month_starts_count = 1;
    assert_false(ACT(.act = MOD_ANNUL, .annulled = &annulled));
}

TEST(questions_say_enough)
{
    static const int64_t STARTS[] = {0, 1};
    struct store_query graph = {.kind = STORE_GRAPH, .as.graph = {1, VARIANT_CLASSIC, STARTS, 2}};
    struct store_query part = {.kind = STORE_THREAD_PART, .as.thread_part = {.player = 1}};
    assert_true(check__query(&graph));
    graph.as.graph.day_starts_count = 1;
    assert_false(check__query(&graph));
    assert_false(check__query(&part));
    part.as.thread_part.letter = 1;
    assert_true(check__query(&part));
    part.as.thread_part = (struct store_thread_span){.player = 1, .name_key = ""};
    assert_true(check__query(&part));
}
