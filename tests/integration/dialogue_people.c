/* SPDX-License-Identifier: MIT */
/*
 * The people of a dialogue over real sockets, and tables where two of them play.
 */
#include "tests/integration/dialogue.h"

#define RETRY_MS 20

/* ------------------------------------------------------------------ the port */

static struct peer *taken_in(struct step *step, struct peer *take_peer)
{
    struct scene *scene = step_scene(step);
    if (scene->peer_count == SCENE_PEERS_MAX)
        script_fail(step->script, "too many connections");
    scene->peers[scene->peer_count++] = take_peer;
    return take_peer;
}

static void *connect_locally(struct step *step)
{
    char path[FOLDER_PATH_SIZE];
    step_path(step, "pentad.db.admin", path);
    return taken_in(step, peer_open_local(step->words->word[0], path));
}

static void *connect_from(struct step *step)
{
    struct scene *scene = step_scene(step);
    const char *label = step->words->word[0];
    if (step_take(step, "locally"))
        return connect_locally(step);
    if (step_take(step, "silently"))
        return taken_in(step, peer_open_silent(label, server_port(scene->server)));
    return taken_in(step, peer_open(label, server_port(scene->server)));
}

static void hang_up(void *peer)
{
    peer_close(peer);
}

/* NAME is closed: by the server, which is waited for */
static bool is_so(void *peer, const char *word)
{
    if (strcmp(word, "closed") == 0)
        peer_expect_end(peer);
    else if (strcmp(word, "open") == 0)
        peer_ask(peer, "ping", NULL);
    else
        return false;
    return true;
}

static int64_t send_request(void *peer, json_t *request)
{
    const char *op = json_string_value(json_object_get(request, "op"));
    return peer_send_json(peer, op != NULL ? op : "", request);
}

static const json_t *reply(void *peer, int64_t id)
{
    return peer_answer(peer, id);
}

static const json_t *next_event(void *peer, const char *event, bool waits)
{
    return waits ? peer_next_event(peer, event) : peer_next_event_here(peer);
}

static void forget(void *peer, bool all)
{
    (void)all;
    peer_forget(peer);
}

/* Hands over the events of the connection before to the one by which somebody comes back. */
static void logged_in(const struct person_there *person, const json_t *told)
{
    (void)told;
    peer_know(person->peer, person->account, person->token);
    if (person->before != NULL && person->before != person->peer &&
        strcmp(peer_name(person->before), person->account) == 0)
        peer_know_games(person->peer, person->before);
}

/* ------------------------------------------------------------------ tables */

/* As it stands now. Whoever came back since then sits there anew. */
static struct table table_now(struct step *step, struct dialogue_table *there)
{
    struct peer *first = step_peer(step, there->first);
    struct peer *second = step_peer(step, there->second);
    struct table table = {.opener = first, .joiner = second};
    snprintf(table.room, sizeof(table.room), "%s", there->room);
    snprintf(table.game, sizeof(table.game), "%s", there->game);
    if (there->seated[0] != first || there->seated[1] != second)
        table_take_seats(&table, first, second);
    else
        table_follow(&table, table_read(&table, first));
    there->seated[0] = first;
    there->seated[1] = second;
    return table;
}

/* Goes on with whoever's turn it is; both are told the same of each action. */
static void play(struct step *step, struct dialogue_table *there, const char *squares)
{
    struct table table = table_now(step, there);
    while (*squares != '\0') {
        char action[DIALOGUE_NAME_SIZE];
        size_t len = strcspn(squares, " ");
        snprintf(action, sizeof(action), "%.*s", (int)len, squares);
        step->dialogue->message = table_act(&table, action);
        squares += len + (squares[len] == ' ' ? 1 : 0);
    }
    there->ply = table.ply;
}

const struct dialogue_port socket_port = {connect_from, connect_locally, hang_up, is_so,
                                          send_request, reply,           reply,   next_event,
                                          forget,       logged_in,       play};

/* ends RESULT REASON [at TABLE] CHECK...: both are told so, and the same */
void table_ends(struct step *step)
{
    char result[DIALOGUE_NAME_SIZE];
    snprintf(result, sizeof(result), "%s", step_word(step));
    const char *reason = step_word(step);
    const struct dialogue_table *there = step_table(step);
    struct table table = {.seats = {step_peer(step, there->first), step_peer(step, there->second)}};
    snprintf(table.game, sizeof(table.game), "%s", there->game);
    step->dialogue->message = table_ended(&table, result, reason);
    step_told(step);
}

/* rematch [at TABLE]: both want one, the first player first, and it has begun for both */
void table_rematched(struct step *step)
{
    struct dialogue_table *there = step_table(step);
    struct dialogue_table before = *there;
    struct table table = {.opener = step_peer(step, there->first),
                          .joiner = step_peer(step, there->second)};
    snprintf(table.room, sizeof(table.room), "%s", there->room);
    table_rematch(&table);
    snprintf(there->game, sizeof(there->game), "%s", table.game);
    if (table.seats[0] == table.opener)
        return;
    snprintf(there->first, sizeof(there->first), "%s", before.second);
    snprintf(there->second, sizeof(there->second), "%s", before.first);
    there->seated[0] = before.seated[1];
    there->seated[1] = before.seated[0];
}

/* ------------------------------------------------------------------ bytes */

static int hex_of(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* NAME sends [singly] BYTES...: as they are, \xff in them is a byte; each byte alone */
void people_sends_bytes(struct step *step, const char *name)
{
    struct peer *peer = step_peer(step, name);
    bool is_singly = step_take(step, "singly");
    while (step_has_more(step)) {
        json_t *json = script_json(step->script, step_word(step));
        char *bytes = strdup(json_string_value(json));
        size_t len = 0;
        for (const char *at = bytes; *at != '\0'; len++) {
            bool is_hex = at[0] == '\\' && at[1] == 'x' && hex_of(at[2]) >= 0 && hex_of(at[3]) >= 0;
            bytes[len] = is_hex ? (char)(hex_of(at[2]) * 16 + hex_of(at[3])) : *at;
            at += is_hex ? 4 : 1;
        }
        bool is_sent = true;
        size_t part = is_singly ? 1 : len;
        for (size_t at = 0; at < len && is_sent; at += part)
            is_sent = peer_send_bytes(peer, bytes + at, part);
        free(bytes);
        json_decref(json);
        if (!is_sent)
            script_fail(step->script, "the connection is gone");
    }
}

/* NAME receives CHECK...: the next message of any kind; NAME receives nothing: but the end; NAME
 * receives perhaps CHECK...: at the end, of an empty one */
void people_receives(struct step *step, const char *name)
{
    bool is_end = step_take(step, "nothing");
    bool may_end = step_take(step, "perhaps");
    json_t *message = peer_next(step_peer(step, name));
    if ((message == NULL) != is_end && !may_end)
        script_fail(step->script, "it is%s the end", is_end ? " not" : "");
    if (message == NULL && may_end)
        step_finds(step, json_object());
    else
        step->dialogue->message = message;
    if (!is_end)
        step_told(step);
}

/* ------------------------------------------------------------------ what comes by itself */

/* NAME watchers NUMBER: it is told that so many watch, if not at once */
void people_watchers(struct step *step, const char *name)
{
    int64_t wanted = step_int(step);
    const json_t *told;
    do
        told = peer_event(step_peer(step, name), "room.watchers", NULL);
    while (int_at(told, "watchers") != wanted);
}

/* NAME got no TEXT: it is in no message so far */
void people_got(struct step *step, const char *name)
{
    (void)step_take(step, "no");
    struct peer *peer = step_peer(step, name);
    const char *text = step_text(step);
    peer_ask(peer, "ping", NULL);
    if (peer_got(peer, text))
        script_fail(step->script, "%s got it", name);
}

/* NAME knows GAME NUMBER: from now on it has the events of the game up to that one */
void people_knows(struct step *step, const char *name)
{
    const char *game = step_text(step);
    peer_rewind(step_peer(step, name), game, step_int(step));
}

/* NAME hears that: the next event is as the message before; or as in all dialogues */
void people_hears_here(struct step *step, const char *name)
{
    if (!step_take(step, "that")) {
        people_hears(step, name);
        return;
    }
    const json_t *heard = peer_next_event(step_peer(step, name), "");
    if (!json_equal(heard, step->dialogue->message))
        script_fail(step->script, "%s hears something else", name);
}

/* The checks behind <, of each refusal of a request that is tried. */
static struct script_words refusal_checks(struct step *step, size_t *from_out)
{
    struct script_words words = *step->words;
    bool has_checks = step_take(step, "<");
    *from_out = step->at;
    while (has_checks && step_has_more(step) && !step_is_next(step, "->"))
        step->at++;
    words.count = step->at;
    return words;
}

/* NAME tries REQUEST [! CODE [< CHECK...]] -> CHECK...: again and again, as long as the answer is
 * this error, which is told so, or is not so; waits as it is told */
void people_tries(struct step *step, const char *name)
{
    size_t from;
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    struct spoken spoken = step_spoken(step);
    struct script_words refusal = refusal_checks(step, &from);
    (void)step_take(step, "->");
    for (;;) {
        const json_t *answer = step_ask(step, name, json_deep_copy(spoken.json));
        bool is_refused = *reply_code(answer) != '\0';
        if (is_refused) {
            step_code(step, answer, spoken.code);
            script_check(step->script, answer, &refusal, from);
        } else if (script_holds(step->script, answer, step->words, step->at)) {
            break;
        }
        if (wait_left_ms(deadline_ms) == 0)
            script_fail(step->script, "tried in vain");
        wait_as_told(is_refused ? int_at(answer, "error.retry_after_ms") : RETRY_MS);
    }
    json_decref(spoken.json);
    step->at = step->words->count;
}
