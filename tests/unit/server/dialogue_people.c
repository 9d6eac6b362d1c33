/* SPDX-License-Identifier: MIT */
/*
 * How the people of a dialogue are connected to the rig, and what only the rig knows of them.
 */
#include "tests/unit/server/dialogue.h"

/* More than anybody hears again. */
#define EVENTS_MAX 64

/* ------------------------------------------------------------------ the port */

/* ADDRESS, or the number of a network */
static void *connect_from(struct step *step)
{
    struct rig *rig = step_rig(step);
    if (step_take(step, "locally"))
        return rig_connect_locally(rig);
    if (step_take(step, "by-http"))
        return rig_connect_by_http(rig);
    if (step_take(step, "for-file"))
        return rig_connect_for_file(rig);
    if (step_take(step, "silently"))
        return rig_connect_silent(rig);
    if (!step_take(step, "from"))
        return rig_connect(rig);
    if (step_take(step, "network"))
        return rig_connect_from_network(rig, (uint64_t)step_int(step));
    return rig_connect_from(rig, step_text(step));
}

static void *connect_locally(struct step *step)
{
    return rig_connect_locally(step_rig(step));
}

static void hang_up(void *peer)
{
    rig_hang_up(peer);
}

static bool is_so(void *ctx, const char *word)
{
    const struct rig_peer *peer = ctx;
    const struct {
        const char *word;
        bool holds;
    } rows[] = {{"closed", peer->is_ended},
                {"cut", peer->is_cut},
                {"open", !peer->is_ended},
                {"gone", peer->conn == NULL},
                {"here", peer->conn != NULL}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(rows[i].word, word) == 0)
            return rows[i].holds;
    return false;
}

static int64_t send_request(void *peer, json_t *request)
{
    return rig_send_json(peer, request);
}

static const json_t *ask(void *ctx, int64_t id)
{
    struct rig_peer *peer = ctx;
    rig_turn(peer->rig);
    return rig_reply(peer, id);
}

static const json_t *reply(void *peer, int64_t id)
{
    return rig_reply(peer, id);
}

static const json_t *next_event(void *peer, const char *event, bool waits)
{
    (void)event;
    (void)waits;
    return rig_next_event(peer);
}

static void forget(void *peer, bool all)
{
    rig_forget_events(peer);
    if (all)
        rig_drop_messages(peer);
}

static void logged_in(const struct person_there *person, const json_t *reply)
{
    rig_remember(person->peer, reply);
}

static struct rig_table seats(struct step *step, const struct dialogue_table *table)
{
    struct rig_table seats = {step_peer(step, table->first), step_peer(step, table->second), "",
                              ""};
    snprintf(seats.game, sizeof(seats.game), "%.12s", table->game);
    return seats;
}

/* From the beginning, first and second in turn, time passing. */
static void play(struct step *step, struct dialogue_table *table, const char *squares)
{
    const struct rig_table there = seats(step, table);
    table->ply = *squares != '\0' ? 1 : 0;
    for (const char *at = squares; (at = strchr(at, ' ')) != NULL; at++)
        table->ply++;
    rig_play(&there, squares);
}

const struct dialogue_port rig_port = {
    connect_from, connect_locally, hang_up, is_so,     send_request, ask,
    reply,        next_event,      forget,  logged_in, play};

/* ------------------------------------------------------------------ what the rig knows */

/* NAME says TEXT: bytes as they are, and no turn */
static void people_says(struct step *step, const char *name)
{
    json_t *text = script_json(step->script, step_word(step));
    if (!json_is_string(text))
        script_fail(step->script, "not a text");
    rig_bytes(step_peer(step, name), json_string_value(text), json_string_length(text));
    json_decref(text);
}

/* NAME unsent BYTES [takes BYTES]: its socket did not take so much, and took that since */
static void people_unsent(struct step *step, const char *name)
{
    size_t unsent = (size_t)step_int(step);
    rig_unsent(step_peer(step, name), unsent,
               step_take(step, "takes") ? (size_t)step_int(step) : 0);
}

/* NAME waits for LABEL: there is no reply yet */
static void people_waits(struct step *step, const char *name)
{
    (void)step_take(step, "for");
    if (rig_reply(step_peer(step, name), step_label(step)) != NULL)
        script_fail(step->script, "there is a reply");
}

/* NAME has NUMBER events: which nobody has looked at */
static void people_has(struct step *step, const char *name)
{
    int64_t wanted = step_int(step);
    size_t count = rig_event_count(step_peer(step, name));
    (void)(step_take(step, "events") || step_take(step, "event"));
    if ((int64_t)count != wanted)
        script_fail(step->script, "%s has %zu", name, count);
}

/* NUMBER as OTHER: the next events, which are the last ones that the other was told, byte for byte,
 * and no more of them */
static void hears_again(struct step *step, struct rig_peer *peer, int64_t count)
{
    (void)step_take(step, "as");
    const struct rig_peer *other = step_peer(step, step_word(step));
    const char *told[EVENTS_MAX];
    int64_t told_count = 0;
    for (size_t i = other->count; i-- > 0 && told_count < count && told_count < EVENTS_MAX;)
        if (rig_is_event(&other->messages[i]))
            told[told_count++] = other->messages[i].line;
    if (told_count != count || (int64_t)rig_event_count(peer) != count)
        script_fail(step->script, "there are %zu and %lld events", rig_event_count(peer),
                    (long long)told_count);
    while (count-- > 0) {
        const char *line = rig_line(peer, rig_next_event(peer));
        if (strcmp(line, told[count]) != 0)
            script_fail(step->script, "not the same:\n%s\n%s", line, told[count]);
    }
}

/* NAME hears NUMBER as OTHER, or as in all dialogues */
static void people_hears_here(struct step *step, const char *name)
{
    if (step_has_more(step) && script_is_int(step->words->word[step->at]))
        hears_again(step, step_peer(step, name), step_int(step));
    else
        people_hears(step, name);
}

/* NAME watchers NUMBER: as many watch as NAME was last told; -1: nobody told it */
static void people_watchers(struct step *step, const char *name)
{
    int64_t wanted = step_int(step);
    int told = rig_watchers_told(step_peer(step, name));
    if (told != wanted)
        script_fail(step->script, "%s was told of %d", name, told);
}

/* The numbers of what a room told the peer, of any kind, rise. */
static void check_rising(struct step *step, const struct rig_peer *peer, const char *room)
{
    int64_t last = 0;
    for (size_t i = 0; i < peer->count; i++) {
        const json_t *event = peer->messages[i].json;
        if (!has_at(event, "ev") || !json_is_string(json_object_get(event, "room")) ||
            strcmp(text_at(event, "room"), room) != 0)
            continue;
        if (int_at(event, "seq") <= last)
            script_fail(step->script, "%lld is followed by %s", (long long)last,
                        peer->messages[i].line);
        last = int_at(event, "seq");
    }
    if (last == 0)
        script_fail(step->script, "%s told nothing", room);
}

int64_t peer_beat(const struct rig_peer *peer, size_t *count_out)
{
    int64_t n = 0;
    *count_out = 0;
    for (size_t i = 0; i < peer->count; i++) {
        const json_t *event = json_object_get(peer->messages[i].json, "ev");
        if (event == NULL || strcmp(json_string_value(event), "heartbeat") != 0)
            continue;
        if (has_at(peer->messages[i].json, "n"))
            n = int_at(peer->messages[i].json, "n");
        (*count_out)++;
    }
    return n;
}

/* NAME heartbeats NUMBER: so many so far */
static void people_heartbeats(struct step *step, const char *name)
{
    size_t count;
    int64_t wanted = step_int(step);
    (void)peer_beat(step_peer(step, name), &count);
    if ((int64_t)count != wanted)
        script_fail(step->script, "%s heard %zu", name, count);
}

/* NAME got NUMBER messages: of any kind, so far; NAME got message NUMBER CHECK...: the first is 1,
 * NAME got last CHECK...; NAME got no TEXT: it is in none of them; NAME got rising ROOM; NAME got
 * that last: the message before */
static void people_got(struct step *step, const char *name)
{
    const struct rig_peer *peer = step_peer(step, name);
    size_t count = rig_message_count(peer);
    if (step_take(step, "no")) {
        const char *text = step_text(step);
        for (size_t i = 0; i < count; i++)
            if (strstr(peer->messages[i].line, text) != NULL)
                script_fail(step->script, "%s got %s", name, peer->messages[i].line);
        return;
    }
    if (step_take(step, "rising")) {
        check_rising(step, peer, step_text(step));
        return;
    }
    if (step_take(step, "that")) {
        (void)step_take(step, "last");
        if (count == 0 || peer->messages[count - 1].json != step->dialogue->message)
            script_fail(step->script, "%s got something else last", name);
        return;
    }
    bool is_one = step_take(step, "message");
    bool is_last = !is_one && step_take(step, "last");
    int64_t wanted = is_last ? (int64_t)count : step_int(step);
    if (is_one || is_last) {
        if (wanted < 1 || (size_t)wanted > count)
            script_fail(step->script, "%s got %zu", name, count);
        step->dialogue->message = peer->messages[wanted - 1].json;
        step_told(step);
        return;
    }
    (void)step_take(step, "messages");
    if ((int64_t)count != wanted)
        script_fail(step->script, "%s got %zu", name, count);
}

/* begins [at TABLE]: the first move of each, without time passing */
void table_begins(struct step *step)
{
    struct dialogue_table *table = step_table(step);
    const struct rig_table there = seats(step, table);
    rig_begin(&there);
    table->ply = 2;
}

const struct people_row people_rows[] = {
    {"waits", people_waits},
    {"has", people_has},
    {"hears", people_hears_here},
    {"hear", people_hears_here},
    {"watchers", people_watchers},
    {"got", people_got},
    {"!>", people_is_refused},
    {"heartbeats", people_heartbeats},
    {"says", people_says},
    {"unsent", people_unsent},
    {NULL, NULL},
};
