/* SPDX-License-Identifier: MIT */
/*
 * The program penta shows and follows the lobby of a server that does what the test says.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void the_lobby_is_followed(void **state)
{
    (void)state;
    struct person_record boris = {
        .name = "boris", .connected = true, .rating = 1600, .claim_in_ms = NONE};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    room.opened = INT64_MAX;
    penta_run_start("lobby --follow --rated --min-rating 1500 --clock-kind fischer");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_LOBBY_WATCH);
    assert_int_equal(request.as.lobby_watch.stakes, STAKES_WORD_RATED);
    assert_int_equal(request.as.lobby_watch.min_rating, 1500);
    assert_int_equal(request.as.lobby_watch.max_rating, NONE);
    assert_int_equal(request.as.lobby_watch.clock_kind, CLOCK_KIND_WORD_FISCHER);
    fake_server_reply(&run.server, OP_LOBBY_WATCH, request.id,
                      &(struct lobby_watch_reply){.players = 2, .games = 1});
    fake_server_event(&run.server, EVENT_LOBBY_GONE, &(struct lobby_gone_event){.room = 99});
    fake_server_event(&run.server, EVENT_LOBBY_ROOM, &(struct lobby_room_event){.room = &room});
    fake_server_event(&run.server, EVENT_LOBBY_GONE, &(struct lobby_gone_event){.room = 7});
    fake_server_drop(&run.server);
    penta_run_check_end(3, "boris (1600), waiting for 0:00\nboris waits no more.");
}

/* Heard at any connection, not at the table only. */
static void who_follows_the_lobby_hears_of_moves(void **state)
{
    (void)state;
    const struct current_game_record game = {.game = 9,
                                             .room = 7,
                                             .variant = variant_get(VARIANT_MINI),
                                             .first = "boris",
                                             .second = "anna",
                                             .ply = 1,
                                             .to_act = SEAT_WORD_SECOND,
                                             .left_ms = NONE,
                                             .acted = 1,
                                             .last = "b2"};
    penta_run_start("lobby --follow");
    let_guest_in();
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){.players = 2});
    fake_server_event(&run.server, EVENT_GAME_MOVED,
                      &(struct game_moved_event){.game = 9,
                                                 .seq = 1,
                                                 .by = SEAT_WORD_FIRST,
                                                 .action = "b2",
                                                 .board = &wire_board_moved,
                                                 .to_act = SEAT_WORD_SECOND});
    fake_server_reply(
        &run.server, OP_PLAYER_GAMES, fake_server_take(&run.server, OP_PLAYER_GAMES).id,
        &(struct player_games_reply){.name = "anna", .games = &game, .games_count = 1});
    fake_server_drop(&run.server);
    penta_run_check_end(3, "boris played b2 in room 000000000007; it is your move.\n"
                           "1 game waits for you: penta play\n");
}

static void the_lobby_tells_who_waits_for_anybody(void **state)
{
    (void)state;
    const struct clock_record blitz = {
        .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 180000, .increment_ms = 2000};
    const struct waiting_record waiting = {
        .variant = variant_get(VARIANT_SWAP2), .rated = true, .clock = &blitz, .players = 1};
    penta_run_start("lobby");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_LOBBY_WATCH);
    fake_server_reply(&run.server, OP_LOBBY_WATCH, request.id,
                      &(struct lobby_watch_reply){.waiting = &waiting, .waiting_count = 1});
    penta_run_check_end(0, "No open rooms.\n1 player waiting for any opponent: ");
    assert_non_null(strstr(run.penta.text, "3m+2s"));
    assert_null(strstr(run.penta.text, "Nobody is waiting"));
}

static void the_lobby_names_who_is_online(void **state)
{
    (void)state;
    const struct present_record here[] = {{.name = "anna"},
                                          {.name = "bo\x1b[2Jris", .playing = true}};
    penta_run_start("lobby");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_LOBBY_WATCH);
    fake_server_reply(&run.server, OP_LOBBY_WATCH, request.id,
                      &(struct lobby_watch_reply){
                          .here = here, .here_count = 2, .guests = 3, .players = 6, .games = 1});
    penta_run_check_end(0, "Online: anna, bo?[2Jris (plays); 3 guests\n");
    assert_null(strstr(run.penta.text, "others"));
}

/* Also of a room in which one plays: no seat there is kept for somebody else. */
static void who_is_not_invited_declines_nothing(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    struct request request = penta_run_as_maria("decline 000000000007", OP_ROOM_DECLINE);
    assert_int_equal(request.as.room_decline.room, 7);
    fake_server_error(&run.server, request.id, &(struct fault){.error = ERR_NOT_INVITED}, 0);
    penta_run_check_end(1, "You have no invitation to that room; see penta invitations");
    assert_null(strstr(run.penta.text, "reserved"));
}

static void list_rooms(const char *command, bool tended)
{
    penta_run_start(command);
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_ROOM_LIST);
    assert_int_equal(request.as.room_list.tended, tended);
    fake_server_reply(&run.server, OP_ROOM_LIST, request.id, &(struct room_list_reply){0});
    penta_run_check_end(0, tended ? "No rooms found where somebody is. All: penta rooms --all"
                                  : "No rooms found. Open one");
    fake_server_drop(&run.server);
}

static void deserted_rooms_are_listed_on_request(void **state)
{
    (void)state;
    list_rooms("rooms", true);
    list_rooms("rooms --all", false);
    list_rooms("rooms --state over", false);
}

/* A room of a game that this client does not know. */
static struct room_record hexes_room(void)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.variant = &fake_server_hexes;
    return room;
}

static void a_game_that_is_not_known_is_listed_as_not_playable_here(void **state)
{
    (void)state;
    const struct room_record rooms[] = {hexes_room(), wire_room(8, ROOM_STATE_WORD_OPEN)};
    run.server.is_newer = true;
    penta_run_start("rooms");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_ROOM_LIST, fake_server_take(&run.server, OP_ROOM_LIST).id,
                      &(struct room_list_reply){.rooms = rooms, .rooms_count = 2});
    penta_run_check_end(0, ", not playable here\n");
    assert_non_null(strstr(run.penta.text, "hexes"));
    assert_non_null(strstr(run.penta.text, "mini"));
    fake_server_drop(&run.server);
}

static void nobody_sits_down_to_a_game_that_is_not_known(void **state)
{
    (void)state;
    const struct room_record room = hexes_room();
    run.server.is_newer = true;
    penta_run_start("play 000000000007");
    let_guest_in();
    fake_server_reply(&run.server, OP_ROOM_LIST, fake_server_take(&run.server, OP_ROOM_LIST).id,
                      &(struct room_list_reply){.rooms = &room, .rooms_count = 1});
    penta_run_check_end(1, "\"Hexes\" is not playable here: this penta does not know its rules");
    fake_server_drop(&run.server);
}

/* The rooms of one who is away, of a guest, of one who is here and of one who spoils games, in
 * these places: shown by them, and as they are listed where a server gives none. */
static void show_rooms_in_places(const int64_t places[4])
{
    const struct person_record away = {.name = "vera", .rating = NONE};
    const struct person_record guest = {
        .name = "guest-1", .guest = true, .connected = true, .rating = NONE};
    const struct person_record here = {.name = "gleb", .connected = true, .rating = NONE};
    struct room_record rooms[] = {
        wire_room(4, ROOM_STATE_WORD_OPEN), wire_room(3, ROOM_STATE_WORD_OPEN),
        wire_room(2, ROOM_STATE_WORD_OPEN), wire_room(1, ROOM_STATE_WORD_OPEN)};
    const struct person_record spoiler = {.name = "zoya", .connected = true, .rating = NONE};
    rooms[3].players = &spoiler;
    rooms[3].behind = true;
    rooms[0].players = &away;
    rooms[1].players = &guest;
    rooms[2].players = &here;
    for (size_t i = 0; i < 4; i++)
        rooms[i].place = places[i];
    penta_run_start("lobby");
    let_guest_in();
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){.rooms = rooms, .rooms_count = 4});
    penta_run_check_end(0, "gleb");
}

static void rooms_stand_where_the_server_says(void **state)
{
    (void)state;
    show_rooms_in_places((const int64_t[]){400, 20, 1, 300});
    const char *text = run.penta.text;
    assert_true(strstr(text, "gleb") < strstr(text, "guest-1"));
    assert_true(strstr(text, "guest-1") < strstr(text, "zoya"));
    assert_true(strstr(text, "zoya") < strstr(text, "vera"));
}

static void rooms_without_places_stand_as_they_are_listed(void **state)
{
    (void)state;
    show_rooms_in_places((const int64_t[]){0, 0, 0, 0});
    const char *text = run.penta.text;
    assert_true(strstr(text, "vera") < strstr(text, "guest-1"));
    assert_true(strstr(text, "guest-1") < strstr(text, "gleb"));
    assert_true(strstr(text, "gleb") < strstr(text, "zoya"));
}

/* Of players whose rooms were shown, once for all of them, by the name that they have by now. */
static void who_follows_the_lobby_hears_who_is_away(void **state)
{
    (void)state;
    struct person_record boris = {.name = "boris", .connected = true, .claim_in_ms = NONE};
    struct room_record rooms[] = {wire_room(7, ROOM_STATE_WORD_OPEN),
                                  wire_room(8, ROOM_STATE_WORD_OPEN)};
    rooms[0].players = rooms[1].players = &boris;
    rooms[0].players_count = rooms[1].players_count = 1;
    penta_run_start("lobby --follow");
    let_guest_in();
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){.rooms = rooms, .rooms_count = 2});
    struct lobby_presence_event presence = {.name = "vera"};
    fake_server_event(&run.server, EVENT_LOBBY_PRESENCE, &presence);
    presence.name = "boris";
    fake_server_event(&run.server, EVENT_LOBBY_PRESENCE, &presence);
    boris.name = "gleb";
    fake_server_event(&run.server, EVENT_LOBBY_ROOM, &(struct lobby_room_event){.room = &rooms[0]});
    presence = (struct lobby_presence_event){.name = "gleb", .connected = true};
    fake_server_event(&run.server, EVENT_LOBBY_PRESENCE, &presence);
    fake_server_event(&run.server, EVENT_FOLLOW_CAME, &(struct follow_came_event){.name = "zoya"});
    fake_server_drop(&run.server);
    penta_run_check_end(
        3, "gleb (0)\ngleb is back.\nzoya is online. To watch: penta watch zoya --port ");
    assert_non_null(strstr(run.penta.text, "\nboris is offline.\n"));
    assert_null(strstr(run.penta.text, "vera"));
}

static void a_program_that_follows_the_lobby_gets_presence(void **state)
{
    (void)state;
    penta_run_start("lobby --follow --json");
    let_guest_in();
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){0});
    fake_server_event(&run.server, EVENT_LOBBY_PRESENCE,
                      &(struct lobby_presence_event){.name = "vera"});
    fake_server_event(&run.server, EVENT_FOLLOW_CAME, &(struct follow_came_event){.name = "vera"});
    fake_server_drop(&run.server);
    penta_run_check_end(3, "{\"ev\":\"lobby.presence\",\"name\":\"vera\",\"connected\":false}\n"
                           "{\"ev\":\"follow.came\",\"name\":\"vera\"}\n");
}

static void who_follows_the_lobby_hears_of_invitations(void **state)
{
    (void)state;
    struct person_record boris = {.name = "boris", .connected = true, .claim_in_ms = NONE};
    struct room_record rooms[] = {wire_room(7, ROOM_STATE_WORD_OPEN),
                                  wire_room(8, ROOM_STATE_WORD_OPEN)};
    rooms[1].players = &boris;
    be_the_guest();
    penta_run_start("lobby --follow");
    fake_server_accept(&run.server);
    struct auth_resume_reply resume = {
        .seq = 1, .name = "anna", .guest = true, .invitations = &rooms[1], .invitations_count = 1};
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &resume);
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){0});
    fake_server_event(&run.server, EVENT_ROOM_UNINVITED, &(struct room_uninvited_event){.room = 8});
    rooms[0].players = &boris;
    fake_server_event(&run.server, EVENT_ROOM_INVITED,
                      &(struct room_invited_event){.room = &rooms[0]});
    fake_server_drop(&run.server);
    penta_run_check_end(3, "boris invites you (Tic-tac-toe, no clock, unrated): penta play "
                           "000000000008 --port ");
    assert_non_null(strstr(run.penta.text, "The invitation of boris is over.\nboris invites you"));
    assert_non_null(strstr(run.penta.text, ", or penta decline 000000000007 --port "));
}

static void a_program_that_follows_the_lobby_gets_invitations_that_waited(void **state)
{
    (void)state;
    struct person_record boris = {.name = "boris", .connected = true, .claim_in_ms = NONE};
    struct room_record room = wire_room(8, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    be_the_guest();
    penta_run_start("lobby --follow --json");
    fake_server_accept(&run.server);
    struct auth_resume_reply resume = {
        .seq = 1, .name = "anna", .guest = true, .invitations = &room, .invitations_count = 1};
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &resume);
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){0});
    fake_server_drop(&run.server);
    penta_run_check_end(3, "{\"ev\":\"room.invited\",\"room\":{\"room\":\"000000000008\"");
}

static void who_is_banned_in_the_lobby_learns_it(void **state)
{
    (void)state;
    penta_run_start("lobby --follow");
    let_guest_in();
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){0});
    fake_server_event(&run.server, EVENT_BYE,
                      &(struct bye_event){.code = "banned", .message = "x", .reason = "insults"});
    penta_run_check_end(1, "You are banned from this server for good. Reason: insults.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(the_lobby_is_followed),
        PENTA_TEST(who_is_not_invited_declines_nothing),
        PENTA_TEST(who_follows_the_lobby_hears_of_moves),
        PENTA_TEST(the_lobby_tells_who_waits_for_anybody),
        PENTA_TEST(the_lobby_names_who_is_online),
        PENTA_TEST(deserted_rooms_are_listed_on_request),
        PENTA_TEST(a_game_that_is_not_known_is_listed_as_not_playable_here),
        PENTA_TEST(nobody_sits_down_to_a_game_that_is_not_known),
        PENTA_TEST(rooms_stand_where_the_server_says),
        PENTA_TEST(rooms_without_places_stand_as_they_are_listed),
        PENTA_TEST(who_follows_the_lobby_hears_who_is_away),
        PENTA_TEST(a_program_that_follows_the_lobby_gets_presence),
        PENTA_TEST(who_follows_the_lobby_hears_of_invitations),
        PENTA_TEST(a_program_that_follows_the_lobby_gets_invitations_that_waited),
        PENTA_TEST(who_is_banned_in_the_lobby_learns_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
