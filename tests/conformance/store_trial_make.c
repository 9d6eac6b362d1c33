/* SPDX-License-Identifier: MIT */
/*
 * Random operations, most of which are possible.
 */
#include "db/fine.h"
#include "tests/conformance/store_trial.h"

#include <stdio.h>
#include <string.h>

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

static void make_names(struct trial *trial, struct trial_texts *texts)
{
    unsigned name = (unsigned)trial_below(trial, MODEL_NAMES);
    unsigned look = trial_below(trial, 8) == 0 ? (unsigned)trial_below(trial, MODEL_NAMES) : name;
    (void)snprintf(texts->name, sizeof(texts->name), "n%u", name);
    (void)snprintf(texts->key, sizeof(texts->key), "key n%u", name);
    (void)snprintf(texts->look, sizeof(texts->look), "look n%u", look);
    texts->names = (struct store_names){texts->name, texts->key, texts->look};
}

static struct store_op make_guest(struct trial *trial, struct trial_texts *texts, bool is_computer)
{
    make_names(trial, texts);
    if (is_computer)
        return SAMPLE_OP(computer_put, .id = trial_any_player(trial), .names = texts->names);
    return SAMPLE_OP(player_create, .id = trial_any_player(trial), .names = texts->names);
}

static struct store_op make_register(struct trial *trial, struct trial_texts *texts)
{
    make_names(trial, texts);
    return SAMPLE_OP(player_register, .id = trial_any_player(trial), .names = texts->names,
                     .password_hash = "0",
                     .created_ms = SAMPLE_MS + (int64_t)trial_below(trial, 1000));
}

static struct store_op make_delete(struct trial *trial, struct trial_texts *texts)
{
    make_names(trial, texts);
    return SAMPLE_OP(player_delete, .player = trial_any_player(trial), .names = texts->names);
}

static struct store_op make_room(struct trial *trial)
{
    uint64_t id = MODEL_FIRST_ROOM + trial_below(trial, MODEL_ROOMS);
    uint64_t joiner = trial_below(trial, 2) == 0 ? trial_any_player(trial) : 0;
    uint64_t game = trial_below(trial, 2) == 0 ? any_game(trial) : 0;
    struct store_op op = sample_room(id, trial_any_player(trial), joiner, game);
    op.as.room_put.invited = trial_below(trial, 4) == 0 ? trial_any_player(trial) : 0;
    op.as.room_put.answer_until_ms = (int64_t)trial_below(trial, 3);
    return op;
}

static struct store_op make_chat(struct trial *trial, struct trial_texts *texts)
{
    uint64_t id = MODEL_FIRST_ROOM + trial_below(trial, MODEL_ROOMS);
    uint32_t n = trial->next.rooms[id - MODEL_FIRST_ROOM].lines + 1;
    (void)snprintf(texts->line, sizeof(texts->line), "%u-%u", (unsigned)id, (unsigned)n);
    return sample_chat(id, n, trial_any_player(trial), texts->line);
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
    op.as.game_start.variant = (enum variant_id)trial_below(trial, VARIANT_COUNT);
    if (!op.as.game_start.rated && trial_below(trial, 3) == 0)
        sample_lay_out(&op, "h8 i9", 2);
    return op;
}

static struct store_op make_log(struct trial *trial)
{
    uint64_t game = any_game(trial);
    const struct model_game *found = model_game(&trial->next, game);
    uint32_t seq = found == NULL ? 1 : found->log_count + 1;
    return sample_log(game, seq, seq % 2 == 0 ? "a1" : "b2");
}

static int this_month(const struct trial *trial)
{
    int settled = trial->next.settled_month;
    return settled == 0 ? MODEL_FIRST_MONTH + 1 : settled + 1;
}

/* Of the present month, as the server does it; now and then by a clock that was set back. */
static struct store_op make_active(struct trial *trial)
{
    int month = this_month(trial) - (trial->next.settled_month != 0 && trial_below(trial, 9) == 0);
    struct store_op op = sample_active(trial_any_player(trial), month);
    op.as.rating_active.variant = (enum variant_id)trial_below(trial, VARIANT_COUNT);
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
    return SAMPLE_OP(fine, .month = month, .at_ms = SAMPLE_MS + month,
                     .fell_ms = SAMPLE_MS + month - 500, .memo = trial->next.last_memo + 5);
}

static struct store_op make_release(struct trial *trial)
{
    return SAMPLE_OP(held_release,
                     .won_ms = SAMPLE_MS + 1000 + MODEL_FIRST_GAME +
                               (int64_t)trial_below(trial, MODEL_GAMES),
                     .most = 1 + (uint32_t)trial_below(trial, 3));
}

/* Mostly of two players who are there. */
static struct store_op make_pick(struct trial *trial)
{
    uint64_t player = trial_any_player(trial), other = trial_any_player(trial);
    bool is_mistake = player == other || model_player(&trial->next, player) == NULL ||
                      model_player(&trial->next, other) == NULL;
    const struct store_op picks[] = {sample_block(player, other), sample_follow(player, other),
                                     sample_unblock(player, other), sample_unfollow(player, other)};
    if (is_mistake && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return picks[trial_below(trial, 4)];
}

/* The bytes of a photo are the text of the account with which it came. */
static void choose_photo(struct trial *trial, struct store_account *account, struct store_op *op)
{
    const struct model_player *player = &trial->next.players[op->as.account_put.player];
    uint64_t kind = trial_below(trial, 4);
    if (kind == 0) {
        account->photo = 100 + trial_below(trial, 1000);
        op->as.account_put.photo = (const uint8_t *)account->about;
        op->as.account_put.photo_size = strlen(account->about) + 1;
    } else if (kind < 3) {
        account->photo = player->photo; /* stays */
        if (trial_below(trial, 30) == 0)
            account->photo++; /* which is refused */
    }
}

static struct store_op make_account(struct trial *trial, struct trial_texts *texts)
{
    struct store_account *account = &texts->account;
    int64_t fine_ms = sample_fine(this_month(trial)).as.fine.fell_ms;
    *account = (struct store_account){.role = ROLE_PLAYER};
    if (trial_below(trial, 3) == 0) /* not any more, still, or for good */
        account->banned_until_ms = trial_below(trial, 4) == 0
                                       ? STORE_FOR_GOOD
                                       : fine_ms + (int64_t)trial_below(trial, 4) - 2;
    /* Judged up to this month, or the one before, or never. */
    account->judged_month =
        trial_below(trial, 3) != 0 ? 0 : this_month(trial) - (int)trial_below(trial, 2);
    account->spared_months = fine_bit(account->judged_month) * trial_below(trial, 2);
    (void)snprintf(account->about, sizeof(account->about), "%u",
                   (unsigned)trial_below(trial, 1000));
    struct store_op op = sample_account(trial_any_player(trial), account);
    choose_photo(trial, account, &op);
    return op;
}

static bool is_account(const struct trial *trial, uint64_t player)
{
    return trial->next.players[player].kind == PLAYER_REGISTERED;
}

static struct store_op make_end(struct trial *trial)
{
    struct store_op op =
        sample_end(any_game(trial), (enum result)trial_below(trial, RESULT_COUNT), "h8");
    struct store_game_end *end = &op.as.game_end;
    const struct model_game *game = model_game(&trial->next, end->id);
    end->first_mark = (enum mark)trial_below(trial, MARK_O + 1);
    end->month = this_month(trial) - (int)trial_below(trial, 2);
    end->ended_ms += (int64_t)trial_below(trial, 3) - 1; /* now and then two at once */
    if (trial_below(trial, 4) == 0)
        end->ended_ms -= (int64_t)trial_below(trial, 400); /* the clock was set back */
    end->terms = (struct store_rating_terms){.games = (int)trial_below(trial, 4),
                                             .opponents = (int)trial_below(trial, 3),
                                             .points = (int)trial_below(trial, 40),
                                             .related_ms = (int64_t)trial_below(trial, 1200),
                                             .mark = (int)trial_below(trial, 5) * 380,
                                             .game_ms = (int64_t)trial_below(trial, 2) * 999};
    end->plies += 4 * (uint32_t)trial_below(trial, 2);
    end->moves_ratings = game != NULL && game->start.rated && end->outcome.result != RESULT_NONE &&
                         is_account(trial, game->start.players[0]) &&
                         is_account(trial, game->start.players[1]);
    if (trial_below(trial, 40) == 0)
        end->moves_ratings = !end->moves_ratings; /* mostly refused */
    return op;
}

static struct store_op make_star(struct trial *trial)
{
    uint64_t game = MODEL_FIRST_GAME + trial_below(trial, (uint64_t)trial->next.games_begun + 1);
    const struct model_game *found = model_game(&trial->next, game);
    uint64_t player = found != NULL && trial_below(trial, 4) != 0
                          ? found->start.players[trial_below(trial, SEAT_COUNT)]
                          : trial_any_player(trial);
    return sample_star(player, game, trial_below(trial, 3) != 0);
}

static struct store_op make_rename(struct trial *trial, struct trial_texts *texts)
{
    struct store_op op = sample_act(MOD_RENAME, 0, trial_any_player(trial));
    const struct model_player *found = model_player(&trial->next, op.as.act.player);
    make_names(trial, texts);
    op.as.act.renamed = &texts->names;
    if ((found == NULL || found->kind == PLAYER_GUEST) && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return op;
}

/* Of one account: the texts have room for one name. */
static struct store_op make_class(struct trial *trial, struct trial_texts *texts)
{
    const struct model_player *found;
    texts->pupil = make_register(trial, texts).as.player_register;
    found = model_player(&trial->next, texts->pupil.id);
    if (found != NULL && found->kind == PLAYER_REGISTERED && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_class(&texts->pupil, 1);
}

/* Any time of a few that games have, and the two months around it. */
static void make_months(struct trial *trial, struct trial_texts *texts)
{
    struct sample_annulled *annulled = &texts->annulled;
    int64_t middle = 1700000000000 + MODEL_FIRST_GAME + (int64_t)trial_below(trial, MODEL_GAMES);
    annulled->month_starts[1] = middle + (trial_below(trial, 2) == 0 ? 1000 : 0);
    annulled->annulment.first_month = this_month(trial);
    annulled->annulment.terms = (struct store_rating_terms){
        .games = (int)trial_below(trial, 4), .opponents = (int)trial_below(trial, 3)};
    annulled->annulment.memo = trial->next.last_memo + 5;
}

/* Games that are over, the newest first, mostly such as moved ratings. */
static struct store_op make_annul(struct trial *trial, struct trial_texts *texts)
{
    uint64_t games[4] = {0};
    size_t count = 0;
    size_t wanted = 1 + trial_below(trial, 3);
    bool is_any = trial_below(trial, 30) == 0; /* mostly refused */
    for (int i = trial->next.games_begun - 1; i >= 0 && count < wanted; i--) {
        const struct model_game *game = &trial->next.games[i];
        if (trial_below(trial, 8) == 0 &&
            (is_any || (game->is_over && game->end.moves_ratings &&
                        (!game->is_annulled || trial_below(trial, 9) == 0))))
            games[count++] = game->start.id;
    }
    if (count == 0)
        return (struct store_op){.kind = STORE_PROBE};
    struct store_op op = sample_annul(trial_below(trial, 2) == 0 ? 0 : trial_any_player(trial),
                                      games, &texts->annulled);
    if (model_player(&trial->next, op.as.act.player) == NULL)
        op.as.act.player = 0;
    make_months(trial, texts);
    return op;
}

static struct store_op with_memo(const struct trial *trial, struct store_op op)
{
    op.as.act.memo = trial->next.last_memo + 5;
    return op;
}

/* Any one, or an open one with those before it on the same player; right more often than not. */
static struct store_op make_resolve(struct trial *trial, struct trial_texts *texts)
{
    const struct model *model = &trial->next;
    struct store_op op =
        sample_resolve(1 + (int64_t)trial_below(trial, (uint64_t)model->reports + 2));
    int report = (int)op.as.act.report - 1;
    if (report < model->reports && trial_below(trial, 2) == 0) {
        size_t count = 0;
        for (int i = 0; i <= report; i++)
            if (model->report[i].is_open && count < sizeof(texts->numbers) / sizeof(uint64_t) &&
                model->report[i].player == model->report[report].player)
                texts->numbers[count++] = (uint64_t)i + 1;
        if (count > 0)
            op = sample_resolve_all(texts->numbers, count);
    }
    op.as.act.verdict = trial_below(trial, 6) == 0 ? 0 : 1;
    return with_memo(trial, op);
}

static struct store_op make_act(struct trial *trial, struct trial_texts *texts)
{
    uint64_t player = trial_any_player(trial);
    if (trial_below(trial, 4) == 0)
        return make_class(trial, texts);
    if (trial_below(trial, 2) == 0)
        return make_rename(trial, texts);
    if (trial_below(trial, 2) == 0)
        return make_annul(trial, texts);
    if (trial_below(trial, 2) == 0)
        return make_resolve(trial, texts);
    if (model_player(&trial->next, player) == NULL && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return trial_below(trial, 2) == 0 ? sample_act(MOD_BAN, 0, player)
                                      : with_memo(trial, sample_warning(player, 1));
}

/* A report that carries the last lines of a chat, or one that will never be said. */
static struct store_op with_lines(struct trial *trial, struct trial_texts *texts,
                                  struct store_op op)
{
    uint64_t id = MODEL_FIRST_ROOM + trial_below(trial, MODEL_ROOMS);
    const struct model_room *room = model_room(&trial->next, id);
    uint32_t last = room != NULL ? room->lines : 0;
    uint32_t count = last < MODEL_CARRIED ? last : MODEL_CARRIED;
    if (count > 0 && trial_below(trial, 40) == 0)
        last++;
    for (uint32_t i = 0; i < count; i++)
        texts->lines[i] = (struct store_line_place){.room = id, .n = last - count + 1 + i};
    op.as.report_add.lines = texts->lines;
    op.as.report_add.lines_count = count;
    return op;
}

/* Mostly by one of two, so that somebody has too many. */
static struct store_op make_report(struct trial *trial, struct trial_texts *texts)
{
    uint64_t by = trial_below(trial, 4) == 0 ? trial_any_player(trial) : 1 + trial_below(trial, 2);
    uint64_t player = trial_any_player(trial);
    bool is_possible = by != player && model_player(&trial->next, by) != NULL &&
                       model_player(&trial->next, player) != NULL;
    if ((!is_possible && trial_below(trial, 20) != 0) || trial->next.reports == MODEL_REPORTS)
        return (struct store_op){.kind = STORE_PROBE};
    return with_lines(trial, texts, sample_report(by, player, 0));
}

/* The verdict, mostly on one that is open, of its player. */
static struct store_op make_answer(struct trial *trial)
{
    const struct model *next = &trial->next;
    if (next->appeals == 0)
        return (struct store_op){.kind = STORE_PROBE};
    const struct model_appeal *appeal = &next->appeal[trial_below(trial, (uint64_t)next->appeals)];
    if (appeal->player == 0)
        return (struct store_op){.kind = STORE_PROBE};
    return with_memo(trial, sample_answer(appeal->act, appeal->player, (int)trial_below(trial, 2)));
}

/* Of few players, so that some answer twice. */
static struct store_op make_appeal(struct trial *trial)
{
    static const enum mod_act acts[] = {MOD_BAN, MOD_WARN};
    uint64_t player = 1 + trial_below(trial, 3);
    if (trial_below(trial, 3) == 0)
        return make_answer(trial);
    if (trial_below(trial, 2) == 0 && model_player(&trial->next, player) != NULL)
        return with_memo(trial, sample_warning(player, 1));
    if (trial->next.appeals == MODEL_APPEALS)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_appeal(player, acts[trial_below(trial, 2)]);
}

/* Over some days, so that some are too old for others. */
static struct store_op make_key(struct trial *trial, struct trial_texts *texts)
{
    (void)snprintf(texts->line, sizeof(texts->line), "{\"n\":%d}", (int)trial_below(trial, 1000));
    return sample_key(trial_any_player(trial), (uint32_t)trial_below(trial, MODEL_KEYS),
                      1 + trial_below(trial, 5),
                      (int64_t)trial_below(trial, 40) * STORE_KEYS_MS / 8, texts->line);
}

static struct store_op make_origin(struct trial *trial)
{
    uint64_t origin = 1 + trial_below(trial, MODEL_ORIGINS);
    int64_t last = (int64_t)trial_below(trial, 100) * 3600000; /* some days */
    return sample_origin(trial_any_player(trial), origin, last, last - 50 * INT64_C(3600000));
}

static struct store_op make_origin_ban(struct trial *trial)
{
    uint64_t player = trial_any_player(trial);
    int64_t at = (int64_t)trial_below(trial, 100);
    if (trial_below(trial, 4) == 0)
        return sample_origin_unban(player);
    return sample_origin_ban(player, 1 + trial_below(trial, MODEL_ORIGINS), at,
                             1 + (int64_t)trial_below(trial, 100));
}

static struct store_op make_focus(struct trial *trial)
{
    uint64_t id = any_game(trial);
    const struct model_game *game = model_game(&trial->next, id);
    bool is_wrong = game == NULL || game->is_over || !game->start.rated;
    if (is_wrong && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_focus_lost(id, (uint32_t)trial_below(trial, MODEL_PLIES),
                             (enum seat)trial_below(trial, SEAT_COUNT));
}

static struct store_op make_memo(struct trial *trial)
{
    uint64_t player = 1 + trial_below(trial, 3); /* some have more than are kept */
    if (trial_below(trial, 4) == 0)
        return sample_memos_seen(player, 1 + trial_below(trial, trial->next.last_memo + 9));
    if (model_player(&trial->next, player) == NULL && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_memo(player, trial->next.last_memo + 5, 0);
}

struct store_op trial_op(struct trial *trial, struct trial_texts *texts)
{
    uint64_t kind = trial_below(trial, 75);
    if (kind < 3)
        return make_guest(trial, texts, trial_below(trial, 4) == 0);
    if (kind < 6)
        return make_register(trial, texts);
    if (kind < 7)
        return sample_password(trial_any_player(trial), "1");
    if (kind < 9)
        return sample_session((uint8_t)trial_below(trial, MODEL_TOKENS), trial_any_player(trial));
    if (kind < 11)
        return trial_below(trial, 2) == 0
                   ? sample_logout((uint8_t)trial_below(trial, MODEL_TOKENS))
                   : sample_session_end((uint8_t)trial_below(trial, MODEL_TOKENS), 0);
    if (kind < 14)
        return make_room(trial);
    if (kind < 15)
        return sample_room_close(MODEL_FIRST_ROOM + trial_below(trial, MODEL_ROOMS));
    if (kind < 18)
        return make_chat(trial, texts);
    if (kind < 22)
        return make_start(trial);
    if (kind < 35)
        return make_log(trial);
    if (kind < 39)
        return make_end(trial);
    if (kind < 42)
        return make_active(trial);
    if (kind < 43)
        return trial_below(trial, 2) == 0 ? make_fine(trial) : make_release(trial);
    if (kind < 44)
        return make_account(trial, texts);
    if (kind < 47)
        return make_pick(trial);
    if (kind < 48)
        return sample_logout_others((uint8_t)trial_below(trial, MODEL_TOKENS),
                                    trial_any_player(trial));
    if (kind < 49)
        return trial_below(trial, 3) == 0 ? make_delete(trial, texts)
                                          : (struct store_op){.kind = STORE_PROBE};
    if (kind < 56)
        return (kind < 53 ? model_make_letter : model_make_copies)(&trial->next,
                                                                   trial_below(trial, UINT64_MAX));
    if (kind < 59)
        return make_star(trial);
    if (kind < 60)
        return sample_written(trial_any_player(trial), 1 + (int64_t)trial_below(trial, 1000));
    if (kind < 61)
        return sample_conduct(trial_any_player(trial), (uint32_t)trial_below(trial, 8), 3);
    if (kind < 62)
        return sample_days_off(trial_any_player(trial), (int)trial_below(trial, 29));
    if (kind < 63)
        return make_key(trial, texts);
    if (kind < 66)
        return make_report(trial, texts);
    if (kind < 69)
        return make_act(trial, texts);
    if (kind < 71)
        return kind < 70 ? make_origin(trial) : make_origin_ban(trial);
    if (kind < 73)
        return make_appeal(trial);
    return kind < 74 ? make_focus(trial) : make_memo(trial);
}
