/* SPDX-License-Identifier: MIT */
/*
 * The people of a dialogue: how they come and go, what they say and hear, and where they play.
 */
#include "tests/unit/server/dialogue.h"

/* More than anybody hears again. */
#define EVENTS_MAX 64

/* ------------------------------------------------------------------ people */

struct person *stage_person(struct stage *stage, const char *name)
{
    for (size_t i = 0; i < stage->people_count; i++)
        if (strcmp(stage->people[i].name, name) == 0)
            return &stage->people[i];
    return NULL;
}

static struct rig_peer *peer_of(struct step *step, const char *name)
{
    const struct person *person = stage_person(step->stage, name);
    if (person == NULL)
        script_fail(step->script, "nobody is called %s", name);
    return person->peer;
}

static void set_person(struct step *step, const char *name, struct rig_peer *peer)
{
    struct stage *stage = step->stage;
    struct person *person = stage_person(stage, name);
    if (person == NULL && stage->people_count < PEOPLE_MAX)
        person = &stage->people[stage->people_count++];
    if (person == NULL || strlen(name) >= NAME_SIZE)
        script_fail(step->script, "too many people, or too long a name: %s", name);
    snprintf(person->name, NAME_SIZE, "%s", name);
    person->peer = peer;
}

/* ADDRESS, or the number of a network */
static struct rig_peer *connect_from(struct step *step)
{
    struct rig *rig = step_rig(step);
    if (step_take(step, "locally"))
        return rig_connect_locally(rig);
    if (step_take(step, "silently"))
        return rig_connect_silent(rig);
    if (!step_take(step, "from"))
        return rig_connect(rig);
    if (step_take(step, "network"))
        return rig_connect_from_network(rig, (uint64_t)step_int(step));
    return rig_connect_from(rig, step_text(step));
}

/* The reply to what is said, which is remembered. */
static const json_t *ask(struct step *step, struct rig_peer *peer, json_t *request)
{
    int64_t id = rig_send_json(peer, request);
    rig_turn(peer->rig);
    step->stage->message = rig_reply(peer, id);
    if (step->stage->message == NULL)
        script_fail(step->script, "there is no reply");
    return step->stage->message;
}

/* Fails unless the reply has this code; "": it is no error. */
static void check_code(struct step *step, const json_t *reply, const char *code)
{
    const char *told = rig_code(reply);
    if (strcmp(told, code) != 0)
        script_fail(step->script, "the answer is %s, not %s", *told != '\0' ? told : "no error",
                    *code != '\0' ? code : "a reply");
}

/* NAME registers [WHERE] [as ROLE] */
void people_registers(struct step *step, const char *name)
{
    struct rig *rig = step_rig(step);
    struct rig_peer *peer = rig_register(connect_from(step), name);
    set_person(step, name, peer);
    if (step_take(step, "as"))
        rig_give_role(rig, name, step_text(step));
}

/* NAME is a guest [WHERE], NAME is closed|cut|open|gone */
void people_is(struct step *step, const char *name)
{
    static const char *const words[] = {"a", "closed", "cut", "open", "gone", "here", NULL};
    size_t word = step_word_of(step, words);
    if (word == 0) {
        if (!step_take(step, "guest"))
            script_fail(step->script, "NAME is a guest");
        set_person(step, name, rig_make_guest(connect_from(step)));
        return;
    }
    const struct rig_peer *peer = peer_of(step, name);
    const bool holds[] = {false,           peer->is_ended,     peer->is_cut,
                          !peer->is_ended, peer->conn == NULL, peer->conn != NULL};
    if (!holds[word])
        script_fail(step->script, "%s is not %s", name, words[word]);
}

void people_connects(struct step *step, const char *name)
{
    set_person(step, name, connect_from(step));
}

/* NAME resumes [WHOSE]: with the token that somebody has, or had */
void people_resumes(struct step *step, const char *name)
{
    char token[65];
    snprintf(token, sizeof(token), "%s",
             peer_of(step, step_has_more(step) ? step_word(step) : name)->token);
    set_person(step, name, rig_resume(step_rig(step), token));
}

/* NAME logs in [as WHOM] [! CODE], over a connection of its own, with the password of registers */
void people_logs(struct step *step, const char *name)
{
    (void)step_take(step, "in");
    const char *account = step_take(step, "as") ? step_text(step) : name;
    char password[128];
    struct rig_peer *peer = connect_from(step);
    snprintf(password, sizeof(password), "secret of %s", account);
    const json_t *reply =
        ask(step, peer,
            json_pack("{s:s,s:s,s:s}", "op", "auth.login", "name", account, "password", password));
    check_code(step, reply, step_take(step, "!") ? step_word(step) : "");
    if (rig_code(reply)[0] == '\0')
        rig_remember(peer, reply);
    set_person(step, name, peer);
}

void people_hangs(struct step *step, const char *name)
{
    (void)step_take(step, "up");
    rig_hang_up(peer_of(step, name));
}

/* ------------------------------------------------------------------ what people say */

struct named_table *stage_table(struct stage *stage, const char *name)
{
    for (size_t i = 0; i < stage->table_count; i++)
        if (strcmp(stage->tables[i].name, name) == 0)
            return &stage->tables[i];
    return NULL;
}

/* The table that is named next, or was last. Whoever resumed since then sits there anew. */
static struct named_table *next_table(struct step *step)
{
    struct stage *stage = step->stage;
    if (step_take(step, "at"))
        stage->table = stage_table(stage, step_word(step));
    if (stage->table == NULL)
        script_fail(step->script, "there is no such table");
    stage->table->table.first = peer_of(step, stage->table->first);
    stage->table->table.second = peer_of(step, stage->table->second);
    return stage->table;
}

/* OP FIELD=VALUE... [! CODE] [as LABEL] [-> CHECK...] */
struct request {
    json_t *json;
    const char *code;
    const char *label;
};

static void read_field(struct step *step, json_t *json, const char *word)
{
    char name[NAME_SIZE];
    const char *value = strchr(word, '=');
    if (value == NULL || value == word || value - word >= NAME_SIZE)
        script_fail(step->script, "not FIELD=VALUE: %s", word);
    snprintf(name, sizeof(name), "%.*s", (int)(value - word), word);
    json_object_set_new(json, name, script_json(step->script, value + 1));
}

static struct request read_request(struct step *step)
{
    struct request request = {.code = "", .label = NULL};
    const char *op = step_word(step);
    if (*op == '{') {
        request.json = script_json(step->script, op);
    } else {
        request.json = json_object();
        json_object_set_new(request.json, "op", json_string(op));
    }
    while (step_has_more(step) && strcmp(step->words->word[step->at], "->") != 0)
        if (step_take(step, "!"))
            request.code = step_word(step);
        else if (step_take(step, "as"))
            request.label = step_word(step);
        else if (*request.code != '\0')
            script_fail(step->script,
                        "%s: a field goes before the code; what the error says is told "
                        "behind -> by error.FIELD",
                        step_word(step));
        else
            read_field(step, request.json, step_word(step));
    return request;
}

/* NAME > REQUEST: and the reply comes */
void people_asks(struct step *step, const char *name)
{
    struct rig_peer *peer = peer_of(step, name);
    struct request request = read_request(step);
    check_code(step, ask(step, peer, request.json), request.code);
    if (step_take(step, "->"))
        step_told(step);
}

/* NAME >> REQUEST: and that is all */
void people_sends(struct step *step, const char *name)
{
    struct stage *stage = step->stage;
    struct request request = read_request(step);
    struct label label = {.id = rig_send_json(peer_of(step, name), request.json)};
    if (request.label == NULL)
        return;
    if (stage->label_count == LABELS_MAX || strlen(request.label) >= NAME_SIZE)
        script_fail(step->script, "too many labels");
    snprintf(label.name, NAME_SIZE, "%s", request.label);
    stage->labels[stage->label_count++] = label;
}

static int64_t next_label(struct step *step)
{
    const char *name = step_word(step);
    for (size_t i = step->stage->label_count; i-- > 0;)
        if (strcmp(step->stage->labels[i].name, name) == 0)
            return step->stage->labels[i].id;
    script_fail(step->script, "no request is called %s", name);
}

/* NAME says TEXT: bytes as they are, and no turn */
void people_says(struct step *step, const char *name)
{
    json_t *text = script_json(step->script, step_word(step));
    if (!json_is_string(text))
        script_fail(step->script, "not a text");
    rig_bytes(peer_of(step, name), json_string_value(text), json_string_length(text));
    json_decref(text);
}

/* NAME unsent BYTES [takes BYTES]: its socket did not take so much, and took that since */
void people_unsent(struct step *step, const char *name)
{
    size_t unsent = (size_t)step_int(step);
    rig_unsent(peer_of(step, name), unsent, step_take(step, "takes") ? (size_t)step_int(step) : 0);
}

/* NAME sees CHECK...: of the game at the table that was last named */
void people_sees(struct step *step, const char *name)
{
    const struct named_table *table = next_table(step);
    const json_t *reply = ask(step, peer_of(step, name),
                              json_pack("{s:s,s:s}", "op", "game.get", "game", table->table.game));
    check_code(step, reply, "");
    step->stage->message = json_object_get(reply, "game");
    step_told(step);
}

/* NAME gets LABEL [! CODE] CHECK... */
void people_gets(struct step *step, const char *name)
{
    struct stage *stage = step->stage;
    stage->message = rig_reply(peer_of(step, name), next_label(step));
    if (stage->message == NULL)
        script_fail(step->script, "there is no reply");
    check_code(step, stage->message, step_take(step, "!") ? step_word(step) : "");
    step_told(step);
}

/* NAME waits for LABEL: there is no reply yet */
void people_waits(struct step *step, const char *name)
{
    (void)step_take(step, "for");
    if (rig_reply(peer_of(step, name), next_label(step)) != NULL)
        script_fail(step->script, "there is a reply");
}

/* NAME has NUMBER events: which nobody has looked at */
void people_has(struct step *step, const char *name)
{
    int64_t wanted = step_int(step);
    size_t count = rig_event_count(peer_of(step, name));
    (void)(step_take(step, "events") || step_take(step, "event"));
    if ((int64_t)count != wanted)
        script_fail(step->script, "%s has %zu", name, count);
}

/* NUMBER as OTHER: the next events, which are the last ones that the other was told, byte for byte,
 * and no more of them */
static void hears_again(struct step *step, struct rig_peer *peer, int64_t count)
{
    (void)step_take(step, "as");
    struct rig_peer *other = peer_of(step, step_word(step));
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

/* NAME hears nothing, NAME hears EVENT CHECK...: the next one; NAME hears NUMBER as OTHER */
void people_hears(struct step *step, const char *name)
{
    const char *event = step_word(step);
    if (script_is_int(event)) {
        hears_again(step, peer_of(step, name), script_int(step->script, event));
        return;
    }
    const json_t *heard = rig_next_event(peer_of(step, name));
    const char *told = heard != NULL ? text_at(heard, "ev") : "nothing";
    if (strcmp(told, event) != 0)
        script_fail(step->script, "%s hears %s", name, told);
    step->stage->message = heard;
    if (heard != NULL)
        step_told(step);
}

/* NAME finds EVENT CHECK...: the next one of that name */
void people_finds(struct step *step, const char *name)
{
    const char *event = step_word(step);
    const json_t *heard;
    do
        heard = rig_next_event(peer_of(step, name));
    while (heard != NULL && strcmp(text_at(heard, "ev"), event) != 0);
    if (heard == NULL)
        script_fail(step->script, "%s does not hear %s", name, event);
    step->stage->message = heard;
    step_told(step);
}

/* NAME watchers NUMBER: as many watch as NAME was last told; -1: nobody told it */
void people_watchers(struct step *step, const char *name)
{
    int64_t wanted = step_int(step);
    int told = rig_watchers_told(peer_of(step, name));
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

int64_t person_beat(const struct rig_peer *peer, size_t *count_out)
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
void people_heartbeats(struct step *step, const char *name)
{
    size_t count;
    int64_t wanted = step_int(step);
    (void)person_beat(peer_of(step, name), &count);
    if ((int64_t)count != wanted)
        script_fail(step->script, "%s heard %zu", name, count);
}

/* NAME got NUMBER messages: of any kind, so far; NAME got message NUMBER CHECK...: the first is 1,
 * NAME got last CHECK...; NAME got no TEXT: it is in none of them; NAME got rising ROOM; NAME got
 * that last: the message before */
void people_got(struct step *step, const char *name)
{
    const struct rig_peer *peer = peer_of(step, name);
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
        if (count == 0 || peer->messages[count - 1].json != step->stage->message)
            script_fail(step->script, "%s got something else last", name);
        return;
    }
    bool is_one = step_take(step, "message");
    bool is_last = !is_one && step_take(step, "last");
    int64_t wanted = is_last ? (int64_t)count : step_int(step);
    if (is_one || is_last) {
        if (wanted < 1 || (size_t)wanted > count)
            script_fail(step->script, "%s got %zu", name, count);
        step->stage->message = peer->messages[wanted - 1].json;
        step_told(step);
        return;
    }
    (void)step_take(step, "messages");
    if ((int64_t)count != wanted)
        script_fail(step->script, "%s got %zu", name, count);
}

/* NAME forgets [all]: the events that nobody has looked at, or whatever was said: in long scenes,
 * where messages are many */
void people_forgets(struct step *step, const char *name)
{
    rig_forget_events(peer_of(step, name));
    if (!step_take(step, "all"))
        return;
    rig_drop_messages(peer_of(step, name));
    step->stage->message = NULL;
}

/* ------------------------------------------------------------------ tables */

/* Who sits there: those who opened it and joined, in the order of the game. */
static void seat(struct named_table *table, const char *opener, const char *joiner, bool is_swapped)
{
    const struct rig_table opened = table->table;
    snprintf(table->first, NAME_SIZE, "%s", is_swapped ? joiner : opener);
    snprintf(table->second, NAME_SIZE, "%s", is_swapped ? opener : joiner);
    if (!is_swapped)
        return;
    table->table.first = opened.second;
    table->table.second = opened.first;
}

/* table NAME FIRST SECOND VARIANT [rated] [FIELD=VALUE...]: FIRST opens and begins, unless a field
 * `first` says otherwise, SECOND joins; their events are forgotten */
void table_open(struct step *step)
{
    struct stage *stage = step->stage;
    const char *name = step_word(step);
    struct named_table *table = stage_table(stage, name);
    if (table == NULL && stage->table_count < TABLES_MAX)
        table = &stage->tables[stage->table_count++];
    if (table == NULL || strlen(name) >= NAME_SIZE)
        script_fail(step->script, "too many tables");
    snprintf(table->name, NAME_SIZE, "%s", name);
    const char *opener = step_word(step);
    const char *joiner = step_word(step);
    struct rig_peer *first = peer_of(step, opener);
    struct rig_peer *second = peer_of(step, joiner);
    json_t *request = json_pack("{s:s,s:s,s:s}", "op", "room.open", "variant", step_word(step),
                                "first", "opener");
    if (step_take(step, "rated")) {
        read_field(step, request, "rated=true");
        read_field(step, request, "clock={'kind':'correspondence','period_ms':2592000000}");
    }
    while (step_has_more(step))
        read_field(step, request, step_word(step));
    table->table = (struct rig_table){.first = first, .second = second};
    table->ply = 0;
    const json_t *opened = ask(step, first, request);
    check_code(step, opened, "");
    snprintf(table->table.room, sizeof(table->table.room), "%s", text_at(opened, "room.room"));
    const json_t *reply =
        ask(step, second, json_pack("{s:s,s:s}", "op", "room.join", "room", table->table.room));
    check_code(step, reply, "");
    snprintf(table->table.game, sizeof(table->table.game), "%s", text_at(reply, "game.game"));
    seat(table, opener, joiner,
         strcmp(text_at(reply, "game.first.name"), text_at(opened, "room.players.0.name")) != 0);
    rig_forget_events(first);
    rig_forget_events(second);
    stage->table = table;
}

/* plays [at TABLE] SQUARE...: first and second in turn, from the beginning, time passing; squares
 * in quotes, too, and none at all */
void table_plays(struct step *step)
{
    struct named_table *table = next_table(step);
    char squares[1024] = "";
    while (step_has_more(step)) {
        size_t len = strlen(squares);
        snprintf(squares + len, sizeof(squares) - len, "%s%s", len > 0 ? " " : "", step_text(step));
    }
    table->ply = *squares != '\0' ? 1 : 0;
    for (const char *at = squares; (at = strchr(at, ' ')) != NULL; at++)
        table->ply++;
    rig_play(&table->table, squares);
}

/* begins [at TABLE]: the first move of each, without time passing */
void table_begins(struct step *step)
{
    struct named_table *table = next_table(step);
    rig_begin(&table->table);
    table->ply = 2;
}

/* NAME moves ACTION [ply NUMBER] [at TABLE] [! CODE] */
void people_moves(struct step *step, const char *name)
{
    const char *action = step_text(step);
    bool has_ply = step_take(step, "ply");
    int ply = has_ply ? (int)step_int(step) : 0;
    struct named_table *table = next_table(step);
    if (!has_ply)
        ply = table->ply;
    const char *code = step_take(step, "!") ? step_word(step) : "";
    const json_t *reply = rig_move(peer_of(step, name), table->table.game, ply, action);
    step->stage->message = reply;
    check_code(step, reply, code);
    if (*code == '\0')
        table->ply = ply + 1;
}
