/* SPDX-License-Identifier: MIT */
/*
 * Measures what the parts of a move cost by themselves: reading typical requests, writing typical
 * replies and events, and the rules. Each is a line with a tab between name, nanoseconds and
 * allocations.
 *
 *   parts_bench
 *
 * Allocations are counted where count_calls.c is preloaded and COUNT_CALLS names its file;
 * otherwise they are -1. Nanoseconds are those of the quickest of several rounds: whatever else the
 * machine does only adds to them.
 */
#include "base/arena.h"
#include "engine/game.h"
#include "engine/threats.h"
#include "proto/codec.h"
#include "proto/frame.h"
#include "tests/bench/tally.h"
#include "tests/support/count_calls.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROUNDS 10
#define ROUND_NS UINT64_C(20000000)
#define FIRST_TIMES 100
#define ARENA_SIZE 16384
#define MOVES 200

static struct count_calls *calls; /* or NULL */
static char frame[FRAME_REPLY_MAX + 1];

static void fail(const char *what)
{
    fprintf(stderr, "parts: %s\n", what);
    exit(1);
}

/* ------------------------------------------------------------------ measuring */

typedef void part_fn(void *ctx);

static uint64_t time_of(part_fn *part, void *ctx, uint64_t times)
{
    uint64_t began_ns = now_ns();
    for (uint64_t i = 0; i < times; i++)
        part(ctx);
    return now_ns() - began_ns;
}

/* `each` is how many things the part does at a time. */
static void measure(const char *name, part_fn *part, void *ctx, uint64_t each)
{
    uint64_t took_ns = time_of(part, ctx, FIRST_TIMES);
    uint64_t times = 1 + ROUND_NS * FIRST_TIMES / (took_ns + 1);
    double best_ns = 0;
    long long before = calls != NULL ? atomic_load(&calls->allocations) : 0;
    for (int round = 0; round < ROUNDS; round++) {
        double ns = (double)time_of(part, ctx, times) / (double)(times * each);
        if (round == 0 || ns < best_ns)
            best_ns = ns;
    }
    long long made = calls != NULL ? atomic_load(&calls->allocations) - before : 0;
    printf("%s\t%.0f\t%.2f\n", name, best_ns,
           calls != NULL ? (double)made / ((double)(times * each) * ROUNDS) : -1.0);
}

/* ------------------------------------------------------------------ the codec */

/* A frame as on docs/PROTOCOL.md. */
struct message {
    const char *name;
    const char *frame;
    enum op op; /* the request, or the one that a reply answers */
};

static const struct message REQUESTS[] = {
    {"read `game.move`",
     "{\"id\":4,\"op\":\"game.move\",\"game\":\"06hq3kcx80n5\",\"ply\":0,"
     "\"action\":\"j10\"}",
     OP_GAME_MOVE},
    {"read `room.open`",
     "{\"id\":3,\"op\":\"room.open\",\"variant\":\"classic\",\"first\":\"opener\"}", OP_ROOM_OPEN},
    {"read `auth.register`",
     "{\"id\":2,\"op\":\"auth.register\",\"name\":\"anna\","
     "\"password\":\"correct horse\"}",
     OP_AUTH_REGISTER},
};

static const struct message SAID[] = {
    {"write the reply to `game.move`", "{\"re\":4,\"ply\":1}", OP_GAME_MOVE},
    {"write `game.moved`",
     "{\"ev\":\"game.moved\",\"game\":\"06hq3kcx80n5\",\"seq\":1,\"by\":\"first\","
     "\"ply\":0,\"action\":\"j10\",\"to_act\":\"second\",\"board\":{\"cells\":\"xj10\","
     "\"expects\":\"stone\"},\"spent_ms\":0,\"server_now\":1767225630000}",
     0},
    {"write `game.moved` with clocks",
     "{\"ev\":\"game.moved\",\"game\":\"06hq3kcx80n5\",\"seq\":1,\"by\":\"first\","
     "\"ply\":0,\"action\":\"j10\",\"to_act\":\"second\",\"board\":{\"cells\":\"xj10\","
     "\"expects\":\"stone\"},\"clocks\":{\"first_ms\":298800,\"second_ms\":300000},"
     "\"spent_ms\":4200,\"server_now\":1767225634200}",
     0},
    {"write `game.started`",
     "{\"ev\":\"game.started\",\"seq\":214829817856002,\"room\":\"06hq3k9v2m1a\","
     "\"game\":{\"game\":\"06hq3kcx80n5\",\"room\":\"06hq3k9v2m1a\","
     "\"variant\":\"classic\",\"rated\":false,\"clock\":{\"kind\":\"none\"},"
     "\"first\":{\"name\":\"anna\",\"guest\":false,\"connected\":true},"
     "\"second\":{\"name\":\"guest-7k3q\",\"guest\":true,\"connected\":true},"
     "\"actions\":\"\",\"ply\":0,\"seq\":0,\"to_act\":\"first\","
     "\"server_now\":1767225620000,\"changes\":[],\"started\":1767225620000,"
     "\"board\":{\"expects\":\"stone\",\"next_mark\":\"x\",\"first_mark\":\"x\"}}}",
     0},
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

struct reading {
    const char *text;
    enum op op;
};

static void read_request(void *ctx)
{
    const struct reading *reading = ctx;
    char memory[ARENA_SIZE];
    struct arena arena;
    struct request request;
    struct fault fault;
    arena_init(&arena, memory, sizeof(memory));
    if (request_decode(reading->text, strlen(reading->text), &arena, &request, &fault) != 0 ||
        request.op != reading->op)
        fail(reading->text);
    arena_deinit(&arena);
}

/* A reply or an event as a client would read it, ready to be written. */
struct said {
    struct incoming incoming;
    union reply_body reply;
    enum op op;
};

static bool lookup(void *ctx, int64_t id, enum op *op_out)
{
    (void)id;
    *op_out = *(const enum op *)ctx;
    return true;
}

static void write_said(void *ctx)
{
    const struct said *said = ctx;
    int len = said->incoming.kind == INCOMING_REPLY
                  ? reply_encode(said->op, said->incoming.re, &said->reply, frame, sizeof(frame))
                  : event_encode(said->incoming.event, said->incoming.seq, said->incoming.body,
                                 frame, sizeof(frame));
    if (len <= 0)
        fail("a message cannot be written");
}

static void measure_codec(void)
{
    for (size_t i = 0; i < COUNT(REQUESTS); i++) {
        struct reading reading = {.text = REQUESTS[i].frame, .op = REQUESTS[i].op};
        measure(REQUESTS[i].name, read_request, &reading, 1);
    }
    for (size_t i = 0; i < COUNT(SAID); i++) {
        struct arena arena;
        struct said said = {.op = SAID[i].op};
        arena_init(&arena, NULL, 0);
        const struct incoming_lookup sent = {.op = lookup, .ctx = &said.op, .arena = &arena};
        const char *text = SAID[i].frame;
        if (incoming_decode(text, strlen(text), &sent, &said.incoming, &said.reply) != 0)
            fail(text);
        measure(SAID[i].name, write_said, &said, 1);
        arena_deinit(&arena);
    }
}

/* ------------------------------------------------------------------ the rules */

/* A long game in which nobody wins, and itself again from its actions. */
struct rules {
    struct game game;
    struct game again;
};

static void play_game(struct game *game)
{
    game_init(game, variant_find("classic", strlen("classic")));
    for (size_t cell = 0; game->ply < MOVES; cell = (cell + 1) % GAME_CELLS_MAX)
        if (game_act(game, action_place(cell)) == 0 && game_status(game) == GAME_WON)
            game_undo(game);
}

static void replay(void *ctx)
{
    struct rules *rules = ctx;
    if (game_replay(&rules->again, rules->game.variant, game_actions(&rules->game),
                    rules->game.ply) != 0)
        fail("the game is wrong");
}

static void act(void *ctx)
{
    struct game *game = &((struct rules *)ctx)->again;
    struct action last = game_actions(game)[game->ply - 1];
    game_undo(game);
    if (game_act(game, last) != 0)
        fail("a move is wrong");
}

static void search(void *ctx)
{
    struct rules *rules = ctx;
    struct threats_search threats;
    struct threat threat;
    threats_start(&threats, &rules->game, MARK_X);
    while (threats_next(&threats, &threat))
        continue;
}

static void measure_rules(void)
{
    static struct rules rules;
    play_game(&rules.game);
    measure("play a stone and take it back", act, (replay(&rules), &rules), 1);
    measure("replay a game of 200 moves, each move", replay, &rules, MOVES);
    measure("all threats of a side on 19x19", search, &rules, 1);
}

int main(void)
{
    const char *path = getenv("COUNT_CALLS");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *shared = MAP_FAILED;
    if (fd >= 0)
        shared = mmap(NULL, sizeof(*calls), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED)
        calls = shared;
    codec_start();
    measure_codec();
    measure_rules();
    return 0;
}
