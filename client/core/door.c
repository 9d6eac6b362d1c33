/* SPDX-License-Identifier: MIT */
/*
 * The door of client/core/door.h: one session, one of each model, and the way of each reply or
 * event into its model; then rows as they lie in the models, computed rows, and reading the fields
 * of both by the tables of client/core/door.def.
 */
#include "client/core/door.h"

#include "base/memory.h"
#include "client/core/lists.h"
#include "client/core/lobby.h"
#include "client/core/mail.h"
#include "client/core/moves.h"
#include "client/core/session.h"
#include "client/core/session_private.h"
#include "client/core/table_record.h"
#include "client/core/turns.h"
#include "engine/needs.h"
#include "engine/nested.h"
#include "proto/error.h"
#include "proto/id.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game of turns.h, kept longer than the reply. */
struct door_turn {
    uint64_t game;
    uint64_t room;
    const struct variant *variant;
    char opponent[TABLE_NAME_SIZE];
    bool is_waiting;
    int64_t left_ms;
    int64_t ply;
};

/* A computed row: of each kind the fields that it has (client/core/door.def). */
struct door_row {
    char text[ACTION_TEXT_SIZE];
    bool is_ready, is_busy, is_playable, clock_stands, can_be_rated;
    bool is_changed, is_in_line, is_legal;
    int to_act, my_seat, task, mark, resigning_is;
    int owner;
    int64_t password_chars, stones_left, claim_in_ms, start_in_ms, column, row, level, spent_ms;
    struct table_person person;
    struct clock clock;
    const struct variant *variant;
    const char *name;
};

struct door {
    struct session *session;
    int64_t now_ms;
    struct notice notice; /* the last one; or an error of the door's own */
    const char *what;
    struct table table;
    struct table fetched; /* the game of the last game.get */
    struct table looked;  /* the one that cells are of, if it is not the table as it stands */
    bool looks;
    struct lobby lobby;
    struct lobby own;
    struct mail mail;
    struct history history;
    struct rankings rankings;
    struct rating_graph graph;
    struct door_turn turns[TURNS_MAX];
    size_t turns_count;
    struct {
        int64_t id; /* of the last request of this op */
        uint64_t before;
    } asked[OP_COUNT];
    struct door_row row;
    char id[ID_TEXT_SIZE];
    struct arena arena; /* of a request */
    char body[FRAME_REPLY_MAX + 1];
};

static_assert((int)DOOR_BROKEN == NOTICE_BROKEN + 1 && (int)DOOR_TRANSPORT == LOGIN_TRANSPORT &&
                  MOVES_SENT == 1 && MOVES_UNKNOWN == 7,
              "the door's words are those behind it");

struct door *door_new(const char *client, double random)
{
    struct door *door = mem_zero(sizeof(*door));
    door->session = session_new(client, (uint64_t)random);
    door->notice.id = NO_REQUEST_ID;
    arena_init(&door->arena, NULL, 0);
    table_init(&door->table, "");
    table_init(&door->fetched, "");
    lobby_init(&door->lobby, 0);
    lobby_init(&door->own, 0);
    mail_init(&door->mail, 0);
    history_init(&door->history, 0);
    rankings_init(&door->rankings, 1);
    rating_graph_init(&door->graph, NONE, NONE, NONE);
    return door;
}

void door_free(struct door *door)
{
    session_free(door->session);
    arena_deinit(&door->arena);
    lobby_deinit(&door->lobby);
    lobby_deinit(&door->own);
    mail_deinit(&door->mail);
    history_deinit(&door->history);
    rankings_deinit(&door->rankings);
    rating_graph_deinit(&door->graph);
    free(door);
}

static bool has_game(const struct table *table)
{
    return table->game_id != 0;
}

/* ---------------------------------------------------------------- the connection */

static int64_t take_time(struct door *door, double now_ms)
{
    door->now_ms = (int64_t)now_ms;
    table_pass_time(&door->table, door->now_ms);
    return door->now_ms;
}

void door_login(struct door *door, int how, const char *name, const char *password,
                const char *token)
{
    const struct session_login login = {
        .kind = (enum login_kind)how, .name = name, .password = password, .token = token};
    session_login_as(door->session, &login);
}

void door_connected(struct door *door, double now_ms)
{
    session_connected(door->session, take_time(door, now_ms));
}

double door_broken(struct door *door, double now_ms, double random)
{
    table_cut_off(&door->table);
    session_set_urgent(door->session, table_is_against_time(&door->table));
    return (double)session_broken(door->session, take_time(door, now_ms),
                                  (uint32_t)(uint64_t)random);
}

void door_received(struct door *door, const char *bytes, size_t len, double now_ms)
{
    session_received(door->session, bytes, len, take_time(door, now_ms));
}

void door_pass_time(struct door *door, double now_ms)
{
    session_pass_time(door->session, take_time(door, now_ms));
}

double door_next_ms(const struct door *door)
{
    int64_t next_ms = session_next_ms(door->session);
    return next_ms == INT64_MAX ? -1 : (double)next_ms;
}

const char *door_output(const struct door *door)
{
    return door->session->out.data;
}

size_t door_output_size(const struct door *door)
{
    return door->session->out.len;
}

void door_sent(struct door *door, size_t len)
{
    session_sent(door->session, len);
}

/* ---------------------------------------------------------------- requests */

static int refuse(struct door *door, int error, const char *field)
{
    door->notice = (struct notice){
        .kind = NOTICE_ERROR,
        .id = NO_REQUEST_ID,
        .error = {.code = error_code(error), .message = error_message(error), .field = field}};
    return -1;
}

/* The pages of an op, and what the request asks for; NULL: it gives none. */
static struct pages *pages_of(struct door *door, const struct request *request,
                              uint64_t *before_out)
{
    switch (request->op) {
#define PAGES(ID, id, pages, field, take)                                                          \
    case OP_##ID:                                                                                  \
        *before_out = (uint64_t)request->as.id.field;                                              \
        return &door->pages;
#include "client/core/door.def"
    default:
        return NULL;
    }
}

/* A graph that the asked page does not follow begins anew. */
static void begin_graph(struct rating_graph *graph, const char *from)
{
    int day = NONE;
    if (from != NULL && day_parse(from, &day) && graph->count > 0 && day == graph->last_day + 1)
        return;
    rating_graph_deinit(graph);
    rating_graph_init(graph, NONE, NONE, NONE);
}

static void note_request(struct door *door, const struct request *request, int64_t id)
{
    uint64_t before = 0;
    struct pages *pages = pages_of(door, request, &before);
    if (pages != NULL && (before == 0 || before != pages->next))
        pages->begin = before;
    if (request->op == OP_RATING_AROUND || request->op == OP_RATING_TOP)
        door->rankings.rank = NONE;
    if (request->op == OP_RATING_AROUND)
        door->rankings.rows.begin = 1; /* see rankings_take_around() */
    if (request->op == OP_RATING_GRAPH)
        begin_graph(&door->graph, request->as.rating_graph.from_day);
    door->asked[request->op].id = id;
    door->asked[request->op].before = before;
}

static const struct variant *find_variant(void *ctx, const char *key, size_t len)
{
    return variants_find(ctx, key, len);
}

double door_request(struct door *door, const char *op, const char *fields)
{
    char *text = door->body;
    const struct incoming_lookup known = {
        .variant = find_variant, .ctx = &door->session->variants, .arena = &door->arena};
    struct request request;
    struct fault fault;
    const char *rest = fields != NULL && fields[0] == '{' ? fields + 1 : "}";
    const char *comma = rest[strspn(rest, " \n\r\t")] == '}' ? "" : ",";
    int len = snprintf(text, sizeof(door->body), "{\"id\":0,\"op\":\"%s\"%s%s", op, comma, rest);
    arena_reset(&door->arena);
    if (len >= FRAME_REQUEST_MAX || strchr(op, '"') != NULL)
        return refuse(door, ERR_BAD_JSON, NULL);
    if (request_read(text, &known, &request, &fault) != 0)
        return refuse(door, fault.error, fault.field);
    int64_t id = session_request(door->session, &request);
    if (id == NO_REQUEST_ID)
        return refuse(door, ERR_BUSY, NULL);
    note_request(door, &request, id);
    return (double)id;
}

int door_move(struct door *door, const char *action)
{
    struct action made;
    if (!table_is_playing(&door->table))
        return refuse(door, ERR_GAME_OVER, NULL);
    int error = action_parse(door->table.game.variant, action, strlen(action), &made);
    if (error == 0)
        error = moves_make(door->session, &door->table, made);
    return error < 0 ? refuse(door, error, "at") : error;
}

int door_forget_move(struct door *door)
{
    return (int)moves_forget(door->session, &door->table);
}

/* ---------------------------------------------------------------- what is told */

static void ask_for_game(struct door *door)
{
    const struct game_sync_request sync = {.game = door->table.game_id, .since = NONE};
    (void)session_request(door->session,
                          &(struct request){.op = OP_GAME_SYNC, .as.game_sync = sync});
}

/* A reply or an event that has the room whole. */
static void take_room(struct door *door, const struct room_record *room,
                      const struct game_record *game, const struct chat_line_record *lines,
                      size_t count)
{
    table_set_room(&door->table, room);
    if (game != NULL)
        (void)table_set_game(&door->table, game); /* else it is not playable here */
    for (size_t i = 0; i < count; i++)
        if (!table_add_line(&door->table, &lines[i], true) && lines[i].hidden)
            (void)table_hide_line(&door->table, lines[i].n);
}

static void take_turns(struct door *door, const struct player_games_reply *reply)
{
    struct turns turns;
    turns_take(&turns, reply);
    door->turns_count = turns.count;
    for (size_t i = 0; i < turns.count; i++) {
        const struct current_game_record *game = turns.games[i];
        struct door_turn *turn = &door->turns[i];
        *turn = (struct door_turn){.game = game->game,
                                   .room = game->room,
                                   .variant = game->variant,
                                   .is_waiting = i < turns.waiting,
                                   .left_ms = game->left_ms,
                                   .ply = game->ply};
        snprintf(turn->opponent, sizeof(turn->opponent), "%s", turns_opponent(game, reply->name));
    }
}

/* A reply about a room or its game. */
static void take_table_reply(struct door *door, enum op op, const union reply_body *reply)
{
    struct table *table = &door->table;
    if (op == OP_ROOM_OPEN)
        take_room(door, reply->room_open.room, reply->room_open.game, NULL, 0);
    if (op == OP_ROOM_JOIN)
        take_room(door, reply->room_join.room, reply->room_join.game, NULL, 0);
    if (op == OP_ROOM_WATCH)
        take_room(door, reply->room_watch.room, reply->room_watch.game, reply->room_watch.chat,
                  reply->room_watch.chat_count);
    if (op == OP_ROOM_SYNC && reply->room_sync.room->room == table->room)
        take_room(door, reply->room_sync.room, reply->room_sync.game, reply->room_sync.chat,
                  reply->room_sync.chat_count);
    if (op == OP_ROOM_REMATCH && reply->room_rematch.game != NULL)
        (void)table_set_game(table, reply->room_rematch.game);
    if (op == OP_GAME_GET) {
        table_init(&door->fetched, "");
        (void)table_set_game(&door->fetched, reply->game_get.game);
    }
    if (op == OP_GAME_SYNC)
        (void)table_take_sync(table, &reply->game_sync);
}

/* The reply to the last request of its op; the rows of one before it are not wanted any more. */
static void take_rows(struct door *door, enum op op, const union reply_body *body)
{
    uint64_t before = door->asked[op].before;
    switch (op) {
#define PAGES(ID, id, pages, field, take)                                                          \
    case OP_##ID: {                                                                                \
        const struct id##_reply *reply = &body->id;                                                \
        take;                                                                                      \
        break;                                                                                     \
    }
#include "client/core/door.def"
    case OP_RATING_AROUND:
        rankings_take_around(&door->rankings, "", &body->rating_around);
        break;
    case OP_RATING_GRAPH:
        rating_graph_take(&door->graph, &body->rating_graph);
        break;
    case OP_PLAYER_GAMES:
        take_turns(door, &body->player_games);
        break;
    default:
        break;
    }
}

static void take_event(struct door *door, enum event event, const union event_body *body)
{
    const struct lobby_room *room;
    (void)lobby_take_event(&door->lobby, event, body, &room);
    mail_take_event(&door->mail, event, body);
    if (event == EVENT_ROOM_PAIRED)
        take_room(door, body->room_paired.room, NULL, NULL, 0);
    else if (table_take_event(&door->table, event, body) == TABLE_NEWS_OUT_OF_STEP)
        ask_for_game(door);
}

static void take_ready(struct door *door, const struct notice *ready)
{
    const struct room_list_reply own = {.rooms = ready->rooms, .rooms_count = ready->rooms_count};
    if (!ready->is_return) {
        table_init(&door->table, session_name(door->session));
        table_pass_time(&door->table, door->now_ms);
        lobby_take_list(&door->own, 0, &own);
        lobby_take_invitations(&door->lobby, ready->invitations, ready->invitations_count);
        (void)mail_take_unread(&door->mail, ready->unread);
    }
    door->table.first_move_ms = session_first_move_ms(door->session);
    (void)moves_come_back(door->session, &door->table);
}

static void take_error(struct door *door, const struct notice *notice)
{
    int error = error_from_code(notice->error.code);
    if (notice->op == OP_GAME_MOVE)
        table_drop_pending(&door->table);
    if (error == ERR_STALE_PLY)
        ask_for_game(door);
    if (error == ERR_NO_SUCH_ROOM && (notice->op == OP_ROOM_WATCH || notice->op == OP_ROOM_SYNC))
        door->table.is_gone = true;
}

double door_look(struct door *door, int is_fetched, double plies)
{
    const struct table *from = is_fetched != 0 ? &door->fetched : &door->table;
    door->looks = is_fetched != 0 || plies >= 0;
    if (!has_game(from)) {
        table_init(&door->looked, "");
        return -1;
    }
    if (door->looks)
        table_at(from, plies >= 0 ? (unsigned)plies : from->game.ply, &door->looked);
    return from->game.ply;
}

int door_next(struct door *door)
{
    const struct notice *notice = &door->notice;
    if (!session_next(door->session, &door->notice))
        return DOOR_NOTHING;
    bool is_of_request = notice->id != NO_REQUEST_ID;
    door->what = is_of_request ? op_info(notice->op)->wire : NULL;
    if (notice->kind == NOTICE_EVENT) {
        door->what = event_wire(notice->event);
        take_event(door, notice->event, notice->body);
    } else if (notice->kind == NOTICE_READY) {
        take_ready(door, notice);
    } else if (notice->kind == NOTICE_ERROR) {
        take_error(door, notice);
    } else if (notice->kind == NOTICE_REPLY) {
        take_table_reply(door, notice->op, notice->reply);
        if (notice->id == door->asked[notice->op].id)
            take_rows(door, notice->op, notice->reply);
    }
    return (int)notice->kind + 1;
}

const char *door_body(struct door *door)
{
    const struct notice *notice = &door->notice;
    size_t size = sizeof(door->body);
    int len = 0;
    if (notice->kind == NOTICE_REPLY && notice->reply != NULL)
        len = reply_fields_encode(notice->op, notice->reply, door->body, size);
    if (notice->kind == NOTICE_EVENT)
        len = event_encode(notice->event, notice->seq, notice->body, door->body, size);
    door->body[len > 0 ? len - 1 : 0] = '\0'; /* in place of its LF or NUL */
    return door->body;
}

/* ---------------------------------------------------------------- computed rows */

/* Walks over the choices that are legal now; returns how many there are and, with `text_out`, puts
 * the one at `at`. */
static size_t choices(const struct door *door, size_t at, char *text_out)
{
    const struct game *game = &door->table.game;
    struct action action;
    size_t count = 0;
    bool asks = table_is_playing(&door->table) && game_expects(game) == EXPECTS_CHOICE;
    for (size_t walk = 0; asks && game_next_legal(game, &walk, &action);)
        if (action_is_choice(action) && count++ == at)
            action_format(game->variant, action, text_out);
    return count;
}

static void fill_choice(const struct door *door, size_t at, struct door_row *row)
{
    (void)choices(door, at, row->text);
}

static void fill_now(const struct door *door, size_t at, struct door_row *row)
{
    (void)at;
    const struct table *table = &door->table;
    struct action action;
    *row = (struct door_row){.is_ready = session_is_ready(door->session),
                             .is_busy = session_is_busy(door->session),
                             .password_chars = (int64_t)session_password_chars(door->session),
                             .is_playable =
                                 table->variant != NULL && variants_can_play(table->variant),
                             .clock_stands = table_clock_stands(table, door->now_ms),
                             .to_act = (int)table_to_act(table),
                             .my_seat = (int)table_my_seat(table),
                             .task = (int)table_task(table),
                             .mark = has_game(table) ? (int)game_next_mark(&table->game) : 0,
                             .stones_left = table_stones_left(table),
                             .claim_in_ms = table_claim_in_ms(table, door->now_ms),
                             .start_in_ms = table_start_in_ms(table, door->now_ms),
                             .resigning_is = has_game(table) ? table_resigning_is(table) : NONE};
    if (table_pending(table, &action))
        action_format(table->variant, action, row->text);
}

static void fill_seat(const struct door *door, size_t at, struct door_row *row)
{
    const struct table *table = &door->table;
    enum seat seat = (enum seat)at;
    row->person = has_game(table) ? table->seats[at] : table->players[at];
    row->mark = has_game(table) ? (int)game_seat_mark(&table->game, seat) : 0;
    row->clock = (struct clock){.left_ms = NONE, .periods = NONE};
    if (has_game(table) && table->has_clocks)
        row->clock = table_clock(table, seat, door->now_ms);
}

static bool is_among(size_t cell, const size_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

/* The one whose cells are shown. */
static const struct table *shown(const struct door *door)
{
    return door->looks ? &door->looked : &door->table;
}

/* Whether a stone can come to stand on the cell. */
static bool has_legal(const struct game *game, size_t cell)
{
    struct action action;
    if ((game->variant->needs & (NEED_MOVING | NEED_MARKS)) == 0)
        return game_check(game, action_place(cell)) == 0;
    for (size_t walk = 0; game_next_legal(game, &walk, &action);)
        if (!action_is_choice(action) && action_square(game->variant, action) == cell)
            return true;
    return false;
}

/* Cells to be drawn: all, or on a sparse board those with stones. */
static size_t door_cells(const struct door *door)
{
    const struct game *game = &shown(door)->game;
    if (!has_game(shown(door)))
        return 0;
    return variant_is_sparse(game->variant) ? game->stones : variant_cells(game->variant);
}

static size_t door_cell(const struct game *game, size_t at)
{
    size_t cell = at;
    if (variant_is_sparse(game->variant))
        (void)game_next_stone(game, &at, &cell);
    return cell;
}

static void fill_cell(const struct door *door, size_t nth, struct door_row *row)
{
    const struct game *game = &shown(door)->game;
    size_t cells[GAME_CELLS_MAX];
    const struct variant *variant = game->variant;
    size_t at = door_cell(game, nth);
    row->column = (int64_t)(at % variant->width);
    row->row = (int64_t)(at / variant->width % variant->height);
    row->level = (int64_t)(at / variant->width / variant->height);
    row->owner = -1;
    if ((variant->needs & NEED_NESTED) != 0)
        row->owner = (int)nested_owner(game, nested_board(variant, at));
    row->mark = (int)game_cell(game, at);
    row->is_changed = is_among(at, cells, game_changed(game, cells, GAME_CELLS_MAX));
    row->is_in_line = is_among(at, cells, game_winning_line(game, cells, GAME_CELLS_MAX));
    row->is_legal = !door->looks && table_is_playing(&door->table) && has_legal(game, at);
    action_format_cell(variant, at, row->text);
}

static void fill_action(const struct door *door, size_t at, struct door_row *row)
{
    action_format(door->table.game.variant, game_actions(&door->table.game)[at], row->text);
    row->spent_ms = door->table.spent_ms[at];
}

static void fill_played(const struct door *door, size_t at, struct door_row *row)
{
    const struct variants *variants = &door->session->variants;
    const struct variant *variant =
        variants->count > 0 ? &variants->told[at].variant : variant_get((enum variant_id)at);
    row->variant = variant;
    row->name = variant->name;
    row->is_playable = variants_can_play(variant);
    row->can_be_rated = variant->can_be_rated;
    row->column = variant->width;
    row->row = variant->height;
}

/* ---------------------------------------------------------------- fields */

enum rows {
#define ROWS(ID, type, first, count) ROWS_##ID,
#include "client/core/door.def"
};

#define ROWS(ID, type, first, count) typedef type row_of_##ID;
#include "client/core/door.def"

struct field_row {
    const char *name;
    enum rows rows;
    enum { NUMBER, WORD_NUMBER, TEXT_HERE, TEXT_ELSEWHERE, ID_NUMBER, VARIANT_KEY } kind;
    size_t offset;
    size_t size;
    bool is_signed;
    const char *(*word)(int value); /* or NULL */
};

#define MEMBER(type, member) (((const type *)0)->member)
#define IS_SIGNED(number)                                                                          \
    _Generic((number), signed char                                                                 \
             : true, int                                                                           \
             : true, long                                                                          \
             : true, long long                                                                     \
             : true, default                                                                       \
             : false)

static const struct field_row fields[DOOR_FIELD_COUNT] = {
#define FIELD(list, field, ROWS, member, kind_, word_)                                             \
    {.name = #list "." #field,                                                                     \
     .rows = ROWS_##ROWS,                                                                          \
     .kind = kind_,                                                                                \
     .offset = offsetof(row_of_##ROWS, member),                                                    \
     .size = sizeof(MEMBER(row_of_##ROWS, member)),                                                \
     .is_signed = IS_SIGNED(MEMBER(row_of_##ROWS, member)),                                        \
     .word = word_},
#include "client/core/door.def"
};

/* Rows as they lie in a model, or what fills one. */
struct run {
    const void *first;
    size_t count;
    size_t size;
    void (*fill)(const struct door *door, size_t at, struct door_row *row);
};

static struct run run_of(const struct door *door, enum rows rows)
{
    switch (rows) {
#define ROWS(ID, type, first, count)                                                               \
    case ROWS_##ID:                                                                                \
        return (struct run){first, count, sizeof(type), NULL};
#define COMPUTED(ID, fill, count)                                                                  \
    case ROWS_##ID:                                                                                \
        return (struct run){&door->row, count, 0, fill};
#include "client/core/door.def"
    }
    return (struct run){0};
}

/* Where the field of that row lies; NULL: there is no such row or field. */
static const void *find(struct door *door, int field, size_t row)
{
    if (door_name(field) == NULL || row >= door_count(door, field))
        return NULL;
    struct run run = run_of(door, fields[field].rows);
    door->row = (struct door_row){0};
    if (run.fill != NULL)
        run.fill(door, row, &door->row);
    return (const char *)run.first + row * run.size + fields[field].offset;
}

static double number_at(const struct field_row *field, const void *at)
{
    switch (field->size) {
    case sizeof(uint8_t):
        return *(const uint8_t *)at;
    case sizeof(uint16_t):
        return *(const uint16_t *)at;
    case sizeof(uint32_t):
        return field->is_signed ? *(const int32_t *)at : (double)*(const uint32_t *)at;
    default:
        return (double)*(const int64_t *)at;
    }
}

const char *door_name(int field)
{
    return field >= 0 && field < DOOR_FIELD_COUNT ? fields[field].name : NULL;
}

size_t door_count(struct door *door, int field)
{
    return door_name(field) != NULL ? run_of(door, fields[field].rows).count : 0;
}

double door_number(struct door *door, int field, size_t row)
{
    const void *at = find(door, field, row);
    return at != NULL && fields[field].kind <= WORD_NUMBER ? number_at(&fields[field], at) : NONE;
}

const char *door_text(struct door *door, int field, size_t row)
{
    const void *at = find(door, field, row);
    const struct field_row *as = &fields[at != NULL ? field : 0];
    const char *text = NULL;
    if (at != NULL && as->kind == WORD_NUMBER)
        text = as->word((int)number_at(as, at));
    if (at != NULL && as->kind == TEXT_HERE)
        text = at;
    if (at != NULL && as->kind == TEXT_ELSEWHERE)
        text = *(const char *const *)at;
    if (at != NULL && as->kind == VARIANT_KEY && *(const struct variant *const *)at != NULL)
        text = (*(const struct variant *const *)at)->key;
    if (at != NULL && as->kind == ID_NUMBER && *(const uint64_t *)at != 0) {
        id_format(*(const uint64_t *)at, door->id);
        text = door->id;
    }
    return text != NULL ? text : "";
}
