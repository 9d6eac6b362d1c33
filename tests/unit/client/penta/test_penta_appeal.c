/* SPDX-License-Identifier: MIT */
/*
 * penta appeal, for those who were muted, warned or banned, and what moderators read of it.
 */
#include "penta_run.h"
#include "proto/error.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

/* Maria has logged in here before. */
static void be_maria(void)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
}

static void let_maria_in(void)
{
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "maria"});
}

static void refuse_maria(int appeal)
{
    const struct fault fault = {.error = ERR_BANNED, .reason = "insults", .appeal = appeal};
    fake_server_accept(&run.server);
    fake_server_error(&run.server, fake_server_take(&run.server, OP_AUTH_RESUME).id, &fault, 0);
}

/* ---------------------------------------------------------------- appealing */

static void who_is_muted_answers_by_the_login(void **state)
{
    (void)state;
    be_maria();
    penta_run_start("appeal --text joke");
    let_maria_in();
    struct request request = fake_server_take(&run.server, OP_PLAYER_APPEAL);
    assert_string_equal(request.as.player_appeal.text, "joke");
    assert_int_equal(request.as.player_appeal.against, NONE);
    fake_server_reply(&run.server, OP_PLAYER_APPEAL, request.id, &(struct player_appeal_reply){0});
    penta_run_check_end(0, "The moderators will read it");
}

static void the_text_is_asked_for(void **state)
{
    (void)state;
    be_maria();
    penta_run_start_screen("appeal");
    penta_run_answer("Your appeal, in one line: ", "It was a joke, \xd0\xb4\xd0\xb0\n");
    let_maria_in();
    struct request request = fake_server_take(&run.server, OP_PLAYER_APPEAL);
    assert_string_equal(request.as.player_appeal.text, "It was a joke, \xd0\xb4\xd0\xb0");
    const struct fault fault = {.error = ERR_ALREADY_APPEALED};
    fake_server_error(&run.server, request.id, &fault, 0);
    penta_run_check_end(1, "You have appealed against this already; that can be done once.");
}

static void who_is_banned_is_asked_for_the_password(void **state)
{
    (void)state;
    be_maria();
    penta_run_start_screen("appeal");
    penta_run_answer("Your appeal, in one line: ", "my cat\n");
    refuse_maria(1 + APPEAL_STATE_WORD_POSSIBLE);
    fake_server_drop(&run.server);
    penta_run_answer("Password: ", "secret phrase\n");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_APPEAL);
    assert_string_equal(request.as.auth_appeal.name, "maria");
    assert_string_equal(request.as.auth_appeal.password, "secret phrase");
    assert_string_equal(request.as.auth_appeal.device, TOKEN);
    assert_string_equal(request.as.auth_appeal.text, "my cat");
    fake_server_reply(&run.server, OP_AUTH_APPEAL, request.id, &(struct auth_appeal_reply){0});
    penta_run_check_end(0, "The moderators will read it");
    assert_null(strstr(penta_run_shown, "secret"));
    assert_null(strstr(run.penta.text, "secret"));
}

static void somebody_who_is_not_logged_in_here_gives_a_name(void **state)
{
    (void)state;
    penta_run_start_screen("appeal boris --text cat --json");
    penta_run_answer("Password: ", "secret phrase\n");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_APPEAL);
    assert_string_equal(request.as.auth_appeal.name, "boris");
    assert_null(request.as.auth_appeal.device);
    fake_server_reply(&run.server, OP_AUTH_APPEAL, request.id, &(struct auth_appeal_reply){0});
    penta_run_check_end(0, "{\"re\":0}");
}

static void a_wrong_password_is_no_appeal(void **state)
{
    (void)state;
    penta_run_start_screen("appeal boris --text x");
    penta_run_answer("Password: ", "wrong\n");
    fake_server_accept(&run.server);
    const struct fault fault = {.error = ERR_WRONG_CREDENTIALS};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_AUTH_APPEAL).id, &fault, 0);
    penta_run_check_end(1, "The name or the password is wrong.");
}

/* ---------------------------------------------------------------- what a ban says */

static void a_refused_login_says_how_the_answer_stands(void **state)
{
    (void)state;
    static const struct {
        int appeal;
        const char *text;
    } rows[] = {
        {1 + APPEAL_STATE_WORD_POSSIBLE, "Reason: insults. You can appeal once: penta appeal"},
        {1 + APPEAL_STATE_WORD_OPEN, "You have appealed; there is no decision yet."},
        {1 + APPEAL_STATE_WORD_DISMISSED, "Your appeal was reviewed; the ban stays."},
        {0, "Reason: insults.\n"},
    };
    be_maria();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        penta_run_start("whoami");
        refuse_maria(rows[i].appeal);
        penta_run_check_end(1, rows[i].text);
        fake_server_drop(&run.server);
    }
}

static void verdicts_are_told_by_memos(void **state)
{
    (void)state;
    static const struct memo_record memos[] = {
        {.memo = 3,
         .kind = MEMO_KIND_WORD_APPEAL_UPHELD,
         .verdict = NONE,
         .points = NONE,
         .against = MOD_ACT_WORD_BAN,
         .text = "I looked again"},
        {.memo = 2,
         .kind = MEMO_KIND_WORD_APPEAL_UPHELD,
         .verdict = NONE,
         .points = NONE,
         .against = MOD_ACT_WORD_WARN,
         .seen = true},
        {.memo = 1,
         .kind = MEMO_KIND_WORD_APPEAL_REFUSED,
         .verdict = NONE,
         .points = NONE,
         .against = MOD_ACT_WORD_MUTE,
         .text = "no\x1b[2J",
         .seen = true},
    };
    be_maria();
    penta_run_start("memos");
    let_maria_in();
    fake_server_reply(&run.server, OP_MEMO_LIST, fake_server_take(&run.server, OP_MEMO_LIST).id,
                      &(struct memo_list_reply){.memos = memos, .memos_count = 3});
    struct request request = fake_server_take(&run.server, OP_MEMO_SEEN);
    assert_int_equal(request.as.memo_seen.upto, 3);
    fake_server_reply(&run.server, OP_MEMO_SEEN, request.id, &(struct memo_seen_reply){0});
    penta_run_check_end(0, "Your appeal was upheld: the decision is lifted. I looked again\n");
    assert_non_null(strstr(run.penta.text, "Your appeal was upheld: the warning is withdrawn.\n"));
    assert_non_null(
        strstr(run.penta.text, "Your appeal was reviewed; the decision stands. no?[2J\n"));
}

/* ---------------------------------------------------------------- moderators */

static const struct appeal_record APPEALS[] = {
    {.n = 17,
     .at = 1767225600000,
     .name = "boris",
     .text = "my \x1b[2Jcat",
     .against = MOD_ACT_WORD_BAN,
     .since = 1767225500000,
     .by = "anna",
     .until = NONE,
     .reason = "insults"},
    {.n = 18,
     .at = 1767225600000,
     .name = "carla",
     .text = "a joke",
     .against = MOD_ACT_WORD_MUTE,
     .since = 1767225500000,
     .until = 1767225700000,
     .ended = true},
};

static void appeals_are_listed_with_what_they_are_against(void **state)
{
    (void)state;
    be_maria();
    penta_run_start("mod appeals 5");
    let_maria_in();
    struct request request = fake_server_take(&run.server, OP_MOD_APPEALS);
    assert_int_equal(request.as.mod_appeals.from, 5);
    fake_server_reply(
        &run.server, OP_MOD_APPEALS, request.id,
        &(struct mod_appeals_reply){.appeals = APPEALS, .appeals_count = 2, .more = true});
    penta_run_check_end(
        0, "boris appeals a ban (by anna)\n      Reason: insults.\n      my ?[2Jcat\n");
    assert_non_null(
        strstr(run.penta.text, "carla appeals a mute (by (the server's machine)) until 202"));
    assert_non_null(strstr(run.penta.text, "  (no longer in force)\n      a joke\n"));
    assert_non_null(strstr(run.penta.text, "More: penta mod appeals 19\n"));
}

static void programs_get_an_appeal_a_line(void **state)
{
    (void)state;
    be_maria();
    penta_run_start("mod appeals --json");
    let_maria_in();
    struct request request = fake_server_take(&run.server, OP_MOD_APPEALS);
    fake_server_reply(&run.server, OP_MOD_APPEALS, request.id,
                      &(struct mod_appeals_reply){.appeals = APPEALS, .appeals_count = 1});
    penta_run_check_end(0, "{\"n\":17,\"at\":1767225600000,\"name\":\"boris\",");
}

static void an_appeal_is_judged_by_its_number(void **state)
{
    (void)state;
    be_maria();
    penta_run_start("mod answer 17 upheld sorry");
    let_maria_in();
    struct request request = fake_server_take(&run.server, OP_MOD_ANSWER);
    assert_int_equal(request.as.mod_answer.appeal, 17);
    assert_int_equal(request.as.mod_answer.verdict, VERDICT_WORD_UPHELD);
    assert_string_equal(request.as.mod_answer.note, "sorry");
    fake_server_reply(&run.server, OP_MOD_ANSWER, request.id,
                      &(struct mod_answer_reply){.name = "boris", .lifted = true});
    penta_run_check_end(0, "The appeal of boris is upheld; the mute or ban is lifted.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(who_is_muted_answers_by_the_login),
        PENTA_TEST(the_text_is_asked_for),
        PENTA_TEST(who_is_banned_is_asked_for_the_password),
        PENTA_TEST(somebody_who_is_not_logged_in_here_gives_a_name),
        PENTA_TEST(a_wrong_password_is_no_appeal),
        PENTA_TEST(a_refused_login_says_how_the_answer_stands),
        PENTA_TEST(verdicts_are_told_by_memos),
        PENTA_TEST(appeals_are_listed_with_what_they_are_against),
        PENTA_TEST(programs_get_an_appeal_a_line),
        PENTA_TEST(an_appeal_is_judged_by_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
