/* SPDX-License-Identifier: MIT */
/* Players who play as fast as they can; see the header. */
#include "tests/integration/crash/load.h"

#include "tests/support/scene.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define POLL_US 1000

uint64_t load_draw(struct load *load, uint64_t end)
{
    uint64_t x = load->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    load->random = x;
    return (x >> 11) % end;
}

static bool happens(struct load *load, unsigned percent)
{
    return load_draw(load, 100) < percent;
}

int64_t load_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ------------------------------------------------------------------ what comes in */

/* 0 or 1: where the opener and the joiner sit in the current game. */
static int seat_of(const struct load_table *table, const struct told_game *game, int player)
{
    return strcmp(game->names[0], table->players[player].name) == 0 ? 0 : 1;
}

static void game_begin(struct load_table *table, const char *id)
{
    snprintf(table->game_id, sizeof(table->game_id), "%s", id);
    game_init(&table->game, table->variant);
    table->events = 0;
    table->is_over = false;
    table->is_open = false;
}

/* Brings the board up to what was told. */
static void game_follow(struct load *load, struct load_table *table)
{
    const struct told_game *game = told_game_find(&load->told, table->game_id);
    for (; table->events < game->event_count; table->events++) {
        const struct told_event *event = &game->events[table->events];
        struct action action;
        if (event->kind != TOLD_ACTION)
            continue;
        assert_int_equal(
            action_parse(table->variant, event->action, strlen(event->action), &action), 0);
        assert_int_equal(game_act(&table->game, action), 0);
    }
    table->is_over = game->is_over;
}

static struct load_table *table_find(struct load *load, const char *room)
{
    for (int i = 0; i < LOAD_TABLES; i++)
        if (strcmp(load->tables[i].room, room) == 0)
            return &load->tables[i];
    return NULL;
}

/* "ok" to an action means that all were told of it, and of no other one. */
static void action_answered(struct load *load, struct load_player *player, const json_t *answer)
{
    const struct told_game *game = told_game_find(&load->told, player->asked_game);
    assert_int_equal(int_at(answer, "ply"), player->asked_ply);
    if (strcmp(told_action(game, player->asked_ply), player->asked) != 0) {
        fprintf(stderr, "acknowledged but not told: %s in %s\n", player->asked, game->id);
        load->told.contradictions++;
    }
}

static void answer_take(struct load *load, struct load_player *player, const json_t *answer)
{
    const char *code = has_at(answer, "error") ? text_at(answer, "error.code") : NULL;
    player->request = 0;
    if (code == NULL && player->asked[0] != '\0')
        action_answered(load, player, answer);
    load->repeats += code == NULL && player->asks_again;
    player->asks_again = false;
    player->asked[0] = '\0';
    if (code == NULL)
        return;
    player->is_patient = has_at(answer, "error.retry_after_ms");
    load->unavailable += strcmp(code, "storage_unavailable") == 0;
    if (strcmp(code, "internal") == 0)
        fail_msg("the server answers with an internal error");
}

static void event_take(struct load *load, const char *event, const json_t *message)
{
    bool is_start = strcmp(event, "game.started") == 0;
    bool is_reopened = strcmp(event, "room.reopened") == 0;
    struct load_table *table =
        is_start || is_reopened ? table_find(load, text_at(message, "room")) : NULL;
    if (table == NULL)
        return;
    if (is_reopened)
        table->is_open = true;
    else if (strcmp(table->game_id, text_at(message, "game.game")) != 0)
        game_begin(table, text_at(message, "game.game"));
}

static void message_take(struct load *load, const json_t *message)
{
    told_message(&load->told, message);
    if (has_at(message, "ev"))
        event_take(load, text_at(message, "ev"), message);
}

static void player_read(struct load *load, struct load_player *player)
{
    const json_t *message;
    if (player->peer == NULL)
        return;
    peer_read(player->peer);
    while ((message = peer_next_here(player->peer)) != NULL) {
        /* A watcher's view of a game may be ahead of what was read of the players' connections. */
        if (player != &load->newcomer || !has_at(message, "game"))
            message_take(load, message);
        if (has_at(message, "token") && player == &load->newcomer)
            snprintf(player->token, sizeof(player->token), "%s", text_at(message, "token"));
        const json_t *re = json_object_get(message, "re");
        if (json_is_integer(re) && json_integer_value(re) == player->request)
            answer_take(load, player, message);
    }
}

/* ------------------------------------------------------------------ coming back */

/* A game that began, and nobody was told. */
static void game_discover(struct load *load, struct load_table *table, struct peer *peer,
                          const char *id)
{
    told_message(&load->told, peer_ask(peer, "game.get", "{s:s}", "game", id));
    game_begin(table, id);
}

/* The game of the seat that `player` still has, borrowed. The joiner of a room that waits again
 * has none; the game that was broken off is the last one then. */
static const char *seat_check(struct load_table *table, const struct load_player *player,
                              const json_t *resumed)
{
    bool has_room = count_at(resumed, "rooms") == 1;
    if (has_room)
        assert_string_equal(text_at(resumed, "rooms.0.room"), table->room);
    table->is_open = !has_room || strcmp(text_at(resumed, "rooms.0.state"), "open") == 0;
    assert_true(has_room || player == &table->players[1]);
    return table->is_open ? table->game_id : text_at(resumed, "rooms.0.game");
}

static void player_return(struct load *load, struct load_table *table, struct load_player *player)
{
    player->peer = peer_open(player->name, server_port(load->server));
    const char *id = seat_check(table, player, peer_resume(player->peer, player->token));
    if (strcmp(id, table->game_id) != 0)
        game_discover(load, table, player->peer, id);
    int64_t since = told_seq(&load->told, id);
    peer_rewind(player->peer, id, since);
    json_t *synced =
        peer_ask(player->peer, "game.sync", "{s:s, s:I}", "game", id, "since", (json_int_t)since);
    player_read(load, player);
    if (has_at(synced, "game"))
        told_whole(&load->told, json_object_get(synced, "game"));
    else
        assert_int_equal(told_seq(&load->told, id), int_at(synced, "seq"));
}

/* ------------------------------------------------------------------ what goes out */

static void action_send(struct load_player *player, const char *game)
{
    player->request = peer_send(player->peer, "game.move", "{s:s, s:I, s:s}", "game", game, "ply",
                                (json_int_t)player->asked_ply - 1, "action", player->asked);
}

static void act(struct load *load, struct load_table *table, struct load_player *player)
{
    struct action legal[GAME_LEGAL_MAX];
    size_t count = game_legal_actions(&table->game, legal, sizeof(legal) / sizeof(*legal));
    struct action action = legal[load_draw(load, count < 24 ? count : 24)];
    action_format(table->variant, action, player->asked);
    player->asked_ply = table->game.ply + 1;
    snprintf(player->asked_game, sizeof(player->asked_game), "%s", table->game_id);
    action_send(player, table->game_id);
}

static void say(struct load *load, struct load_table *table, struct load_player *player)
{
    char text[TOLD_NAME_SIZE];
    snprintf(text, sizeof(text), "line %u", ++load->lines);
    player->request =
        peer_send(player->peer, "room.say", "{s:s, s:s}", "room", table->room, "text", text);
}

static void ask_in_game(struct load *load, struct load_table *table, struct load_player *player,
                        bool is_to_act)
{
    if (is_to_act && happens(load, 88))
        act(load, table, player);
    else if (is_to_act && happens(load, 30))
        player->request = peer_send(player->peer, "game.resign", "{s:s}", "game", table->game_id);
    else if (happens(load, is_to_act ? 60 : 10))
        player->request = peer_send(player->peer, "game.draw", "{s:s, s:s}", "game", table->game_id,
                                    "answer", happens(load, 70) ? "offer" : "refuse");
    else if (is_to_act)
        say(load, table, player);
}

static void player_step(struct load *load, struct load_table *table, int index)
{
    struct load_player *player = &table->players[index];
    if (player->request != 0 || player->is_patient)
        return;
    const struct told_game *game = told_game_find(&load->told, table->game_id);
    if (player->asks_again)
        action_send(player, player->asked_game);
    else if (table->is_open && index == 1)
        player->request = peer_send(player->peer, "room.join", "{s:s}", "room", table->room);
    else if (table->is_over && !table->is_open)
        player->request = peer_send(player->peer, "room.rematch", "{s:s}", "room", table->room);
    else if (!table->is_open)
        ask_in_game(load, table, player,
                    (int)game_to_act(&table->game) == seat_of(table, game, index));
}

/* Comes in, registers or not, watches, says something. */
static void newcomer_step(struct load *load)
{
    struct load_player *newcomer = &load->newcomer;
    struct load_table *table = &load->tables[load_draw(load, LOAD_TABLES)];
    if (newcomer->peer == NULL || newcomer->request != 0 || newcomer->is_patient)
        return;
    if (newcomer->token[0] != '\0' && happens(load, 50)) {
        say(load, table, newcomer);
    } else if (newcomer->token[0] != '\0') {
        newcomer->request = peer_send(newcomer->peer, "room.watch", "{s:s}", "room", table->room);
    } else if (happens(load, 50)) {
        newcomer->request = peer_send(newcomer->peer, "auth.guest", NULL);
    } else {
        snprintf(newcomer->name, sizeof(newcomer->name), "new-%u", ++load->newcomers);
        newcomer->request = peer_send(newcomer->peer, "auth.register", "{s:s, s:s}", "name",
                                      newcomer->name, "password", SCENE_PASSWORD);
    }
}

/* ------------------------------------------------------------------ the loop */

static struct load_player *player_at(struct load *load, int i)
{
    return i < 2 * LOAD_TABLES ? &load->tables[i / 2].players[i % 2] : &load->newcomer;
}

#define PLAYERS (2 * LOAD_TABLES + 1)

static void everybody_reads(struct load *load)
{
    for (int i = 0; i < PLAYERS; i++)
        player_read(load, player_at(load, i));
    for (int i = 0; i < LOAD_TABLES; i++)
        game_follow(load, &load->tables[i]);
}

static void anything_wait(struct load *load, int timeout_ms)
{
    struct pollfd fds[PLAYERS];
    for (int i = 0; i < PLAYERS; i++)
        fds[i] = (struct pollfd){.fd = peer_fd(player_at(load, i)->peer), .events = POLLIN};
    (void)poll(fds, PLAYERS, timeout_ms);
}

void load_run(struct load *load, int64_t until_us)
{
    for (int64_t now_us = load_now_us(); now_us < until_us; now_us = load_now_us()) {
        everybody_reads(load);
        for (int i = 0; i < 2 * LOAD_TABLES; i++)
            player_step(load, &load->tables[i / 2], i % 2);
        newcomer_step(load);
        anything_wait(load, until_us - now_us > POLL_US ? 1 : 0);
    }
}

void load_wait_no_more(struct load *load)
{
    for (int i = 0; i < PLAYERS; i++)
        player_at(load, i)->is_patient = false;
}

void load_lose(struct load *load)
{
    for (int i = 0; i < PLAYERS; i++)
        peer_expect_end(player_at(load, i)->peer);
    everybody_reads(load);
    for (int i = 0; i < PLAYERS; i++) {
        struct load_player *player = player_at(load, i);
        peer_free(player->peer);
        player->peer = NULL;
        player->asks_again = player->request != 0 && player->asked[0] != '\0' && happens(load, 60);
        if (!player->asks_again)
            player->asked[0] = '\0';
        player->request = 0;
        player->is_patient = false;
    }
}

/* ------------------------------------------------------------------ coming */

static void newcomer_open(struct load *load)
{
    struct load_player *newcomer = &load->newcomer;
    newcomer->peer = peer_open("a newcomer", server_port(load->server));
    if (newcomer->token[0] != '\0') /* the last one's: still good */
        peer_resume(newcomer->peer, newcomer->token);
    if (happens(load, 50))
        return;
    peer_free(newcomer->peer);
    newcomer->peer = peer_open("a newcomer", server_port(load->server));
    newcomer->token[0] = '\0';
}

void load_return(struct load *load)
{
    for (int i = 0; i < 2 * LOAD_TABLES; i++)
        player_return(load, &load->tables[i / 2], player_at(load, i));
    newcomer_open(load);
    everybody_reads(load);
}

static void player_register(struct load *load, struct load_player *player, const char *name)
{
    player->peer = peer_open(name, server_port(load->server));
    json_t *reply;
    if (name[0] == 'g')
        reply = peer_ask(player->peer, "auth.guest", NULL);
    else
        reply = peer_ask(player->peer, "auth.register", "{s:s, s:s}", "name", name, "password",
                         SCENE_PASSWORD);
    snprintf(player->name, sizeof(player->name), "%s", text_at(reply, "name"));
    snprintf(player->token, sizeof(player->token), "%s", text_at(reply, "token"));
}

static void table_begin(struct load *load, int index)
{
    static const enum variant_id variants[] = {VARIANT_MINI, VARIANT_CLASSIC, VARIANT_SWAP2};
    struct load_table *table = &load->tables[index];
    char names[2][24];
    bool is_of_guests = index % 4 == 3;
    for (int i = 0; i < 2; i++) {
        snprintf(names[i], sizeof(names[i]), "%s-%c%d", is_of_guests ? "g" : "p", 'a' + index, i);
        player_register(load, &table->players[i], names[i]);
    }
    table->variant = variant_get(variants[index % 3]);
    table->is_rated = !is_of_guests && index % 4 != 2;
    json_t *opened =
        peer_ask(table->players[0].peer, "room.open", "{s:s, s:b, s:{s:s, s:I}}", "variant",
                 table->variant->key, "rated", (int)table->is_rated, "clock", TABLE_DAYS);
    snprintf(table->room, sizeof(table->room), "%s", text_at(opened, "room.room"));
    json_t *joined = peer_ask(table->players[1].peer, "room.join", "{s:s}", "room", table->room);
    told_message(&load->told, joined);
    game_begin(table, text_at(joined, "game.game"));
}

void load_begin(struct load *load, struct server *server, uint64_t seed)
{
    *load = (struct load){.server = server, .random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
    for (int i = 0; i < LOAD_TABLES; i++)
        table_begin(load, i);
    newcomer_open(load);
    everybody_reads(load);
}

void load_end(struct load *load)
{
    for (int i = 0; i < PLAYERS; i++)
        if (player_at(load, i)->peer != NULL)
            peer_free(player_at(load, i)->peer);
    told_deinit(&load->told);
}
