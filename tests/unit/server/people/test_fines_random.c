/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine over random lives: five players play, pause, come and go over years, while the
 * server is killed, is down for weeks, somebody is banned for weeks, and its store fails or is
 * slow. After every step ratings and fines are those of a model that counts days and knows no
 * batches, bits or queries.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEEDS 60
#define STEPS 40
#define PLAYERS 5
#define FIRST_MONTH (2023 * 12 + 10) /* November 2023, where the rig begins */
#define MONTHS 240
#define PEERS_LEFT (RIG_PEERS_MAX - 2 * PLAYERS - 4)

struct model_player {
    int points;
    int since; /* month of the first result, 0: no rating */
    bool moved[MONTHS];
    bool is_banned;
    char fines[1024]; /* as rig_fines() tells them */
};

struct life {
    struct rig *rig;
    uint64_t random;
    struct rig_peer *peers[PLAYERS];
    struct model_player players[PLAYERS];
    int64_t day; /* since 1970: the model has seen it begin */
};

static const char *const NAMES[PLAYERS] = {"Anna", "Boris", "Carla", "Dmitri", "Elena"};

static int below(struct life *life, int end)
{
    life->random ^= life->random << 13;
    life->random ^= life->random >> 7;
    life->random ^= life->random << 17;
    return (int)((life->random >> 11) % (uint64_t)end);
}

/* ------------------------------------------------------------------ the model */

struct model_date {
    int month; /* year * 12 + month - 1 */
    int day;   /* from 1 */
};

/* Counts through the years: slow and plain. */
static struct model_date date_of(int64_t days)
{
    static const int LENGTHS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int month = 1970 * 12;
    for (;; month++) {
        int year = month / 12;
        bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        int length = LENGTHS[month % 12] + (month % 12 == 1 && is_leap ? 1 : 0);
        if (days < length)
            return (struct model_date){month, 1 + (int)days};
        days -= length;
    }
}

/* The first of January 1970 was a Thursday. */
static bool is_first_working_day(int64_t day)
{
    int weekday = (int)((day + 4) % 7); /* 0 is Sunday */
    struct model_date date = date_of(day);
    return (date.day == 1 && weekday >= 1 && weekday <= 5) ||
           ((date.day == 2 || date.day == 3) && weekday == 1);
}

static void model_fine(struct life *life, int month)
{
    for (int i = 0; i < PLAYERS; i++) {
        struct model_player *player = &life->players[i];
        if (player->since == 0 || player->since >= month || player->points == 100 ||
            player->moved[month - FIRST_MONTH] || player->is_banned)
            continue;
        player->points = player->points < 200 ? 100 : player->points - 100;
        char fines[sizeof(player->fines)];
        int len = snprintf(fines, sizeof(fines), "%04d-%02d%s%s", month / 12, month % 12 + 1,
                           player->fines[0] == '\0' ? "" : " ", player->fines);
        assert_in_range(len, 1, sizeof(fines) - 1);
        memcpy(player->fines, fines, (size_t)len + 1);
    }
}

static void model_catch_up(struct life *life)
{
    while (life->day < life->rig->now.wall_ms / DAY_MS) {
        life->day++;
        if (is_first_working_day(life->day))
            model_fine(life, date_of(life->day).month - 1);
    }
}

static int model_month(const struct life *life)
{
    return date_of(life->rig->now.wall_ms / DAY_MS).month;
}

static void model_move(struct life *life, int player)
{
    life->players[player].moved[model_month(life) - FIRST_MONTH] = true;
}

/* Takes a result. The server says what the game did; the model says where it began. */
static void model_result(struct life *life, const json_t *game, const int players[2])
{
    assert_int_equal(count_at(game, "changes"), 2);
    for (int seat = 0; seat < 2; seat++) {
        struct model_player *player = &life->players[players[seat]];
        const json_t *change = json_array_get(json_object_get(game, "changes"), (size_t)seat);
        assert_int_equal(int_at(change, "before"), player->since > 0 ? player->points : 1500);
        player->points = (int)int_at(change, "after");
        if (player->since == 0)
            player->since = model_month(life);
    }
}

/* ------------------------------------------------------------------ what happens */

static void pass_days(struct life *life, int days)
{
    rig_pass(life->rig, days * DAY_MS + below(life, 2) * HOUR_MS * below(life, 24));
    model_catch_up(life);
}

static void pair_choose(struct life *life, int pair[2])
{
    pair[0] = below(life, PLAYERS);
    pair[1] = (pair[0] + 1 + below(life, PLAYERS - 1)) % PLAYERS;
}

static struct rig_table table_open(struct life *life, const int pair[2])
{
    return rig_table(life->peers[pair[0]], life->peers[pair[1]], "classic", true);
}

static void move(struct life *life, const struct rig_table *table, const int pair[2], int ply)
{
    static const char *const SQUARES[] = {"h8", "i9", "h9", "j9", "h10", "k9"};
    assert_ok(rig_move(life->peers[pair[ply % 2]], table->game, ply, SQUARES[ply]));
    model_move(life, pair[ply % 2]);
}

static void leave(struct life *life, const struct rig_table *table, const int pair[2])
{
    for (int seat = 0; seat < 2; seat++) {
        rig_leave(life->peers[pair[seat]], table->room);
        rig_forget_events(life->peers[pair[seat]]);
    }
}

/* A game with pauses of up to four weeks between its moves and before its end. */
static void play(struct life *life)
{
    int pair[2];
    pair_choose(life, pair);
    struct rig_table table = table_open(life, pair);
    for (int ply = 0; ply < 6; ply++) {
        move(life, &table, pair, ply);
        if (below(life, 6) == 0)
            pass_days(life, below(life, 29));
    }
    struct rig_peer *loser = life->peers[pair[below(life, 2)]];
    assert_ok(rig_ask(loser, "{'op':'game.resign','game':'%s'}", table.game));
    model_result(life, rig_game(loser, table.game), pair);
    leave(life, &table, pair);
}

static void move_and_abort(struct life *life)
{
    int pair[2];
    pair_choose(life, pair);
    struct rig_table table = table_open(life, pair);
    int breaker = below(life, 2);
    assert_ok(rig_move(life->peers[pair[0]], table.game, 0, "h8"));
    if (breaker == 1) /* the mover's own abort makes it count for nothing */
        model_move(life, pair[0]);
    assert_ok(rig_ask(life->peers[pair[breaker]], "{'op':'game.abort','game':'%s'}", table.game));
    leave(life, &table, pair);
}

static void pause(struct life *life)
{
    pass_days(life, 1 + below(life, 45));
}

/* Players come and go. One who is away for a while is in no memory. */
static void come_and_go(struct life *life)
{
    int who = below(life, PLAYERS);
    if (life->rig->peer_count > PEERS_LEFT)
        return;
    rig_hang_up(life->peers[who]);
    pass_days(life, below(life, 40));
    life->peers[who] = rig_resume(life->rig, life->peers[who]->token);
}

/* Fails the batches that are on their way to the store; then the store is back. */
static void let_it_fail(struct life *life)
{
    rig_fail_held(life->rig);
    rig_pass(life->rig, 1000);
    model_catch_up(life);
}

/* The login is answered before months are settled, and told of after; then the month may fail. */
static void come_late(struct life *life)
{
    int who = below(life, PLAYERS);
    struct rig *rig = life->rig;
    if (rig->peer_count > PEERS_LEFT)
        return;
    rig_hang_up(life->peers[who]);
    rig_turn(rig);
    bool fails = below(life, 2) == 0;
    rig->store->holds_answers = true;
    rig->store->holds_batches = fails;
    struct rig_peer *late = rig_connect(rig);
    rig_send(late, "{'op':'auth.resume','token':'%s'}", life->peers[who]->token);
    rig_turn(rig);
    pass_days(life, below(life, 40));
    rig->store->holds_answers = false;
    rig_turn(rig);
    if (fails)
        let_it_fail(life);
    memcpy(late->token, life->peers[who]->token, sizeof(late->token));
    bool is_in = late->conn != NULL && strcmp(rig_code(rig_reply(late, 1)), "") == 0;
    life->peers[who] = is_in ? late : rig_resume(rig, late->token);
}

static void go_down(struct life *life)
{
    if (life->rig->peer_count > PEERS_LEFT)
        return;
    if (below(life, 2) == 0)
        life->rig->store->holds_batches = true; /* killed while a month may be on its way */
    life->rig->now.wall_ms += below(life, 90) * DAY_MS;
    rig_restart(life->rig);
    model_catch_up(life);
    for (int i = 0; i < PLAYERS; i++)
        life->peers[i] = rig_resume(life->rig, life->peers[i]->token);
}

static void be_killed_at_work(struct life *life)
{
    if (life->rig->peer_count > PEERS_LEFT)
        return;
    life->rig->store->holds_batches = true;
    pass_days(life, below(life, 40)); /* what is written then is lost */
    go_down(life);
}

static void fail_for_days(struct life *life)
{
    life->rig->store->fails_batches = true;
    pass_days(life, below(life, 70));
    life->rig->store->fails_batches = false;
    rig_pass(life->rig, 1000);
    model_catch_up(life);
}

static void be_slow(struct life *life)
{
    life->rig->store->holds_batches = true;
    pass_days(life, below(life, 40));
    life->rig->store->holds_batches = false;
    rig_turn(life->rig);
}

static void order(struct life *life, const char *request, const char *name)
{
    struct rig_peer *local = rig_connect_locally(life->rig);
    assert_ok(rig_ask(local, "{'op':'%s','name':'%s','reason':'insults'}", request, name));
    rig_hang_up(local);
}

/* Fines that fall meanwhile cost the others. */
static void be_banned(struct life *life)
{
    int who = below(life, PLAYERS);
    if (life->rig->peer_count > PEERS_LEFT)
        return;
    life->players[who].is_banned = true;
    order(life, "mod.ban", NAMES[who]);
    pass_days(life, below(life, 70));
    order(life, "mod.unban", NAMES[who]);
    life->players[who].is_banned = false;
    life->peers[who] = rig_resume(life->rig, life->peers[who]->token);
}

static void step(struct life *life)
{
    static void (*const ACTS[])(struct life *) = {
        play,          play,    play,        move_and_abort, move_and_abort, pause,
        pause,         pause,   come_and_go, come_late,      go_down,        be_killed_at_work,
        fail_for_days, be_slow, be_banned,   be_banned};
    ACTS[below(life, (int)(sizeof(ACTS) / sizeof(ACTS[0])))](life);
}

/* ------------------------------------------------------------------ lives */

static void compare(struct life *life)
{
    rig_pass(life->rig, 10 * 1000); /* so that no rate is met */
    model_catch_up(life);
    for (int i = 0; i < PLAYERS; i++) {
        const struct model_player *player = &life->players[i];
        assert_int_equal(rig_rating(life->peers[0], NAMES[i]),
                         player->since > 0 ? player->points : 0);
        assert_string_equal(rig_fines(life->peers[0], NAMES[i]), player->fines);
    }
}

static int live(uint64_t seed)
{
    const struct core_options options = rig_fines_options();
    struct life *life = test_calloc(1, sizeof(*life));
    int fines = 0;
    life->rig = rig_new_with(&options);
    life->random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    life->day = life->rig->now.wall_ms / DAY_MS;
    for (int i = 0; i < PLAYERS; i++)
        life->peers[i] = rig_player(life->rig, NAMES[i]);
    for (int i = 0; i < STEPS; i++) {
        step(life);
        compare(life);
        if (i % 10 == 9)
            rig_check_world(life->rig);
    }
    for (int i = 0; i < PLAYERS; i++)
        fines += (int)(strlen(life->players[i].fines) + 1) / 8;
    rig_free(life->rig);
    test_free(life);
    return fines;
}

static void random_lives_are_fined_as_the_model_says(void **state)
{
    int fines = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        print_message("seed %d\n", (int)seed);
        fines += live(seed);
    }
    print_message("%d lives, %d fines\n", SEEDS, fines);
    assert_true(fines > 10 * SEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_lives_are_fined_as_the_model_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
