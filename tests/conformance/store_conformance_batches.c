/* SPDX-License-Identifier: MIT */
/*
 * Conformance: batches. All or nothing, the order of reports, failing until resumed, and what a
 * query sees.
 */
#include "tests/conformance/store_conformance.h"

CONFORMANCE_TEST(an_empty_batch_is_reported)
{
    assert_int_equal(harness_commit(harness), STORE_OK);
}

CONFORMANCE_TEST(a_probe_is_written)
{
    conformance_must(harness, (struct store_op){.kind = STORE_PROBE});
}

CONFORMANCE_TEST(batches_are_reported_in_the_order_of_submission)
{
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

CONFORMANCE_TEST(a_query_sees_the_batches_before_it)
{
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

CONFORMANCE_TEST(a_query_at_once_sees_the_batches_reported_before_it)
{
    struct sample_names names;
    struct store_query query = sample_by_id(0);
    query.is_at_once = true;
    for (uint64_t id = 1; id <= 50; id++) {
        char name[3] = {(char)('a' + (int)(id % 20)), (char)('a' + (int)(id / 20)), '\0'};
        harness_add(harness, sample_guest(id, name, &names));
        assert_int_equal(harness_commit(harness), STORE_OK);
        query.as.player_by_id.id = id;
        assert_non_null(harness_get(harness, query));
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

CONFORMANCE_TEST(what_a_listener_submits_is_done_by_a_later_poll)
{
    struct sample_names names;
    harness->on_report = a_listener_may_go_on_at_once;
    harness_add(harness, sample_guest(1, "A", &names));
    (void)harness_submit(harness);
    harness_wait(harness);
    harness->on_report = NULL;
    assert_int_equal(harness->batches_reported, 50);
    (void)ask_player_by_id(harness, sample_by_id(50));
}

/* Stores things for the next test to change: two players with a rating, a room with a line of chat,
 * a session, a game in progress. */
static void something_of_everything(struct harness *harness)
{
    struct sample_names names;
    conformance_accounts(harness, 3);
    conformance_play(harness, 19, 1, 2, RESULT_FIRST);
    harness_add(harness, sample_guest(7, "guest-a", &names));
    harness_add(harness, sample_session(1, 1));
    harness_add(harness, sample_block(1, 3));
    harness_add(harness, sample_follow(1, 2));
    harness_add(harness, sample_room(10, 1, 0, 20));
    harness_add(harness, sample_room(11, 1, 0, 0));
    harness_add(harness, sample_chat(10, 1, 1, "hello"));
    harness_add(harness, sample_start(20, true, 1, 2));
    harness_add(harness, sample_log(20, 1, "h8"));
    harness_add(harness, sample_message(16, 1, 2));
    harness_add(harness, sample_message(17, 2, 1));
    harness_add(harness, sample_message(18, 1, 3));
    harness_add(harness, sample_mail(STORE_LETTER_DELETE, 3, 1, 0, 18));
    assert_int_equal(harness_commit(harness), STORE_OK);
}

#define CODE "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define OLD_CODE "00000000000000000000000000000000000000000000000000000000000000ab"

static void change_everything(struct harness *harness)
{
    struct sample_names names;
    struct sample_annulled annulled;
    harness_add(harness, sample_guest(8, "guest-b", &names));
    harness_add(harness, sample_computer(65, "random:1", &names));
    harness_add(harness, sample_register(7, "gustav", &names));
    harness_add(harness, sample_register(9, "new", &names));
    harness_add(harness, sample_register(6, "p1", &names)); /* a conflict */
    harness_add(harness, sample_password(1, "new hash"));
    harness_add(harness, sample_recovery(1, CODE));
    harness_add(harness, sample_recover(9, OLD_CODE, CODE, "new hash")); /* a conflict */
    harness_add(harness, sample_session(2, 2));
    harness_add(harness, sample_logout(1));
    harness_add(harness, sample_room(10, 1, 2, 0));
    harness_add(harness, sample_room(12, 3, 0, 0));
    harness_add(harness, sample_room_close(11));
    harness_add(harness, sample_chat(10, 2, 1, "good bye"));
    harness_add(harness, sample_log(20, 2, "i9"));
    harness_add(harness, sample_rated_end(20, RESULT_SECOND));
    harness_add(harness, sample_start(21, true, 1, 3));
    harness_add(harness, sample_log(21, 1, "a1"));
    harness_add(harness, sample_focus_lost(21, 1, SEAT_SECOND));
    struct store_op slow = sample_start(22, false, 1, 2);
    slow.as.game_start.clock =
        (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    slow.as.game_start.due_ms = 100;
    harness_add(harness, slow);
    harness_add(harness, sample_plan(22, SEAT_FIRST, "a1 b1"));
    harness_add(harness, sample_active(1, 24000));
    harness_add(harness, sample_fine(24001));
    harness_add(harness, SAMPLE_OP(held_release, .won_ms = 7, .most = 2));
    harness_add(harness, sample_delete(3, "gone", &names));
    harness_add(harness,
                sample_photo(2, &(struct store_account){.country = "FR", .photo = 30}, "photo"));
    harness_add(harness, sample_written(2, 5000));
    harness_add(harness, sample_conduct(2, 1, 1));
    harness_add(harness, sample_days_off(2, 3));
    harness_add(harness, sample_session_use(2, 5));
    harness_add(harness, sample_guessed(71, 100, 10));
    harness_add(harness, sample_origin(9, 70, 1, 0));
    harness_add(harness, sample_origin_ban(9, 70, 1, 5));
    harness_add(harness, sample_origin_unban(8));
    harness_add(harness, sample_secret("mine", 1));
    harness_add(harness, SAMPLE_OP(experience_put, .text = "changed"));
    harness_add(harness, sample_key(9, 0, 11, 100, "{}"));
    harness_add(harness, sample_block(2, 3));
    harness_add(harness, sample_unblock(1, 3));
    harness_add(harness, sample_follow(1, 3));
    harness_add(harness, sample_unfollow(1, 2));
    harness_add(harness, sample_logout_others(2, 1));
    harness_add(harness, sample_message(22, 1, 2));
    harness_add(harness, sample_message(23, 3, 2));
    harness_add(harness, sample_mail(STORE_LETTER_READ, 1, 2, 0, 17));
    harness_add(harness, sample_mail(STORE_LETTER_DELETE, 2, 1, 0, 16));
    harness_add(harness, sample_mail(STORE_LETTER_DELETE, 1, 3, 0, 18)); /* the text goes */
    harness_add(harness, sample_star(2, 20, true));
    harness_add(harness, sample_act(MOD_BAN, 1, 2));
    harness_add(harness, sample_rename(2, "renamed", &names));
    const struct store_op pupil = sample_register(10, "pupil", &names);
    harness_add(harness, sample_class(&pupil.as.player_register, 1));
    const struct store_line_place line = {.room = 10, .n = 1};
    struct store_op report = sample_report(2, 1, 20);
    report.as.report_add.lines = &line;
    report.as.report_add.lines_count = 1;
    harness_add(harness, report);
    harness_add(harness, sample_uphold(1));
    harness_add(harness, sample_report(1, 2, 0));
    harness_add(harness, sample_memo(2, 40, 1));
    harness_add(harness, sample_warning(2, 41));
    harness_add(harness, sample_memos_seen(2, 40));
    harness_add(harness, sample_appeal(2, MOD_WARN));
    harness_add(harness, sample_warning(3, 42));
    harness_add(harness, sample_appeal(3, MOD_WARN));
    harness_add(harness, sample_answer(6, 3, 1));
    harness_add(harness, sample_annul(1, (const uint64_t[4]){19}, &annulled));
}

#define LOOKS 46

/* Everything that a store tells of the things that change_everything() changes. */
struct looked {
    const struct store_answer *answers[LOOKS]; /* NULL: nothing was found */
    size_t count;
    struct harness_loaded loaded;
};

static void look(struct harness *harness, struct looked *looked_out)
{
    const int64_t starts[] = {0, INT64_MAX};
    const struct store_query queries[] = {
        sample_by_id(1),
        sample_by_id(2),
        sample_by_id(3),
        sample_by_id(7),
        sample_by_id(8),
        sample_by_id(9),
        sample_recovery_of("key p1"),
        sample_by_name("key gustav"),
        sample_by_name("key guest-a"),
        sample_login_from("key new", 70),
        sample_guesses(71, 100),
        sample_by_name("key renamed"),
        sample_by_name("key pupil"),
        sample_by_token(1),
        sample_by_token(2),
        sample_sessions(1, 9),
        sample_history(1, 9),
        sample_history(2, 9),
        sample_top(1, 9),
        sample_game(20),
        sample_game(21),
        sample_fines(1, 1, 9),
        sample_blocks(1),
        sample_follows(1),
        sample_photo_of(2),
        sample_messages(2, "key p1", 0, 9),
        sample_keyed(9, 0, 11),
        sample_threads(1, 0, 9),
        sample_threads(2, 0, 9),
        sample_threads(3, 0, 9),
        sample_stats(1, 2),
        sample_stats(2, 0),
        sample_graph(1, starts, 1),
        sample_find("key new", 9),
        sample_acts(0, 0, 9),
        sample_cases(0, 0, 9),
        sample_memos(2),
        sample_memos(3),
        sample_appeals(1, 9),
        sample_focus(21),
        sample_file(2),
        sample_report_by(1),
        sample_chat_of(10),
    };
    looked_out->count = sizeof(queries) / sizeof(queries[0]);
    for (size_t i = 0; i < looked_out->count; i++)
        looked_out->answers[i] = harness_get(harness, queries[i]);
    harness_load(harness, &looked_out->loaded);
}

static bool is_same_answer(const struct store_answer *left, const struct store_answer *right)
{
    if (left == NULL || right == NULL)
        return left == right;
    return record_difference(query__row(left->kind)->answer, &left->as, &right->as) == NULL;
}

static bool is_same_load(const struct harness_loaded *left, const struct harness_loaded *right)
{
    return left->room_count == right->room_count && left->line_count == right->line_count &&
           left->secret_count == right->secret_count &&
           left->origin_ban_count == right->origin_ban_count &&
           (left->experience == NULL) == (right->experience == NULL) &&
           left->marks.last_id == right->marks.last_id &&
           left->marks.settled_month == right->marks.settled_month &&
           left->marks.rated_month == right->marks.rated_month &&
           records_are_equal(STORED_room, left->rooms, right->rooms, left->room_count) &&
           records_are_equal(STORED_chat_line, left->lines, right->lines, left->line_count);
}

/* All of it, or nothing. */
static void has_changed(struct harness *harness, const struct looked *before, bool is_all)
{
    struct looked now;
    look(harness, &now);
    for (size_t i = 0; i < now.count; i++)
        if (is_same_answer(before->answers[i], now.answers[i]) == is_all)
            fail_msg("question %u", (unsigned)i);
    assert_int_equal(is_same_load(&before->loaded, &now.loaded), !is_all);
}

CONFORMANCE_TEST(a_batch_that_cannot_be_applied_changes_nothing)
{
    struct looked before;
    something_of_everything(harness);
    look(harness, &before);
    change_everything(harness);
    conformance_must_not(harness, sample_log(99, 1, "h8")); /* there is no such game */
    has_changed(harness, &before, false);
    if (harness->backend->keeps) {
        harness_reopen(harness);
        has_changed(harness, &before, false);
    }
    change_everything(harness); /* and the same can be done afterwards */
    assert_int_equal(harness_commit(harness), STORE_OK);
    has_changed(harness, &before, true);
}

CONFORMANCE_TEST(after_a_failure_every_batch_fails_until_resume)
{
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
    (void)ask_player_by_id(harness, sample_by_id(1));
    conformance_ask_nothing(harness, sample_by_id(2));
    harness_resume(harness);
    conformance_must(harness, (struct store_op){.kind = STORE_PROBE});
    conformance_must(harness, sample_guest(2, "b", &names));
}

/* A resume counts from where it stands among the batches, not from when it is noticed. */
CONFORMANCE_TEST(what_was_submitted_before_the_resume_still_fails)
{
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

CONFORMANCE_TEST(queries_are_answered_while_writing_fails)
{
    conformance_accounts(harness, 1);
    assert_int_equal(harness_do(harness, sample_log(99, 1, "h8")), STORE_UNAVAILABLE);
    (void)ask_player_by_id(harness, sample_by_id(1));
    harness_resume(harness);
}

/* ------------------------------------------------------------------ leases */

/* Submits a guest under a lease. */
static void guest_submit(struct harness *harness, uint64_t id, uint32_t shard, uint64_t epoch)
{
    struct sample_names names;
    const char name[] = {'g', (char)('a' + (int)id), '\0'};
    harness_add(harness, sample_guest(id, name, &names));
    store_batch_lease(harness->batch, (struct store_lease){.shard = shard, .epoch = epoch});
    (void)harness_submit(harness);
}

/* The same, waits, and looks whether the guest is stored. Writing may go on afterwards. */
static void guest_must(struct harness *harness, uint64_t id, uint32_t shard, uint64_t epoch,
                       int status)
{
    guest_submit(harness, id, shard, epoch);
    harness_wait(harness);
    assert_int_equal(harness->batch_status, status);
    assert_int_equal(harness_get(harness, sample_by_id(id)) != NULL, status == STORE_OK);
    harness_resume(harness);
}

CONFORMANCE_TEST(a_batch_of_an_older_epoch_is_not_stored)
{
    const uint64_t largest = INT64_MAX;
    guest_must(harness, 1, 7, 5, STORE_OK);
    guest_must(harness, 2, 7, 5, STORE_OK);
    guest_must(harness, 3, 7, 4, STORE_FENCED);
    guest_must(harness, 4, 8, 1, STORE_OK); /* another shard */
    guest_must(harness, 5, 7, 0, STORE_OK); /* nobody's */
    guest_must(harness, 6, 7, 6, STORE_OK); /* taken over */
    guest_must(harness, 7, 7, 5, STORE_FENCED);
    if (harness->backend->keeps)
        harness_reopen(harness);
    guest_must(harness, 8, 7, 5, STORE_FENCED);
    guest_must(harness, 9, 8, largest, STORE_OK);
    guest_must(harness, 10, 8, largest - 1, STORE_FENCED);
}

/* Looks at everything that the same batch changes under its right lease. No later batch is stored.
 */
CONFORMANCE_TEST(what_a_fenced_batch_would_change_stays)
{
    struct looked before;
    something_of_everything(harness);
    guest_must(harness, 24, 1, 2, STORE_OK);
    look(harness, &before);
    change_everything(harness);
    store_batch_lease(harness->batch, (struct store_lease){.shard = 1, .epoch = 1});
    assert_int_equal(harness_commit(harness), STORE_FENCED);
    has_changed(harness, &before, false);
    guest_submit(harness, 25, 1, 2);
    harness_wait(harness);
    assert_int_equal(harness->batch_status, STORE_UNAVAILABLE); /* not before the owner says so */
    harness_resume(harness);
    change_everything(harness);
    store_batch_lease(harness->batch, (struct store_lease){.shard = 1, .epoch = 2});
    assert_int_equal(harness_commit(harness), STORE_OK);
    has_changed(harness, &before, true);
}

/* The batch may be in one transaction with the one that fences it off. */
CONFORMANCE_TEST(a_fence_holds_from_the_batch_that_sets_it)
{
    guest_submit(harness, 1, 7, 1);
    guest_submit(harness, 2, 7, 2);
    guest_submit(harness, 3, 7, 1);
    guest_submit(harness, 4, 7, 2);
    harness_wait(harness);
    const int expected[] = {STORE_OK, STORE_OK, STORE_FENCED, STORE_UNAVAILABLE};
    for (uint64_t id = 1; id <= 4; id++) {
        assert_int_equal(harness->reports[id - 1].status, expected[id - 1]);
        assert_int_equal(harness_get(harness, sample_by_id(id)) != NULL, id <= 2);
    }
    harness_resume(harness);
}

CONFORMANCE_TEST(a_batch_that_fails_fences_nobody_off)
{
    guest_must(harness, 1, 7, 1, STORE_OK);
    store_batch_lease(harness->batch, (struct store_lease){.shard = 7, .epoch = 2});
    conformance_must_not(harness, sample_log(99, 1, "h8")); /* there is no such game */
    guest_must(harness, 2, 7, 1, STORE_OK);
}

CONFORMANCE_TEST(ids_are_from_1_to_below_2_to_the_60th)
{
    struct sample_names names;
    const uint64_t last = (UINT64_C(1) << 60) - 1;
    conformance_must(harness, sample_guest(last, "last", &names));
    assert_int_equal(conformance_player(harness, last)->id, last);
    conformance_must_not(harness, sample_guest(0, "none", &names));
    conformance_must_not(harness, sample_guest(last + 1, "beyond", &names));
}

CONFORMANCE_TEST(closing_finishes_every_batch_and_drops_queries)
{
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
        (void)ask_player_by_id(harness, sample_by_id(id));
}
