/* SPDX-License-Identifier: MIT */
/*
 * Six connections that ask for anything at random, legal or not, with kill -9 in between. Each
 * request gets its one answer, no game's events have gaps (the peers check that), the server never
 * breaks, and at the end the ratings are what the histories add up to. The seed is fixed, but the
 * order in which requests of different connections arrive is not.
 */
#include "tests/support/scene.h"
#include "tests/support/table.h"

#include <stdio.h>
#include <string.h>

#define MONKEYS 6
#define ACCOUNTS 4 /* of them; the others are guests */
#define ROUNDS 3
#define STEPS 600 /* requests in a round */
#define SEED 20240301u
#define KNOWN_MAX 512

/* A room, its last game, and how far that is. */
struct known {
    char room[TABLE_ID_SIZE];
    char game[TABLE_ID_SIZE];
    int ply;
};

struct monkeys {
    struct scene *scene;
    uint32_t random;
    struct peer *peers[MONKEYS];
    struct known known[KNOWN_MAX];
    size_t known_count;
};

static size_t draw_number(struct monkeys *monkeys, size_t below)
{
    monkeys->random ^= monkeys->random << 13;
    monkeys->random ^= monkeys->random >> 17;
    monkeys->random ^= monkeys->random << 5;
    return monkeys->random % below;
}

/* ------------------------------------------------------------------ what they know */

static struct known *find_room(struct monkeys *monkeys, const char *room)
{
    for (size_t i = 0; i < monkeys->known_count; i++)
        if (strcmp(monkeys->known[i].room, room) == 0)
            return &monkeys->known[i];
    if (monkeys->known_count == KNOWN_MAX)
        return NULL;
    struct known *known = &monkeys->known[monkeys->known_count++];
    *known = (struct known){0};
    snprintf(known->room, sizeof(known->room), "%s", room);
    return known;
}

static void learn_action(struct monkeys *monkeys, const json_t *event)
{
    const char *game = text_at(event, "game");
    for (size_t i = 0; i < monkeys->known_count; i++)
        if (strcmp(monkeys->known[i].game, game) == 0)
            monkeys->known[i].ply = (int)int_at(event, "ply") + 1;
}

static void learn(struct monkeys *monkeys, const json_t *message)
{
    const char *event = has_at(message, "ev") ? text_at(message, "ev") : "";
    if (has_at(message, "room.room"))
        find_room(monkeys, text_at(message, "room.room"));
    if (strcmp(event, "game.moved") == 0)
        learn_action(monkeys, message);
    if (strcmp(event, "game.started") != 0)
        return;
    struct known *known = find_room(monkeys, text_at(message, "room"));
    if (known == NULL)
        return;
    snprintf(known->game, sizeof(known->game), "%s", text_at(message, "game.game"));
    known->ply = 0;
}

/* ------------------------------------------------------------------ what they ask */

static const char *pick(struct monkeys *monkeys, const char *const words[], size_t count)
{
    return words[draw_number(monkeys, count)];
}

#define PICK(monkeys, ...)                                                                         \
    pick(monkeys, (const char *const[]){__VA_ARGS__},                                              \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static int64_t ask_to_read(struct monkeys *monkeys, struct peer *peer, const struct known *known)
{
    const char *name = peer_name(monkeys->peers[draw_number(monkeys, MONKEYS)]);
    const char *variant = PICK(monkeys, "classic", "swap2", "mini");
    switch (draw_number(monkeys, 7)) {
    case 0:
        return peer_send(peer, "room.list", "{s:s}", "variant", variant);
    case 1:
        return peer_send(peer, "game.get", "{s:s}", "game", known->game);
    case 2:
        return peer_send(peer, "game.export", "{s:s, s:s}", "game", known->game, "format",
                         PICK(monkeys, "sgf", "psq"));
    case 3:
        return peer_send(peer, "history.list", "{s:s, s:i}", "name", name, "limit", 3);
    case 4:
        return peer_send(peer, "rating.top", "{s:s}", "variant", variant);
    case 5:
        return peer_send(peer, "rating.around", "{s:s, s:s}", "variant", variant, "name", name);
    default:
        return peer_send(peer, "game.sync", "{s:s}", "game", known->game);
    }
}

static int64_t ask_about_room(struct monkeys *monkeys, struct peer *peer, const struct known *known)
{
    switch (draw_number(monkeys, 8)) {
    case 0:
    case 1:
        return peer_send(peer, "room.open", "{s:s, s:b, s:{s:s, s:I}}", "variant",
                         PICK(monkeys, "mini", "mini", "swap2", "classic"), "rated",
                         draw_number(monkeys, 3) > 0, "clock", TABLE_DAYS);
    case 2:
    case 3:
        return peer_send(peer, "room.join", "{s:s}", "room", known->room);
    case 4:
        return peer_send(peer, "room.watch", "{s:s}", "room", known->room);
    case 5:
        return peer_send(peer, "room.leave", "{s:s}", "room", known->room);
    case 6:
        return peer_send(peer, "room.say", "{s:s, s:s}", "room", known->room, "text", "banana");
    default:
        return peer_send(peer, "room.rematch", "{s:s}", "room", known->room);
    }
}

static int64_t ask_in_game(struct monkeys *monkeys, struct peer *peer, const struct known *known)
{
    char square[8];
    snprintf(square, sizeof(square), "%c%zu", (char)('a' + draw_number(monkeys, 3)),
             1 + draw_number(monkeys, 3));
    switch (draw_number(monkeys, 12)) {
    case 0:
        return peer_send(peer, "game.draw", "{s:s, s:s}", "game", known->game, "answer",
                         PICK(monkeys, "offer", "accept", "refuse"));
    case 1:
        return peer_send(peer, "game.resign", "{s:s}", "game", known->game);
    case 2:
        return peer_send(peer, "game.abort", "{s:s}", "game", known->game);
    case 3:
    case 4:
        return peer_send(peer, "game.move", "{s:s, s:i, s:s}", "game", known->game, "ply",
                         known->ply, "action", PICK(monkeys, "white", "black", "two_more"));
    default:
        return peer_send(peer, "game.move", "{s:s, s:i, s:s}", "game", known->game, "ply",
                         known->ply, "action", square);
    }
}

static int64_t ask_anything(struct monkeys *monkeys, struct peer *peer)
{
    static const struct known nothing = {.room = "00000000000z", .game = "00000000000z"};
    const struct known *known = &nothing;
    /* Mostly the newest rooms: there something goes on. */
    size_t recent = monkeys->known_count < 8 ? monkeys->known_count : 8;
    if (recent > 0)
        known = &monkeys->known[monkeys->known_count - 1 - draw_number(monkeys, recent)];
    if (known->game[0] == '\0' || draw_number(monkeys, 4) == 0)
        return ask_about_room(monkeys, peer, known);
    return draw_number(monkeys, 4) == 0 ? ask_to_read(monkeys, peer, known)
                                        : ask_in_game(monkeys, peer, known);
}

/* ------------------------------------------------------------------ a round */

/* Several requests are under way at once. */
static void play_round(struct monkeys *monkeys)
{
    for (int step = 0; step < STEPS; step += MONKEYS) {
        int64_t ids[MONKEYS];
        for (int i = 0; i < MONKEYS; i++)
            ids[i] = ask_anything(monkeys, monkeys->peers[i]);
        for (int i = 0; i < MONKEYS; i++) {
            json_t *answer = peer_answer(monkeys->peers[i], ids[i]);
            json_t *message;
            while ((message = peer_next(monkeys->peers[i])) != answer)
                learn(monkeys, message);
            learn(monkeys, message);
        }
    }
}

/* Everybody comes back and learns how the games stand where they sit. */
static void return_all(struct monkeys *monkeys)
{
    for (int i = 0; i < MONKEYS; i++) {
        struct peer *gone = monkeys->peers[i];
        struct peer *back = scene_stranger(monkeys->scene, peer_name(gone));
        json_t *resumed = peer_resume(back, peer_token(gone));
        for (size_t room = 0; room < count_at(resumed, "rooms"); room++) {
            const json_t *record = json_array_get(json_object_get(resumed, "rooms"), room);
            if (has_at(record, "game"))
                peer_ask(back, "game.sync", "{s:s}", "game", text_at(record, "game"));
        }
        monkeys->peers[i] = back;
    }
}

/* Every rating is 1500 and what the games of that variant have moved. */
static void check_ratings(struct monkeys *monkeys, const char *name)
{
    static const char *const variants[] = {"classic", "swap2", "mini"};
    struct peer *reader = scene_stranger(monkeys->scene, "a reader");
    json_t *page = peer_ask(reader, "player.get", "{s:s}", "name", name);
    for (int i = 0; i < 3; i++) {
        int64_t sum = 1500;
        int64_t rating = 1500;
        json_t *history = peer_ask(reader, "history.list", "{s:s, s:s, s:i}", "name", name,
                                   "variant", variants[i], "limit", 50);
        assert_false(bool_at(history, "more"));
        for (size_t row = 0; row < count_at(history, "rows"); row++)
            sum += int_at(json_array_get(json_object_get(history, "rows"), row), "points");
        for (size_t at = 0; at < count_at(page, "ratings"); at++) {
            const json_t *found = json_array_get(json_object_get(page, "ratings"), at);
            if (strcmp(text_at(found, "variant"), variants[i]) == 0)
                rating = int_at(found, "rating");
        }
        assert_int_equal(rating, sum);
    }
    peer_close(reader);
}

static const char *const many_rooms[] = {"--rooms-per-player", "25", NULL};

SCENE(whatever_is_asked_is_answered_and_adds_up)
{
    static const char *const names[ACCOUNTS] = {"Anna", "Boris", "Vera", "Gleb"};
    struct monkeys monkeys = {.scene = scene, .random = SEED};
    for (int i = 0; i < MONKEYS; i++)
        monkeys.peers[i] = i < ACCOUNTS ? scene_account(scene, names[i]) : scene_guest(scene);
    for (int round = 0; round < ROUNDS; round++) {
        play_round(&monkeys);
        scene_crash(scene);
        return_all(&monkeys);
        for (int i = 0; i < ACCOUNTS; i++)
            check_ratings(&monkeys, names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(whatever_is_asked_is_answered_and_adds_up, many_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
