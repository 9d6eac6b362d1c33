/* SPDX-License-Identifier: MIT */
/* Steps of tests of rated games and of the monthly fine. */
#define _DEFAULT_SOURCE /* timegm */
#include "tests/unit/server/rig_rated.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

struct core_options rig_rated_options(void)
{
    struct core_options options = rig_options();
    options.idle_ms = 366 * DAY_MS;
    options.room_idle_ms = 366 * DAY_MS;
    options.rating_terms = (struct store_rating_terms){
        .games = 10, .opponents = 3, .points = 20, .related_ms = 7 * DAY_MS};
    options.rated_pair_games = 6;
    return options;
}

/* ------------------------------------------------------------------ games */

static const json_t *open_rated(struct rig_peer *peer, const char *more)
{
    return rig_ask(peer,
                   "{'op':'room.open','variant':'mini','rated':true,'first':'opener','clock':"
                   "{'kind':'fischer','main_ms':300000,'increment_ms':3000}%s}",
                   more);
}

struct rig_table rig_rated_table(struct rig_peer *first, struct rig_peer *second)
{
    struct rig_table table = {.first = first, .second = second};
    const json_t *opened = open_rated(first, "");
    assert_ok(opened);
    snprintf(table.room, sizeof(table.room), "%s", text_at(opened, "room.room"));
    const json_t *joined = rig_ask(second, "{'op':'room.join','room':'%s'}", table.room);
    assert_ok(joined);
    snprintf(table.game, sizeof(table.game), "%s", text_at(joined, "game.game"));
    return table;
}

void rig_rated_win(const struct rig_table *table)
{
    rig_play(table, "a1 b1 a2 b2 a3");
}

void rig_rated_leave(const struct rig_table *table)
{
    assert_ok(rig_ask(table->first, "{'op':'room.leave','room':'%s'}", table->room));
    assert_ok(rig_ask(table->second, "{'op':'room.leave','room':'%s'}", table->room));
}

struct core_options rig_fines_options(void)
{
    struct core_options options = rig_options();
    options.idle_ms = 20 * 366 * DAY_MS;
    options.room_idle_ms = 20 * 366 * DAY_MS;
    return options;
}

/* ------------------------------------------------------------------ time */

int64_t rig_date(int year, int month, int day)
{
    struct tm tm = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    return (int64_t)timegm(&tm) * 1000;
}

void rig_until(struct rig *rig, int64_t wall_ms)
{
    assert_true(wall_ms >= rig->now.wall_ms);
    rig_pass(rig, wall_ms - rig->now.wall_ms);
}

void rig_set_clock(struct rig *rig, int64_t wall_ms)
{
    rig->now.wall_ms = wall_ms;
    rig_turn(rig);
}

void rig_down_until(struct rig *rig, int64_t wall_ms)
{
    rig->now.wall_ms = wall_ms;
    rig_restart(rig);
}

/* ------------------------------------------------------------------ games */

void rig_rated_game(struct rig_peer *winner, struct rig_peer *loser, const char *variant)
{
    struct rig_table table = rig_table(winner, loser, variant, true);
    bool is_small = strcmp(variant, "mini") == 0; /* a row is near as soon as both have moved */
    rig_play(&table, is_small ? "a1 b2" : "a1 b2 c3 d4 e5");
    assert_ok(rig_ask(loser, "{'op':'game.resign','game':'%s'}", table.game));
    assert_ok(rig_ask(loser, "{'op':'room.leave','room':'%s'}", table.room));
    assert_ok(rig_ask(winner, "{'op':'room.leave','room':'%s'}", table.room));
    rig_forget_events(winner);
    rig_forget_events(loser);
}

void rig_two_rated(struct rig *rig, struct rig_peer **anna_out, struct rig_peer **boris_out)
{
    *anna_out = rig_player(rig, "Anna");
    *boris_out = rig_player(rig, "Boris");
    rig_rated_game(*anna_out, *boris_out, "classic");
    assert_int_equal(rig_rating(*anna_out, "Anna"), 1520);
}

void rig_lone_move(struct rig_peer *player, struct rig_peer *opponent, const char *variant,
                   bool rated)
{
    struct rig_table table = rig_table(player, opponent, variant, rated);
    rig_play(&table, "h8");
    assert_ok(rig_ask(opponent, "{'op':'game.abort','game':'%s'}", table.game));
    rig_leave(opponent, table.room);
    rig_leave(player, table.room);
    rig_forget_events(player);
    rig_forget_events(opponent);
}

/* ------------------------------------------------------------------ looking */

int rig_rating(struct rig_peer *asker, const char *name)
{
    const json_t *page = rig_ask(asker, "{'op':'player.get','name':'%s'}", name);
    const json_t *rating;
    size_t index;
    assert_ok(page);
    json_array_foreach(json_object_get(page, "ratings"), index, rating)
        if (strcmp(text_at(rating, "variant"), "classic") == 0)
            return (int)int_at(rating, "rating");
    return 0;
}

const char *rig_fines(struct rig_peer *asker, const char *name)
{
    static char months[1024];
    const json_t *page = rig_ask(asker, "{'op':'rating.fines','name':'%s','limit':50}", name);
    const json_t *row;
    size_t index;
    assert_ok(page);
    assert_false(bool_at(page, "more"));
    months[0] = '\0';
    json_array_foreach(json_object_get(page, "rows"), index, row) {
        size_t len = strlen(months);
        snprintf(months + len, sizeof(months) - len, "%s%s", index > 0 ? " " : "",
                 text_at(row, "month"));
    }
    return months;
}

int rig_logged(const struct rig *rig, const char *event)
{
    int count = 0;
    for (const char *at = rig->log; *at != '\0'; at += strcspn(at, "\n") + 1)
        count += strncmp(at, event, strlen(event)) == 0 ? 1 : 0;
    return count;
}
