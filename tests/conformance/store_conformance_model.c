/* SPDX-License-Identifier: MIT */
/*
 * Conformance: random operations from a seed, some of them wrong, against the plain model; every
 * answer is compared with what the model says. A failing seed is printed and can be run again.
 */
#include "tests/conformance/store_conformance.h"

#include "db/fine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/conformance/store_trial.h"

#define SEEDS 6
#define BATCHES 400
#define COMPARE_EACH 50

uint64_t trial_below(struct trial *trial, uint64_t end)
{
    uint64_t x = trial->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    trial->random = x;
    return (x >> 11) % end;
}

/* ------------------------------------------------------------------ random operations */

uint64_t trial_any_player(struct trial *trial)
{
    return 1 + trial_below(trial, MODEL_PLAYERS);
}

/* Mostly a game in progress, if there is one among a few. */
static uint64_t any_game(struct trial *trial)
{
    uint64_t count = (uint64_t)trial->next.games_begun;
    uint64_t game = MODEL_FIRST_GAME;
    for (int i = 0; i < 20 && count > 0; i++) {
        game = MODEL_FIRST_GAME + trial_below(trial, count);
        const struct model_game *found = model_game(&trial->next, game);
        if (found != NULL && !found->is_over)
            break;
    }
    return game;
}

static struct store_op make_player(struct trial *trial, enum store_op_kind kind, char texts[3][16])
{
    unsigned name = (unsigned)trial_below(trial, MODEL_NAMES);
    unsigned look = trial_below(trial, 8) == 0 ? (unsigned)trial_below(trial, MODEL_NAMES) : name;
    (void)snprintf(texts[0], 16, "n%u", name);
    (void)snprintf(texts[1], 16, "key n%u", name);
    (void)snprintf(texts[2], 16, "look n%u", look);
    struct store_op op = {.kind = kind};
    op.as.player = (struct store_player){
        .id = trial_any_player(trial),
        .kind = PLAYER_GUEST,
        .name = texts[0],
        .name_key = texts[1],
        .skeleton = texts[2],
    };
    if (kind == STORE_PLAYER_REGISTER)
        op.as.player.password_hash = "0";
    return op;
}

static struct store_op make_room(struct trial *trial)
{
    uint64_t id = MODEL_FIRST_ROOM + trial_below(trial, MODEL_ROOMS);
    uint64_t joiner = trial_below(trial, 2) == 0 ? trial_any_player(trial) : 0;
    uint64_t game = trial_below(trial, 2) == 0 ? any_game(trial) : 0;
    struct store_op op = sample_room(id, trial_any_player(trial), joiner, game);
    op.as.room.invited = trial_below(trial, 4) == 0 ? trial_any_player(trial) : 0;
    op.as.room.answer_until_ms = (int64_t)trial_below(trial, 3);
    return op;
}

static struct store_op make_chat(struct trial *trial, char *text)
{
    uint64_t id = MODEL_FIRST_ROOM + trial_below(trial, MODEL_ROOMS);
    uint32_t n = trial->next.rooms[id - MODEL_FIRST_ROOM].lines + 1;
    (void)snprintf(text, 16, "%u-%u", (unsigned)id, (unsigned)n);
    return sample_chat(id, n, trial_any_player(trial), text);
}

/* Mostly one of a few who are there, so that somebody has a history. */
static uint64_t any_rival(struct trial *trial)
{
    uint64_t player = trial_any_player(trial);
    for (int i = 0; i < 20 && trial_below(trial, 20) != 0; i++) {
        player = 1 + trial_below(trial, 6);
        if (model_player(&trial->next, player) != NULL)
            break;
    }
    return player;
}

static struct store_op make_start(struct trial *trial)
{
    uint64_t id = MODEL_FIRST_GAME + (uint64_t)trial->next.games_begun;
    uint64_t first = any_rival(trial);
    uint64_t second = any_rival(trial);
    if (trial->next.games_begun == MODEL_GAMES || first == second)
        return (struct store_op){.kind = STORE_PROBE};
    struct store_op op = sample_start(id, trial_below(trial, 2) == 0, first, second);
    op.as.start.variant = (enum variant_id)trial_below(trial, VARIANT_COUNT);
    return op;
}

static struct store_op make_log(struct trial *trial)
{
    uint64_t game = any_game(trial);
    const struct model_game *found = model_game(&trial->next, game);
    uint32_t seq = found == NULL ? 1 : found->log_count + 1;
    return sample_log(game, seq, seq % 2 == 0 ? "a1" : "b2");
}

/* The one after the last settled month. */
static int this_month(const struct trial *trial)
{
    int settled = trial->next.settled_month;
    return settled == 0 ? MODEL_FIRST_MONTH + 1 : settled + 1;
}

/* Of the present month, like the server does it. */
static struct store_op make_active(struct trial *trial)
{
    struct store_op op = sample_active(trial_any_player(trial), this_month(trial));
    const struct model_player *player = model_player(&trial->next, op.as.active.player);
    op.as.active.variant = (enum variant_id)trial_below(trial, VARIANT_COUNT);
    if ((player == NULL || player->ratings[op.as.active.variant].games == 0) &&
        trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return op;
}

/* Mostly the next month, sometimes one that is settled or later. */
static struct store_op make_fine(struct trial *trial)
{
    int month = this_month(trial) - (trial->next.settled_month == 0 ? 1 : 0);
    if (trial_below(trial, 4) == 0)
        month += (int)trial_below(trial, 3) - 1;
    if (month < MODEL_FIRST_MONTH || month >= MODEL_FIRST_MONTH + MODEL_MONTHS - 2 ||
        trial_below(trial, 2) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_fine(month);
}

/* Mostly of two players who are there. */
static struct store_op make_block(struct trial *trial)
{
    uint64_t player = trial_any_player(trial);
    uint64_t blocked = trial_any_player(trial);
    bool is_possible = player != blocked && model_player(&trial->next, player) != NULL &&
                       model_player(&trial->next, blocked) != NULL;
    if (!is_possible && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return trial_below(trial, 3) == 0 ? sample_unblock(player, blocked)
                                      : sample_block(player, blocked);
}

static struct store_op make_account(struct trial *trial, struct store_account *account)
{
    int64_t fine_ms = sample_fine(this_month(trial)).as.fine.at_ms;
    *account = (struct store_account){.role = ROLE_PLAYER};
    if (trial_below(trial, 3) == 0) /* not any more, still, or for good */
        account->banned_until_ms = trial_below(trial, 4) == 0
                                       ? STORE_FOR_GOOD
                                       : fine_ms + (int64_t)trial_below(trial, 4) - 2;
    (void)snprintf(account->about, sizeof(account->about), "%u",
                   (unsigned)trial_below(trial, 1000));
    struct store_op op = sample_account(trial_any_player(trial), account);
    trial_photo(trial, account, &op);
    return op;
}

static struct store_op make_end(struct trial *trial)
{
    struct store_op op =
        sample_end(any_game(trial), (enum result)trial_below(trial, RESULT_COUNT), "h8");
    const struct model_game *game = model_game(&trial->next, op.as.end.id);
    op.as.end.moves_ratings = game != NULL && game->start.rated;
    op.as.end.first_mark = (enum mark)trial_below(trial, MARK_O + 1);
    op.as.end.ended_ms += (int64_t)trial_below(trial, 3) - 1; /* now and then two at once */
    if (trial_below(trial, 4) == 0)
        op.as.end.ended_ms -= (int64_t)trial_below(trial, 400); /* the clock was set back */
    for (int seat = 0; seat < SEAT_COUNT && op.as.end.moves_ratings; seat++) {
        const struct model_player *player = &trial->next.players[game->start.players[seat]];
        const struct store_rating *now = &player->ratings[game->start.variant];
        struct store_rating_change *change = &op.as.end.changes[seat];
        op.as.end.moves_ratings = player->kind == PLAYER_REGISTERED || trial_below(trial, 20) == 0;
        change->before = now->games > 0 ? now->points : 1500;
        if (trial_below(trial, 40) == 0)
            change->before++; /* wrong, unless it is the first */
        change->after.points =
            20 * (int)trial_below(trial, 5) + (trial_below(trial, 4) == 0 ? 100 : 1500);
        change->after.since_month = this_month(trial);
        change->after.games = now->games + 1;
        change->after.peak = 1600;
    }
    return op;
}

/* Makes an operation, applies it to the model and adds it to the batch while its texts live. */
static enum model_outcome op_add(struct trial *trial)
{
    char texts[3][16];
    struct store_op op = {.kind = STORE_PROBE};
    struct store_account account;
    uint64_t kind = trial_below(trial, 65);
    if (kind < 3)
        op = make_player(trial, STORE_PLAYER_CREATE, texts);
    else if (kind < 6)
        op = make_player(trial, STORE_PLAYER_REGISTER, texts);
    else if (kind < 7)
        op = sample_password(trial_any_player(trial), "1");
    else if (kind < 9)
        op = sample_session((uint8_t)trial_below(trial, MODEL_TOKENS), trial_any_player(trial));
    else if (kind < 11)
        op = sample_logout((uint8_t)trial_below(trial, MODEL_TOKENS));
    else if (kind < 14)
        op = make_room(trial);
    else if (kind < 15)
        op = sample_room_close(MODEL_FIRST_ROOM + trial_below(trial, MODEL_ROOMS));
    else if (kind < 18)
        op = make_chat(trial, texts[0]);
    else if (kind < 22)
        op = make_start(trial);
    else if (kind < 35)
        op = make_log(trial);
    else if (kind < 39)
        op = make_end(trial);
    else if (kind < 42)
        op = make_active(trial);
    else if (kind < 43)
        op = make_fine(trial);
    else if (kind < 44)
        op = make_account(trial, &account);
    else if (kind < 47)
        op = make_block(trial);
    else if (kind < 48)
        op = sample_logout_others((uint8_t)trial_below(trial, MODEL_TOKENS),
                                  trial_any_player(trial));
    else if (kind < 49 && trial_below(trial, 3) == 0)
        op = make_player(trial, STORE_PLAYER_DELETE, texts);
    else if (kind < 53)
        op = model_make_message(&trial->next, trial_below(trial, UINT64_MAX));
    else if (kind < 56)
        op = model_make_mail(&trial->next, trial_below(trial, UINT64_MAX));
    else if (kind < 59)
        op = trial_star(trial);
    else if (kind < 62)
        op = trial_report(trial);
    else if (kind < 65)
        op = trial_act(trial, texts);
    harness_add(trial->harness, op);
    return model_apply(&trial->next, &op);
}

static void batch_do(struct trial *trial)
{
    enum model_outcome outcomes[12];
    size_t count = 1 + trial_below(trial, 6);
    bool is_refused = false;
    trial->next = trial->model;
    for (size_t i = 0; i < count && !is_refused; i++) {
        outcomes[i] = op_add(trial);
        is_refused = outcomes[i] == MODEL_REFUSED;
    }
    assert_int_equal(harness_commit(trial->harness), is_refused ? STORE_UNAVAILABLE : STORE_OK);
    if (is_refused) {
        harness_resume(trial->harness);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(trial->harness->results[i] == STORE_CONFLICT,
                         outcomes[i] == MODEL_CONFLICT);
        assert_int_equal(trial->harness->results[i] == STORE_ALREADY, outcomes[i] == MODEL_ALREADY);
    }
    trial->model = trial->next;
}

/* ------------------------------------------------------------------ comparing */

static void account_compare(const struct model_player *wanted, const struct store_player *player)
{
    size_t at = 0;
    assert_int_equal(atoi(player->account->about), wanted->account);
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++)
        if (wanted->blocked[id])
            assert_int_equal(player->blocked[at++], id);
    assert_int_equal(player->blocked_count, at);
}

static void player_compare(struct trial *trial, uint64_t id)
{
    const struct model_player *wanted = &trial->model.players[id];
    const struct store_answer *answer = harness_get(trial->harness, sample_by_id(id));
    char name[16];
    assert_int_equal(answer != NULL, wanted->exists);
    if (!wanted->exists)
        return;
    (void)snprintf(name, sizeof(name), "n%d", wanted->name);
    assert_string_equal(answer->player.name, name);
    assert_int_equal(answer->player.kind, wanted->kind);
    account_compare(wanted, &answer->player);
    trial_photo_compare(trial, id);
    assert_string_equal(answer->player.password_hash == NULL ? "" : answer->player.password_hash,
                        wanted->kind == PLAYER_GUEST || wanted->passwords < 0 ? ""
                        : wanted->passwords == 0                              ? "0"
                                                                              : "1");
    for (int v = 0; v < VARIANT_COUNT; v++) {
        assert_int_equal(answer->ranks[v], model_rank(&trial->model, id, (enum variant_id)v));
        assert_int_equal(answer->player.ratings[v].points, wanted->ratings[v].points);
        assert_int_equal(answer->player.ratings[v].games, wanted->ratings[v].games);
        assert_int_equal(answer->player.ratings[v].since_month, wanted->ratings[v].since_month);
    }
    assert_int_equal(answer->player.settled_month, trial->model.settled_month);
}

/* Which months cost something, and which moves may still avert something. */
static void fines_compare(struct trial *trial, uint64_t id)
{
    const struct model_player *wanted = &trial->model.players[id];
    const struct store_answer *answer = harness_get(trial->harness, sample_fines(id, 1, 100));
    size_t at = 0;
    assert_int_equal(answer != NULL, wanted->exists);
    if (!wanted->exists)
        return;
    for (int i = MODEL_MONTHS - 1; i >= 0; i--)
        if (wanted->fined[i])
            assert_int_equal(answer->fines[at++].month, MODEL_FIRST_MONTH + i);
    assert_int_equal(answer->fines_count, at);
    answer = harness_get(trial->harness, sample_by_id(id));
    for (int month = trial->model.settled_month + 1;
         trial->model.settled_month > 0 && month < MODEL_FIRST_MONTH + MODEL_MONTHS; month++)
        assert_int_equal(
            (answer->player.ratings[VARIANT_CLASSIC].active_months & fine_bit(month)) != 0,
            wanted->moved[VARIANT_CLASSIC][month - MODEL_FIRST_MONTH]);
}

static void tokens_compare(struct trial *trial)
{
    for (uint8_t token = 0; token < MODEL_TOKENS; token++) {
        uint64_t owner = trial->model.tokens[token];
        const struct store_answer *answer = harness_get(trial->harness, sample_by_token(token));
        assert_int_equal(answer == NULL ? 0 : answer->player.id, owner);
    }
}

static void stored_game_compare(const struct model_game *wanted, const struct store_game *game)
{
    assert_memory_equal(&game->start.players, &wanted->start.players, sizeof(uint64_t[2]));
    assert_int_equal(game->start.variant, wanted->start.variant);
    assert_int_equal(game->is_over, wanted->is_over);
    assert_int_equal(game->log_count, wanted->is_over ? 0 : wanted->log_count);
    for (size_t i = 0; i < game->log_count; i++) {
        assert_int_equal(game->log[i].seq, i + 1);
        assert_string_equal(game->log[i].action, i % 2 == 1 ? "a1" : "b2");
    }
    if (!wanted->is_over)
        return;
    assert_int_equal(game->end.outcome.result, wanted->end.outcome.result);
    assert_int_equal(game->end.moves_ratings, wanted->end.moves_ratings);
    for (int seat = 0; seat < SEAT_COUNT && wanted->end.moves_ratings; seat++)
        assert_int_equal(game->end.changes[seat].after.points,
                         wanted->end.changes[seat].after.points);
}

static void game_compare(struct trial *trial, uint64_t id)
{
    const struct model_game *wanted = model_game(&trial->model, id);
    const struct store_answer *answer = harness_get(trial->harness, sample_game(id));
    assert_int_equal(answer != NULL, wanted != NULL);
    if (wanted != NULL)
        stored_game_compare(wanted, &answer->game);
}

static void page_compare(struct trial *trial, enum variant_id variant,
                         const struct store_answer *answer, size_t start)
{
    uint64_t order[MODEL_PLAYERS];
    size_t total = model_order(&trial->model, variant, order);
    assert_int_equal(answer->total, total);
    for (size_t i = 0; i < answer->standings_count; i++) {
        const struct store_standing *line = &answer->standings[i];
        assert_int_equal(line->player, order[start + i]);
        assert_int_equal(line->rank, model_rank(&trial->model, line->player, variant));
        assert_int_equal(line->points, trial->model.players[line->player].ratings[variant].points);
    }
}

static void leaderboard_compare(struct trial *trial, enum variant_id variant)
{
    uint64_t order[MODEL_PLAYERS];
    size_t total = model_order(&trial->model, variant, order);
    struct store_query query =
        sample_top(1 + trial_below(trial, total + 2), (uint32_t)trial_below(trial, 9));
    query.variant = variant;
    size_t start = (size_t)query.from - 1;
    size_t rest = start < total ? total - start : 0;
    const struct store_answer *answer = conformance_ask(trial->harness, query);
    assert_int_equal(answer->standings_count, rest < query.limit ? rest : query.limit);
    page_compare(trial, variant, answer, start);
    if (total == 0)
        return;
    size_t position = (size_t)trial_below(trial, total);
    query = sample_around(order[position], 5);
    query.variant = variant;
    start = position > 2 ? position - 2 : 0;
    while (start > 0 && start + 5 > total)
        start--;
    page_compare(trial, variant, conformance_ask(trial->harness, query), start);
}

static void load_compare(struct trial *trial)
{
    struct harness_loaded loaded;
    size_t rooms = 0;
    size_t in_progress = 0;
    harness_load(trial->harness, &loaded);
    for (size_t i = 0; i < MODEL_ROOMS; i++)
        rooms += trial->model.rooms[i].exists && !trial->model.rooms[i].is_closed;
    assert_int_equal(loaded.room_count, rooms);
    for (size_t i = 0; i < loaded.room_count; i++)
        assert_int_equal(loaded.rooms[i].game,
                         model_room(&trial->model, loaded.rooms[i].id)->value.game);
    for (size_t i = 0; i < MODEL_GAMES; i++)
        in_progress += trial->model.games[i].exists && !trial->model.games[i].is_over;
    for (size_t i = 0; i < loaded.game_count; i++) {
        in_progress -= !loaded.games[i].is_over;
        stored_game_compare(model_game(&trial->model, loaded.games[i].start.id), &loaded.games[i]);
    }
    assert_int_equal(in_progress, 0);
}

static void everything_compare(struct trial *trial)
{
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++) {
        player_compare(trial, id);
        fines_compare(trial, id);
        if (model_player(&trial->model, id) != NULL)
            model_compare_threads(&trial->model, trial->harness, id);
        trial_stats_compare(trial, id);
    }
    tokens_compare(trial);
    trial_compare_order(trial);
    for (uint64_t i = 0; i < MODEL_GAMES; i++)
        game_compare(trial, MODEL_FIRST_GAME + i);
    for (int i = 0; i < 5 * VARIANT_COUNT; i++)
        leaderboard_compare(trial, (enum variant_id)(i % VARIANT_COUNT));
    for (int i = 0; i < 20; i++)
        trial_history_compare(trial);
    load_compare(trial);
    harness_forget(trial->harness);
}

static void seed_run(struct trial *trial, uint64_t seed)
{
    print_message("seed %u\n", (unsigned)seed);
    memset(&trial->model, 0, sizeof(trial->model));
    trial->random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (int i = 1; i <= BATCHES; i++) {
        batch_do(trial);
        if (i % COMPARE_EACH != 0)
            continue;
        if (trial->harness->backend->keeps && trial_below(trial, 2) == 0)
            harness_reopen(trial->harness);
        everything_compare(trial);
    }
}

static void the_store_answers_as_the_model_does(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct harness harness;
        struct trial *trial = test_calloc(1, sizeof(*trial));
        harness_init(&harness, &CONFORMANCE_BACKEND);
        trial->harness = &harness;
        seed_run(trial, seed);
        harness_deinit(&harness);
        test_free(trial);
    }
}

int conformance_model(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_store_answers_as_the_model_does),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
