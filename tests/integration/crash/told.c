/* SPDX-License-Identifier: MIT */
/* Collects what was told from the messages of all clients; see the header. */
#include "tests/integration/crash/told.h"

#include "tests/support/json_at.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more: capacities are powers of two. */
static void *grown(void *items, size_t count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0)
        return items;
    items = realloc(items, (count == 0 ? 1 : 2 * count) * size);
    if (items == NULL)
        abort();
    return items;
}

void told_deinit(struct told *told)
{
    for (size_t i = 0; i < told->game_count; i++)
        free(told->games[i].events);
    free(told->games);
    free(told->lines);
    free(told->names);
    *told = (struct told){0};
}

void told_settle(struct told *told)
{
    for (size_t i = 0; i < told->game_count; i++)
        told->games[i].is_new = false;
    told->lines_settled = told->line_count;
    told->names_settled = told->name_count;
}

static void contradict(struct told *told, const char *what, const char *id)
{
    fprintf(stderr, "told twice and not the same: %s of %s\n", what, id);
    told->contradictions++;
}

/* ------------------------------------------------------------------ games */

struct told_game *told_game_find(const struct told *told, const char *id)
{
    for (size_t i = told->game_count; i-- > 0;) /* the newest are asked for */
        if (strcmp(told->games[i].id, id) == 0)
            return &told->games[i];
    return NULL;
}

int64_t told_seq(const struct told *told, const char *id)
{
    const struct told_game *game = told_game_find(told, id);
    return game == NULL ? 0 : (int64_t)game->event_count;
}

const char *told_action(const struct told_game *game, int64_t ply)
{
    for (size_t i = 0; i < game->event_count; i++)
        if (game->events[i].kind == TOLD_ACTION && --ply == 0)
            return game->events[i].action;
    return "";
}

char *told_actions(const struct told_game *game)
{
    char *text = calloc(game->event_count + 1, TOLD_WORD_SIZE);
    size_t len = 0;
    if (text == NULL)
        abort();
    for (size_t i = 0; i < game->event_count; i++)
        if (game->events[i].kind == TOLD_ACTION)
            len += (size_t)sprintf(text + len, "%s%s", len > 0 ? " " : "", game->events[i].action);
    return text;
}

/* A game from its record: one that is not known yet has no events so far. */
static struct told_game *game_take(struct told *told, const json_t *record)
{
    const char *id = text_at(record, "game");
    struct told_game *game = told_game_find(told, id);
    if (game != NULL)
        return game;
    told->games = grown(told->games, told->game_count, sizeof(*told->games));
    game = &told->games[told->game_count++];
    *game = (struct told_game){.is_new = true, .is_rated = bool_at(record, "rated")};
    const char *key = text_at(record, "variant");
    game->variant = variant_find(key, strlen(key));
    snprintf(game->id, sizeof(game->id), "%s", id);
    snprintf(game->names[0], TOLD_NAME_SIZE, "%s", text_at(record, "first.name"));
    snprintf(game->names[1], TOLD_NAME_SIZE, "%s", text_at(record, "second.name"));
    return game;
}

static void event_add(struct told *told, struct told_game *game, const struct told_event *event)
{
    game->events = grown(game->events, game->event_count, sizeof(*game->events));
    game->events[game->event_count++] = *event;
    game->is_new = true;
    told->actions += event->kind == TOLD_ACTION;
}

static void ending_take(struct told *told, struct told_game *game, const json_t *event)
{
    const json_t *changes = json_object_get(event, "changes");
    told->results += !game->is_over;
    if (game->is_over && (strcmp(game->result, text_at(event, "result")) != 0 ||
                          strcmp(game->reason, text_at(event, "reason")) != 0))
        contradict(told, "the end", game->id);
    game->is_over = true;
    snprintf(game->result, sizeof(game->result), "%s", text_at(event, "result"));
    snprintf(game->reason, sizeof(game->reason), "%s", text_at(event, "reason"));
    game->change_count = json_array_size(changes);
    for (size_t i = 0; i < game->change_count && i < 2; i++) {
        const json_t *change = json_array_get(changes, i);
        snprintf(game->changes[i].name, TOLD_NAME_SIZE, "%s", text_at(change, "name"));
        game->changes[i].before = int_at(change, "before");
        game->changes[i].after = int_at(change, "after");
    }
}

static struct told_event event_read(const json_t *message, enum told_kind kind)
{
    struct told_event event = {.kind = kind, .seat = -1};
    if (has_at(message, "by"))
        event.seat = strcmp(text_at(message, "by"), "second") == 0;
    if (kind == TOLD_ACTION)
        snprintf(event.action, sizeof(event.action), "%s", text_at(message, "action"));
    return event;
}

static void game_event_take(struct told *told, const json_t *message, enum told_kind kind)
{
    struct told_game *game = told_game_find(told, text_at(message, "game"));
    struct told_event event = event_read(message, kind);
    size_t seq = (size_t)int_at(message, "seq");
    if (game == NULL || seq == 0 || seq > game->event_count + 1) {
        contradict(told, "the order of events", text_at(message, "game"));
        return;
    }
    if (seq == game->event_count + 1)
        event_add(told, game, &event);
    else if (game->events[seq - 1].kind != kind || game->events[seq - 1].seat != event.seat ||
             strcmp(game->events[seq - 1].action, event.action) != 0)
        contradict(told, "an event", game->id);
    if (kind == TOLD_END)
        ending_take(told, game, message);
}

/* Takes a game's actions. Those beyond the events that were told become events without a seat. */
static void actions_take(struct told *told, struct told_game *game, const char *actions)
{
    for (int64_t ply = 1; *actions != '\0'; ply++) {
        struct told_event event = {.kind = TOLD_ACTION, .seat = -1};
        size_t len = strcspn(actions, " ");
        snprintf(event.action, sizeof(event.action), "%.*s", (int)len, actions);
        actions += len + (actions[len] == ' ');
        const char *known = told_action(game, ply);
        if (known[0] == '\0')
            event_add(told, game, &event);
        else if (strcmp(known, event.action) != 0)
            contradict(told, "an action", game->id);
    }
}

void told_whole(struct told *told, const json_t *record)
{
    struct told_game *game = game_take(told, record);
    const char *actions = text_at(record, "actions");
    char *known = told_actions(game);
    if (strncmp(known, actions, strlen(known)) != 0 || !has_at(record, "result"))
        contradict(told, "the whole game", game->id);
    free(known);
    actions_take(told, game, actions);
    if (has_at(record, "result"))
        ending_take(told, game, record);
    game->is_new = true;
}

/* ------------------------------------------------------------------ chat and names */

static void line_take(struct told *told, const char *room, const json_t *line)
{
    for (size_t i = told->line_count; i-- > 0;) {
        const struct told_line *known = &told->lines[i];
        if (strcmp(known->room, room) != 0 || known->n != int_at(line, "n"))
            continue;
        if (strcmp(known->text, text_at(line, "text")) != 0)
            contradict(told, "a line of chat", room);
        return;
    }
    told->lines = grown(told->lines, told->line_count, sizeof(*told->lines));
    struct told_line *taken = &told->lines[told->line_count++];
    *taken = (struct told_line){.n = int_at(line, "n")};
    snprintf(taken->room, sizeof(taken->room), "%s", room);
    snprintf(taken->name, sizeof(taken->name), "%s", text_at(line, "name"));
    snprintf(taken->text, sizeof(taken->text), "%s", text_at(line, "text"));
}

void told_name(struct told *told, const char *name)
{
    told->names = grown(told->names, told->name_count, sizeof(*told->names));
    snprintf(told->names[told->name_count++], TOLD_NAME_SIZE, "%s", name);
}

/* ------------------------------------------------------------------ messages */

static void event_take(struct told *told, const char *event, const json_t *message)
{
    if (strcmp(event, "game.moved") == 0)
        game_event_take(told, message, TOLD_ACTION);
    else if (strcmp(event, "game.draw_offered") == 0)
        game_event_take(told, message, TOLD_OFFER);
    else if (strcmp(event, "game.draw_refused") == 0)
        game_event_take(told, message, TOLD_REFUSAL);
    else if (strcmp(event, "game.ended") == 0)
        game_event_take(told, message, TOLD_END);
    else if (strcmp(event, "room.said") == 0)
        line_take(told, text_at(message, "room"), json_object_get(message, "line"));
}

void told_message(struct told *told, const json_t *message)
{
    const char *event = json_string_value(json_object_get(message, "ev"));
    if (json_is_object(json_object_get(message, "game")))
        (void)game_take(told, json_object_get(message, "game"));
    if (event != NULL)
        event_take(told, event, message);
    else if (has_at(message, "token"))
        told_name(told, text_at(message, "name"));
}
