/* SPDX-License-Identifier: MIT */
#include "tests/bench/player.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_SIZE 512
#define ID_LEN 12

static void connect_next(struct load *load);

static void check(int status, const char *what)
{
    if (status >= 0)
        return;
    fprintf(stderr, "load: %s: %s\n", what, uv_strerror(status));
    exit(1);
}

static void give_up(const struct player *player, const char *line)
{
    fprintf(stderr, "load: table %zu, player %d: %s\n",
            (size_t)(player->table - player->table->load->tables), player->side, line);
    exit(1);
}

static bool begins(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

/* ------------------------------------------------------------------ sending */

/* A client that waits for answers never has much on the way: what the system does not take at once
 * would be a fault of the measurement. */
static void write_out(struct player *player, const char *bytes, size_t len)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
    int written = uv_try_write((uv_stream_t *)&player->tcp, &buffer, 1);
    check(written == (int)len ? 0 : written < 0 ? written : UV_ENOBUFS, "write");
}

static void write_out_tls(struct player *player)
{
    size_t len;
    char *bytes = tls_take_output(player->tls, &len);
    if (bytes != NULL)
        write_out(player, bytes, len);
    free(bytes);
}

static void send_raw(struct player *player, const char *bytes, size_t len)
{
    if (player->tls == NULL) {
        write_out(player, bytes, len);
    } else {
        check(tls_write(player->tls, bytes, len) ? 0 : UV_EPROTO, "TLS");
        write_out_tls(player);
    }
}

/* A line as a text message, with a mask of zeros. */
static void send_message(struct player *player, const char *line, size_t len)
{
    char frame[REQUEST_SIZE + 8] = {(char)0x81};
    size_t head = len < 126 ? 6 : 8;
    frame[1] = (char)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) {
        frame[2] = (char)(len >> 8);
        frame[3] = (char)len;
    }
    memcpy(frame + head, line, len);
    send_raw(player, frame, head + len);
}

static void send_bytes(struct player *player, const char *bytes, size_t len)
{
    if (player->table->load->is_web)
        send_message(player, bytes, len - 1);
    else
        send_raw(player, bytes, len);
    if (player->table->load->is_measuring)
        player->table->load->bytes_out += len;
}

__attribute__((format(printf, 2, 3))) static void send_line(struct player *player,
                                                            const char *format, ...)
{
    char line[REQUEST_SIZE];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    send_bytes(player, line, (size_t)len);
}

/* ------------------------------------------------------------------ playing */

/* Fewer moves break a game off, and the sides are kept. */
#define GAME_LEAST 5

/* The moves of this game. First games are shorter, each by more than the one before, so that ends
 * and beginnings are spread over time as they are among people, who did not all begin at once. */
static size_t length_of(const struct player *player)
{
    const struct load *load = player->table->load;
    size_t table = (size_t)(player->table - load->tables);
    if (player->games > 0 || table >= load->table_count)
        return load->script_len;
    return GAME_LEAST + (load->script_len - GAME_LEAST) * (table + 1) / (load->table_count + 1);
}

static void act(struct player *player)
{
    static char relayed[LINE_SIZE];
    struct table *table = player->table;
    struct load *load = table->load;
    table->sent_ns = now_ns();
    if (load->variant == NULL) {
        if (relayed[0] == '\0') {
            memset(relayed, 'x', load->line_bytes - 1);
            relayed[load->line_bytes - 1] = '\n';
        }
        send_bytes(player, relayed, load->line_bytes);
    } else if (player->seen >= length_of(player)) {
        send_line(player, "{\"id\":7,\"op\":\"game.resign\",\"game\":\"%s\"}\n", table->game);
    } else {
        send_line(player,
                  "{\"id\":6,\"op\":\"game.move\",\"game\":\"%s\",\"ply\":%zu,\"action\":\"%s\"}\n",
                  table->game, player->seen, load->script[player->seen]);
    }
}

static bool is_to_act(const struct player *player)
{
    size_t seat = ((size_t)player->side + player->games) % SIDES; /* colours change */
    return player->seen % SIDES == seat;
}

static void act_or_wait(struct player *player)
{
    struct load *load = player->table->load;
    if (!is_to_act(player))
        return;
    if (!load->is_paced) {
        act(player);
        return;
    }
    player->next_paced = NULL;
    if (load->paced_last != NULL)
        load->paced_last->next_paced = player;
    else
        load->paced_first = player;
    load->paced_last = player;
}

void load_release(struct load *load, size_t count)
{
    for (; count > 0 && load->paced_first != NULL; count--) {
        struct player *player = load->paced_first;
        load->paced_first = player->next_paced;
        if (load->paced_first == NULL)
            load->paced_last = NULL;
        act(player);
    }
}

static void on_moved(struct player *player)
{
    struct load *load = player->table->load;
    bool was_mine = is_to_act(player);
    player->seen++;
    if (was_mine)
        return;
    if (load->is_measuring) {
        load->moves++;
        samples_add(&load->latency, (now_ns() - player->table->sent_ns) / 1000);
    }
    bool is_over = load->script_is_whole && player->seen == load->script_len;
    if (load->variant == NULL || !is_over)
        act_or_wait(player);
}

static void on_started(struct player *player, const char *line)
{
    static const char key[] = "\"game\":{\"game\":\"";
    const char *id = strstr(line, key);
    struct table *table = player->table;
    if (id == NULL)
        give_up(player, line);
    if (player->stage != STAGE_PLAYING && player->side == 0)
        table->load->playing++;
    player->stage = STAGE_PLAYING;
    player->seen = 0;
    memcpy(table->game, id + sizeof(key) - 1, ID_LEN);
    act_or_wait(player);
}

static void on_event(struct player *player, const char *line)
{
    if (begins(line, "{\"ev\":\"game.moved\"")) {
        on_moved(player);
    } else if (begins(line, "{\"ev\":\"game.started\"")) {
        on_started(player, line);
    } else if (begins(line, "{\"ev\":\"game.ended\"")) {
        player->games++;
        send_line(player, "{\"id\":8,\"op\":\"room.rematch\",\"room\":\"%s\"}\n",
                  player->table->room);
    }
}

/* ------------------------------------------------------------------ coming in */

static void join_when_both_can(struct table *table)
{
    struct player *joiner = &table->players[1];
    if (table->room[0] != '\0' && joiner->stage == STAGE_ROOM)
        send_line(joiner, "{\"id\":5,\"op\":\"room.join\",\"room\":\"%s\"}\n", table->room);
}

static void on_room(struct player *player, const char *line)
{
    static const char key[] = "\"room\":{\"room\":\"";
    const char *id = strstr(line, key);
    if (id == NULL)
        give_up(player, line);
    memcpy(player->table->room, id + sizeof(key) - 1, ID_LEN);
    join_when_both_can(player->table);
}

static void open_room(struct player *player)
{
    send_line(player, "{\"id\":3,\"op\":\"room.open\",\"variant\":\"%s\",\"first\":\"opener\"}\n",
              player->table->load->variant);
}

static bool is_other(const struct table *table)
{
    return (size_t)(table - table->load->tables) >= table->load->table_count;
}

static void on_logged_in(struct player *player)
{
    struct load *load = player->table->load;
    player->stage = STAGE_ROOM;
    if (load->is_idle)
        load->playing += (size_t)player->side;
    else if (player->side == 0 || is_other(player->table))
        open_room(player);
    else
        join_when_both_can(player->table);
}

/* One of the other tables is as it should be when its second player, who came last, has all rooms.
 */
static void on_other_room(struct player *player)
{
    if (++player->rooms < ROOMS_EACH)
        open_room(player);
    else
        player->table->load->playing += (size_t)player->side;
}

static void on_reply(struct player *player, const char *line)
{
    if (strstr(line, "\"error\":{\"code\"") != NULL)
        give_up(player, line);
    switch (player->stage) {
    case STAGE_HELLO:
        player->stage = STAGE_GUEST;
        send_line(player, "{\"id\":2,\"op\":\"auth.guest\"}\n");
        break;
    case STAGE_GUEST:
        on_logged_in(player);
        break;
    case STAGE_ROOM:
        if (is_other(player->table))
            on_other_room(player);
        else if (player->side == 0)
            on_room(player, line);
        break;
    case STAGE_CONNECTING:
    case STAGE_PLAYING:
        break;
    }
}

static void on_line(struct player *player, const char *line)
{
    if (player->table->load->variant == NULL)
        on_moved(player);
    else if (begins(line, "{\"re\":"))
        on_reply(player, line);
    else if (begins(line, "{\"ev\":\"bye\""))
        give_up(player, line);
    else
        on_event(player, line);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    struct player *player = handle->data;
    *buffer = uv_buf_init(player->bytes + player->len, (unsigned)(LINE_SIZE - player->len));
}

static void go_on(struct player *player);

/* The messages of a WebSocket, whole and unmasked as a server sends them; first the answer to the
 * request. Returns how many bytes it has used. */
static size_t take_messages(struct player *player)
{
    size_t at = 0;
    if (!player->is_upgraded) {
        const char *end = memmem(player->bytes, player->len, "\r\n\r\n", 4);
        if (end == NULL)
            return 0;
        at = (size_t)(end + 4 - player->bytes);
        player->is_upgraded = true;
        go_on(player);
    }
    while (player->len - at >= 4) {
        unsigned char *head = (unsigned char *)player->bytes + at;
        size_t head_len = head[1] < 126 ? 2 : 4;
        size_t len = head[1] < 126 ? head[1] : (size_t)(head[2] << 8 | head[3]);
        check(head[0] == 0x81 && head[1] < 127 ? 0 : UV_EPROTO, "frame");
        if (player->len - at < head_len + len)
            break;
        char *line = player->bytes + at + head_len;
        char next = line[len];
        line[len] = '\0';
        on_line(player, line);
        line[len] = next;
        at += head_len + len;
    }
    return at;
}

/* So many more bytes are behind those that were there. */
static void take(struct player *player, size_t count)
{
    if (player->table->load->is_measuring)
        player->table->load->bytes_in += count;
    player->len += count;
    if (player->table->load->is_web) {
        size_t used = take_messages(player);
        player->len -= used;
        memmove(player->bytes, player->bytes + used, player->len);
        check(player->len >= LINE_SIZE ? UV_ENOBUFS : 0, "message");
        return;
    }
    char *line = player->bytes;
    size_t left = player->len;
    char *end;
    while ((end = memchr(line, '\n', left)) != NULL) {
        size_t len = (size_t)(end - line) + 1;
        *end = '\0';
        on_line(player, line);
        line += len;
        left -= len;
    }
    check(left == LINE_SIZE ? UV_ENOBUFS : 0, "line");
    memmove(player->bytes, line, left);
    player->len = left;
}

/* The connection can carry lines, or is to be upgraded first. */
static void open_up(struct player *player)
{
    static const char request[] =
        "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    if (player->table->load->is_web)
        send_raw(player, request, sizeof(request) - 1);
    else
        go_on(player);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    (void)buffer;
    check(count < 0 ? (int)count : 0, "read");
    take(stream->data, (size_t)count);
}

static void on_alloc_tls(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    static char bytes[65536];
    (void)handle;
    (void)size;
    *buffer = uv_buf_init(bytes, sizeof(bytes));
}

static void on_read_tls(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct player *player = stream->data;
    size_t len;
    check(count < 0 ? (int)count : 0, "read");
    tls_feed(player->tls, buffer->base, (size_t)count);
    for (;;) {
        switch (tls_read(player->tls, player->bytes + player->len, LINE_SIZE - player->len, &len)) {
        case TLS_SHAKEN:
            write_out_tls(player);
            open_up(player);
            break;
        case TLS_BYTES:
            take(player, len);
            break;
        case TLS_MORE:
            write_out_tls(player);
            return;
        default:
            check(UV_EPROTO, "TLS");
        }
    }
}

static void begin(struct player *player)
{
    struct table *table = player->table;
    if (table->load->variant != NULL) {
        player->stage = STAGE_HELLO;
        send_line(player, "{\"id\":1,\"op\":\"hello\",\"protocol\":3,\"client\":\"bench\"}\n");
    } else if (player->side == 1) { /* a pair: the relay needs no more */
        table->load->playing++;
        act_or_wait(&table->players[0]);
    }
}

/* It is connected, and the next one may be. */
static void go_on(struct player *player)
{
    struct load *load = player->table->load;
    load->connected++;
    begin(player);
    if (load->connected < SIDES * load_tables(load))
        connect_next(load);
}

static void on_connected(uv_connect_t *request, int status)
{
    struct player *player = request->data;
    struct load *load = player->table->load;
    free(request);
    check(status, "connect");
    check(uv_tcp_nodelay(&player->tcp, 1), "nodelay");
    if (load->tls == NULL) {
        check(uv_read_start((uv_stream_t *)&player->tcp, on_alloc, on_read), "read");
        open_up(player);
        return;
    }
    player->tls = tls_open(load->tls, "127.0.0.1");
    check(player->tls != NULL ? 0 : UV_ENOMEM, "TLS");
    check(uv_read_start((uv_stream_t *)&player->tcp, on_alloc_tls, on_read_tls), "read");
    write_out_tls(player);
}

/* Each table comes from an address of its own, of those that are loopback: with all from one, the
 * system would search long for a free port, and find no more than its range has. */
static void bind_own_address(struct player *player, size_t table)
{
    struct sockaddr_in own = {.sin_family = AF_INET};
    own.sin_addr.s_addr = htonl((UINT32_C(127) << 24) + (UINT32_C(1) << 16) + (uint32_t)table + 1);
    check(uv_tcp_bind(&player->tcp, (const struct sockaddr *)&own, 0), "bind");
}

/* One after the other: so they arrive in pairs. */
static void connect_next(struct load *load)
{
    struct table *table = &load->tables[load->connected / SIDES];
    int side = (int)(load->connected % SIDES);
    struct player *player = &table->players[side];
    uv_connect_t *request = mem_zero(sizeof(*request));
    table->load = load;
    *player = (struct player){.table = table, .side = side};
    check(uv_tcp_init(load->loop, &player->tcp), "socket");
    player->tcp.data = player;
    bind_own_address(player, load->connected / SIDES);
    request->data = player;
    check(uv_tcp_connect(request, &player->tcp, (const struct sockaddr *)&load->address,
                         on_connected),
          "connect");
}

size_t load_tables(const struct load *load)
{
    return load->table_count + load->other_count;
}

void load_start(struct load *load)
{
    load->tables = mem_zero(load_tables(load) * sizeof(*load->tables));
    connect_next(load);
}

/* ------------------------------------------------------------------ the game */

void load_write_script(struct load *load, size_t most)
{
    const struct variant *variant = variant_find(load->variant, strlen(load->variant));
    size_t cells = (size_t)variant->width * variant->height;
    struct game game;
    game_init(&game, variant);
    load->script = mem_zero(cells * sizeof(*load->script));
    while (load->script_len < most && load->script_len < cells) {
        size_t cell = 0;
        for (; cell < cells; cell++) {
            struct game after = game;
            if (game_act(&after, action_place(cell)) != 0 || game_winner(&after) != SEAT_NONE)
                continue;
            game = after;
            break;
        }
        if (cell == cells)
            return;
        (void)action_format(variant, action_place(cell), load->script[load->script_len++]);
    }
    load->script_is_whole = load->script_len == cells;
}
