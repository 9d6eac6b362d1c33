/* SPDX-License-Identifier: MIT */
/*
 * The worked example of docs/PROTOCOL.md, scene by scene: Anna registers and opens a table, a guest
 * joins, they play. The engine gives the facts about the board for events. Everything is written
 * into the caller's struct.
 */
#include "proto/protocol_example.h"

#include "engine/game.h"
#include "proto/codec.h"
#include "proto/cost.h"
#include "proto/family.h"
#include "proto/frame.h"
#include "proto/id.h"
#include "proto/require.h"

#include <string.h>

#define NOW INT64_C(1767225600000) /* the first of January 2026 */
#define ANNA_TOKEN "5f0c6d1e9ab84273c5d1f7e02b96a4d83e7f10c9b2a45d6688e1f3079c4b2ad1"
#define GUEST_TOKEN "0b7e52c4d9136fa81c0de47759b8a3f26d94e0175ac38b2fe6019d7c84f35a60"

static uint64_t room_id(void)
{
    return id_parse("06hq3k9v2m1a", ID_TEXT_SIZE - 1);
}

static uint64_t game_id(void)
{
    return id_parse("06hq3kcx80n5", ID_TEXT_SIZE - 1);
}

static uint64_t swap2_game_id(void)
{
    return id_parse("06hq4t1pd7wz", ID_TEXT_SIZE - 1);
}

/* ---------------------------------------------------------------- collecting frames */

static char *frame_add(struct example *example, const char *name)
{
    REQUIRE(example->count < EXAMPLE_FRAMES_MAX);
    struct example_frame *frame = &example->frames[example->count++];
    frame->name = name;
    return frame->text;
}

static void frame_end(char *text, int len)
{
    REQUIRE(len > 0);
    text[len - 1] = '\0';
}

static void request_add(struct example *example, const char *name, const struct request *request)
{
    char *text = frame_add(example, name);
    frame_end(text, request_encode(request, text, EXAMPLE_FRAME_SIZE));
}

static void reply_add(struct example *example, const char *name, enum op op, int64_t id,
                      const void *reply)
{
    char *text = frame_add(example, name);
    frame_end(text, reply_encode(op, id, reply, text, EXAMPLE_FRAME_SIZE));
}

static void error_add(struct example *example, const char *name, int64_t id,
                      const struct fault *fault, int64_t retry_after_ms)
{
    char *text = frame_add(example, name);
    frame_end(text, error_encode(id, fault, retry_after_ms, text, EXAMPLE_FRAME_SIZE));
}

static void event_add(struct example *example, const char *name, enum event event, const void *body)
{
    char *text = frame_add(example, name);
    frame_end(text, event_encode(event, NO_SEQ, body, text, EXAMPLE_FRAME_SIZE));
}

static void numbered_add(struct example *example, const char *name, enum event event, int64_t seq,
                         const void *body)
{
    char *text = frame_add(example, name);
    frame_end(text, event_encode(event, seq, body, text, EXAMPLE_FRAME_SIZE));
}

/* ---------------------------------------------------------------- what the scenes share */

/* Of Anna's room when it is open, and of her own events. */
#define ROOM_SEQ INT64_C(214829817856000)
#define ANNA_SEQ INT64_C(214829796352000)

static const struct clock_record no_clock = {.kind = CLOCK_KIND_WORD_NONE};
static const struct person_record anna = {.name = "anna",
                                          .guest = false,
                                          .connected = true,
                                          .claim_in_ms = NONE,
                                          .rating = NONE,
                                          .lag_ms = NONE,
                                          .off_until = NONE};
static const struct person_record guest = {.name = "guest-7k3q",
                                           .guest = true,
                                           .connected = true,
                                           .claim_in_ms = NONE,
                                           .rating = NONE,
                                           .lag_ms = NONE,
                                           .off_until = NONE};

static struct room_record room_with(const struct person_record *players, size_t count)
{
    return (struct room_record){
        .room = room_id(),
        .variant = variant_get(VARIANT_CLASSIC),
        .clock = &no_clock,
        .first = FIRST_WORD_OPENER,
        .state = count == 2 ? ROOM_STATE_WORD_PLAYING : ROOM_STATE_WORD_OPEN,
        .players = players,
        .players_count = count,
        .opened = NOW,
        .game = count == 2 ? game_id() : 0,
        .answer_in_ms = NONE,
        .left_ms = NONE,
    };
}

/* The game as it is on the wire; `actions` has GAME_TEXT_SIZE bytes. */
static struct game_record game_as_record(const struct game *game, uint64_t id, char *actions,
                                         struct family_room *room)
{
    REQUIRE(game_format(game, actions, GAME_TEXT_SIZE) >= 0);
    return (struct game_record){
        .game = id,
        .room = room_id(),
        .variant = game->variant,
        .clock = &no_clock,
        .first = &anna,
        .second = &guest,
        .actions = actions,
        .ply = game->ply,
        .seq = game->ply,
        .to_act = (int)game_to_act(game),
        .draw_offer = NONE,
        .takeback = NONE,
        .server_now = NOW + 20000,
        .result = NONE,
        .reason = NONE,
        .started = NOW + 20000,
        .ended = NONE,
        .board = family_state(game, false, room),
    };
}

static void act(struct game *game, const char *text)
{
    struct action action;
    REQUIRE(action_parse(game->variant, text, strlen(text), &action) == 0);
    REQUIRE(game_act(game, action) == 0);
}

/* Does the action and adds the event that tells of it. */
static void move_add(struct example *example, const char *name, struct game *game, uint64_t id,
                     const char *text)
{
    struct family_room room;
    struct game_moved_event moved = {
        .game = id,
        .seq = game->ply + 1,
        .by = (int)game_to_act(game),
        .ply = game->ply,
        .action = text,
        .spent_ms = game->ply > 0 ? 1000 : 0,
        .server_now = NOW + 30000 + 1000 * game->ply,
    };
    act(game, text);
    moved.to_act = (int)game_to_act(game);
    moved.board = family_moved(game, &room);
    event_add(example, name, EVENT_GAME_MOVED, &moved);
}

/* ---------------------------------------------------------------- the scenes */

static struct cost_rate_record cost_of(enum cost_word cost)
{
    const struct cost_info *info = cost_info(cost);
    return (struct cost_rate_record){
        .cost = (int)cost, .units = info->units, .per_ms = info->per_ms};
}

static const struct limits_record usual_limits = {
    .frame_bytes = FRAME_REQUEST_MAX,
    .reply_bytes = FRAME_REPLY_MAX,
    .depth = FRAME_DEPTH_MAX,
    .login_ms = 10000,
    .idle_ms = 60000,
    .heartbeat_ms = 10000,
    .first_move_ms = 60000,
    .claim_ms = 120000,
    .absent_bullet_ms = 40000,
    .absent_blitz_ms = 80000,
    .absent_slow_ms = 120000,
    .rated_clock_ms = 60000,
    .rooms_per_player = 16,
    .open_rooms_per_guest = 2,
    .invitations_per_address = 6,
    .rate_percent = 100,
    .conduct_percent = 30,
    .conduct_games = 5,
    .days_off = 28,
    .lag_cap_ms = 500,
    .lag_cap_part = 240,
    .refusals = 200,
    .output_bytes = 1048576,
    .output_bytes_asking = 262144,
    .output_stall_ms = 30000,
    .connections = 10000,
    .connections_per_address = 500,
    .passwords_per_address = 16,
    .keys_per_player = 64,
    .key_ms = 86400000,
    .players_per_address = 20,
    .session_days = 90,
    .guest_session_days = 30,
    .sessions_per_player = 50,
    .queries_per_player = 32,
    .queries_per_address = 64,
    .queries = 1024,
    .password_chars = 5,
    .password_chars_role = 8,
    .password_chars_max = 128,
    .about_chars = 500,
    .chat_chars = 500,
    .message_chars = 2000,
    .report_chars = 500,
    .reason_chars = 200,
};

static void scene_hello(struct example *example)
{
    struct cost_rate_record costs[COST_WORD_COUNT];
    for (int i = 0; i < COST_WORD_COUNT; i++)
        costs[i] = cost_of((enum cost_word)i);
    struct limits_record limits = usual_limits;
    limits.costs = costs;
    limits.costs_count = COST_WORD_COUNT;
    struct request request = {.id = 1, .op = OP_HELLO};
    request.as.hello = (struct hello_request){.protocol = PROTOCOL_VERSION, .client = "mybot 1.0"};
    request_add(example, "hello", &request);
    reply_add(example, "hello_reply", OP_HELLO, 1,
              &(struct hello_reply){
                  .protocol = PROTOCOL_VERSION,
                  .server = "pentad " PENTAD_VERSION,
                  .now = NOW,
                  .limits = &limits,
                  .variants_count = VARIANT_COUNT,
                  .variants_version = family_version(),
              });
}

static void scene_variants(struct example *example)
{
    static const enum variant_id shown[] = {VARIANT_CLASSIC, VARIANT_SWAP2, VARIANT_ULTIMATE};
    struct variant_info_record variants[3];
    struct family_room rooms[3];
    for (int i = 0; i < 3; i++)
        variants[i] = family_describe(variant_get(shown[i]), &rooms[i]);
    request_add(example, "variants", &(struct request){.id = 2, .op = OP_VARIANT_LIST});
    reply_add(example, "variants_reply", OP_VARIANT_LIST, 2,
              &(struct variant_list_reply){
                  .version = family_version(), .variants = variants, .variants_count = 3});
}

static void scene_login(struct example *example)
{
    struct request request = {.id = 2, .op = OP_AUTH_REGISTER};
    request.as.auth_register = (struct auth_register_request){"anna", "correct horse", 0};
    request_add(example, "register", &request);
    reply_add(example, "register_reply", OP_AUTH_REGISTER, 2,
              &(struct auth_register_reply){.seq = ANNA_SEQ, .name = "anna", .token = ANNA_TOKEN});
    request_add(example, "guest", &(struct request){.id = 1, .op = OP_AUTH_GUEST});
    reply_add(
        example, "guest_reply", OP_AUTH_GUEST, 1,
        &(struct auth_guest_reply){.seq = ANNA_SEQ + 9, .name = guest.name, .token = GUEST_TOKEN});
}

static void scene_table(struct example *example)
{
    const struct person_record players[] = {anna, guest};
    struct room_record open = room_with(players, 1);
    open.seq = ROOM_SEQ;
    struct request request = {.id = 3, .op = OP_ROOM_OPEN};
    request.as.room_open.variant = open.variant;
    request.as.room_open.first = FIRST_WORD_OPENER;
    request_add(example, "open", &request);
    reply_add(example, "open_reply", OP_ROOM_OPEN, 3, &(struct room_open_reply){.room = &open});
    struct room_record full = room_with(players, 2);
    full.seq = ROOM_SEQ + 2;
    struct game game;
    char actions[GAME_TEXT_SIZE];
    struct family_room room;
    game_init(&game, variant_get(VARIANT_CLASSIC));
    struct game_record record = game_as_record(&game, game_id(), actions, &room);
    request_add(example, "join",
                &(struct request){.id = 2, .op = OP_ROOM_JOIN, .as.room_join.room = room_id()});
    numbered_add(example, "joined", EVENT_ROOM_JOINED, ROOM_SEQ + 1,
                 &(struct room_joined_event){.room = room_id(), .player = &guest});
    numbered_add(example, "started", EVENT_GAME_STARTED, ROOM_SEQ + 2,
                 &(struct game_started_event){.room = room_id(), .game = &record});
    reply_add(example, "join_reply", OP_ROOM_JOIN, 2,
              &(struct room_join_reply){.room = &full, .game = &record});
}

static void scene_moves(struct example *example)
{
    struct game game;
    game_init(&game, variant_get(VARIANT_CLASSIC));
    struct request request = {.id = 4, .op = OP_GAME_MOVE};
    request.as.game_move = (struct game_move_request){game_id(), 0, "j10", 0};
    request_add(example, "move", &request);
    move_add(example, "moved_1", &game, game_id(), "j10");
    reply_add(example, "move_reply", OP_GAME_MOVE, 4, &(struct game_move_reply){.ply = 1});
    move_add(example, "moved_2", &game, game_id(), "k11");
    request.id = 5;
    request.as.game_move = (struct game_move_request){game_id(), 2, "k11", 0};
    request_add(example, "bad_move", &request);
    error_add(example, "bad_move_error", 5, &(struct fault){.error = ERR_OCCUPIED}, 0);
    move_add(example, "moved_3", &game, game_id(), "i9");
}

static void scene_errors(struct example *example)
{
    error_add(example, "error_field", 8,
              &(struct fault){.error = ERR_OUT_OF_RANGE, .field = "limit"}, 0);
    error_add(example, "error_rate", 9, &(struct fault){.error = ERR_RATE_LIMITED}, 1250);
    error_add(example, "error_json", NO_REQUEST_ID, &(struct fault){.error = ERR_BAD_JSON}, 0);
    event_add(example, "heartbeat", EVENT_HEARTBEAT,
              &(struct heartbeat_event){.now = NOW + 90000, .n = 7});
    struct request ping = {.id = 10, .op = OP_PING, .as.ping.heartbeat = 7};
    request_add(example, "ping", &ping);
    reply_add(example, "ping_reply", OP_PING, 10,
              &(struct ping_reply){.now = NOW + 90040, .lag_ms = 40});
    error_add(example, "error_plies", 11,
              &(struct fault){.error = ERR_DRAW_TOO_SOON, .retry_after_plies = 8}, 31000);
    event_add(example, "bye", EVENT_BYE,
              &(struct bye_event){.code = error_code(ERR_IDLE_TIMEOUT),
                                  .message = error_message(ERR_IDLE_TIMEOUT)});
}

static void scene_return(struct example *example)
{
    const struct person_record players[] = {anna, guest};
    struct room_record room = room_with(players, 2);
    struct chat_line_record line = {
        .n = 1, .name = guest.name, .text = "nice one", .at = NOW + 45000};
    room.seq = ROOM_SEQ + 3;
    struct request request = {.id = 1, .op = OP_AUTH_RESUME, .as.auth_resume.token = ANNA_TOKEN};
    request_add(example, "resume", &request);
    reply_add(example, "resume_reply", OP_AUTH_RESUME, 1,
              &(struct auth_resume_reply){
                  .seq = ANNA_SEQ, .name = "anna", .rooms = &room, .rooms_count = 1});
    request = (struct request){.id = 2, .op = OP_GAME_SYNC};
    request.as.game_sync = (struct game_sync_request){.game = game_id(), .since = 2};
    request_add(example, "sync", &request);
    reply_add(example, "sync_reply", OP_GAME_SYNC, 2,
              &(struct game_sync_reply){.seq = 3, .server_now = NOW + 50000});
    request = (struct request){.id = 3, .op = OP_ROOM_SYNC};
    request.as.room_sync = (struct room_sync_request){.room = room_id(), .since = ROOM_SEQ + 2};
    request_add(example, "room_sync", &request);
    numbered_add(example, "room_said", EVENT_ROOM_SAID, ROOM_SEQ + 3,
                 &(struct room_said_event){.room = room_id(), .line = &line});
    reply_add(example, "room_sync_reply", OP_ROOM_SYNC, 3,
              &(struct room_sync_reply){.room = &room});
}

/* The answer to the first one is lost; the repeat comes over another connection. */
static void scene_repeat(struct example *example)
{
    const struct room_say_reply said = {.n = 3};
    char fields[64];
    struct request request = {.id = 5, .op = OP_ROOM_SAY, .key = "c41f9a60e2d85b73-5"};
    request.as.room_say = (struct room_say_request){room_id(), "good luck!", 0};
    request_add(example, "say", &request);
    request.id = 3;
    request_add(example, "say_again", &request);
    REQUIRE(reply_fields_encode(OP_ROOM_SAY, &said, fields, sizeof(fields)) > 0);
    char *text = frame_add(example, "say_again_reply");
    frame_end(text, reply_again_encode(3, fields, text, EXAMPLE_FRAME_SIZE));
    error_add(example, "key_used", 4, &(struct fault){.error = ERR_KEY_USED, .field = "key"}, 0);
}

static void scene_draw(struct example *example)
{
    struct request request = {.id = 6, .op = OP_GAME_DRAW};
    request.as.game_draw = (struct game_draw_request){game_id(), DRAW_WORD_OFFER, 0};
    request_add(example, "draw", &request);
    event_add(example, "draw_offered", EVENT_GAME_DRAW_OFFERED,
              &(struct game_draw_offered_event){
                  .game = game_id(), .seq = 4, .by = SEAT_WORD_FIRST, .server_now = NOW + 60000});
    reply_add(example, "draw_reply", OP_GAME_DRAW, 6, &(struct game_draw_reply){.agreed = false});
    request.id = 3;
    request.as.game_draw.answer = DRAW_WORD_ACCEPT;
    request_add(example, "accept", &request);
    event_add(example, "ended", EVENT_GAME_ENDED,
              &(struct game_ended_event){
                  .game = game_id(),
                  .seq = 5,
                  .result = RESULT_WORD_DRAW,
                  .reason = REASON_WORD_AGREED,
                  .ended = NOW + 80000,
                  .server_now = NOW + 80000,
              });
    reply_add(example, "accept_reply", OP_GAME_DRAW, 3, &(struct game_draw_reply){.agreed = true});
}

static void scene_swap2(struct example *example)
{
    struct game game;
    game_init(&game, variant_get(VARIANT_SWAP2));
    act(&game, "j10");
    act(&game, "k10");
    move_add(example, "swap2_third", &game, swap2_game_id(), "l12");
    struct request request = {.id = 9, .op = OP_GAME_MOVE};
    request.as.game_move = (struct game_move_request){swap2_game_id(), 3, "black", 0};
    request_add(example, "choose", &request);
    move_add(example, "chosen", &game, swap2_game_id(), "black");
    reply_add(example, "choose_reply", OP_GAME_MOVE, 9, &(struct game_move_reply){.ply = 4});
}

/* Five minutes and three seconds a move: a table is opened, and a move took 4.2 seconds. */
static void scene_clock(struct example *example)
{
    const struct clock_record clock = {
        .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 300000, .increment_ms = 3000};
    const struct clocks_record clocks = {
        .first_ms = 298800, .second_ms = 300000, .first_periods = NONE, .second_periods = NONE};
    struct request request = {.id = 10, .op = OP_ROOM_OPEN};
    request.as.room_open = (struct room_open_request){
        .variant = variant_get(VARIANT_CLASSIC), .clock = &clock, .first = FIRST_WORD_OPENER};
    request_add(example, "clock_open", &request);
    const struct board_moved_record board = {
        .cells = "xj10", .first_mark = NONE, .expects = EXPECTS_WORD_STONE};
    event_add(example, "clock_moved", EVENT_GAME_MOVED,
              &(struct game_moved_event){.game = game_id(),
                                         .seq = 1,
                                         .by = SEAT_WORD_FIRST,
                                         .ply = 0,
                                         .action = "j10",
                                         .to_act = SEAT_WORD_SECOND,
                                         .board = &board,
                                         .clocks = &clocks,
                                         .spent_ms = 4200,
                                         .server_now = NOW + 34200});
}

static void scene_plan(struct example *example)
{
    const char *lines = "i9 h9 i10 h10;j9 j10";
    struct request request = {.op = OP_GAME_PLAN, .id = 31, .key = "plan-1"};
    request.as.game_plan = (struct game_plan_request){.game = game_id(), .ply = 1, .lines = lines};
    request_add(example, "plan", &request);
    const struct game_plan_reply reply = {.ply = 1, .lines = lines};
    reply_add(example, "plan_reply", OP_GAME_PLAN, 31, &reply);
}

static void scene_takeback(struct example *example)
{
    struct request request = {.id = 11, .op = OP_GAME_TAKEBACK};
    request.as.game_takeback =
        (struct game_takeback_request){.game = game_id(), .answer = TAKEBACK_WORD_ASK};
    request_add(example, "takeback", &request);
    const struct board_state_record board = {
        .expects = EXPECTS_WORD_STONE, .next_mark = MARK_WORD_X, .first_mark = MARK_WORD_X};
    event_add(example, "taken_back", EVENT_GAME_TAKEN_BACK,
              &(struct game_taken_back_event){.game = game_id(),
                                              .seq = 5,
                                              .by = SEAT_WORD_SECOND,
                                              .ply = 2,
                                              .to_act = SEAT_WORD_FIRST,
                                              .board = &board,
                                              .server_now = NOW + 50000});
}

void example_init(struct example *example)
{
    memset(example, 0, sizeof(*example));
    scene_hello(example);
    scene_variants(example);
    scene_login(example);
    scene_table(example);
    scene_moves(example);
    scene_errors(example);
    scene_return(example);
    scene_repeat(example);
    scene_draw(example);
    scene_swap2(example);
    scene_clock(example);
    scene_plan(example);
    scene_takeback(example);
}

const char *example_find(const struct example *example, const char *name, size_t len)
{
    for (size_t i = 0; i < example->count; i++) {
        const struct example_frame *frame = &example->frames[i];
        if (strlen(frame->name) == len && memcmp(frame->name, name, len) == 0)
            return frame->text;
    }
    return NULL;
}
