/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine and bans: who was banned when it fell is spared, and nobody else, whenever the
 * month is settled and whatever became of the ban until then.
 */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig_fines.h"

#include <string.h>

#define STEPS_MAX 8

/* AT(3, 1, 4) is 1 March 2024, 04:00. February falls on Friday 1 March, March on Monday 1 April. */
#define AT(month, day, hour) ((month)*10000 + (day)*100 + (hour))

enum step_kind {
    END,
    BAN,  /* for `days`, 0: for good */
    LIFT, /* the ban */
    JUMP, /* the clock by two hours: nothing is settled before a steady day has passed */
    DOWN, /* until `at`; trusted at once then, so what is due is settled */
    CRASH /* and at once up again */
};

struct step {
    int at;
    enum step_kind kind;
    int days;
};

/* Anna has 1520 points since January. */
struct banned {
    const char *what;
    struct step steps[STEPS_MAX]; /* the last one comes to `end` */
    int end;
    const char *fines;
};

static const struct banned BANNED[] = {
    {"never", {{0}}, AT(4, 10, 0), "2024-03 2024-02"},
    {"never, and down", {{AT(4, 10, 0), DOWN, 0}}, AT(4, 10, 1), "2024-03 2024-02"},
    {"over it", {{AT(2, 20, 0), BAN, 20}}, AT(3, 20, 0), ""},
    {"over it, settled after its end",
     {{AT(2, 20, 0), BAN, 20}, {AT(3, 20, 0), DOWN, 0}},
     AT(3, 20, 1),
     ""},
    {"over before it", {{AT(2, 20, 0), BAN, 5}, {AT(3, 20, 0), DOWN, 0}}, AT(3, 20, 1), "2024-02"},
    {"until the very moment", {{AT(2, 20, 0), BAN, 10}}, AT(3, 2, 0), "2024-02"},
    {"lifted before it",
     {{AT(2, 20, 0), BAN, 0}, {AT(2, 25, 0), LIFT, 0}, {AT(3, 20, 0), DOWN, 0}},
     AT(3, 20, 1),
     "2024-02"},
    {"for good", {{AT(2, 20, 0), BAN, 0}, {AT(4, 10, 0), DOWN, 0}}, AT(4, 10, 1), ""},
    {"over the first of two",
     {{AT(2, 20, 0), BAN, 20}, {AT(4, 10, 0), DOWN, 0}},
     AT(4, 10, 1),
     "2024-03"},
    {"over the second of two",
     {{AT(3, 10, 0), BAN, 30}, {AT(4, 20, 0), DOWN, 0}},
     AT(4, 20, 1),
     "2024-02"},
    {"begun between fall and settling",
     {{AT(2, 29, 12), JUMP, 0}, {AT(3, 1, 4), BAN, 10}},
     AT(3, 2, 0),
     "2024-02"},
    {"begun between both, and a crash",
     {{AT(2, 29, 12), JUMP, 0}, {AT(3, 1, 4), BAN, 0}, {AT(3, 1, 5), CRASH, 0}},
     AT(3, 2, 0),
     "2024-02"},
    {"lifted between fall and settling",
     {{AT(2, 20, 0), BAN, 0}, {AT(2, 29, 12), JUMP, 0}, {AT(3, 1, 4), LIFT, 0}},
     AT(3, 2, 0),
     ""},
    {"lifted between both, and a crash",
     {{AT(2, 20, 0), BAN, 0},
      {AT(2, 29, 12), JUMP, 0},
      {AT(3, 1, 4), LIFT, 0},
      {AT(3, 1, 5), CRASH, 0}},
     AT(3, 2, 0),
     ""},
    {"made longer between both",
     {{AT(2, 20, 0), BAN, 12}, {AT(2, 29, 12), JUMP, 0}, {AT(3, 1, 4), BAN, 0}},
     AT(3, 2, 0),
     ""},
    {"several, all after it",
     {{AT(2, 29, 12), JUMP, 0},
      {AT(3, 1, 4), BAN, 0},
      {AT(3, 1, 5), LIFT, 0},
      {AT(3, 1, 6), BAN, 3}},
     AT(3, 2, 0),
     "2024-02"},
    {"several, the first over it",
     {{AT(2, 20, 0), BAN, 0},
      {AT(2, 29, 12), JUMP, 0},
      {AT(3, 1, 4), LIFT, 0},
      {AT(3, 1, 5), BAN, 0},
      {AT(3, 1, 6), LIFT, 0}},
     AT(3, 2, 0),
     ""},
    {"lifted after it, next month is another one",
     {{AT(2, 20, 0), BAN, 0},
      {AT(2, 29, 12), JUMP, 0},
      {AT(3, 1, 4), LIFT, 0},
      {AT(4, 10, 0), DOWN, 0}},
     AT(4, 10, 1),
     "2024-03"},
};

static int64_t wall_ms(int at)
{
    return rig_date(2024, at / 10000, at / 100 % 100) + at % 100 * HOUR_MS;
}

static void order(struct rig *rig, const struct step *step)
{
    struct rig_peer *local = rig_connect_locally(rig);
    if (step->kind == LIFT)
        assert_ok(rig_ask(local, "{'op':'mod.unban','name':'Anna','reason':'sorry'}"));
    else if (step->days == 0)
        assert_ok(rig_ask(local, "{'op':'mod.ban','name':'Anna','reason':'insults'}"));
    else
        assert_ok(rig_ask(local, "{'op':'mod.ban','name':'Anna','minutes':%d,'reason':'insults'}",
                          step->days * 24 * 60));
    rig_hang_up(local);
}

static void take(struct rig *rig, const struct step *step)
{
    if (step->kind == DOWN) {
        rig_down_until(rig, wall_ms(step->at));
        return;
    }
    rig_until(rig, wall_ms(step->at));
    if (step->kind == JUMP)
        rig_set_clock(rig, rig->now.wall_ms + 2 * HOUR_MS);
    else if (step->kind == CRASH)
        rig_restart(rig);
    else
        order(rig, step);
}

/* `is_seated`: at a table, and so in the server's memory although banned. */
static void check(const struct banned *row, bool is_seated)
{
    const struct core_options options = rig_fines_options();
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_until(rig, rig_date(2024, 1, 15));
    rig_rated_game(anna, boris, "classic");
    if (is_seated)
        (void)rig_table(anna, boris, "freestyle", true);
    for (size_t i = 0; i < STEPS_MAX && row->steps[i].kind != END; i++)
        take(rig, &row->steps[i]);
    rig_until(rig, wall_ms(row->end));
    struct rig_peer *asker = rig_player(rig, "Carla");
    const char *fines = rig_fines(asker, "Anna");
    if (strcmp(fines, row->fines) != 0)
        fail_msg("%s%s: fined for \"%s\"", row->what, is_seated ? ", seated" : "", fines);
    rig_check_world(rig);
    rig_free(rig);
}

static void who_was_banned_when_the_fine_fell_is_spared_whenever_it_is_settled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(BANNED) / sizeof(BANNED[0]); i++) {
        check(&BANNED[i], false);
        check(&BANNED[i], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_was_banned_when_the_fine_fell_is_spared_whenever_it_is_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
