/* SPDX-License-Identifier: MIT */
/*
 * Bytes up and down in portions, requests in the order in which they were written, cuts.
 */
#include "tests/sim/link.h"

#include "tests/sim/ask.h"
#include "tests/sim/happen.h"
#include "tests/sim/person.h"
#include "tests/sim/said.h"
#include "tests/sim/said_gathered.h"
#include "tests/sim/sim.h"
#include "tests/sim/window.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ bytes */

static void bytes_add(struct bytes *bytes, const char *at, size_t len)
{
    if (bytes->len + len > bytes->cap) {
        bytes->cap = (bytes->len + len) * 2;
        bytes->at = realloc(bytes->at, bytes->cap);
        if (bytes->at == NULL)
            abort();
    }
    memcpy(bytes->at + bytes->len, at, len);
    bytes->len += len;
}

static void bytes_drop(struct bytes *bytes, size_t len)
{
    bytes->len -= len;
    memmove(bytes->at, bytes->at + len, bytes->len);
}

static void bytes_free(struct bytes *bytes)
{
    free(bytes->at);
    *bytes = (struct bytes){0};
}

/* How many of the bytes that wait arrive together. */
static size_t portion(struct sim *sim, size_t len)
{
    if (sim->mood.portions == 0 || sim_below(sim, 4) == 0)
        return len;
    if (sim->mood.portions == 2 && sim_below(sim, 3) == 0)
        return 1;
    return 1 + (size_t)sim_below(sim, len);
}

/* ------------------------------------------------------------------ life */

static struct link *link_new(struct sim *sim, size_t person)
{
    struct link *link = calloc(1, sizeof(*link));
    if (link == NULL)
        abort();
    link->sim = sim;
    link->number = sim->link_count;
    link->person = person;
    link->opened_ms = sim->now_ms;
    link->next_down = &link->first_down;
    arena_init(&link->arena, link->arena_block, sizeof(link->arena_block));
    link->latency_ms = 1 + (int64_t)sim_below(sim, (uint64_t)sim->mood.latency_ms);
    sim->links = sim_grow(sim->links, sim->link_count, &sim->link_cap, sizeof(struct link *));
    sim->links[sim->link_count++] = link;
    sim->stats->connections++;
    SIM_TRACE(sim, "link %llu: opens", (unsigned long long)link->number);
    return link;
}

/* Houses are networks of 56 bits side by side, 2001:db8:0:100:: and so on. The auditor, who asks
 * more than anybody, comes from another address each time. */
static uint64_t network_of(const struct link *link)
{
    if (link->house < TRUTH_HOUSES)
        return UINT64_C(0x20010db800000100) + (link->house << 8);
    return UINT64_C(0x10a000000) + link->number;
}

static void greet(struct link *link)
{
    struct request request = {.op = OP_HELLO};
    request.as.hello = (struct hello_request){.protocol = PROTOCOL_VERSION, .client = "sim 1"};
    link_ask(link, &request);
}

typedef struct conn *open_fn(struct core *core, void *peer, const char *address, uint64_t network);

static struct link *open_as(struct sim *sim, size_t person, open_fn *open)
{
    struct link *link = link_new(sim, person);
    sim->is_inside = true;
    link->house = person != LINK_NOBODY ? person % TRUTH_HOUSES : TRUTH_HOUSES;
    link->is_page = open == core_conn_open_by_http;
    link->is_for_file = open == core_conn_open_for_file;
    link->conn = open(sim->core, link, "192.0.2.1", network_of(link));
    sim->is_inside = false;
    greet(link);
    return link;
}

struct link *link_open(struct sim *sim, size_t person)
{
    return open_as(sim, person, core_conn_open);
}

struct link *link_open_as_page(struct sim *sim, size_t person)
{
    return open_as(sim, person, core_conn_open_by_http);
}

struct link *link_open_for_file(struct sim *sim, size_t person)
{
    return open_as(sim, person, core_conn_open_for_file);
}

struct link *link_open_locally(struct sim *sim)
{
    struct link *link = link_new(sim, LINK_KEEPER);
    sim->is_inside = true;
    link->conn = core_conn_open_local(sim->core, link);
    sim->is_inside = false;
    greet(link);
    return link;
}

void link_cut(struct link *link)
{
    if (link->is_cut)
        return;
    struct sim *sim = link->sim;
    SIM_TRACE(sim, "link %llu: the client is gone", (unsigned long long)link->number);
    sim->stats->connections_cut++;
    link->is_cut = true;
    gathered_lost(link);
    bytes_free(&link->down);
    happen_in(sim, THING_HUNG_UP, link->number, sim_delay_ms(sim, link->latency_ms));
}

bool link_is_usable(const struct link *link)
{
    return link->conn != NULL && !link->is_cut && !link->is_ended;
}

void link_hung_up(struct link *link)
{
    if (link->conn == NULL)
        return;
    SIM_TRACE(link->sim, "link %llu: closed", (unsigned long long)link->number);
    gathered_lost(link);
    link->sim->is_inside = true;
    core_conn_closed(link->sim->core, link->conn);
    link->sim->is_inside = false;
    gathered_told(link); /* answers that were held */
    window_forget(link);
    link->conn = NULL;
    link->is_gone = true;
    bytes_free(&link->up);
    frame_rest_drop(&link->rest);
}

void links_crash(struct sim *sim)
{
    for (size_t i = 0; i < sim->link_count; i++) {
        struct link *link = sim->links[i];
        if (link->conn == NULL)
            continue;
        window_forget(link);
        link->conn = NULL;
        link->is_gone = true;
        bytes_free(&link->up);
        frame_rest_drop(&link->rest);
        /* Bytes that were under way to the client may still arrive, or not. */
        if (sim_below(sim, 2) == 0)
            bytes_free(&link->down);
    }
}

void links_free(struct sim *sim)
{
    for (size_t i = 0; i < sim->link_count; i++) {
        struct link *link = sim->links[i];
        bytes_free(&link->up);
        frame_rest_drop(&link->rest);
        bytes_free(&link->down);
        arena_deinit(&link->arena);
        free(link->asks);
        free(link->hearings);
        free(link->follows);
        free(link->presences);
        free(link->lobby);
        free(link->words);
        free(link);
    }
    free(sim->links);
    windows_deinit(sim);
}

/* ------------------------------------------------------------------ up */

static void write_up(struct link *link, const char *bytes, size_t len)
{
    struct sim *sim = link->sim;
    bool was_empty = link->up.len == 0;
    bytes_add(&link->up, bytes, len);
    link->up_total += len;
    if (was_empty && !link->is_live)
        happen_in(sim, THING_BYTES_UP, link->number, sim_delay_ms(sim, link->latency_ms));
}

struct ask *link_ask(struct link *link, struct request *request)
{
    char line[FRAME_REQUEST_MAX + 2];
    char key[sizeof(((struct ask *)NULL)->key)];
    struct sim *sim = link->sim;
    const char *own_key = request->key;
    bool is_persons = link->person < LINK_KEEPER && op_info(request->op)->repeat == REPEAT_KEY;
    if (is_persons && own_key == NULL && person_key(&sim->persons[link->person], key, sizeof(key)))
        request->key = key;
    link->asks = sim_grow(link->asks, link->ask_count, &link->ask_cap, sizeof(*link->asks));
    struct ask *ask = &link->asks[link->ask_count++];
    request->id = (int64_t)link->ask_count;
    ask_describe(ask, request);
    int len = request_encode(request, line, sizeof(line));
    if (len < 0)
        abort();
    SIM_TRACE(sim, "link %llu: C %.*s", (unsigned long long)link->number, len - 1, line);
    write_up(link, line, (size_t)len);
    ask->end_at = link->up_total;
    ask->sent = 1;
    sim->stats->requests++;
    if (is_persons && request->key != NULL)
        person_keeps(&sim->persons[link->person], link, link->ask_count - 1);
    request->key = own_key;
    return ask;
}

static void deliver_copies(struct link *link, struct ask *ask)
{
    while (ask->delivered < ask->sent)
        ask_delivered(link, ask);
}

/* A copy that is still under way counts as delivered from now on: only the last one's place in the
 * stream is known. So answers to heartbeats are not repeated: their time is what they tell. */
void link_repeat(struct link *link, size_t index)
{
    struct ask *ask = &link->asks[index];
    if (ask->op == OP_PING)
        return;
    char line[FRAME_REQUEST_MAX + 2];
    struct request request;
    ask_restore(ask, &request);
    request.id = (int64_t)index + 1;
    int len = request_encode(&request, line, sizeof(line));
    if (len < 0)
        abort();
    SIM_TRACE(link->sim, "link %llu: C again %.*s", (unsigned long long)link->number, len - 1,
              line);
    deliver_copies(link, ask);
    write_up(link, line, (size_t)len);
    ask->end_at = link->up_total;
    ask->sent++;
    if (index < link->asks_done)
        link->asks_done = index;
    link->sim->stats->requests++;
}

void link_write_rubbish(struct link *link, const char *bytes, size_t len, size_t lines)
{
    SIM_TRACE(link->sim, "link %llu: C %zu bytes of rubbish", (unsigned long long)link->number,
              len);
    link->rubbish_sent += lines;
    write_up(link, bytes, len);
}

void link_ask_half(struct link *link, struct request *request)
{
    char line[FRAME_REQUEST_MAX + 2];
    request->id = REQUEST_ID_MAX;
    int len = request_encode(request, line, sizeof(line));
    if (len > 1) {
        SIM_TRACE(link->sim, "link %llu: C half of %.*s", (unsigned long long)link->number, len - 1,
                  line);
        write_up(link, line, 1 + (size_t)sim_below(link->sim, (uint64_t)len - 1));
    }
    link_cut(link);
}

/* The requests that are whole with the next `len` bytes are about to arrive. */
static void mark_delivered(struct link *link, size_t len)
{
    link->up_done += len;
    for (size_t i = link->asks_done; i < link->ask_count; i++)
        if (link->asks[i].end_at <= link->up_done)
            deliver_copies(link, &link->asks[i]);
    while (link->asks_done < link->ask_count &&
           link->asks[link->asks_done].delivered == link->asks[link->asks_done].sent)
        link->asks_done++;
}

/* As the shell does. */
static void hear(struct link *link, struct frame_slice input)
{
    struct sim *sim = link->sim;
    struct frame_slice frame;
    bool is_heard = true;
    while (is_heard) {
        enum frame_status status = frame_take(&link->rest, &input, FRAME_REQUEST_MAX, &frame);
        if (status == FRAME_NEED_MORE)
            return;
        sim->is_inside = true;
        is_heard = status == FRAME_READY
                       ? core_conn_frame(sim->core, link->conn, frame.bytes, frame.len)
                       : core_conn_too_long(sim->core, link->conn);
        sim->is_inside = false;
    }
    frame_rest_drop(&link->rest);
}

void link_bytes_up(struct link *link)
{
    struct sim *sim = link->sim;
    if (link->conn == NULL || link->up.len == 0 || sim->core == NULL)
        return;
    size_t len = link->is_live ? link->up.len : portion(sim, link->up.len);
    /* From memory of exactly this size: reading beyond it is found by the sanitizer. */
    char *exact = malloc(len);
    if (exact == NULL)
        abort();
    memcpy(exact, link->up.at, len);
    bytes_drop(&link->up, len);
    mark_delivered(link, len);
    hear(link, (struct frame_slice){exact, len});
    free(exact);
    if (link->up.len > 0 && !link->is_live)
        happen_in(sim, THING_BYTES_UP, link->number, sim_delay_ms(sim, link->latency_ms));
}

/* ------------------------------------------------------------------ down */

static bool is_listening(const struct link *link)
{
    return !link->is_cut && link->person < LINK_KEEPER;
}

void link_receive(struct link *link, const char *bytes, size_t len)
{
    struct sim *sim = link->sim;
    bool was_empty = link->down.len == 0;
    said_check(link, bytes, len);
    if (!is_listening(link))
        return;
    bytes_add(&link->down, bytes, len);
    if (was_empty)
        happen_in(sim, THING_BYTES_DOWN, link->number, sim_delay_ms(sim, link->latency_ms));
    window_grew(link);
}

/* What was on its way to one that is cut off is lost. */
void link_end(struct link *link, enum close_kind kind)
{
    struct sim *sim = link->sim;
    CHECK_THAT(sim, CHECK_LAST_WORD, !link->is_ended || kind == CLOSE_AT_ONCE,
               "link %llu is closed twice", (unsigned long long)link->number);
    if (kind == CLOSE_AT_ONCE) {
        window_check_cut(link);
        window_forget(link);
        gathered_lost(link);
        gathered_told(link); /* answers that were held */
        bytes_free(&link->down);
    }
    link->is_ended = true;
    happen_in(sim, THING_HUNG_UP, link->number, sim_delay_ms(sim, link->latency_ms));
}

static const struct heard *take_heard(struct link *link)
{
    const struct heard *heard = link->first_down;
    link->first_down = heard->next;
    return heard;
}

/* The beginning of a line waits with what follows it. */
static void drop_heard(struct link *link, size_t done)
{
    bytes_drop(&link->down, done);
    if (done > 0)
        window_shrank(link);
    if (link->down.len > 0)
        return;
    arena_reset(&link->arena);
    link->next_down = &link->first_down;
}

void link_bytes_down(struct link *link)
{
    struct sim *sim = link->sim;
    if (link->is_cut || link->down.len == 0)
        return;
    if (link->stalls_until_ms > sim->now_ms && !sim->is_calm) {
        happen_at(sim, THING_BYTES_DOWN, link->number, link->stalls_until_ms);
        return;
    }
    size_t len = portion(sim, link->down.len);
    size_t done = 0;
    const char *end;
    while ((end = memchr(link->down.at + done, '\n', len - done)) != NULL) {
        done = (size_t)(end - link->down.at) + 1;
        person_hears(link, take_heard(link));
        if (link->is_cut)
            return; /* because of what it heard */
    }
    drop_heard(link, done);
    if (link->down.len > 0)
        happen_in(sim, THING_BYTES_DOWN, link->number, sim_delay_ms(sim, link->latency_ms));
}

/* ------------------------------------------------------------------ questions */

struct hearing *link_hearing(const struct link *link, uint64_t game)
{
    for (size_t i = link->hearing_count; i-- > 0;)
        if (link->hearings[i].game == game)
            return &link->hearings[i];
    return NULL;
}

struct hearing *link_hearing_make(struct link *link, uint64_t game)
{
    struct hearing *found = link_hearing(link, game);
    if (found != NULL)
        return found;
    link->hearings =
        sim_grow(link->hearings, link->hearing_count, &link->hearing_cap, sizeof(*link->hearings));
    struct hearing *hearing = &link->hearings[link->hearing_count++];
    *hearing = (struct hearing){.game = game};
    return hearing;
}

struct ask *link_ask_of(const struct link *link, int64_t id)
{
    return id >= 1 && (size_t)id <= link->ask_count ? &link->asks[id - 1] : NULL;
}

void link_note_presence(struct link *link, uint64_t room, const char *name, bool is_there)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, name);
    struct told_presence *found = NULL;
    if (player == NULL || link->person == LINK_NOBODY)
        return;
    for (size_t i = 0; i < link->presence_count && found == NULL; i++)
        if (link->presences[i].room == room && link->presences[i].player == player->id)
            found = &link->presences[i];
    if (found == NULL) {
        link->presences = sim_grow(link->presences, link->presence_count, &link->presence_cap,
                                   sizeof(*link->presences));
        found = &link->presences[link->presence_count++];
    }
    *found = (struct told_presence){.room = room, .player = player->id, .is_there = is_there};
}

static bool look_up(void *ctx, int64_t id, enum op *op_out)
{
    const struct ask *ask = link_ask_of(ctx, id);
    if (ask != NULL)
        *op_out = ask->op;
    return ask != NULL;
}

/* In the link's own memory if somebody is going to hear it. */
static struct heard *heard_new(struct link *link)
{
    if (!is_listening(link)) {
        arena_reset(&link->sim->arena);
        return arena_alloc(&link->sim->arena, sizeof(struct heard));
    }
    struct heard *heard = arena_alloc(&link->arena, sizeof(*heard));
    *link->next_down = heard;
    link->next_down = &heard->next;
    return heard;
}

int link_decode(struct link *link, const char *line, size_t len, const struct heard **heard_out)
{
    struct heard *heard = heard_new(link);
    struct arena *arena = is_listening(link) ? &link->arena : &link->sim->arena;
    *heard_out = heard;
    const struct incoming_lookup asked = {.op = look_up, .ctx = link, .arena = arena};
    return incoming_decode(line, len, &asked, &heard->in, &heard->reply);
}
