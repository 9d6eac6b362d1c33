/* SPDX-License-Identifier: MIT */
/* Steps of tests of rated games. */
#include "tests/unit/server/rig_rated.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)

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

int rig_rated_setup(void **state)
{
    const struct core_options options = rig_rated_options();
    *state = rig_new_with(&options);
    return 0;
}

/* ------------------------------------------------------------------ games */

const json_t *rig_rated_open(struct rig_peer *peer, const char *more)
{
    return rig_ask(peer,
                   "{'op':'room.open','variant':'mini','rated':true,'first':'opener','clock':"
                   "{'kind':'fischer','main_ms':300000,'increment_ms':3000}%s}",
                   more);
}

struct rig_table rig_rated_table(struct rig_peer *first, struct rig_peer *second)
{
    struct rig_table table = {.first = first, .second = second};
    const json_t *opened = rig_rated_open(first, "");
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

void rig_rated_beat(struct rig_peer *winner, struct rig_peer *loser)
{
    const struct rig_table table = rig_rated_table(winner, loser);
    rig_rated_win(&table);
    rig_rated_leave(&table);
    rig_pass(winner->rig, 5000); /* rooms may be opened so often */
    rig_forget_events(winner);
    rig_forget_events(loser);
}

const char *rig_rated_refusal(struct rig_peer *opener, struct rig_peer *peer,
                              int64_t *retry_after_ms_out)
{
    char room[13];
    const json_t *opened = rig_rated_open(opener, "");
    assert_ok(opened);
    snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    const json_t *joined = rig_ask(peer, "{'op':'room.join','room':'%s'}", room);
    const char *code = rig_code(joined);
    if (code[0] == '\0')
        assert_ok(rig_ask(peer, "{'op':'game.abort','game':'%s'}", text_at(joined, "game.game")));
    else if (retry_after_ms_out != NULL)
        *retry_after_ms_out = int_at(joined, "error.retry_after_ms");
    assert_ok(rig_ask(opener, "{'op':'room.leave','room':'%s'}", room));
    if (code[0] == '\0')
        rig_leave(peer, room);
    rig_pass(peer->rig, 5000);
    return code;
}

/* ------------------------------------------------------------------ ratings */

const json_t *rig_rated_page(struct rig_peer *asker, const char *name)
{
    const json_t *page = rig_ask(asker, "{'op':'player.get','name':'%s'}", name);
    assert_ok(page);
    const json_t *ratings = json_object_get(page, "ratings");
    for (size_t i = 0; i < json_array_size(ratings); i++)
        if (strcmp(text_at(json_array_get(ratings, i), "variant"), "mini") == 0)
            return json_array_get(ratings, i);
    return NULL;
}

int64_t rig_rated_total(struct rig_peer *asker)
{
    const json_t *top = rig_ask(asker, "{'op':'rating.top','variant':'mini'}");
    assert_ok(top);
    return int_at(top, "total");
}
