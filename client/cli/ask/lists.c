/* SPDX-License-Identifier: MIT */
/*
 * Commands that print lists: rooms, top, rank, find, player, fines, games. One row of the list is
 * one line, as text with columns or as JSON.
 */
#include "client/cli/ask/lists.h"

#include "client/cli/ask/ask.h"
#include "client/cli/ask/photo.h"
#include "client/cli/connect/account.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/lists.h"
#include "client/core/turns.h"
#include "client/core/variants.h"

#include <stdio.h>
#include <time.h>

#define NAME_COLUMNS 20

/* ---------------------------------------------------------------- rooms */

static void put_control(struct query *query, const struct time_control *time)
{
    char control[WORDS_SIZE];
    words_control(time, control, sizeof(control));
    ink_put_cell(&query->ink, COLOUR_PLAIN, LISTS_CLOCK_COLUMNS, "%s", control);
}

static const char *rated_word(int is_rated)
{
    return words_rated(is_rated != 0);
}

static void put_rated(struct query *query, bool is_rated)
{
    ink_put_cell(&query->ink, COLOUR_PLAIN, words_columns(rated_word, 2, 9), "%s",
                 words_rated(is_rated));
}

/* The columns of rooms and the row of their names. */
static int state_columns(void)
{
    return words_columns(words_room_state, ROOM_STATE_WORD_COUNT, 9);
}

void lists_put_rooms_head(struct query *query)
{
    struct ink *ink = &query->ink;
    ink_put_cell(ink, COLOUR_DIM, LISTS_ID_COLUMNS, "%s", _("room"));
    ink_put_cell(ink, COLOUR_DIM, words_variant_columns(), "%s", _("game"));
    ink_put_cell(ink, COLOUR_DIM, LISTS_CLOCK_COLUMNS, "%s", _("clock"));
    ink_put_spaces(ink, (size_t)words_columns(rated_word, 2, 9));
    ink_put_cell(ink, COLOUR_DIM, state_columns(), "%s", _("state"));
    ink_put_line(ink, COLOUR_DIM, "%s", _("players"));
}

/* How long somebody has waited there; a server's clock that is ahead has nobody wait less than 0.
 */
static void put_wait(struct ink *ink, const struct lobby_room *room)
{
    int64_t ago_ms = (int64_t)time(NULL) * 1000 - room->opened_ms;
    if (room->state != ROOM_STATE_WORD_OPEN || room->opened_ms <= 0)
        return;
    ink_put(ink, COLOUR_DIM, _(", waiting for %s"), words_duration(ago_ms > 0 ? ago_ms : 0).text);
}

void lists_put_room(struct query *query, const struct lobby_room *room)
{
    char player[WORDS_SIZE];
    struct ink *ink = &query->ink;
    ink_put_cell(ink, COLOUR_BOLD, LISTS_ID_COLUMNS, "%s", words_id(room->id).text);
    ink_put_cell(ink, COLOUR_PLAIN, words_variant_columns(), "%s",
                 words_variant_short(room->variant));
    put_control(query, &room->control);
    put_rated(query, room->is_rated);
    ink_put_cell(ink, room->state == ROOM_STATE_WORD_OPEN ? COLOUR_WON : COLOUR_DIM,
                 state_columns(), "%s", words_room_state(room->state));
    for (size_t i = 0; i < room->players_count; i++) {
        words_person(&room->players[i], player, sizeof(player));
        ink_put(ink, COLOUR_PLAIN, "%s%s%s", i > 0 ? " - " : "", player,
                room->players[i].is_connected ? "" : _(", offline"));
    }
    if (room->invited[0] != '\0')
        ink_put(ink, COLOUR_DIM, _(", for %s"), room->invited);
    put_wait(ink, room);
    if (!variants_can_play(room->variant))
        ink_put(ink, COLOUR_DIM, "%s", _(", not playable here"));
    ink_end_line(ink);
}

void lists_put_rooms(struct query *query, const struct lobby *lobby)
{
    if (lobby->rooms.count > 0)
        lists_put_rooms_head(query);
    for (size_t i = 0; i < lobby->rooms.count; i++)
        lists_put_room(query, lobby_room_at(lobby, i));
}

void lists_put_rest(struct query *query, const struct lobby *lobby, const char *nothing)
{
    if (lobby->rooms.count == 0)
        query_put_line(query, COLOUR_DIM, nothing);
    else if (lobby->rooms.next != 0)
        query_put_more_before(query, lobby->rooms.next);
}

int lists_stakes(const struct invocation *invocation)
{
    if (invocation_has(invocation, OPTION_RATED))
        return STAKES_WORD_RATED;
    return invocation_has(invocation, OPTION_UNRATED) ? STAKES_WORD_UNRATED : NONE;
}

static void show_rooms(struct query *query, const union reply_body *reply)
{
    const struct room_list_reply *list = &reply->room_list;
    uint64_t before = query->request.as.room_list.before;
    struct lobby lobby;
    if (query_put_rows(query, reply))
        return;
    lobby_init(&lobby, before);
    lobby_take_list(&lobby, before, list);
    lists_put_rooms(query, &lobby);
    lists_put_rest(query, &lobby,
                   query->request.as.room_list.tended
                       ? _("No rooms found where somebody is. All: penta rooms --all; open one: "
                           "penta play")
                       : _("No rooms found. Open one with: penta play"));
    lobby_deinit(&lobby);
}

enum exit_code run_rooms(const struct invocation *invocation)
{
    const struct request request = {
        .op = OP_ROOM_LIST,
        .as.room_list = {.state = invocation_word(invocation, OPTION_STATE),
                         .tended = !invocation_has(invocation, OPTION_ALL) &&
                                   !invocation_has(invocation, OPTION_STATE),
                         .variant = invocation_variant(invocation),
                         .stakes = NONE,
                         .clock_kind = NONE,
                         .min_rating = NONE,
                         .max_rating = NONE,
                         .before = invocation_id(invocation, OPTION_BEFORE),
                         .limit = invocation_number(invocation, OPTION_LIMIT, 20)}};
    return query_ask(invocation, QUERY_STRANGER, &request, show_rooms);
}

/* ---------------------------------------------------------------- leaderboard */

static void put_standings_head(struct ink *ink)
{
    ink_put_cell(ink, COLOUR_DIM, -7, "%s", _("rank"));
    ink_put_spaces(ink, 2);
    ink_put_cell(ink, COLOUR_DIM, NAME_COLUMNS, "%s", _("name"));
    ink_put_line(ink, COLOUR_DIM, "%s", _("points"));
}

static void put_standing(struct query *query, const struct rankings_row *row)
{
    enum colour colour = row->is_meant ? COLOUR_BOLD : COLOUR_PLAIN;
    unsigned long games = (unsigned long)row->games;
    ink_put_cell(&query->ink, colour, -7, "%lld", (long long)row->rank);
    ink_put_spaces(&query->ink, 2);
    ink_put_cell(&query->ink, colour, NAME_COLUMNS, "%s", row->name);
    ink_put_cell(&query->ink, colour, -6, "%d", (int)row->rating);
    ink_put(&query->ink, COLOUR_DIM, ngettext("   %lu game", "   %lu games", games), games);
    if (row->listed != NONE)
        ink_put(&query->ink, COLOUR_DIM, _("   ranked with %d"), (int)row->listed);
    query_put_line(query, COLOUR_PLAIN, "");
}

static void put_standings(struct query *query, const struct rankings *rankings)
{
    if (rankings->rows.count > 0)
        put_standings_head(&query->ink);
    for (size_t i = 0; i < rankings->rows.count; i++)
        put_standing(query, rankings_at(rankings, i));
    if (rankings_differ(rankings))
        query_put_line(
            query, COLOUR_DIM,
            _("Ranked with fewer points: what was won from new accounts, or in very short "
              "games, counts for the rank after 30 days."));
}

/* `none`: the sentence where nobody is on the leaderboard. */
static void put_total(struct query *query, int64_t total, const char *none)
{
    unsigned long players = (unsigned long)total;
    const char *text = players == 0 ? none
                                    : ngettext("%lu player has an established rating.",
                                               "%lu players have an established rating.", players);
    ink_put_line(&query->ink, COLOUR_DIM, text, players);
}

/* ---------------------------------------------------------------- search */

static void put_found(struct query *query, const struct found_player_record *row)
{
    struct ink *ink = &query->ink;
    ink_put_cell(ink, COLOUR_PLAIN, -7, row->rank != NONE ? "%lld" : "-", (long long)row->rank);
    ink_put_spaces(ink, 2);
    ink_put_cell(ink, COLOUR_PLAIN, NAME_COLUMNS, "%s", row->name);
    ink_put_cell(ink, COLOUR_PLAIN, -6, row->rating != NONE ? "%d" : "-", (int)row->rating);
    ink_put_cell(ink, COLOUR_PLAIN, 3, "%s", words_provisional(row->provisional));
    ink_put_line(ink, COLOUR_DIM, "%s", row->connected ? _("online") : "");
}

static void show_found(struct query *query, const union reply_body *reply)
{
    const struct player_find_reply *found = &reply->player_find;
    if (found->rows_count == 0)
        query->code = EXIT_CODE_REFUSED; /* for programs, too */
    if (query_put_rows(query, reply))
        return;
    if (found->rows_count > 0)
        put_standings_head(&query->ink);
    for (size_t i = 0; i < found->rows_count; i++)
        put_found(query, &found->rows[i]);
    if (found->rows_count == 0)
        query_put_line(query, COLOUR_DIM, _("No such player."));
    else if (found->more)
        ink_put_line(&query->ink, COLOUR_DIM, _("More: --after %s"),
                     found->rows[found->rows_count - 1].name);
}

static enum exit_code find(const struct invocation *invocation, const char *text)
{
    const struct request request = {
        .op = OP_PLAYER_FIND,
        .as.player_find = {.text = text,
                           .variant = invocation_variant_or_classic(invocation),
                           .after = invocation->options[OPTION_AFTER],
                           .limit = invocation_number(invocation, OPTION_LIMIT, 20)}};
    return query_ask(invocation, QUERY_STRANGER, &request, show_found);
}

enum exit_code run_find(const struct invocation *invocation)
{
    return find(invocation, invocation->arguments[0]);
}

/* ---------------------------------------------------------------- the leaderboard's pages */

static void put_variant(struct query *query, const struct variant *variant)
{
    ink_put_line(&query->ink, COLOUR_BOLD, "%s", words_variant(variant));
}

const struct variant *lists_main_variant(const struct player_get_reply *page)
{
    const struct player_rating_record *most = NULL;
    for (size_t i = 0; i < page->ratings_count; i++)
        if (most == NULL || page->ratings[i].games > most->games)
            most = &page->ratings[i];
    return most != NULL ? most->variant : NULL;
}

void lists_put_no_rating(struct query *query, const struct variant *variant)
{
    ink_put_line(&query->ink, COLOUR_PLAIN, _("No rating in \"%s\" yet."), words_variant(variant));
}

void lists_put_elsewhere(struct query *query, const struct player_get_reply *page)
{
    for (size_t i = 0; i < page->ratings_count; i++)
        ink_put_line(&query->ink, COLOUR_DIM, _("There is one in \"%s\": --variant %s"),
                     words_variant(page->ratings[i].variant), page->ratings[i].variant->key);
}

/* The leaderboard of this variant is asked for. */
static void ask_top(struct query *query, const struct variant *variant)
{
    const struct invocation *invocation = query->invocation;
    query->request = (struct request){
        .op = OP_RATING_TOP,
        .as.rating_top = {.variant = variant,
                          .from = invocation_number(invocation, OPTION_FROM, 1),
                          .limit = invocation_number(invocation, OPTION_LIMIT, 20)}};
}

/* Where nobody named a variant, a person who has an account sees the own one: asks for the page. */
static void on_top_ready(struct query *query, const struct notice *notice)
{
    (void)notice;
    if (session_name(query->session)[0] != '\0' && !session_is_guest(query->session))
        query->request = (struct request){.op = OP_PLAYER_GET};
}

static void take_own_page(struct query *query, const struct player_get_reply *page)
{
    const struct variant *main_one = lists_main_variant(page);
    ask_top(query, main_one != NULL ? main_one : variant_get(VARIANT_CLASSIC));
    query->asks_again = true;
}

static void show_top(struct query *query, const union reply_body *reply)
{
    if (query->request.op == OP_PLAYER_GET) {
        take_own_page(query, &reply->player_get);
        return;
    }
    const struct rating_top_reply *top = &reply->rating_top;
    int64_t from = query->request.as.rating_top.from;
    struct rankings rankings;
    if (query_put_rows(query, reply))
        return;
    rankings_init(&rankings, from);
    rankings_take_top(&rankings, from, top);
    put_variant(query, query->request.as.rating_top.variant);
    put_standings(query, &rankings);
    put_total(query, rankings.total, _("Nobody has an established rating yet: see penta rank."));
    rankings_deinit(&rankings);
}

enum exit_code run_top(const struct invocation *invocation)
{
    struct query query;
    struct login login;
    if (invocation_has(invocation, OPTION_FIND))
        return find(invocation, invocation->options[OPTION_FIND]);
    query_init(&query, invocation, OP_RATING_TOP);
    query.who = QUERY_STRANGER;
    query.show = show_top;
    ask_top(&query, invocation_variant_or_classic(invocation));
    if (!invocation_has(invocation, OPTION_VARIANT) && !query_is_json(&query) &&
        account_load(invocation, &login)) {
        query.who = QUERY_SELF_OR_STRANGER;
        query.ready = on_top_ready;
    }
    return query_run(&query);
}

/* Tells the conditions that a provisional rating still has to meet before it is on the leaderboard.
 */
static void put_missing(struct query *query, const struct rating_around_reply *around)
{
    /* Without a word of it, none are missing. */
    unsigned long games = around->games_to_go > 0 ? (unsigned long)around->games_to_go : 0;
    unsigned long opponents =
        around->opponents_to_go > 0 ? (unsigned long)around->opponents_to_go : 0;
    ink_put(&query->ink, COLOUR_BOLD, "%d?", (int)around->rating);
    ink_put(&query->ink, COLOUR_PLAIN, "%s", _("  provisional: "));
    if (games > 0)
        ink_put(&query->ink, COLOUR_PLAIN,
                ngettext("%lu more rated game", "%lu more rated games", games), games);
    if (games > 0 && opponents > 0)
        ink_put(&query->ink, COLOUR_PLAIN, ", ");
    if (opponents > 0)
        ink_put(&query->ink, COLOUR_PLAIN,
                ngettext("%lu more opponent", "%lu more opponents", opponents), opponents);
    query_put_line(query, COLOUR_PLAIN, "");
}

static void ask_page(struct query *query, const char *name)
{
    query->request = (struct request){.op = OP_PLAYER_GET, .as.player_get.name = name};
    query->is_extra = true;
    query->asks_again = true;
}

/* Of a player without a rating in classic, which nobody named: that of the variant that the player
 * plays most is asked for. */
static bool asks_for_main_variant(struct query *query, const struct rating_around_reply *around)
{
    const char *name = query->request.as.rating_around.name;
    bool is_named = invocation_has(query->invocation, OPTION_VARIANT);
    if (is_named || query_is_json(query) || around->rank != NONE || around->rating != NONE)
        return false;
    ask_page(query, name);
    return true;
}

/* The page of that player: asks for the rating again, in the variant with the most games; or says
 * where there is one. */
static void take_page(struct query *query, const struct player_get_reply *page)
{
    const struct variant *main_one = lists_main_variant(page);
    if (invocation_has(query->invocation, OPTION_VARIANT)) {
        lists_put_elsewhere(query, page);
        return;
    }
    query->request = (struct request){.op = OP_RATING_AROUND};
    query->request.as.rating_around = (struct rating_around_request){
        .variant = main_one != NULL ? main_one : variant_get(VARIANT_CLASSIC),
        .name = query_name(query->invocation),
        .limit = invocation_number(query->invocation, OPTION_LIMIT, 11)};
    query->is_second = true;
    query->is_extra = false;
    query->asks_again = true;
}

static void show_rank(struct query *query, const union reply_body *reply)
{
    if (query->request.op == OP_PLAYER_GET) {
        take_page(query, &reply->player_get);
        return;
    }
    const struct rating_around_reply *around = &reply->rating_around;
    if (!query->is_second && asks_for_main_variant(query, around))
        return;
    const char *name = query->request.as.rating_around.name;
    struct rankings rankings;
    if (query_put_rows(query, reply))
        return;
    rankings_init(&rankings, 1);
    put_variant(query, query->request.as.rating_around.variant);
    rankings_take_around(&rankings, name != NULL ? name : session_name(query->session), around);
    put_standings(query, &rankings);
    if (around->provisional)
        put_missing(query, around);
    else if (rankings.rank == NONE)
        lists_put_no_rating(query, query->request.as.rating_around.variant);
    put_total(query, rankings.total, _("Nobody has an established rating yet."));
    if (!around->provisional && rankings.rank == NONE && !query->is_second)
        ask_page(query, name);
    rankings_deinit(&rankings);
}

enum exit_code run_rank(const struct invocation *invocation)
{
    const struct request request = {
        .op = OP_RATING_AROUND,
        .as.rating_around = {.variant = invocation_variant_or_classic(invocation),
                             .name = query_name(invocation),
                             .limit = invocation_number(invocation, OPTION_LIMIT, 11)}};
    return query_ask(invocation, query_who(invocation), &request, show_rank);
}

/* ---------------------------------------------------------------- a player */

static void put_rating(struct query *query, const struct player_rating_record *rating)
{
    unsigned long games = (unsigned long)rating->games;
    ink_put_cell(&query->ink, COLOUR_PLAIN, words_variant_columns(), "%s",
                 words_variant_short(rating->variant));
    ink_put_cell(&query->ink, COLOUR_BOLD, -6, "%d", (int)rating->rating);
    if (rating->rank != NONE)
        ink_put(&query->ink, COLOUR_PLAIN, _("   rank %lld"), (long long)rating->rank);
    else
        ink_put(&query->ink, COLOUR_PLAIN, "%s", _("?  provisional"));
    ink_put(&query->ink, COLOUR_DIM, ngettext("   %lu game", "   %lu games", games), games);
    if (rating->listed != NONE)
        ink_put(&query->ink, COLOUR_DIM, _("   ranked with %d"), (int)rating->listed);
    query_put_line(query, COLOUR_PLAIN, "");
}

static void put_profile(struct query *query, const struct player_get_reply *player)
{
    if (player->deleted)
        query_put_line(query, COLOUR_DIM, _("This account was deleted."));
    if (player->role != ROLE_WORD_PLAYER)
        query_put_line(query, COLOUR_BOLD, words_role(player->role));
    if (player->country != NULL)
        ink_put_line(&query->ink, COLOUR_PLAIN, _("Country: %s"), player->country);
    if (player->photo != 0)
        query_put_line(query, COLOUR_DIM, _("There is a photo; --photo FILE saves it."));
    if (player->about != NULL)
        query_put_line(query, COLOUR_PLAIN, player->about);
}

static void put_sanction(struct query *query, const char *text, const char *reason)
{
    query_put_line(query, COLOUR_BOLD, text);
    if (reason != NULL) {
        ink_put_spaces(&query->ink, 6);
        query_put_line(query, COLOUR_CHAT, reason);
    }
}

/* Puts what the server tells of a ban and a mute: to moderators, and of the mute to the player. */
static void put_sanctions(struct query *query, const struct player_get_reply *player)
{
    char text[INK_TEXT_SIZE];
    if (player->ban != NULL) {
        words_banned(player->name, player->ban->until, text, sizeof(text));
        put_sanction(query, text, player->ban->reason);
    }
    if (player->mute != NULL && query->who == QUERY_SELF) {
        words_own_mute(player->mute, text, sizeof(text));
        query_put_line(query, COLOUR_BOLD, text);
    } else if (player->mute != NULL) {
        words_muted(player->name, player->mute->until, text, sizeof(text));
        put_sanction(query, text, player->mute->reason);
    }
}

/* Puts how the player's games with people met by chance ended, if some were spoilt. */
static void put_conduct(struct query *query, const struct conduct_record *conduct)
{
    if (conduct == NULL || conduct->broken == 0)
        return;
    ink_put_line(&query->ink, COLOUR_PLAIN,
                 _("Aborted, left or missed: %lld of the last %lld games from quick pairing and "
                   "open rooms."),
                 (long long)conduct->broken, (long long)conduct->games);
    if (conduct->paused_until == NONE)
        return;
    ink_put_line(&query->ink, COLOUR_BOLD,
                 _("Quick pairing and open rooms are closed to this player until %s; "
                   "invitations still work."),
                 words_time(conduct->paused_until).text);
}

/* Puts what moderators know of the player. */
static void put_file(struct query *query, const struct player_file_record *file)
{
    if (file == NULL)
        return;
    if (file->warnings > 0)
        ink_put_line(&query->ink, COLOUR_BOLD,
                     file->warning_seen ? _("Warnings: %lld; the last one was read.")
                                        : _("Warnings: %lld; the last one is unread."),
                     (long long)file->warnings);
    for (size_t i = 0; i < file->notes_count; i++) {
        const struct note_record *note = &file->notes[i];
        ink_put(&query->ink, COLOUR_DIM, "%s  %s: ", words_time(note->at).text,
                note->by != NULL ? note->by : _("(the server's machine)"));
        query_put_line(query, COLOUR_CHAT, note->text);
    }
}

static const char *words_kind(const struct player_get_reply *player)
{
    if (player->computer != NULL)
        return _(" (computer)");
    return player->guest ? _(" (guest)") : "";
}

static void show_player(struct query *query, const union reply_body *reply)
{
    const struct player_get_reply *player = &reply->player_get;
    if (query_put_json(query, reply))
        return;
    ink_put(&query->ink, COLOUR_BOLD, "%s", player->name);
    ink_put_line(&query->ink, COLOUR_PLAIN, "%s, %s", words_kind(player),
                 player->connected ? _("online") : _("offline"));
    ink_put_line(&query->ink, COLOUR_DIM, _("Joined %s"), words_time(player->created).text);
    if (player->off_until > 0) {
        ink_put_line(&query->ink, COLOUR_PLAIN, _("Days off until %s"),
                     words_time(player->off_until).text);
    }
    put_profile(query, player);
    put_sanctions(query, player);
    put_conduct(query, player->conduct);
    put_file(query, player->file);
    for (size_t i = 0; i < player->ratings_count; i++)
        put_rating(query, &player->ratings[i]);
}

enum exit_code run_player(const struct invocation *invocation)
{
    const struct request request = {.op = OP_PLAYER_GET,
                                    .as.player_get.name = query_name(invocation)};
    if (invocation_has(invocation, OPTION_PHOTO))
        return photo_to_file(invocation);
    bool is_own = request.as.player_get.name == NULL;
    return query_ask(invocation, is_own ? QUERY_SELF : QUERY_SELF_OR_STRANGER, &request,
                     show_player);
}

/* ---------------------------------------------------------------- fines */

static void put_fine(struct query *query, const struct fine_row_record *row)
{
    struct ink *ink = &query->ink;
    ink_put_cell(ink, COLOUR_PLAIN, 9, "%s", row->month);
    ink_put_cell(ink, COLOUR_PLAIN, words_variant_columns(), "%s",
                 words_variant_short(row->variant));
    ink_put_cell(ink, COLOUR_LOST, -5, "%+d", (int)(row->after - row->before));
    ink_put_line(ink, COLOUR_DIM, "   %d -> %d", (int)row->before, (int)row->after);
}

static void show_fines(struct query *query, const union reply_body *reply)
{
    const struct rating_fines_reply *list = &reply->rating_fines;
    if (query_put_rows(query, reply))
        return;
    for (size_t i = 0; i < list->rows_count; i++)
        put_fine(query, &list->rows[i]);
    if (list->rows_count == 0)
        query_put_line(query, COLOUR_DIM, _("No fines found."));
    else if (list->more)
        query_put_more_from(query, query->request.as.rating_fines.from + (int64_t)list->rows_count);
}

enum exit_code run_fines(const struct invocation *invocation)
{
    const struct request request = {
        .op = OP_RATING_FINES,
        .as.rating_fines = {.name = query_name(invocation),
                            .from = invocation_number(invocation, OPTION_FROM, 1),
                            .limit = invocation_number(invocation, OPTION_LIMIT, 20)}};
    return query_ask(invocation, query_who(invocation), &request, show_fines);
}

/* ---------------------------------------------------------------- games in progress */

/* The last action and how long ago it was made. */
static void put_last(struct ink *ink, const struct current_game_record *game)
{
    int64_t ago_ms = (int64_t)time(NULL) * 1000 - game->acted;
    if (game->acted == NONE || game->last == NULL)
        return;
    ink_put(ink, COLOUR_DIM, _("; %s %s ago"), game->last,
            words_duration(ago_ms > 0 ? ago_ms : 0).text);
}

/* A game stands out when it waits for the player whose games these are. */
static void put_players(struct query *query, const struct current_game_record *game,
                        const char *whose)
{
    struct ink *ink = &query->ink;
    bool waits = turns_waits_for(game, whose);
    enum colour colour = waits ? COLOUR_WON : COLOUR_PLAIN;
    const char *other = turns_opponent(game, whose);
    if (!session_is_named(query->session, whose))
        ink_put(ink, colour, _("%s - %s, to move: %s"), game->first, game->second,
                waits ? whose : other);
    else
        ink_put(ink, colour, waits ? _("%s: your move") : _("%s is to move"), other);
}

static void put_game(struct query *query, const struct current_game_record *game, const char *whose)
{
    struct ink *ink = &query->ink;
    ink_put_cell(ink, COLOUR_BOLD, LISTS_ID_COLUMNS, "%s", words_id(game->room).text);
    ink_put_cell(ink, COLOUR_PLAIN, words_variant_columns(), "%s",
                 words_variant_short(game->variant));
    put_rated(query, game->rated);
    ink_put_cell(ink, COLOUR_DIM, LISTS_CLOCK_COLUMNS, "%s",
                 game->left_ms != NONE ? words_duration(game->left_ms).text : "");
    put_players(query, game, whose);
    put_last(ink, game);
    ink_end_line(ink);
}

/* Puts how to go on, at a terminal: a script knows what to do with a room. */
static void put_way(struct query *query, const char *whose)
{
    if (!session_is_named(query->session, whose) || query->ink.columns == 0)
        return;
    ink_put_line(&query->ink, COLOUR_DIM, _("Go to one with: penta play ROOM%s"),
                 invocation_server(query->invocation).text);
}

static void show_games(struct query *query, const union reply_body *reply)
{
    struct turns turns;
    const struct player_games_reply *list = &reply->player_games;
    if (query_put_rows(query, reply))
        return;
    turns_take(&turns, list);
    for (size_t i = 0; i < turns.count; i++)
        put_game(query, turns.games[i], list->name);
    if (turns.count == 0)
        query_put_line(query, COLOUR_DIM, _("No games in progress."));
    else
        put_way(query, list->name);
}

enum exit_code run_games(const struct invocation *invocation)
{
    if (invocation_has(invocation, OPTION_OF))
        return run_rules(invocation);
    const struct request request = {.op = OP_PLAYER_GAMES,
                                    .as.player_games.name = query_name(invocation)};
    return query_ask(invocation, query_who(invocation), &request, show_games);
}
