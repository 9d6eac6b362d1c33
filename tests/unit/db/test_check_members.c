/* SPDX-License-Identifier: MIT */
/*
 * Checks of operations and questions, member by member: each sample of the conformance suite is
 * valid, and is not with any one member out of its range.
 */
#include "db/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/conformance/store_samples.h"

#define ID_END (UINT64_C(1) << 60)

/* Whether `sample`, of which `member` becomes `value`, was valid before and is not any more. */
#define REFUSED(sample, member, value)                                                             \
    do {                                                                                           \
        struct store_op op = (sample);                                                             \
        assert_true(check__op(&op));                                                               \
        op.as.member = (value);                                                                    \
        if (check__op(&op))                                                                        \
            fail_msg("%s with %s = %s is taken", #sample, #member, #value);                        \
    } while (0)

#define QUESTION_REFUSED(sample, member, value)                                                    \
    do {                                                                                           \
        struct store_query query = (sample);                                                       \
        assert_true(check__query(&query));                                                         \
        query.member = (value);                                                                    \
        if (check__query(&query))                                                                  \
            fail_msg("%s with %s = %s is taken", #sample, #member, #value);                        \
    } while (0)

static struct sample_names names;

static void players_have_names_and_no_games(void **state)
{
    (void)state;
    const struct store_op guest = sample_guest(1, "guest-1", &names);
    const struct store_op registered = sample_register(1, "anna", &names);
    REFUSED(guest, player.name, NULL);
    REFUSED(guest, player.name_key, NULL);
    REFUSED(guest, player.skeleton, NULL);
    REFUSED(guest, player.kind, PLAYER_REGISTERED); /* without a password */
    REFUSED(guest, player.kind, (enum player_kind)7);
    REFUSED(guest, player.ratings[VARIANT_MINI].games, 1);
    REFUSED(registered, player.id, 0);
    REFUSED(registered, player.password_hash, NULL);
    REFUSED(sample_delete(1, "deleted-1", &names), player.name, NULL);
    REFUSED(sample_password(1, "hash"), password.player, 0);
    REFUSED(sample_password(1, "hash"), password.hash, NULL);
    REFUSED(sample_session(1, 1), session.player, 0);
}

static void rooms_are_of_variants_and_players(void **state)
{
    (void)state;
    const struct store_op room = sample_room(3, 1, 2, 4);
    REFUSED(room, room.id, 0);
    REFUSED(room, room.variant, VARIANT_COUNT);
    REFUSED(room, room.players[0], ID_END);
    REFUSED(room, room.players[1], ID_END);
    REFUSED(room, room.game, ID_END);
    REFUSED(room, room.rematch_offer, -2);
    REFUSED(room, room.clock.kind, CLOCK_KIND_COUNT);
    REFUSED(room, room.clock.main_ms, 1); /* of no clock */
    REFUSED(sample_room_close(3), room.id, 0);
    const struct store_op line = sample_chat(3, 1, 1, "hi");
    REFUSED(line, chat.room, 0);
    REFUSED(line, chat.player, 0);
    REFUSED(line, chat.text, NULL);
    REFUSED(line, chat.during, ID_END);
}

static void games_have_two_players_and_entries_their_order(void **state)
{
    (void)state;
    const struct store_op start = sample_start(4, true, 1, 2);
    REFUSED(start, start.id, 0);
    REFUSED(start, start.room, ID_END);
    REFUSED(start, start.variant, VARIANT_COUNT);
    REFUSED(start, start.players[0], 0);
    REFUSED(start, start.players[1], 0);
    REFUSED(start, start.clock.kind, CLOCK_KIND_COUNT);
    REFUSED(start, start.due_ms, -1);
    const struct store_op entry = sample_log(4, 1, "h8");
    REFUSED(entry, log.game, 0);
    REFUSED(entry, log.seq, 0);
    REFUSED(entry, log.kind, LOG_KIND_COUNT);
    REFUSED(entry, log.spent_ms, -1);
    REFUSED(entry, log.due_ms, -1);
    REFUSED(entry, log.lag_ms, -1);
    REFUSED(entry, log.given_ms, 1);         /* an action gives none */
    REFUSED(entry, log.kind, LOG_GIVE_TIME); /* and this gives some */
}

static void ends_say_how_and_what_it_cost(void **state)
{
    (void)state;
    struct store_op end = sample_end(4, RESULT_FIRST, "h8");
    REFUSED(end, end.id, 0);
    REFUSED(end, end.actions, NULL);
    REFUSED(end, end.spent, NULL);
    REFUSED(end, end.lags, NULL);
    REFUSED(end, end.first_mark, (enum mark)7);
    REFUSED(end, end.outcome.result, RESULT_COUNT);
    REFUSED(end, end.outcome.reason, REASON_COUNT);
    end.as.end.moves_ratings = true;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        end.as.end.changes[seat] = (struct store_rating_change){1500, {.games = 1}};
    REFUSED(end, end.changes[0].before, -1);
    REFUSED(end, end.changes[0].before, STORE_POINTS_MAX + 1);
    REFUSED(end, end.changes[1].after.points, -1);
    REFUSED(end, end.changes[1].after.games, 0);
    REFUSED(sample_active(1, 24000), active.player, 0);
    REFUSED(sample_active(1, 24000), active.variant, VARIANT_COUNT);
    REFUSED(sample_active(1, 24000), active.month, 11);
    REFUSED(sample_fine(24000), fine.month, 120000);
    REFUSED(((struct store_op){.kind = STORE_UPTIME}), uptime_ms, -1);
}

static void accounts_have_texts_that_end(void **state)
{
    (void)state;
    struct store_account whole = {.country = "KZ"};
    struct store_account broken[5] = {whole, whole, whole, whole, whole};
    memset(broken[0].settings, 'a', sizeof(broken[0].settings));
    memset(broken[1].ban_reason, 'a', sizeof(broken[1].ban_reason));
    memset(broken[2].mute_reason, 'a', sizeof(broken[2].mute_reason));
    broken[3].country[1] = '1';
    broken[4].country[2] = 'K';
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++)
        REFUSED(sample_account(1, &whole), account.account, &broken[i]);
    REFUSED(sample_account(1, &whole), account.player, 0);
    REFUSED(sample_account(1, &whole), account.photo_size, 1); /* of no photo */
    REFUSED(sample_block(1, 2), block.player, 0);
    REFUSED(sample_block(1, 2), block.blocked, 0);
    REFUSED(sample_star(1, 4, true), star.player, 0);
    REFUSED(sample_star(1, 4, true), star.game, 0);
}

static void messages_go_from_one_player_to_another(void **state)
{
    (void)state;
    static char long_text[STORE_MESSAGE_BYTES + 2];
    const struct store_op message = sample_message(7, 1, 2, "n");
    const struct store_op mail = sample_mail(STORE_MESSAGE_READ, 1, 2, 0, 7);
    struct store_op endless = message;
    memset(long_text, 'a', sizeof(long_text) - 1);
    REFUSED(message, message.id, 0);
    REFUSED(message, message.from, 0);
    REFUSED(message, message.to, 0);
    REFUSED(message, message.to, 1);
    REFUSED(message, message.text, NULL);
    REFUSED(message, message.text, "");
    REFUSED(message, message.text, long_text);
    memset(endless.as.message.nonce, 'a', sizeof(endless.as.message.nonce));
    assert_false(check__op(&endless));
    REFUSED(mail, mail.player, 0);
    REFUSED(mail, mail.other, 0);
    REFUSED(mail, mail.upto, 0);
    REFUSED(mail, mail.first, ID_END);
}

static void acts_have_their_reasons(void **state)
{
    (void)state;
    const struct store_op ban = sample_act(MOD_BAN, 1, 2);
    const struct store_op rename = sample_rename(2, "bob", &names);
    const struct store_op report = sample_report(1, 2, 4);
    REFUSED(ban, mod.act, MOD_ACT_COUNT);
    REFUSED(ban, mod.detail, NULL);
    REFUSED(ban, mod.by, ID_END);
    REFUSED(ban, mod.player, ID_END);
    REFUSED(ban, mod.room, ID_END);
    REFUSED(ban, mod.room, 3); /* closes none */
    REFUSED(ban, mod.until_ms, -1);
    REFUSED(ban, mod.verdict, -1);
    REFUSED(rename, mod.renamed.name, NULL);
    REFUSED(rename, mod.renamed.name_key, NULL);
    REFUSED(report, report.by, 0);
    REFUSED(report, report.player, 0);
    REFUSED(report, report.game, ID_END);
    REFUSED(report, report.complaint, -1);
    REFUSED(report, report.text, NULL);
}

static void questions_name_what_there_may_be(void **state)
{
    (void)state;
    static const int64_t starts[2] = {0, 1};
    struct store_query endless = sample_may_write(1, "boris", "n");
    QUESTION_REFUSED(sample_history(1, 10), history.player, 0);
    QUESTION_REFUSED(sample_history(1, 10), history.score, SCORE_COUNT);
    QUESTION_REFUSED(sample_graph(1, starts, 1), player, 0);
    QUESTION_REFUSED(sample_graph(1, starts, 1), variant, VARIANT_COUNT);
    QUESTION_REFUSED(sample_graph(1, starts, 1), day_starts, NULL);
    QUESTION_REFUSED(sample_graph(1, starts, 1), days, 0);
    QUESTION_REFUSED(sample_find("a", 10), text, NULL);
    QUESTION_REFUSED(sample_find("a", 10), variant, VARIANT_COUNT);
    QUESTION_REFUSED(sample_around(1, 10), variant, VARIANT_COUNT);
    QUESTION_REFUSED(sample_around(1, 10), player, 0);
    QUESTION_REFUSED(endless, player, 0);
    QUESTION_REFUSED(endless, text, NULL);
    memset(endless.nonce, 'a', sizeof(endless.nonce));
    assert_false(check__query(&endless));
    QUESTION_REFUSED(sample_messages(1, "boris", 0, 10), player, 0);
    QUESTION_REFUSED(sample_messages(1, "boris", 0, 10), text, NULL);
    QUESTION_REFUSED(sample_mail_of(1, 7), player, 0);
    QUESTION_REFUSED(sample_mail_of(1, 7), id, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_have_names_and_no_games),
        cmocka_unit_test(rooms_are_of_variants_and_players),
        cmocka_unit_test(games_have_two_players_and_entries_their_order),
        cmocka_unit_test(ends_say_how_and_what_it_cost),
        cmocka_unit_test(accounts_have_texts_that_end),
        cmocka_unit_test(messages_go_from_one_player_to_another),
        cmocka_unit_test(acts_have_their_reasons),
        cmocka_unit_test(questions_name_what_there_may_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
