/* SPDX-License-Identifier: MIT */
/*
 * Twenty rated games at once, played with random legal actions by one poll loop, with kill -9 in
 * the middle. Every acknowledged action is in the stored game, and the leaderboard and the
 * histories are what the results give.
 */
#include "engine/game.h"
#include "tests/support/scene.h"
#include "tests/support/table.h"
#include "tests/support/wait.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#define PAIRS 20
#define GAMES_OF_A_PAIR 3
/* Below what a connection may move at once. */
#define PLIES_MAX 24
#define CRASHES 4
#define CRASH_EVERY 120 /* actions */
#define SEED 20240229u

/* Two players, the game that they play now, and what the rules say of it. */
struct pair {
    struct table table;
    const struct variant *variant;
    struct game game;
    int64_t request;      /* of the player whose turn it is; 0: none yet */
    struct action action; /* what it asks for */
    int games;
    int points[2]; /* opener, joiner: what the rating should be */
};

struct stress {
    struct scene *scene;
    struct pair pairs[PAIRS];
    uint32_t random;
    int actions;  /* acknowledged */
    int crash_at; /* the server is killed at so many of them; 0: never */
};

/* Marsaglia's xorshift: the same games in every run. */
static uint32_t draw_number(struct stress *stress, size_t below)
{
    stress->random ^= stress->random << 13;
    stress->random ^= stress->random >> 17;
    stress->random ^= stress->random << 5;
    return stress->random % (uint32_t)below;
}

static void pair_begin(struct pair *pair)
{
    game_init(&pair->game, pair->variant);
    pair->request = 0;
    if (pair->games == 0)
        table_open(&pair->table, pair->table.opener, pair->table.joiner, pair->variant->key,
                   TABLE_RATED);
    else
        table_rematch(&pair->table);
}

static void pair_act(struct stress *stress, struct pair *pair)
{
    struct action legal[GAME_LEGAL_MAX];
    char text[ACTION_TEXT_SIZE];
    size_t count = game_legal_actions(&pair->game, legal, sizeof(legal) / sizeof(*legal));
    pair->action = legal[draw_number(stress, count)];
    action_format(pair->variant, pair->action, text);
    pair->table.ply = pair->game.ply;
    pair->request = table_send(&pair->table, (int)game_to_act(&pair->game), text);
}

/* Computes the points by the rating rule, independently of the server's code. */
static void reckon(struct pair *pair, enum seat winner)
{
    int winner_at = pair->table.seats[winner] == pair->table.opener ? 0 : 1;
    int *won = &pair->points[winner_at];
    int *lost = &pair->points[1 - winner_at];
    double expected = 1 / (1 + pow(10, -(*won - *lost) / 400.0));
    int moved = (int)lround(40 * (1 - expected));
    *won += moved;
    *lost -= moved;
}

/* The game is over: by the board, or because the player to act gives up. */
static void pair_end(struct pair *pair)
{
    char actions[GAME_TEXT_SIZE];
    enum seat winner = game_winner(&pair->game);
    const char *reason = game_status(&pair->game) == GAME_WON ? "row" : "full_board";
    if (game_status(&pair->game) == GAME_OPEN) {
        enum seat loser = game_to_act(&pair->game);
        peer_ask(pair->table.seats[loser], "game.resign", "{s:s}", "game", pair->table.game);
        winner = loser == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
        reason = "resign";
    }
    static const char *const results[] = {"first", "second"};
    json_t *stored = table_read(&pair->table, pair->table.opener);
    assert_string_equal(text_at(stored, "result"), winner == SEAT_NONE ? "draw" : results[winner]);
    assert_string_equal(text_at(stored, "reason"), reason);
    game_format(&pair->game, actions, sizeof(actions));
    assert_string_equal(text_at(stored, "actions"), actions);
    if (winner != SEAT_NONE)
        reckon(pair, winner);
    pair->games++;
    if (pair->games < GAMES_OF_A_PAIR)
        pair_begin(pair);
}

/* Goes on as far as it can without waiting. Returns whether the pair has more to play. */
static bool pair_go_on(struct stress *stress, struct pair *pair)
{
    if (pair->games == GAMES_OF_A_PAIR)
        return false;
    peer_read(pair->table.opener);
    peer_read(pair->table.joiner);
    if (pair->request != 0) {
        struct peer *mover = pair->table.seats[game_to_act(&pair->game)];
        json_t *answer = peer_find_answer(mover, pair->request);
        if (answer == NULL)
            return true;
        assert_int_equal(int_at(answer, "ply"), pair->game.ply + 1);
        assert_int_equal(game_act(&pair->game, pair->action), 0);
        stress->actions++;
    }
    if (game_status(&pair->game) != GAME_OPEN || pair->game.ply >= PLIES_MAX)
        pair_end(pair);
    if (pair->games < GAMES_OF_A_PAIR)
        pair_act(stress, pair);
    return pair->games < GAMES_OF_A_PAIR;
}

static void wait_for_anything(struct stress *stress)
{
    struct pollfd fds[2 * PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        fds[2 * i] =
            (struct pollfd){.fd = peer_fd(stress->pairs[i].table.opener), .events = POLLIN};
        fds[2 * i + 1] =
            (struct pollfd){.fd = peer_fd(stress->pairs[i].table.joiner), .events = POLLIN};
    }
    if (poll(fds, 2 * PAIRS, PATIENCE_MS) == 0)
        fail_msg("nobody was told anything");
}

/* The game as the server has it again: what it had acknowledged, and at the most the action that
 * was under way. */
static void pair_return(struct stress *stress, struct pair *pair)
{
    const struct table *table = &pair->table;
    struct game known = pair->game;
    struct game stored;
    if (pair->games == GAMES_OF_A_PAIR)
        return;
    enum seat mover = game_to_act(&known);
    const json_t *answer = peer_find_answer(table->seats[mover], pair->request);
    bool is_acknowledged = answer != NULL && has_at(answer, "ply");
    table_take_seats(&pair->table, scene_resume(stress->scene, table->opener),
                     scene_resume(stress->scene, table->joiner));
    json_t *game = table_read(table, table->opener);
    const char *actions = text_at(game, "actions");
    assert_int_equal(game_parse(&stored, pair->variant, actions, strlen(actions), NULL), 0);
    if (is_acknowledged || stored.ply > known.ply)
        assert_int_equal(game_act(&known, pair->action), 0);
    assert_int_equal(stored.ply, known.ply);
    for (int ply = 0; ply < known.ply; ply++)
        assert_true(action_equals(game_actions(&stored)[ply], game_actions(&known)[ply]));
    pair->game = known;
    pair->request = 0;
}

static void crash(struct stress *stress)
{
    scene_crash(stress->scene);
    for (int i = 0; i < PAIRS; i++)
        pair_return(stress, &stress->pairs[i]);
    for (int i = 0; i < PAIRS; i++)
        pair_go_on(stress, &stress->pairs[i]);
}

static void play_all(struct stress *stress)
{
    for (int i = 0; i < PAIRS; i++)
        pair_begin(&stress->pairs[i]);
    for (bool has_more = true; has_more;) {
        has_more = false;
        for (int i = 0; i < PAIRS; i++)
            has_more = pair_go_on(stress, &stress->pairs[i]) || has_more;
        if (has_more && stress->crash_at > 0 && stress->actions >= stress->crash_at) {
            stress->crash_at =
                stress->crash_at < CRASHES * CRASH_EVERY ? stress->crash_at + CRASH_EVERY : 0;
            crash(stress);
        } else if (has_more) {
            wait_for_anything(stress);
        }
    }
}

static void seat_all(struct stress *stress)
{
    static const enum variant_id variants[] = {VARIANT_MINI, VARIANT_CLASSIC, VARIANT_MINI,
                                               VARIANT_SWAP2};
    for (int i = 0; i < PAIRS; i++) {
        struct pair *pair = &stress->pairs[i];
        char name[16];
        snprintf(name, sizeof(name), "opener-%c", (char)('a' + i));
        pair->table.opener = scene_account(stress->scene, name);
        snprintf(name, sizeof(name), "joiner-%c", (char)('a' + i));
        pair->table.joiner = scene_account(stress->scene, name);
        pair->variant = variant_get(variants[i % 4]);
        pair->points[0] = pair->points[1] = 1500;
    }
}

/* The page and the history of a player agree with `points`. */
static void check_player(struct peer *reader, const struct pair *pair, const struct peer *player,
                         int points)
{
    int64_t sum = 1500;
    json_t *page = peer_ask(reader, "player.get", "{s:s}", "name", peer_name(player));
    assert_string_equal(text_at(page, "ratings.0.variant"), pair->variant->key);
    assert_int_equal(int_at(page, "ratings.0.rating"), points);
    assert_int_equal(int_at(page, "ratings.0.games"), GAMES_OF_A_PAIR);
    json_t *history = peer_ask(reader, "history.list", "{s:s}", "name", peer_name(player));
    assert_int_equal(count_at(history, "rows"), GAMES_OF_A_PAIR);
    for (size_t i = 0; i < GAMES_OF_A_PAIR; i++)
        sum += int_at(json_array_get(json_object_get(history, "rows"), i), "points");
    assert_int_equal(sum, points);
}

/* The leaderboard of a variant is in order, and its points add up to what its players began with:
 * each game takes from one what it gives to the other, as long as both have the same K. */
static void check_leaderboard(struct peer *reader, const char *variant, int players)
{
    json_t *top = peer_ask(reader, "rating.top", "{s:s, s:i}", "variant", variant, "limit", 50);
    const json_t *rows = json_object_get(top, "rows");
    int64_t sum = 0;
    assert_int_equal(int_at(top, "total"), players);
    assert_int_equal(count_at(top, "rows"), players);
    for (size_t i = 0; i < (size_t)players; i++) {
        const json_t *row = json_array_get(rows, i);
        const json_t *above = i > 0 ? json_array_get(rows, i - 1) : NULL;
        bool is_tied = above != NULL && int_at(above, "rating") == int_at(row, "rating");
        sum += int_at(row, "rating");
        assert_int_equal(int_at(row, "rank"), is_tied ? int_at(above, "rank") : (int64_t)i + 1);
        assert_true(above == NULL || int_at(above, "rating") >= int_at(row, "rating"));
    }
    assert_int_equal(sum, 1500 * players);
}

static void check_all(struct stress *stress)
{
    for (int i = 0; i < PAIRS; i++) {
        const struct pair *pair = &stress->pairs[i];
        struct peer *reader = scene_stranger(stress->scene, "a reader");
        check_player(reader, pair, pair->table.opener, pair->points[0]);
        check_player(reader, pair, pair->table.joiner, pair->points[1]);
        peer_close(reader);
    }
    struct peer *reader = scene_stranger(stress->scene, "a reader");
    check_leaderboard(reader, "mini", PAIRS);
    check_leaderboard(reader, "classic", PAIRS / 2);
    check_leaderboard(reader, "swap2", PAIRS / 2);
}

SCENE(twenty_games_at_once_are_stored_as_they_were_played)
{
    struct stress stress = {.scene = scene, .random = SEED};
    seat_all(&stress);
    play_all(&stress);
    assert_true(stress.actions > PAIRS * GAMES_OF_A_PAIR * 5);
    check_all(&stress);
    scene_crash(scene);
    check_all(&stress);
}

SCENE(kill_9_under_load_loses_nothing_acknowledged)
{
    struct stress stress = {.scene = scene, .random = SEED, .crash_at = CRASH_EVERY};
    seat_all(&stress);
    play_all(&stress);
    assert_int_equal(stress.crash_at, 0);
    check_all(&stress);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(twenty_games_at_once_are_stored_as_they_were_played),
        SCENE_TEST(kill_9_under_load_loses_nothing_acknowledged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
