/* SPDX-License-Identifier: MIT */
/*
 * Records inside messages. A record tells how something stood when the message was made, and what
 * the same batch did afterwards is stored by now as well: so a game's record is held against the
 * game at its `seq`, and a room's against all that the room ever was. When all is quiet both have
 * to be exactly what is stored.
 */
#include "tests/sim/said.h"
#include "tests/sim/said_gathered.h"
#include "tests/sim/said_stream.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_position.h"
#include "tests/sim/truth_room.h"
#include "tests/sim/truth_times.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

static bool is_player(const struct sim *sim, const struct person_record *person, uint64_t id)
{
    const struct truth_player *player = truth_player(&sim->truth, id);
    return player != NULL && (sim->is_quiet ? strcmp(player->name, person->name) == 0
                                            : truth_goes_by(player, person->name));
}

/* A rating that the player had once. */
static void check_rating(struct sim *sim, const struct person_record *person,
                         const struct truth_player *player, enum variant_id variant)
{
    if (person->rating == NONE)
        return;
    const struct truth_rating *rating = &player->ratings[variant];
    bool is_there = false;
    for (size_t i = rating->count; i-- > 0 && !is_there;)
        is_there = rating->points[i] == person->rating;
    CHECK_THAT(sim, CHECK_SAID_IS_STORED, is_there, "%s is said to have %lld points, and has %d",
               person->name, (long long)person->rating, truth_points(player, variant));
}

/* ------------------------------------------------------------------ games */

static void check_start(struct link *link, const struct game_record *record,
                        const struct truth_game *game)
{
    struct sim *sim = link->sim;
    CHECK_THAT(sim, CHECK_SAID_IS_STORED,
               record->variant == game->variant && record->rated == game->rated &&
                   record->started == game->started_ms &&
                   (record->room == 0 || record->room == game->room) &&
                   is_player(sim, record->first, game->players[SEAT_FIRST]) &&
                   is_player(sim, record->second, game->players[SEAT_SECOND]),
               "game %llx: variant, players or times are not those that are stored",
               ID_ARG(game->id));
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        check_rating(sim, seat == SEAT_FIRST ? record->first : record->second,
                     truth_player(&sim->truth, game->players[seat]), game->variant->id);
}

static void check_board(struct link *link, const struct game_record *record,
                        const struct truth_game *game)
{
    struct sim *sim = link->sim;
    struct game board;
    char actions[GAME_TEXT_SIZE];
    bool is_over = record->result != NONE;
    truth_position_told(sim, game, record);
    enum seat offer = truth_replay(game, (uint32_t)record->seq, &board);
    game_format(&board, actions, sizeof(actions));
    said_times(link, record, game);
    CHECK_THAT(sim, CHECK_SAID_IS_STORED,
               strcmp(actions, record->actions) == 0 && record->ply == board.ply &&
                   record->draw_offer == (is_over ? NONE : (int)offer),
               "game %llx at event %lld is said to be \"%s\" with draw offer %d; it is \"%s\" "
               "with %d",
               ID_ARG(game->id), (long long)record->seq, record->actions, record->draw_offer,
               actions, offer);
    CHECK_THAT(sim, CHECK_SAID_IS_STORED,
               is_over || (record->board->expects == (int)game_expects(&board) &&
                           record->to_act == (int)game_to_act(&board) &&
                           record->board->next_mark == (int)game_next_mark(&board)),
               "game %llx at event %lld: who is to act with what is wrong", ID_ARG(game->id),
               (long long)record->seq);
}

static bool is_said(int64_t left_ms, int64_t periods, const struct clock *least,
                    const struct clock *most)
{
    const struct clock said = {.left_ms = left_ms, .periods = periods != NONE ? (int)periods : 0};
    return truth_clock_is_between(&said, least, most);
}

/* Only when nothing happens is it known when the record was made. */
static void check_time(struct link *link, const struct game_record *record,
                       const struct truth_game *game)
{
    struct sim *sim = link->sim;
    struct clock clocks[SEAT_COUNT];
    struct clock most[SEAT_COUNT];
    int64_t now_ms = truth_uptime_at(sim, sim->now_ms);
    truth_clocks_at(game, now_ms, clocks);
    truth_clocks_at(game, now_ms - (game->turn_max_ms - game->turn_ms), most);
    CHECK_THAT(sim, CHECK_TAKEBACKS, record->takeback == (int)game->takeback,
               "game %llx: seat %d is said to ask for a takeback, seat %d does", ID_ARG(game->id),
               (int)record->takeback, game->takeback);
    CHECK_THAT(sim, CHECK_CLOCKS,
               game->clock.kind == CLOCK_NONE
                   ? record->clocks == NULL
                   : record->clocks != NULL &&
                         is_said(record->clocks->first_ms, record->clocks->first_periods,
                                 &clocks[0], &most[0]) &&
                         is_said(record->clocks->second_ms, record->clocks->second_periods,
                                 &clocks[1], &most[1]),
               "game %llx: its clocks are said to be %lld and %lld, they are %lld and %lld",
               ID_ARG(game->id), record->clocks != NULL ? (long long)record->clocks->first_ms : -1,
               record->clocks != NULL ? (long long)record->clocks->second_ms : -1,
               (long long)clocks[0].left_ms, (long long)clocks[1].left_ms);
    CHECK_THAT(sim, CHECK_FLAGS,
               truth_due_at_last_ms(sim, game) > truth_uptime_at(sim, sim->now_ms),
               "game %llx was due at uptime %lld, and goes on at %lld", ID_ARG(game->id),
               (long long)truth_due_ms(sim, game), (long long)truth_uptime_at(sim, sim->now_ms));
}

static void check_result(struct link *link, const struct game_record *record,
                         const struct truth_game *game)
{
    bool is_over = record->result != NONE;
    bool should_be = record->seq > (int64_t)game->log_count;
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               is_over == should_be && (!is_over || ((int)game->outcome.result == record->result &&
                                                     (int)game->outcome.reason == record->reason &&
                                                     record->ended == game->ended_ms)),
               "game %llx at event %lld: result %d, reason %d are said", ID_ARG(game->id),
               (long long)record->seq, record->result, record->reason);
}

void said__annulled_game(struct link *link, const struct truth_game *game, bool is_said)
{
    CHECK_THAT(link->sim, CHECK_ANNULMENTS,
               is_said == game->is_annulled || (!is_said && !link->sim->is_quiet),
               "game %llx is said to be %s", ID_ARG(game->id),
               is_said ? "annulled" : "one that counts");
}

/* In SGF and in PSQ. Names may have the word, too, but not so. */
static bool is_text_annulled(const char *text)
{
    return strstr(text, "]PAN[yes]") != NULL ||
           (strncmp(text, "Piskvorky", 9) == 0 && strstr(text, " annulled\n") != NULL);
}

void said__annulled_record(struct link *link, const struct truth_game *game, const char *text,
                           const struct saved_game_record *json)
{
    said__annulled_game(link, game, json != NULL ? json->annulled : is_text_annulled(text));
}

void said__game(struct link *link, const struct game_record *record, uint32_t floor)
{
    struct sim *sim = link->sim;
    const struct truth_game *game = truth_game(&sim->truth, record->game);
    CHECK_THAT(sim, CHECK_SAID_IS_STORED, game != NULL && record->seq <= truth_seq(game),
               "game %llx at event %lld is not stored", ID_ARG(record->game),
               (long long)record->seq);
    if (sim->is_quiet)
        floor = truth_seq(game);
    CHECK_THAT(sim, CHECK_READS_ARE_FRESH, record->seq >= floor,
               "game %llx at event %lld, when event %u had been stored", ID_ARG(record->game),
               (long long)record->seq, floor);
    check_start(link, record, game);
    check_board(link, record, game);
    check_result(link, record, game);
    said__annulled_game(link, game, record->annulled);
    if (sim->is_quiet)
        check_time(link, record, game);
}

void said__base(struct link *link, const struct game_record *record)
{
    struct hearing *hearing = link_hearing_make(link, record->game);
    if ((uint32_t)record->seq > hearing->seq)
        hearing->seq = (uint32_t)record->seq;
    hearing->resends = false;
    if (record->room == 0)
        return;
    gathered_base(link, record->room);
    link_note_presence(link, record->room, record->first->name, record->first->connected);
    link_note_presence(link, record->room, record->second->name, record->second->connected);
}

void said__room_base(struct link *link, const struct room_record *record)
{
    said__room(link, record);
    stream_base(link, record->room, record->seq);
    gathered_base(link, record->room);
    for (size_t i = 0; i < record->players_count; i++)
        link_note_presence(link, record->room, record->players[i].name,
                           record->players[i].connected);
}

/* ------------------------------------------------------------------ rooms */

static void check_exact_room(struct link *link, const struct room_record *record,
                             const struct truth_room *room)
{
    struct sim *sim = link->sim;
    size_t seated = 0;
    for (int i = 0; i < 2; i++) {
        if (room->players[i] == 0)
            continue;
        CHECK_THAT(sim, CHECK_MEMORY_AGREES,
                   seated < record->players_count &&
                       is_player(sim, &record->players[seated], room->players[i]),
                   "room %llx: seat %d is said to be another's", ID_ARG(room->id), i);
        seated++;
    }
    const struct truth_game *game = truth_game(&sim->truth, room->game);
    int state = game == NULL    ? ROOM_STATE_WORD_OPEN
                : game->is_over ? ROOM_STATE_WORD_OVER
                                : ROOM_STATE_WORD_PLAYING;
    CHECK_THAT(sim, CHECK_MEMORY_AGREES,
               seated == record->players_count && record->game == room->game &&
                   record->state == state && !room->is_closed,
               "room %llx: said to be in state %d with game %llx and %zu players; stored are "
               "state %d, game %llx, %zu players",
               ID_ARG(room->id), record->state, ID_ARG(record->game), record->players_count, state,
               ID_ARG(room->game), seated);
}

/* Checks that a rating in memory is the one that is stored. */
static void check_exact_rating(struct sim *sim, const struct person_record *person,
                               const struct truth_player *player, enum variant_id variant)
{
    int64_t points = truth_has_rating(player, variant) ? truth_points(player, variant) : NONE;
    CHECK_THAT(sim, CHECK_MEMORY_AGREES, person->rating == points,
               "%s is said to have %lld points, and %lld are stored", person->name,
               (long long)person->rating, (long long)points);
}

/* An open room is behind others whose opener spoilt two of the last five games that count. */
static void check_place(struct sim *sim, const struct room_record *record)
{
    const struct truth_player *opener =
        record->players_count > 0 ? truth_player_named(&sim->truth, record->players[0].name) : NULL;
    int spoilt = 0;
    for (uint32_t i = 0; opener != NULL && i < 5 && i < opener->conduct.games; i++)
        spoilt += (opener->conduct.broken >> i & 1) != 0 ? 1 : 0;
    CHECK_THAT(sim, CHECK_MEMORY_AGREES,
               record->behind == (record->state == ROOM_STATE_WORD_OPEN && spoilt >= 2),
               "room %llx is said to be behind others, or not to be, and its opener spoilt %d of 5",
               ID_ARG(record->room), spoilt);
}

void said__room(struct link *link, const struct room_record *record)
{
    struct sim *sim = link->sim;
    const struct truth_room *room = truth_room(&sim->truth, record->room);
    CHECK_THAT(
        sim, CHECK_SAID_IS_STORED,
        room != NULL && record->variant->id == room->variant && record->rated == room->rated &&
            (record->game == 0 || truth_game(&sim->truth, record->game) != NULL),
        "room %llx with game %llx is not stored", ID_ARG(record->room), ID_ARG(record->game));
    CHECK_THAT(sim, CHECK_INVITATIONS,
               room->ever_invited == 0 || record->state != ROOM_STATE_WORD_OPEN ||
                   link->player != 0 || link->expected != 0 || link->person == LINK_KEEPER,
               "link %llu, a stranger's, is told of room %llx, where a seat is kept",
               ID_ARG(link->number), ID_ARG(room->id));
    truth_resigns_told(sim, room, record);
    truth_link_told(link, record, false);
    for (size_t i = 0; i < record->players_count; i++) {
        const struct truth_player *player =
            truth_sitter_named(&sim->truth, room, record->players[i].name);
        CHECK_THAT(sim, CHECK_SAID_IS_STORED, player != NULL, "room %llx: %s never sat there",
                   ID_ARG(room->id), record->players[i].name);
        check_rating(sim, &record->players[i], player, room->variant);
        if (sim->is_quiet)
            check_exact_rating(sim, &record->players[i], player, room->variant);
    }
    if (sim->is_quiet) {
        check_exact_room(link, record, room);
        check_place(sim, record);
    }
}

/* The turn that the rooms of a login tell. */
static void check_turn(struct link *link, const struct room_record *record)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_game *game = truth_game(truth, record->game);
    const struct truth_player *player =
        record->waits_for != NULL ? truth_player_named(truth, record->waits_for) : NULL;
    bool is_playing = record->state == ROOM_STATE_WORD_PLAYING;
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               is_playing ? player != NULL && truth_seat(game, player->id) != SEAT_NONE &&
                                (record->left_ms != NONE) == (game->clock.kind != CLOCK_NONE)
                          : record->waits_for == NULL && record->left_ms == NONE,
               "room %llx in state %d is said to wait for %s", ID_ARG(record->room), record->state,
               record->waits_for != NULL ? record->waits_for : "nobody");
    CHECK_THAT(link->sim, CHECK_MEMORY_AGREES,
               !link->sim->is_quiet || !is_playing ||
                   truth_seat(game, player->id) == game_to_act(&game->board),
               "room %llx is said to wait for %s", ID_ARG(record->room), record->waits_for);
}

void said__own_rooms(struct link *link, const struct room_record *rooms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        said__room_base(link, &rooms[i]);
        check_turn(link, &rooms[i]);
    }
}

void said__game_get(struct link *link, struct ask *ask, const union reply_body *reply)
{
    said__game(link, reply->game_get.game, ask->floor);
}

void said__game_export(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    const struct game_export_reply *exported = &reply->game_export;
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               game != NULL && (exported->text[0] != '\0' || exported->json != NULL),
               "game %llx: the export is empty", ID_ARG(ask->subject));
    said__annulled_record(link, game, exported->text, exported->json);
}
