/* SPDX-License-Identifier: MIT */
/*
 * penta follow and unfollow: what is asked, and the list, those who play first.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void a_name_is_followed(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("follow boris", OP_FOLLOW_ADD);
    assert_string_equal(request.as.follow_add.name, "boris");
    fake_server_reply(&run.server, OP_FOLLOW_ADD, request.id,
                      &(struct follow_add_reply){.name = "Bo\x1b[2Jris"});
    penta_run_check_end(0, "You follow Bo?[2Jris now.");
}

static void a_name_is_followed_no_longer(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("unfollow boris", OP_FOLLOW_REMOVE);
    assert_string_equal(request.as.follow_remove.name, "boris");
    fake_server_reply(&run.server, OP_FOLLOW_REMOVE, request.id,
                      &(struct follow_remove_reply){.name = "Boris"});
    penta_run_check_end(0, "You no longer follow Boris.");
}

static const struct follow_row_record rows[] = {
    {.name = "anna", .connected = false},
    {.name = "boris", .connected = true},
    {.name = "carla", .connected = true, .room = 9},
    {.name = "days", .connected = false, .room = 10},
};

static void those_who_play_are_listed_first(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("follow", OP_FOLLOW_LIST);
    assert_int_equal(request.as.follow_list.limit, 100);
    fake_server_reply(&run.server, OP_FOLLOW_LIST, request.id,
                      &(struct follow_list_reply){.rows = rows, .rows_count = 4});
    penta_run_check_end(0, "carla               online    playing: penta watch carla");
    const char *boris = strstr(run.penta.text, "boris               online");
    const char *anna = strstr(run.penta.text, "anna                offline");
    assert_non_null(boris);
    assert_non_null(anna);
    assert_true(strstr(run.penta.text, "carla") < boris && boris < anna);
    assert_true(anna < strstr(run.penta.text, "days"));
}

static void who_follows_nobody_is_told_how(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("follow", OP_FOLLOW_LIST);
    fake_server_reply(&run.server, OP_FOLLOW_LIST, request.id, &(struct follow_list_reply){0});
    penta_run_check_end(0, "You follow nobody. Follow a player with: penta follow NAME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_name_is_followed),
        PENTA_TEST(a_name_is_followed_no_longer),
        PENTA_TEST(those_who_play_are_listed_first),
        PENTA_TEST(who_follows_nobody_is_told_how),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
