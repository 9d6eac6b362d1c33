/* SPDX-License-Identifier: MIT */
/*
 * Compares what a store answers and loads with the plain model.
 */
#include "db/fine.h"
#include "tests/conformance/store_trial.h"

#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ players */

static void photo_compare(struct trial *trial, uint64_t player)
{
    const struct model_player *wanted = &trial->model.players[player];
    if (wanted->photo == 0) {
        conformance_ask_nothing(trial->harness, sample_photo_of(player));
        return;
    }
    const struct store_photo *photo = ask_photo(trial->harness, sample_photo_of(player));
    assert_int_equal(photo->id, wanted->photo);
    assert_int_equal(atoi((const char *)photo->image), wanted->photo_number);
}

static void account_compare(const struct model_player *wanted, const struct store_player *player)
{
    size_t at = 0;
    assert_int_equal(atoi(player->account->about), wanted->account);
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++)
        if (wanted->blocked[id])
            assert_int_equal(player->blocked[at++], id);
    assert_int_equal(player->blocked_count, at);
    at = 0;
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++)
        if (wanted->followed[id])
            assert_int_equal(player->followed[at++], id);
    assert_int_equal(player->followed_count, at);
}

static void ratings_compare(struct trial *trial, uint64_t id, const struct store_player *player)
{
    for (int v = 0; v < VARIANT_COUNT; v++) {
        enum variant_id variant = (enum variant_id)v;
        struct store_rating wanted = trial->model.players[id].ratings[v];
        struct store_rating given = conformance_rating_in(player, variant);
        wanted.variant = variant;
        wanted.rank = model_rank(&trial->model, id, variant);
        wanted.listed = model_listed(&trial->model, id, variant);
        given.active_months = 0; /* see fines_compare() */
        assert_record_equal(rating, &given, &wanted);
    }
}

/* Whether the store, as the model, has the player. */
static bool is_there(struct trial *trial, uint64_t id)
{
    bool exists = trial->model.players[id].exists;
    if (!exists)
        conformance_ask_nothing(trial->harness, sample_by_id(id));
    return exists;
}

static void player_compare(struct trial *trial, uint64_t id)
{
    const struct model_player *wanted = &trial->model.players[id];
    const struct store_player *player = conformance_player(trial->harness, id);
    char name[16];
    (void)snprintf(name, sizeof(name), "n%d", wanted->name);
    assert_string_equal(player->names.name, name);
    assert_int_equal(player->kind, wanted->kind);
    account_compare(wanted, player);
    photo_compare(trial, id);
    assert_string_equal(player->password_hash == NULL ? "" : player->password_hash,
                        wanted->kind == PLAYER_GUEST || wanted->passwords < 0 ? ""
                        : wanted->passwords == 0                              ? "0"
                                                                              : "1");
    ratings_compare(trial, id, player);
    assert_int_equal(player->settled_month, trial->model.settled_month);
    assert_int_equal(player->written.owed_ms, wanted->written.owed_ms);
    assert_int_equal(player->written.at_ms, wanted->written.at_ms);
    assert_int_equal(player->conduct.broken, wanted->conduct.broken);
    assert_int_equal(player->conduct.games, wanted->conduct.games);
    assert_record_equal(days_off, &player->days_off, &wanted->days_off);
}

static void origins_compare(struct trial *trial, uint64_t id)
{
    const struct model_player *wanted = &trial->model.players[id];
    char key[16];
    (void)snprintf(key, sizeof(key), "key n%d", wanted->name);
    for (uint64_t origin = 1; origin <= MODEL_ORIGINS; origin++)
        assert_int_equal(ask_login(trial->harness, sample_login_from(key, origin))->has_origin,
                         wanted->origins[origin - 1] != 0);
}

/* Of one who is related, as the model has it; without networks: not related. */
static struct store_related related_of(const struct model *model, uint64_t id, uint64_t other)
{
    const struct model_player *one = &model->players[id];
    const struct model_player *two = &model->players[other];
    struct store_related related = {.player = other};
    for (int i = 0; i < MODEL_ORIGINS; i++) {
        int64_t days =
            one->origin_days[i] < two->origin_days[i] ? one->origin_days[i] : two->origin_days[i];
        if (id == other || one->origins[i] == 0 || two->origins[i] == 0)
            continue;
        related.networks++;
        related.days = days > related.days ? days : related.days;
        if (two->origins[i] > related.last_ms)
            related.last_ms = two->origins[i];
    }
    return related;
}

static void related_compare(struct trial *trial, uint64_t id)
{
    const struct store_relations *answer =
        ask_related(trial->harness, sample_related(id, -SAMPLE_MS, 0, MODEL_PLAYERS));
    size_t at = 0;
    for (uint64_t other = MODEL_PLAYERS; other >= 1; other--) {
        const struct store_related wanted = related_of(&trial->model, id, other);
        if (wanted.networks == 0)
            continue;
        assert_true(at < answer->rows_count);
        const struct store_related *row = &answer->rows[at++];
        assert_int_equal(row->player, other);
        assert_int_equal(row->networks, wanted.networks);
        assert_int_equal(row->days, wanted.days);
        assert_int_equal(row->last_ms, wanted.last_ms);
        assert_int_equal(row->is_deleted, trial->model.players[other].is_deleted);
    }
    assert_int_equal(answer->rows_count, at);
}

/* Sessions, and devices, whose tokens end once and are not used again. */
static void devices_compare(struct trial *trial, uint64_t id)
{
    char key[16];
    (void)snprintf(key, sizeof(key), "key n%d", trial->model.players[id].name);
    for (uint8_t token = 0; token < MODEL_TOKENS; token++)
        assert_int_equal(ask_login(trial->harness, sample_login_by(key, token))->has_device,
                         trial->model.tokens[token] == id || trial->model.devices[token] == id);
}

static void keys_compare(struct trial *trial, uint64_t id)
{
    const struct model_player *wanted = &trial->model.players[id];
    size_t count = 0;
    for (uint32_t slot = 0; slot < MODEL_KEYS; slot++) {
        const struct model_key *key = &wanted->keys[slot];
        char reply[16];
        if (!key->exists) {
            for (uint64_t digest = 1; digest <= 5; digest++)
                conformance_ask_nothing(trial->harness, sample_keyed(id, slot, digest));
            continue;
        }
        (void)snprintf(reply, sizeof(reply), "{\"n\":%d}", key->number);
        const struct store_query query = sample_keyed(id, slot, key->used.key);
        assert_string_equal(ask_keyed_reply(trial->harness, query)->reply, reply);
        count++;
    }
    const struct store_player *player = conformance_player(trial->harness, id);
    assert_int_equal(player->keys_count, count);
    for (size_t i = 0; i < count; i++)
        assert_record_equal(used_key, &player->keys[i], &wanted->keys[player->keys[i].slot].used);
}

/* Which months cost something, and which moves may still avert something. */
static void fines_compare(struct trial *trial, uint64_t id)
{
    const struct model_player *wanted = &trial->model.players[id];
    const struct store_fines *answer = ask_fines(trial->harness, sample_fines(id, 1, 100));
    size_t at = 0;
    for (int i = MODEL_MONTHS - 1; i >= 0; i--)
        if (wanted->fined[i])
            assert_int_equal(answer->rows[at++].month, MODEL_FIRST_MONTH + i);
    assert_int_equal(answer->rows_count, at);
    const struct store_rating rating = conformance_rating(trial->harness, id);
    for (int month = trial->model.settled_month + 1;
         trial->model.settled_month > 0 && month < MODEL_FIRST_MONTH + MODEL_MONTHS; month++)
        assert_int_equal((rating.active_months & fine_bit(month)) != 0,
                         wanted->moved[VARIANT_CLASSIC][month - MODEL_FIRST_MONTH]);
}

static void tokens_compare(struct trial *trial)
{
    for (uint8_t token = 0; token < MODEL_TOKENS; token++) {
        const struct store_query query = sample_by_token(token);
        if (trial->model.tokens[token] == 0)
            conformance_ask_nothing(trial->harness, query);
        else
            assert_int_equal(ask_player_by_token(trial->harness, query)->player.id,
                             trial->model.tokens[token]);
    }
}

/* ------------------------------------------------------------------ games */

static void log_compare(const struct store_game *game)
{
    for (size_t i = 0; i < game->log_count; i++) {
        const struct store_op wanted =
            sample_log(game->start.id, (uint32_t)i + 1, i % 2 == 1 ? "a1" : "b2");
        assert_record_equal(log_entry, &game->log[i], &wanted.as.game_log);
    }
}

static void stored_game_compare(const struct model_game *wanted, const struct store_game *game)
{
    assert_record_equal(game_start, &game->start, &wanted->start);
    assert_int_equal(game->is_over, wanted->is_over);
    assert_int_equal(game->log_count, wanted->is_over ? 0 : wanted->log_count);
    log_compare(game);
    if (!wanted->is_over)
        return;
    struct store_game_over end = {.ended_ms = wanted->end.ended_ms,
                                  .outcome = wanted->end.outcome,
                                  .plies = wanted->end.plies,
                                  .last_seq = wanted->end.last_seq,
                                  .actions = wanted->end.actions,
                                  .spent = wanted->end.spent,
                                  .lags = wanted->end.lags,
                                  .planned = wanted->end.planned,
                                  .moves_ratings = wanted->end.moves_ratings,
                                  .is_annulled = wanted->is_annulled};
    for (int seat = 0; seat < SEAT_COUNT && end.moves_ratings; seat++) {
        end.changes[seat].before = wanted->changes[seat].before;
        end.changes[seat].was_provisional = wanted->changes[seat].was_provisional;
        end.changes[seat].after.points = wanted->changes[seat].after.points;
    }
    assert_record_equal(game_over, &game->end, &end);
}

static void game_compare(struct trial *trial, uint64_t id)
{
    const struct model_game *wanted = model_game(&trial->model, id);
    if (wanted == NULL)
        conformance_ask_nothing(trial->harness, sample_game(id));
    else
        stored_game_compare(wanted, ask_game(trial->harness, sample_game(id)));
}

static struct store_query make_history(struct trial *trial)
{
    struct store_query query = sample_history(trial_any_player(trial), MODEL_GAMES);
    int64_t middle_ms = 1700000001000 + MODEL_FIRST_GAME + (int64_t)trial_below(trial, MODEL_GAMES);
    query.as.history.variant = (int)trial_below(trial, VARIANT_COUNT + 1) - 1;
    query.as.history.score = (int)trial_below(trial, SCORE_COUNT + 1) - 1;
    query.as.history.opponent = trial_below(trial, 3) == 0 ? trial_any_player(trial) : 0;
    query.as.history.stake = (enum store_stake)trial_below(trial, STAKE_COUNT);
    query.as.history.computers = (enum store_computers)trial_below(trial, COMPUTERS_COUNT);
    query.as.history.is_starred = trial_below(trial, 3) == 0;
    query.as.history.since_ms = trial_below(trial, 3) == 0 ? middle_ms : 0;
    query.as.history.until_ms =
        trial_below(trial, 3) == 0 ? middle_ms + (int64_t)trial_below(trial, 90) : 0;
    return query;
}

static void history_compare(struct trial *trial)
{
    const struct model_game *games[MODEL_GAMES];
    struct store_query query = make_history(trial);
    if (model_player(&trial->model, query.as.history.player) == NULL)
        return;
    const struct store_history *answer = ask_history(trial->harness, query);
    size_t at = 0;
    for (size_t i = model_games_in_order(&trial->model, games); i > 0; i--) {
        const struct model_game *game = games[i - 1];
        int seat = 0;
        if (!model_line_is_wanted(&trial->model, game, &query.as.history, &seat))
            continue;
        assert_true(at < answer->rows_count);
        assert_int_equal(answer->rows[at].game, game->start.id);
        assert_int_equal(answer->rows[at].opponent_rank, game->opponent_ranks[seat]);
        assert_int_equal(answer->rows[at].seat, seat);
        assert_int_equal(answer->rows[at].is_starred, game->stars[seat]);
        assert_int_equal(answer->rows[at].is_annulled, game->is_annulled);
        at++;
    }
    assert_int_equal(answer->rows_count, at);
}

static void stats_compare(struct trial *trial, uint64_t player)
{
    const struct model *model = &trial->model;
    struct store_query query =
        sample_stats(player, trial_below(trial, 2) == 0 ? trial_any_player(trial) : 0);
    query.as.stats.computers = (enum store_computers)trial_below(trial, COMPUTERS_COUNT);
    if (model_player(&trial->model, player) == NULL)
        return;
    const struct store_stats *answer = ask_stats(trial->harness, query);
    int64_t counted = 0;
    for (size_t i = 0; i < answer->tallies_count; i++) {
        const struct store_tally *tally = &answer->tallies[i];
        const struct store_stats_filter *of = &query.as.stats;
        assert_int_equal(tally->won, model_games_counted(model, of, tally, SCORE_WON));
        assert_int_equal(tally->lost, model_games_counted(model, of, tally, SCORE_LOST));
        assert_int_equal(tally->drawn, model_games_counted(model, of, tally, SCORE_DRAWN));
        counted += tally->won + tally->lost + tally->drawn;
    }
    assert_int_equal(counted, model_games_over(model, &query.as.stats));
    for (size_t i = 0; i < answer->forms_count; i++) {
        struct store_form wanted = model_form(model, player, answer->forms[i].variant);
        wanted.variant = answer->forms[i].variant;
        wanted.best_game = answer->forms[i].best_game;
        wanted.best_name = answer->forms[i].best_name;
        assert_record_equal(form, &answer->forms[i], &wanted);
    }
}

/* ------------------------------------------------------------------ what is of all */

static void page_compare(struct trial *trial, enum variant_id variant,
                         const struct store_standings *answer, size_t start)
{
    uint64_t order[MODEL_PLAYERS];
    size_t total = model_order(&trial->model, variant, order);
    assert_int_equal(answer->total, total);
    for (size_t i = 0; i < answer->rows_count; i++) {
        const struct store_standing *line = &answer->rows[i];
        assert_int_equal(line->player, order[start + i]);
        assert_int_equal(line->rank, model_rank(&trial->model, line->player, variant));
        assert_int_equal(line->points, trial->model.players[line->player].ratings[variant].points);
        assert_int_equal(line->listed, model_listed(&trial->model, line->player, variant));
    }
}

static void leaderboard_compare(struct trial *trial, enum variant_id variant)
{
    uint64_t order[MODEL_PLAYERS];
    size_t total = model_order(&trial->model, variant, order);
    size_t start = (size_t)trial_below(trial, total + 2);
    uint32_t limit = (uint32_t)trial_below(trial, 9);
    size_t rest = start < total ? total - start : 0;
    const struct store_standings *answer = ask_top(
        trial->harness, SAMPLE_QUERY(top, .variant = variant, .from = start + 1, .limit = limit));
    assert_int_equal(answer->rows_count, rest < limit ? rest : limit);
    page_compare(trial, variant, answer, start);
    if (total == 0)
        return;
    size_t position = (size_t)trial_below(trial, total);
    start = position > 2 ? position - 2 : 0;
    while (start > 0 && start + 5 > total)
        start--;
    answer = ask_around(trial->harness, SAMPLE_QUERY(around, .variant = variant,
                                                     .player = order[position], .limit = 5));
    page_compare(trial, variant, answer, start);
}

static void order_compare(struct trial *trial)
{
    const struct store_acts *acts = ask_acts(trial->harness, sample_acts(0, 0, 1));
    assert_int_equal(acts->rows_count == 0 ? 0 : acts->rows[0].n, trial->model.acts);
    trial_reports_compare(trial);
}

static void appeals_compare(struct trial *trial)
{
    const struct store_appeals *answer =
        ask_appeals(trial->harness, sample_appeals(1, MODEL_APPEALS));
    size_t open = 0;
    for (int i = 0; i < trial->model.appeals; i++) {
        const struct model_appeal *appeal = &trial->model.appeal[i];
        bool is_listed = false;
        for (size_t k = 0; k < answer->rows_count; k++)
            is_listed |= answer->rows[k].act == appeal->act &&
                         answer->rows[k].player == appeal->player &&
                         answer->rows[k].against == appeal->against;
        assert_int_equal(is_listed, appeal->is_open && appeal->player != 0);
        open += appeal->is_open && appeal->player != 0;
    }
    assert_int_equal(answer->rows_count, open);
}

static void rated_games_compare(struct trial *trial, const struct harness_loaded *loaded)
{
    size_t count = 0;
    for (size_t i = 0; i < MODEL_GAMES; i++) {
        const struct model_game *game = &trial->model.games[i];
        count += game->exists && game->start.rated &&
                 (!game->is_over || game->end.outcome.result != RESULT_NONE);
    }
    assert_int_equal(loaded->rated_game_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct store_rated_game *given = &loaded->rated_games[i];
        const struct store_game_start *start = &model_game(&trial->model, given->game)->start;
        assert_int_equal(given->started_ms, start->started_ms);
        assert_int_equal(given->players[0], start->players[0]);
        assert_int_equal(given->players[1], start->players[1]);
    }
}

static void focus_compare(struct trial *trial, uint64_t id)
{
    const struct model_game *game = model_game(&trial->model, id);
    const struct store_focus *answer = ask_focus(trial->harness, sample_focus(id));
    size_t count = 0;
    for (uint32_t ply = 0; game != NULL && ply < MODEL_PLIES; ply++) {
        if (game->unfocused[ply] == 0)
            continue;
        assert_true(count < answer->rows_count);
        assert_int_equal(answer->rows[count].ply, ply);
        assert_int_equal((int)answer->rows[count++].seat + 1, game->unfocused[ply]);
    }
    assert_int_equal(answer->rows_count, count);
}

static void origin_bans_compare(const struct trial *trial, const struct harness_loaded *loaded)
{
    size_t count = 0;
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++)
        for (uint64_t origin = 1; origin <= MODEL_ORIGINS; origin++) {
            int64_t until_ms = trial->model.players[id].origin_bans[origin - 1];
            if (until_ms == 0)
                continue;
            assert_true(count < loaded->origin_ban_count);
            const struct store_origin_ban *ban = &loaded->origin_bans[count++];
            assert_int_equal(ban->player, id);
            assert_int_equal(ban->origin, origin);
            assert_int_equal(ban->until_ms, until_ms);
        }
    assert_int_equal(loaded->origin_ban_count, count);
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
        assert_record_equal(room, &loaded.rooms[i],
                            &model_room(&trial->model, loaded.rooms[i].id)->value);
    for (size_t i = 0; i < MODEL_GAMES; i++)
        in_progress += trial->model.games[i].exists && !trial->model.games[i].is_over;
    for (size_t i = 0; i < loaded.game_count; i++) {
        in_progress -= !loaded.games[i].is_over;
        stored_game_compare(model_game(&trial->model, loaded.games[i].start.id), &loaded.games[i]);
    }
    assert_int_equal(in_progress, 0);
    rated_games_compare(trial, &loaded);
    origin_bans_compare(trial, &loaded);
}

void trial_compare(struct trial *trial)
{
    for (uint64_t id = 1; id <= MODEL_PLAYERS; id++) {
        if (!is_there(trial, id))
            continue;
        player_compare(trial, id);
        keys_compare(trial, id);
        origins_compare(trial, id);
        related_compare(trial, id);
        devices_compare(trial, id);
        fines_compare(trial, id);
        model_compare_threads(&trial->model, trial->harness, id);
        model_compare_memos(&trial->model, trial->harness, id);
        stats_compare(trial, id);
    }
    tokens_compare(trial);
    order_compare(trial);
    appeals_compare(trial);
    model_compare_report_lines(&trial->model, trial->harness);
    for (uint64_t i = 0; i < MODEL_GAMES; i++) {
        game_compare(trial, MODEL_FIRST_GAME + i);
        focus_compare(trial, MODEL_FIRST_GAME + i);
    }
    for (int i = 0; i < 5 * VARIANT_COUNT; i++)
        leaderboard_compare(trial, (enum variant_id)(i % VARIANT_COUNT));
    for (int i = 0; i < 20; i++)
        history_compare(trial);
    load_compare(trial);
    harness_forget(trial->harness);
}
