/* SPDX-License-Identifier: MIT */
/*
 * Replies about players: leaderboards, pages, names, fines. Whoever deleted the account is in none.
 */
#include "base/base64.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_listed.h"
#include "tests/sim/truth_provisional.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

static void check_ledger(struct link *link, const char *name, enum variant_id variant,
                         int64_t points, int64_t games)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, name);
    const struct truth_rating *rating = player != NULL ? &player->ratings[variant] : NULL;
    bool is_there = false;
    for (size_t i = 1; rating != NULL && i < rating->count && !is_there; i++)
        is_there = rating->points[i] == points && (int64_t)rating->games_at[i] == games;
    CHECK_THAT(link->sim, CHECK_RATINGS, is_there,
               "%s is said to have %lld points after %lld games; the ledger has %d after %zu", name,
               (long long)points, (long long)games,
               player != NULL ? truth_points(player, variant) : 0,
               rating != NULL ? rating->games : 0);
}

/* An account that is deleted has its last name, which no list shows. */
static void check_is_there(struct link *link, const char *name)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, name);
    CHECK_THAT(link->sim, CHECK_DELETED_IS_GONE,
               player != NULL && (!player->is_deleted || strcmp(player->name, name) != 0),
               "link %llu is shown %s, who is deleted, or nobody", ID_ARG(link->number), name);
}

/* Established is for good, as long as no games are annulled. */
static void check_established(struct link *link, const char *name, enum variant_id variant)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, name);
    CHECK_THAT(link->sim, CHECK_PROVISIONAL,
               player != NULL &&
                   (!truth_is_provisional(player, variant) ||
                    (!link->sim->is_quiet && player->ratings[variant].was_established)),
               "link %llu is told that %s has an established rating", ID_ARG(link->number), name);
}

/* The points by which a line or a page says that somebody is ranked. */
static int64_t listed_or(int64_t listed, int64_t points)
{
    return listed != NONE ? listed : points;
}

/* When all is quiet, as the store has it. */
static void check_listed(struct link *link, const char *name, enum variant_id variant,
                         int64_t listed, int64_t rank)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player_named(truth, name);
    CHECK_THAT(link->sim, CHECK_LISTED,
               !link->sim->is_quiet || (player != NULL && listed == truth_listed(player, variant) &&
                                        rank == truth_rank(truth, player, variant)),
               "%s is said to be listed with %lld points at %lld, and is with %d at %lld", name,
               (long long)listed, (long long)rank, truth_listed(player, variant),
               (long long)truth_rank(truth, player, variant));
}

static void check_standings(struct link *link, const struct ask *ask,
                            const struct standing_record *rows, size_t count)
{
    enum variant_id variant = ask->request.as.rating_top.variant->id;
    if (ask->op == OP_RATING_AROUND)
        variant = ask->request.as.rating_around.variant->id;
    for (size_t i = 0; i < count; i++) {
        check_ledger(link, rows[i].name, variant, rows[i].rating, rows[i].games);
        check_is_there(link, rows[i].name);
        check_established(link, rows[i].name, variant);
        CHECK_THAT(link->sim, CHECK_RATINGS,
                   i == 0 || (listed_or(rows[i].listed, rows[i].rating) <=
                                  listed_or(rows[i - 1].listed, rows[i - 1].rating) &&
                              rows[i].rank >= rows[i - 1].rank),
                   "line %zu of the leaderboard is out of order", i);
        check_listed(link, rows[i].name, variant, listed_or(rows[i].listed, rows[i].rating),
                     rows[i].rank);
    }
}

void said__top(struct link *link, struct ask *ask, const union reply_body *reply)
{
    check_standings(link, ask, reply->rating_top.rows, reply->rating_top.rows_count);
}

void said__around(struct link *link, struct ask *ask, const union reply_body *reply)
{
    check_standings(link, ask, reply->rating_around.rows, reply->rating_around.rows_count);
}

static const char *text_or_empty(const char *text)
{
    return text != NULL ? text : "";
}

/* As it was at some time since it was asked for; the name may be another's by now. */
static void check_page(struct link *link, const struct ask *ask,
                       const struct player_get_reply *page)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_told told = {.role = (enum player_role)page->role,
                                    .about = text_or_empty(page->about),
                                    .country = text_or_empty(page->country),
                                    .photo = &page->photo};
    bool is_own = ask->request.as.player_get.name == NULL;
    bool is_there = false;
    for (size_t i = 0; i < truth->player_count && !is_there; i++)
        is_there = (!is_own || truth->players[i]->id == link->player) &&
                   truth_goes_by(truth->players[i], page->name) &&
                   truth_had_page(truth->players[i], &told, ask->batches);
    CHECK_THAT(link->sim, CHECK_READS_ARE_FRESH, is_there,
               "the page of %s is said to have role %d, \"%s\", \"%s\" and photo %llx, and had not",
               page->name, told.role, told.about, told.country, ID_ARG(page->photo));
}

static const char *name_in(const struct ask *ask)
{
    bool has_name = ask->op == OP_PHOTO_GET && ask->request.as.photo_get.name != NULL;
    return has_name ? ask->text : NULL;
}

static uint64_t photo_in(const struct ask *ask)
{
    return ask->op == OP_PHOTO_GET ? ask->request.as.photo_get.photo : 0;
}

/* Whether the request is about this player's photo; the name may be another's by now. */
static bool is_about(const struct ask *ask, const struct truth_player *player)
{
    if (photo_in(ask) != 0)
        return true;
    return name_in(ask) != NULL ? truth_goes_by(player, name_in(ask)) : player->id == ask->by;
}

/* Whether a photo was this one at some time since it was asked for. */
static bool had_photo(const struct link *link, const struct ask *ask, const struct truth_told *told)
{
    const struct truth *truth = &link->sim->truth;
    for (size_t i = 0; i < truth->player_count; i++)
        if (is_about(ask, truth->players[i]) &&
            truth_had_page(truth->players[i], told, ask->batches))
            return true;
    return false;
}

void said__photo(struct link *link, struct ask *ask, const union reply_body *reply)
{
    char image[TRUTH_IMAGE_SIZE] = "";
    size_t len = 0;
    const struct truth_told told = {
        .role = ROLE_COUNT, .photo = &reply->photo_get.photo, .image = image};
    bool is_text = BASE64_BYTES(strlen(reply->photo_get.image)) < sizeof(image) &&
                   base64_read(reply->photo_get.image, (uint8_t *)image, &len);
    link->sim->stats->photos_seen++;
    CHECK_THAT(link->sim, CHECK_READS_ARE_FRESH, is_text && had_photo(link, ask, &told),
               "the photo of \"%s\" is said to be %llx, \"%s\", and was not", ask->text,
               ID_ARG(*told.photo), image);
    CHECK_THAT(link->sim, CHECK_READS_ARE_FRESH, photo_in(ask) == 0 || photo_in(ask) == *told.photo,
               "photo %llx is asked for, and %llx is told", ID_ARG(photo_in(ask)),
               ID_ARG(*told.photo));
}

/* Of several who show it one is enough. */
static bool kept_photo(const struct link *link, const struct ask *ask)
{
    const struct truth *truth = &link->sim->truth;
    for (size_t i = 0; i < truth->player_count; i++)
        if (truth_kept_photo(truth->players[i], photo_in(ask), ask->batches))
            return true;
    return false;
}

void said__no_photo(struct link *link, const struct ask *ask)
{
    static const uint64_t none = 0;
    const struct truth_told told = {.role = ROLE_COUNT, .photo = &none};
    CHECK_THAT(link->sim, CHECK_READS_ARE_FRESH,
               photo_in(ask) != 0 ? !kept_photo(link, ask) : had_photo(link, ask, &told),
               "link %llu is told that there is no photo, and there was one all the time",
               ID_ARG(link->number));
}

void said__player(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct player_get_reply *page = &reply->player_get;
    const struct truth_player *player = truth_player_named(&link->sim->truth, page->name);
    CHECK_THAT(link->sim, CHECK_DELETED_IS_GONE,
               !link->sim->is_quiet || (page->deleted == player->is_deleted &&
                                        (!page->deleted || page->ratings_count == 0)),
               "the page of %s says %s, and has %zu ratings", page->name,
               page->deleted ? "deleted" : "not deleted", page->ratings_count);
    check_page(link, ask, page);
    said__file(link, ask, page);
    for (size_t i = 0; i < page->ratings_count; i++) {
        const struct player_rating_record *rating = &page->ratings[i];
        check_ledger(link, page->name, rating->variant->id, rating->rating, rating->games);
        if (rating->provisional)
            continue;
        check_established(link, page->name, rating->variant->id);
        check_listed(link, page->name, rating->variant->id,
                     listed_or(rating->listed, rating->rating), rating->rank);
    }
}

void said__fines(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct rating_fines_reply *fines = &reply->rating_fines;
    const struct truth_player *player = truth_player_named(&link->sim->truth, fines->name);
    (void)ask;
    for (size_t i = 0; i < fines->rows_count; i++) {
        const struct fine_row_record *row = &fines->rows[i];
        const struct truth_rating *rating = &player->ratings[row->variant->id];
        bool is_there = false;
        for (size_t n = 1; n < rating->count && !is_there; n++)
            is_there = rating->points[n - 1] == row->before && rating->points[n] == row->after &&
                       rating->games_at[n - 1] == rating->games_at[n];
        CHECK_THAT(link->sim, CHECK_FINES,
                   is_there && (i == 0 || strcmp(fines->rows[i - 1].month, row->month) > 0),
                   "%s is said to have been fined for %s: %lld -> %lld", fines->name, row->month,
                   (long long)row->before, (long long)row->after);
    }
}

/* By games that count; what is told may be older than the last of them. */
static bool has_points(const struct sim *sim, const char *name, const struct points_row_record *row)
{
    const struct truth_player *player = truth_player_named(&sim->truth, name);
    const struct truth_player *other = truth_player_named(&sim->truth, row->name);
    int64_t points = 0;
    int64_t games = 0;
    for (size_t i = 0; i < sim->truth.game_count && player != NULL && other != NULL; i++) {
        const struct truth_game *game = sim->truth.games[i];
        enum seat seat = truth_seat(game, player->id);
        if (seat == SEAT_NONE || game->players[1 - seat] != other->id || !game->moves_ratings ||
            game->is_annulled)
            continue;
        points += game->after[seat] - game->before[seat];
        games++;
    }
    return !sim->is_quiet || (row->points == points && row->games == games);
}

void said__points(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct mod_points_reply *list = &reply->mod_points;
    (void)ask;
    for (size_t i = 0; i < list->rows_count; i++)
        CHECK_THAT(link->sim, CHECK_ANNULMENTS,
                   has_points(link->sim, list->name, &list->rows[i]) &&
                       (i == 0 || list->rows[i].points <= list->rows[i - 1].points),
                   "%s is said to have %lld points from %s, and has others", list->name,
                   (long long)list->rows[i].points, list->rows[i].name);
}

void said__found(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    for (size_t i = 0; i < reply->player_find.rows_count; i++) {
        const char *name = reply->player_find.rows[i].name;
        const struct truth_player *player = truth_player_named(&link->sim->truth, name);
        CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
                   player != NULL && player->kind == PLAYER_REGISTERED,
                   "%s is found, and is no registered player", name);
        check_is_there(link, name);
    }
}
