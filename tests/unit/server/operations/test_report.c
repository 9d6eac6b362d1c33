/* SPDX-License-Identifier: MIT */
/* Reports, and that nobody judges what concerns himself. */
#include "server/core/people/state.h"
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

#define DAY_MS INT64_C(86400000)
#define NEIGHBOURHOOD (UINT64_C(1) << 32 | 0xC0000200) /* 192.0.2.0 */

static void reports_wait_for_a_verdict_and_are_one_each(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "classic", false);
    struct rig_peer *local = rig_connect_locally(rig);
    const char *request = "{'op':'player.report','name':'Boris','complaint':'stalling',"
                          "'game':'%s','text':'waits\\u0007'}";
    assert_ok(rig_ask(anna, request, table.game));
    assert_code(rig_ask(anna, request, table.game), "already_reported");
    assert_ok(rig_ask(anna, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
    const json_t *reply = rig_ask(local, "{'op':'mod.reports'}");
    const json_t *reports = json_object_get(reply, "reports");
    assert_int_equal(json_array_size(reports), 2);
    const json_t *first = json_array_get(reports, 0);
    assert_int_equal(int_at(first, "n"), 1);
    assert_string_equal(text_at(first, "by"), "Anna");
    assert_string_equal(text_at(first, "name"), "Boris");
    assert_string_equal(text_at(first, "complaint"), "stalling");
    assert_string_equal(text_at(first, "game"), table.game);
    assert_string_equal(text_at(first, "text"), "waits ");
    assert_ok(rig_ask(local, "{'op':'mod.resolve','report':1,'verdict':'dismissed','note':'no'}"));
    assert_code(rig_ask(local, "{'op':'mod.resolve','report':1,'verdict':'upheld'}"),
                "no_such_report");
    reply = rig_ask(local, "{'op':'mod.reports','limit':1}");
    assert_int_equal(int_at(json_array_get(json_object_get(reply, "reports"), 0), "n"), 2);
    const json_t *acts = json_object_get(rig_ask(local, "{'op':'mod.log'}"), "entries");
    assert_int_equal(json_array_size(acts), 1);
    assert_string_equal(text_at(json_array_get(acts, 0), "detail"), "dismissed");
}

static void a_report_of_500_letters_is_kept_whole(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    static const char letter[] = "\xd0\xb6"; /* U+0436 */
    char text[500 * 2 + 1] = "";
    for (size_t i = 0; i < 500; i++)
        memcpy(&text[2 * i], letter, sizeof(letter));
    rig_player(rig, "Boris");
    assert_ok(rig_ask(rig_player(rig, "Anna"),
                      "{'op':'player.report','name':'Boris','complaint':'insult','text':'%s'}",
                      text));
    assert_string_equal(text_at(rig_ask(local, "{'op':'mod.reports'}"), "reports.0.text"), text);
}

/* ------------------------------------------------------------------ nobody judges himself */

static void a_moderator_does_not_close_his_own_game(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "classic", true);
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_play(&table, "h8 i9 h7 i7");
    rig_give_role(rig, "Anna", "moderator");
    rig_give_role(rig, "Carla", "moderator");
    assert_code(rig_ask(anna, "{'op':'mod.close_room','room':'%s','reason':'x'}", table.room),
                "own_affair");
    assert_code(rig_ask(carla, "{'op':'mod.close_room','room':'%s','reason':'x'}", table.room),
                "not_allowed");
    rig_give_role(rig, "Carla", "operator");
    assert_ok(rig_ask(carla, "{'op':'mod.close_room','room':'%s','reason':'x'}", table.room));
}

static size_t reports_listed(struct rig_peer *peer)
{
    return json_array_size(json_object_get(rig_ask(peer, "{'op':'mod.reports'}"), "reports"));
}

static void a_report_is_for_somebody_above_the_one_reported(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_give_role(rig, "Anna", "moderator");
    rig_give_role(rig, "Boris", "moderator");
    rig_give_role(rig, "Carla", "operator");
    rig_forget_events(anna);
    rig_forget_events(boris);
    rig_forget_events(carla);
    assert_ok(rig_ask(rig_player(rig, "Dora"),
                      "{'op':'player.report','name':'Anna','complaint':'insult'}"));
    assert_null(rig_next_event(anna));
    assert_null(rig_next_event(boris));
    assert_string_equal(text_at(rig_expect(carla, "mod.reported"), "name"), "Anna");
    assert_int_equal(reports_listed(anna), 0);
    assert_int_equal(reports_listed(boris), 0);
    assert_int_equal(reports_listed(carla), 1);
    const char *dismiss = "{'op':'mod.resolve','report':1,'verdict':'dismissed'}";
    assert_code(rig_ask(anna, "%s", dismiss), "no_such_report");
    assert_code(rig_ask(boris, "%s", dismiss), "no_such_report");
    assert_ok(rig_ask(carla, "%s", dismiss));
}

static void a_moderator_does_not_judge_his_own_report(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig_give_role(rig, "Anna", "moderator");
    assert_ok(rig_ask(anna, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
    assert_code(rig_ask(anna, "{'op':'mod.resolve','report':1,'verdict':'upheld'}"), "own_affair");
    assert_int_equal(reports_listed(anna), 1);
}

/* Whether the newest act is marked. */
static bool is_marked(struct rig_peer *peer)
{
    const json_t *log = json_object_get(rig_ask(peer, "{'op':'mod.log','limit':1}"), "entries");
    return json_is_true(json_object_get(json_array_get(log, 0), "played"));
}

static void an_act_on_an_opponent_of_the_day_is_marked(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "classic", false);
    const char *mute = "{'op':'mod.mute','name':'Boris','reason':'x'}";
    rig_give_role(rig, "Anna", "moderator");
    rig_play(&table, "h8 i9 h7 i7");
    assert_ok(rig_ask(anna, "%s", mute));
    assert_false(is_marked(anna)); /* not yet: the game is shown in no history */
    assert_ok(rig_ask(anna, "{'op':'game.resign','game':'%s'}", table.game));
    assert_true(is_marked(anna));
    rig_live(rig, DAY_MS - 60000);
    assert_ok(rig_ask(anna, "%s", mute));
    assert_true(is_marked(anna));
    rig_live(rig, 120000);
    assert_ok(rig_ask(anna, "%s", mute));
    assert_false(is_marked(anna));
}

/* ------------------------------------------------------------------ floods, and what becomes of it
 */

static void a_guest_has_one_open_report(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    assert_ok(rig_ask(guest, "{'op':'player.report','name':'Anna','complaint':'insult'}"));
    assert_code(rig_ask(guest, "{'op':'player.report','name':'Boris','complaint':'insult'}"),
                "too_many_reports");
    assert_ok(
        rig_ask(rig_connect_locally(rig), "{'op':'mod.resolve','report':1,'verdict':'dismissed'}"));
    assert_ok(rig_ask(guest, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
}

/* Whether the peer is told of a report by now; forgets whatever it was told. */
static bool is_rung(struct rig_peer *peer)
{
    bool is_rung = false;
    for (const json_t *event = rig_next_event(peer); event != NULL; event = rig_next_event(peer))
        is_rung = is_rung || strcmp(text_at(event, "ev"), "mod.reported") == 0;
    return is_rung;
}

/* A guest from the n-th house reports Anna. */
static void guest_reports_anna(struct rig *rig, int n)
{
    struct rig_peer *guest = rig_connect_from_network(rig, NEIGHBOURHOOD + (uint64_t)n);
    assert_ok(rig_ask(guest, "{'op':'auth.guest'}"));
    assert_ok(rig_ask(guest, "{'op':'player.report','name':'Anna','complaint':'insult'}"));
}

static void reports_on_one_player_ring_once_in_ten_minutes(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig_give_role(rig, "Keeper", "moderator");
    rig_forget_events(keeper);
    for (int i = 1; i <= 5; i++)
        guest_reports_anna(rig, i);
    assert_ok(
        rig_ask(rig_guest(rig), "{'op':'player.report','name':'Boris','complaint':'insult'}"));
    assert_string_equal(text_at(rig_expect(keeper, "mod.reported"), "name"), "Anna");
    assert_string_equal(text_at(rig_expect(keeper, "mod.reported"), "name"), "Boris");
    assert_null(rig_next_event(keeper));
    assert_int_equal(reports_listed(keeper), 6);
    rig_live(rig, 300000);
    rig_forget_events(keeper);
    guest_reports_anna(rig, 6);
    assert_false(is_rung(keeper));
    rig_live(rig, 300000);
    guest_reports_anna(rig, 7);
    assert_string_equal(text_at(rig_find_event(keeper, "mod.reported"), "name"), "Anna");
}

/* A guest of a network reports another player, who is a guest as well. */
static void guest_reports_somebody(struct rig *rig, uint64_t network)
{
    struct rig_peer *guest = rig_guest_from(rig, network);
    struct rig_peer *somebody = rig_guest(rig);
    assert_ok(
        rig_ask(guest, "{'op':'player.report','name':'%s','complaint':'insult'}", somebody->name));
    rig_hang_up(somebody);
    rig_hang_up(guest);
}

static int rung_times(struct rig_peer *peer)
{
    int count = 0;
    for (const json_t *event = rig_next_event(peer); event != NULL; event = rig_next_event(peer))
        count += strcmp(text_at(event, "ev"), "mod.reported") == 0 ? 1 : 0;
    return count;
}

/* Moderators are one receiver: reports are listed, however many there are. */
static void reports_on_many_players_ring_so_often_in_ten_minutes(void **state)
{
    static const struct {
        uint64_t networks;
        int reports;
        int rings;
    } rows[] = {{1, 20, REPORTS_TOLD_KEPT / 4}, {8, 80, REPORTS_TOLD_KEPT}};
    struct rig *rig = *state;
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    rig_give_role(rig, "Keeper", "moderator");
    for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
        rig_live(rig, 600000);
        rig_forget_events(keeper);
        for (int i = 0; i < rows[row].reports; i++)
            guest_reports_somebody(rig, NEIGHBOURHOOD + 0x100 * ((uint64_t)i % rows[row].networks));
        assert_int_equal(rung_times(keeper), rows[row].rings);
    }
    rig_live(rig, 600000);
    rig_forget_events(keeper);
    guest_reports_somebody(rig, NEIGHBOURHOOD);
    assert_int_equal(rung_times(keeper), 1);
}

static void after_a_verdict_the_next_report_rings(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    rig_player(rig, "Anna");
    rig_give_role(rig, "Keeper", "moderator");
    guest_reports_anna(rig, 1);
    rig_forget_events(keeper);
    assert_ok(rig_ask(keeper, "{'op':'mod.resolve','report':1,'verdict':'dismissed'}"));
    guest_reports_anna(rig, 2);
    assert_string_equal(text_at(rig_find_event(keeper, "mod.reported"), "name"), "Anna");
}

static void reports_of_neighbours_and_liars_do_not_ring(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    struct rig_peer *liar = rig_player(rig, "Liar");
    struct rig_peer *local = rig_connect_locally(rig);
    rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig_give_role(rig, "Keeper", "moderator");
    for (int i = 1; i <= 5; i++) {
        assert_ok(rig_ask(liar, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
        assert_ok(rig_ask(local, "{'op':'mod.resolve','report':%d,'verdict':'dismissed'}", i));
    }
    rig_live(rig, 3600000);
    rig_forget_events(keeper);
    assert_ok(rig_ask(liar, "{'op':'player.report','name':'Anna','complaint':'insult'}"));
    assert_false(is_rung(keeper));
    const json_t *cases = rig_ask(local, "{'op':'mod.cases'}");
    assert_int_equal(int_at(cases, "cases.0.reports"), 1);
    assert_int_equal(int_at(cases, "cases.0.reporters"), 0);
    assert_true(bool_at(rig_ask(local, "{'op':'mod.reports'}"), "reports.0.uncounted"));
    guest_reports_anna(rig, 1);
    assert_string_equal(text_at(rig_find_event(keeper, "mod.reported"), "name"), "Anna");
    rig_live(rig, 600000);
    rig_forget_events(keeper);
    guest_reports_anna(rig, 1);
    assert_false(is_rung(keeper));
    cases = rig_ask(local, "{'op':'mod.cases'}");
    assert_int_equal(int_at(cases, "cases.0.reports"), 3);
    assert_int_equal(int_at(cases, "cases.0.reporters"), 1);
    guest_reports_anna(rig, 2);
    assert_string_equal(text_at(rig_find_event(keeper, "mod.reported"), "name"), "Anna");
}

static void a_player_who_gets_a_role_does_not_hear_of_reports_on_himself(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *carla = rig_player(rig, "Carla");
    struct rig_peer *local = rig_connect_locally(rig);
    rig_forget_events(anna);
    rig->store->holds_answers = true;
    rig_send(carla, "{'op':'player.report','name':'Anna','complaint':'insult'}");
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig->store->holds_batches = true;
    rig_turn(rig);
    rig_send(local, "{'op':'mod.role','name':'Anna','role':'operator'}");
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_false(is_rung(anna));
}

/* ------------------------------------------------------------------ verdicts on cases */

static void a_verdict_on_all_leaves_what_came_since(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_player(rig, "Anna");
    rig_give_role(rig, "Keeper", "moderator");
    guest_reports_anna(rig, 1);
    assert_ok(rig_ask(boris, "{'op':'player.report','name':'Keeper','complaint':'name'}"));
    assert_ok(rig_ask(boris, "{'op':'player.report','name':'Anna','complaint':'name'}"));
    const json_t *cases = rig_ask(keeper, "{'op':'mod.cases'}");
    assert_int_equal(json_array_size(json_object_get(cases, "cases")), 1);
    assert_string_equal(text_at(cases, "cases.0.name"), "Anna");
    assert_int_equal(int_at(cases, "cases.0.last"), 3);
    assert_string_equal(text_at(cases, "cases.0.complaints.0.complaint"), "insult");
    assert_string_equal(text_at(cases, "cases.0.complaints.1.complaint"), "name");
    assert_false(has_at(cases, "cases.0.own"));
    guest_reports_anna(rig, 2);
    rig_forget_events(boris);
    const json_t *reply =
        rig_ask(keeper, "{'op':'mod.resolve','report':3,'verdict':'dismissed','all':true}");
    assert_int_equal(int_at(reply, "judged"), 2);
    assert_false(has_at(reply, "more"));
    assert_string_equal(text_at(rig_expect(boris, "memo.added"), "memo.verdict"), "dismissed");
    const json_t *reports = rig_ask(keeper, "{'op':'mod.reports','name':'anna'}");
    assert_int_equal(json_array_size(json_object_get(reports, "reports")), 1);
    assert_int_equal(int_at(reports, "reports.0.n"), 4);
    const json_t *log = rig_ask(keeper, "{'op':'mod.log'}");
    assert_int_equal(int_at(log, "entries.0.report"), 3);
    assert_int_equal(int_at(log, "entries.0.judged"), 2);
    assert_code(rig_ask(keeper, "{'op':'mod.resolve','report':3,'verdict':'upheld','all':true}"),
                "no_such_report");
}

static void a_case_with_ones_own_report_is_judged_by_others(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    rig_player(rig, "Anna");
    assert_ok(rig_ask(keeper, "{'op':'player.report','name':'Anna','complaint':'insult'}"));
    rig_give_role(rig, "Keeper", "moderator");
    guest_reports_anna(rig, 1);
    assert_true(bool_at(rig_ask(keeper, "{'op':'mod.cases'}"), "cases.0.own"));
    assert_code(rig_ask(keeper, "{'op':'mod.resolve','report':2,'verdict':'upheld','all':true}"),
                "own_affair");
    assert_ok(rig_ask(keeper, "{'op':'mod.resolve','report':2,'verdict':'upheld'}"));
    assert_int_equal(reports_listed(keeper), 1);
}

static void many_reports_are_judged_by_several_acts(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    rig_player(rig, "Anna");
    for (int i = 1; i <= STORE_JUDGED_MAX + 1; i++)
        guest_reports_anna(rig, i);
    const char *verdict = "{'op':'mod.resolve','report':101,'verdict':'dismissed','all':true}";
    const json_t *reply = rig_ask(local, "%s", verdict);
    assert_int_equal(int_at(reply, "judged"), STORE_JUDGED_MAX);
    assert_true(bool_at(reply, "more"));
    reply = rig_ask(local, "%s", verdict);
    assert_int_equal(int_at(reply, "judged"), 1);
    assert_false(has_at(reply, "more"));
    assert_code(rig_ask(local, "%s", verdict), "no_such_report");
}

static void a_reporter_is_told_the_verdict_and_known_by_it(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig_player(rig, "Boris");
    assert_ok(rig_ask(anna, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
    rig_forget_events(anna);
    assert_ok(rig_ask(local, "{'op':'mod.resolve','report':1,'verdict':'upheld'}"));
    const json_t *judged = rig_expect(anna, "memo.added");
    assert_string_equal(text_at(judged, "memo.name"), "Boris");
    assert_string_equal(text_at(judged, "memo.verdict"), "upheld");
    assert_ok(rig_ask(anna, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
    assert_ok(
        rig_ask(rig_guest(rig), "{'op':'player.report','name':'Boris','complaint':'insult'}"));
    const json_t *reports = rig_ask(local, "{'op':'mod.reports'}");
    assert_int_equal(int_at(reports, "reports.0.upheld"), 1);
    assert_false(has_at(reports, "reports.0.dismissed"));
    assert_int_equal(int_at(reports, "reports.0.others"), 1);
    assert_false(has_at(reports, "reports.1.upheld"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(reports_wait_for_a_verdict_and_are_one_each),
        RIG_TEST(a_report_of_500_letters_is_kept_whole),
        RIG_TEST(a_moderator_does_not_close_his_own_game),
        RIG_TEST(a_report_is_for_somebody_above_the_one_reported),
        RIG_TEST(a_moderator_does_not_judge_his_own_report),
        RIG_TEST(an_act_on_an_opponent_of_the_day_is_marked),
        RIG_TEST(a_guest_has_one_open_report),
        RIG_TEST(reports_on_one_player_ring_once_in_ten_minutes),
        RIG_TEST(reports_on_many_players_ring_so_often_in_ten_minutes),
        RIG_TEST(after_a_verdict_the_next_report_rings),
        RIG_TEST(reports_of_neighbours_and_liars_do_not_ring),
        RIG_TEST(a_player_who_gets_a_role_does_not_hear_of_reports_on_himself),
        RIG_TEST(a_verdict_on_all_leaves_what_came_since),
        RIG_TEST(a_case_with_ones_own_report_is_judged_by_others),
        RIG_TEST(many_reports_are_judged_by_several_acts),
        RIG_TEST(a_reporter_is_told_the_verdict_and_known_by_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
