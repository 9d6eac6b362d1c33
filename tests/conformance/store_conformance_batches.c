/* SPDX-License-Identifier: MIT */
/*
 * Conformance: batches. All or nothing, the order of reports, failing until resumed, and what a
 * query sees.
 */
#include "tests/conformance/store_conformance.h"

static void an_empty_batch_is_reported(void **state)
{
    assert_int_equal(harness_commit(*state), STORE_OK);
}

static void a_probe_is_written(void **state)
{
    conformance_must(*state, (struct store_op){.kind = STORE_PROBE});
}

static void batches_are_reported_in_the_order_of_submission(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    for (uint64_t id = 1; id <= 500; id++) {
        char name[2] = {(char)('a' + (int)(id % 26)), '\0'};
        harness_add(harness, sample_guest(id, name, &names)); /* most are conflicts */
        (void)harness_submit(harness);
    }
    harness_wait(harness);
    assert_int_equal(harness->report_count, 500);
    for (size_t i = 0; i < 500; i++) {
        assert_int_equal(harness->reports[i].kind, REPORT_BATCH);
        assert_int_equal(harness->reports[i].number, i + 1);
        assert_int_equal(harness->reports[i].status, STORE_OK);
    }
}

static void a_query_sees_the_batches_before_it(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    for (uint64_t id = 1; id <= 200; id++) {
        char name[3] = {(char)('a' + (int)(id % 20)), (char)('a' + (int)(id / 20)), '\0'};
        harness_add(harness, sample_guest(id, name, &names));
        (void)harness_submit(harness);
        harness_ask(harness, sample_by_id(id));
    }
    harness_wait(harness);
    uint64_t batches = 0;
    for (size_t i = 0; i < harness->report_count; i++) {
        assert_int_equal(harness->reports[i].status, STORE_OK);
        if (harness->reports[i].kind == REPORT_BATCH)
            batches = harness->reports[i].number;
        else
            assert_true(harness->reports[i].number <= batches);
    }
}

static void a_listener_may_go_on_at_once(struct harness *harness,
                                         const struct harness_report *report)
{
    struct sample_names names;
    if (report->kind == REPORT_BATCH && report->number < 50)
        harness_ask(harness, sample_by_id(report->number));
    if (report->kind != REPORT_QUERY)
        return;
    char name[2] = {(char)('A' + (int)report->number), '\0'};
    harness_add(harness, sample_guest(report->number + 1, name, &names));
    (void)harness_submit(harness);
}

static void what_a_listener_submits_is_done_by_a_later_poll(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    harness->on_report = a_listener_may_go_on_at_once;
    harness_add(harness, sample_guest(1, "A", &names));
    (void)harness_submit(harness);
    harness_wait(harness);
    harness->on_report = NULL;
    assert_int_equal(harness->batches_reported, 50);
    (void)conformance_ask(harness, sample_by_id(50));
}

/* What the next test is about to change: two players with a rating, a room with a line of chat, a
 * session, a game in progress. */
static void something_of_everything(struct harness *harness)
{
    struct sample_names names;
    conformance_accounts(harness, 3);
    conformance_play(harness, 19, (const uint64_t[]){1, 2}, RESULT_FIRST, (const int[]){20, -20});
    harness_add(harness, sample_guest(7, "guest-a", &names));
    harness_add(harness, sample_session(1, 1));
    harness_add(harness, sample_block(1, 3));
    harness_add(harness, sample_room(10, 1, 0, 20));
    harness_add(harness, sample_room(11, 1, 0, 0));
    harness_add(harness, sample_chat(10, 1, 1, "hello"));
    harness_add(harness, sample_start(20, true, 1, 2));
    harness_add(harness, sample_log(20, 1, "h8"));
    harness_add(harness, sample_message(16, 1, 2, NULL));
    harness_add(harness, sample_message(17, 2, 1, NULL));
    harness_add(harness, sample_message(18, 1, 3, NULL));
    harness_add(harness, sample_mail(STORE_MESSAGE_DELETE, 3, 1, 0, 18));
    assert_int_equal(harness_commit(harness), STORE_OK);
}

static void change_everything(struct harness *harness)
{
    struct sample_names names;
    struct store_op end = sample_end(20, RESULT_SECOND, "h8 i9");
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] =
        (struct store_rating_change){1520, {.points = 1500, .peak = 1520, .games = 2}};
    end.as.end.changes[1] =
        (struct store_rating_change){1480, {.points = 1500, .peak = 1500, .games = 2}};
    harness_add(harness, sample_guest(8, "guest-b", &names));
    harness_add(harness, sample_register(7, "gustav", &names));
    harness_add(harness, sample_register(9, "new", &names));
    harness_add(harness, sample_register(6, "p1", &names)); /* a conflict */
    harness_add(harness, sample_password(1, "new hash"));
    harness_add(harness, sample_session(2, 2));
    harness_add(harness, sample_logout(1));
    harness_add(harness, sample_room(10, 1, 2, 0));
    harness_add(harness, sample_room(12, 3, 0, 0));
    harness_add(harness, sample_room_close(11));
    harness_add(harness, sample_chat(10, 2, 1, "good bye"));
    harness_add(harness, sample_log(20, 2, "i9"));
    harness_add(harness, end);
    harness_add(harness, sample_start(21, true, 1, 3));
    harness_add(harness, sample_log(21, 1, "a1"));
    harness_add(harness, sample_active(1, 24000));
    harness_add(harness, sample_fine(24001));
    harness_add(harness, sample_delete(3, "gone", &names));
    harness_add(harness,
                sample_photo(2, &(struct store_account){.country = "FR", .photo = 30}, "photo"));
    harness_add(harness, sample_block(2, 3));
    harness_add(harness, sample_unblock(1, 3));
    harness_add(harness, sample_logout_others(2, 1));
    harness_add(harness, sample_message(22, 1, 2, NULL));
    harness_add(harness, sample_message(23, 3, 2, NULL));
    harness_add(harness, sample_mail(STORE_MESSAGE_READ, 1, 2, 0, 17));
    harness_add(harness, sample_mail(STORE_MESSAGE_DELETE, 2, 1, 0, 16));
    harness_add(harness, sample_mail(STORE_MESSAGE_DELETE, 1, 3, 0, 18)); /* the text goes */
    harness_add(harness, sample_star(2, 20, true));
    harness_add(harness, sample_act(MOD_BAN, 1, 2));
    harness_add(harness, sample_rename(2, "renamed", &names));
    harness_add(harness, sample_report(1, 2, 20));
    harness_add(harness, sample_resolve(1));
}

/* Before it, p1 has won one game. */
static void statistics_have_not_changed(struct harness *harness)
{
    const int64_t starts[] = {0, INT64_MAX};
    const struct store_answer *stats = conformance_ask(harness, sample_stats(1, 2));
    assert_int_equal(stats->tallies_count, 1);
    assert_int_equal(stats->tallies[0].won, 1);
    assert_int_equal(stats->tallies[0].lost, 0);
    assert_int_equal(conformance_ask(harness, sample_stats(2, 0))->forms[0].unbeaten, 0);
    assert_int_equal(conformance_ask(harness, sample_graph(1, starts, 1))->graph[0].games, 1);
    assert_int_equal(conformance_ask(harness, sample_find("key new", 5))->found_count, 0);
}

static void nothing_has_changed(struct harness *harness)
{
    struct harness_loaded loaded;
    conformance_ask_nothing(harness, sample_by_id(8));
    conformance_ask_nothing(harness, sample_by_id(9));
    conformance_ask_nothing(harness, sample_by_name("key gustav"));
    assert_int_equal(conformance_ask(harness, sample_by_name("key guest-a"))->player.kind,
                     PLAYER_GUEST);
    const struct store_player *first = &conformance_ask(harness, sample_by_id(1))->player;
    assert_string_equal(first->password_hash, "hash");
    assert_int_equal(first->ratings[VARIANT_CLASSIC].points, 1520);
    assert_int_equal(first->ratings[VARIANT_CLASSIC].games, 1);
    assert_int_equal(conformance_ask(harness, sample_by_id(1))->ranks[VARIANT_CLASSIC], 1);
    assert_int_equal(conformance_ask(harness, sample_by_id(2))->ranks[VARIANT_CLASSIC], 2);
    (void)conformance_ask(harness, sample_by_token(1));
    conformance_ask_nothing(harness, sample_by_token(2));
    assert_int_equal(conformance_ask(harness, sample_history(1, 10))->history_count, 1);
    assert_int_equal(conformance_ask(harness, sample_top(1, 10))->total, 2);
    conformance_ask_nothing(harness, sample_game(21));
    const struct store_game *game = &conformance_ask(harness, sample_game(20))->game;
    assert_false(game->is_over);
    assert_int_equal(game->log_count, 1);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.room_count, 2);
    assert_int_equal(loaded.rooms[0].players[1], 0);
    assert_int_equal(loaded.rooms[0].game, 20);
    assert_int_equal(loaded.line_count, 1);
    assert_int_equal(loaded.marks.last_id, 20);
    assert_int_equal(loaded.marks.settled_month, 0);
    assert_int_equal(first->ratings[VARIANT_CLASSIC].active_months, 0);
    assert_int_equal(conformance_ask(harness, sample_fines(1, 1, 10))->fines_count, 0);
    assert_int_equal(conformance_ask(harness, sample_by_id(1))->player.blocked_count, 1);
    assert_int_equal(conformance_ask(harness, sample_by_id(2))->player.blocked_count, 0);
    assert_string_equal(conformance_ask(harness, sample_by_id(2))->player.account->country, "");
    conformance_ask_nothing(harness, sample_photo_of(2));
    assert_int_equal(conformance_ask(harness, sample_by_id(1))->player.unread, 1);
    assert_int_equal(conformance_ask(harness, sample_by_id(2))->player.unread, 1);
    assert_int_equal(
        conformance_ask(harness, sample_messages(2, "key p1", 0, 9))->post.messages_count, 2);
    assert_string_equal(conformance_ask(harness, sample_threads(1, 0, 9))->post.threads[0].text,
                        sample_message(1, 1, 2, NULL).as.message.text);
    assert_int_equal(conformance_ask(harness, sample_threads(3, 0, 9))->post.threads_count, 0);
    statistics_have_not_changed(harness);
    assert_int_equal(conformance_ask(harness, sample_acts(0, 0, 9))->acts_count, 0);
    assert_int_equal(conformance_ask(harness, sample_reports(1, 9))->reports_count, 0);
    conformance_ask_nothing(harness, sample_by_name("key renamed"));
}

static void a_batch_that_cannot_be_applied_changes_nothing(void **state)
{
    struct harness *harness = *state;
    something_of_everything(harness);
    change_everything(harness);
    harness_add(harness, sample_log(99, 1, "h8")); /* there is no such game */
    assert_int_equal(harness_commit(harness), STORE_UNAVAILABLE);
    harness_resume(harness);
    nothing_has_changed(harness);
    if (harness->backend->keeps) {
        harness_reopen(harness);
        nothing_has_changed(harness);
    }
    change_everything(harness); /* and the same can be done afterwards */
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_true(conformance_ask(harness, sample_game(20))->game.is_over);
}

static void after_a_failure_every_batch_fails_until_resume(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    harness_add(harness, sample_guest(1, "a", &names));
    (void)harness_submit(harness);
    harness_add(harness, sample_log(99, 1, "h8"));
    (void)harness_submit(harness);
    harness_add(harness, sample_guest(2, "b", &names));
    (void)harness_submit(harness);
    harness_wait(harness);
    assert_int_equal(harness->reports[0].status, STORE_OK);
    assert_int_equal(harness->reports[1].status, STORE_UNAVAILABLE);
    assert_int_equal(harness->reports[2].status, STORE_UNAVAILABLE);
    assert_int_equal(harness_do(harness, sample_guest(3, "c", &names)), STORE_UNAVAILABLE);
    (void)conformance_ask(harness, sample_by_id(1));
    conformance_ask_nothing(harness, sample_by_id(2));
    harness_resume(harness);
    conformance_must(harness, (struct store_op){.kind = STORE_PROBE});
    conformance_must(harness, sample_guest(2, "b", &names));
}

/* A resume counts from where it stands among the batches, not from when it is noticed. */
static void what_was_submitted_before_the_resume_still_fails(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    harness_add(harness, sample_log(99, 1, "h8"));
    (void)harness_submit(harness);
    harness_add(harness, sample_guest(1, "a", &names));
    (void)harness_submit(harness);
    harness_resume(harness);
    harness_add(harness, sample_guest(2, "b", &names));
    (void)harness_submit(harness);
    harness_wait(harness);
    assert_int_equal(harness->reports[0].status, STORE_UNAVAILABLE);
    assert_int_equal(harness->reports[1].status, STORE_UNAVAILABLE);
    assert_int_equal(harness->reports[2].status, STORE_OK);
    conformance_ask_nothing(harness, sample_by_id(1));
}

static void queries_are_answered_while_writing_fails(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 1);
    assert_int_equal(harness_do(harness, sample_log(99, 1, "h8")), STORE_UNAVAILABLE);
    (void)conformance_ask(harness, sample_by_id(1));
    harness_resume(harness);
}

static void ids_are_from_1_to_below_2_to_the_60th(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    const uint64_t last = (UINT64_C(1) << 60) - 1;
    conformance_must(harness, sample_guest(last, "last", &names));
    assert_int_equal(conformance_ask(harness, sample_by_id(last))->player.id, last);
    conformance_must_not(harness, sample_guest(0, "none", &names));
    conformance_must_not(harness, sample_guest(last + 1, "beyond", &names));
}

static void closing_finishes_every_batch_and_drops_queries(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    for (uint64_t id = 1; id <= 20; id++) {
        char name[2] = {(char)('a' + (int)id), '\0'};
        harness_add(harness, sample_guest(id, name, &names));
        (void)harness_submit(harness);
        harness_ask(harness, sample_by_id(id));
    }
    harness_reopen(harness);
    if (!harness->backend->keeps)
        return;
    for (uint64_t id = 1; id <= 20; id++)
        (void)conformance_ask(harness, sample_by_id(id));
}

int conformance_batches(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(an_empty_batch_is_reported),
        CONFORMANCE_TEST(a_probe_is_written),
        CONFORMANCE_TEST(batches_are_reported_in_the_order_of_submission),
        CONFORMANCE_TEST(a_query_sees_the_batches_before_it),
        CONFORMANCE_TEST(what_a_listener_submits_is_done_by_a_later_poll),
        CONFORMANCE_TEST(a_batch_that_cannot_be_applied_changes_nothing),
        CONFORMANCE_TEST(after_a_failure_every_batch_fails_until_resume),
        CONFORMANCE_TEST(what_was_submitted_before_the_resume_still_fails),
        CONFORMANCE_TEST(queries_are_answered_while_writing_fails),
        CONFORMANCE_TEST(ids_are_from_1_to_below_2_to_the_60th),
        CONFORMANCE_TEST(closing_finishes_every_batch_and_drops_queries),
    };
    return cmocka_run_group_tests_name("batches", tests, NULL, NULL);
}
