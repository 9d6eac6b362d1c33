/* SPDX-License-Identifier: MIT */
/*
 * The people of a dialogue: how they come and go, what they say and hear, and where they play.
 */
#include "tests/support/dialogue.h"

/* ------------------------------------------------------------------ people */

struct person_there *dialogue_person(struct dialogue *dialogue, const char *name)
{
    for (size_t i = 0; i < dialogue->people_count; i++)
        if (strcmp(dialogue->people[i].name, name) == 0)
            return &dialogue->people[i];
    return NULL;
}

static struct person_there *person_of(struct step *step, const char *name)
{
    struct person_there *person = dialogue_person(step->dialogue, name);
    if (person == NULL)
        script_fail(step->script, "nobody is called %s", name);
    return person;
}

void *step_peer(struct step *step, const char *name)
{
    return person_of(step, name)->peer;
}

struct person_there *step_set_person(struct step *step, const char *name, void *peer)
{
    struct dialogue *dialogue = step->dialogue;
    struct person_there *person = dialogue_person(dialogue, name);
    if (person == NULL && dialogue->people_count < DIALOGUE_PEOPLE_MAX)
        person = &dialogue->people[dialogue->people_count++];
    if (person == NULL || strlen(name) >= DIALOGUE_NAME_SIZE)
        script_fail(step->script, "too many people, or too long a name: %s", name);
    snprintf(person->name, DIALOGUE_NAME_SIZE, "%s", name);
    person->before = person->peer;
    person->peer = peer;
    return person;
}

/* Keeps what a login tells, or what it was made with. */
static void remember(struct step *step, struct person_there *person, const json_t *reply,
                     const char *token)
{
    snprintf(person->account, sizeof(person->account), "%s", text_at(reply, "name"));
    if (token != NULL)
        snprintf(person->token, sizeof(person->token), "%s", token);
    if (has_at(reply, "recovery"))
        snprintf(person->recovery, sizeof(person->recovery), "%s", text_at(reply, "recovery"));
    step->dialogue->port->logged_in(person, reply);
}

static const json_t *reply_to(struct step *step, void *peer, json_t *request)
{
    const struct dialogue_port *port = step->dialogue->port;
    step->dialogue->message = port->ask(peer, port->send(peer, request));
    if (step->dialogue->message == NULL)
        script_fail(step->script, "there is no reply");
    return step->dialogue->message;
}

const json_t *step_ask(struct step *step, const char *name, json_t *request)
{
    return reply_to(step, step_peer(step, name), request);
}

/* The person comes over a connection of its own and logs in so. */
static void logs_in(struct step *step, const char *name, json_t *request)
{
    struct person_there *person = step_set_person(step, name, step->dialogue->port->connect(step));
    json_t *sent = json_incref(request);
    const json_t *reply = reply_to(step, person->peer, request);
    const json_t *token = json_object_get(reply, "token");
    step_code(step, reply, step_take(step, "!") ? step_word(step) : "");
    if (*reply_code(reply) == '\0')
        remember(step, person, reply,
                 json_string_value(token != NULL ? token : json_object_get(sent, "token")));
    json_decref(sent);
}

static json_t *with_password(const char *op, const char *name)
{
    char password[128];
    snprintf(password, sizeof(password), "secret of %s", name);
    return json_pack("{s:s,s:s,s:s}", "op", op, "name", name, "password", password);
}

/* NAME registers [WHERE] [as ROLE] */
static void people_registers(struct step *step, const char *name)
{
    const struct dialogue_port *port = step->dialogue->port;
    logs_in(step, name, with_password("auth.register", name));
    if (!step_take(step, "as"))
        return;
    void *local = port->connect_locally(step);
    step_code(step,
              reply_to(step, local,
                       json_pack("{s:s,s:s,s:s}", "op", "mod.role", "name", name, "role",
                                 step_text(step))),
              "");
    port->hang_up(local);
}

/* NAME is a guest [WHERE], NAME is closed|open|... */
static void people_is(struct step *step, const char *name)
{
    const char *word = step_word(step);
    if (strcmp(word, "a") == 0 && step_take(step, "guest"))
        logs_in(step, name, json_pack("{s:s}", "op", "auth.guest"));
    else if (!step->dialogue->port->is_so(step_peer(step, name), word))
        script_fail(step->script, "%s is not %s", name, word);
}

static void people_connects(struct step *step, const char *name)
{
    step_set_person(step, name, step->dialogue->port->connect(step));
}

/* NAME resumes [WHOSE]: with the token that somebody has, or had */
static void people_resumes(struct step *step, const char *name)
{
    const char *whose = step_has_more(step) && !step_is_next(step, "!") ? step_word(step) : name;
    logs_in(step, name,
            json_pack("{s:s,s:s}", "op", "auth.resume", "token", person_of(step, whose)->token));
}

/* NAME logs in [as WHOM] [! CODE], with the password of registers */
static void people_logs(struct step *step, const char *name)
{
    (void)step_take(step, "in");
    const char *account = step_take(step, "as") ? step_text(step) : name;
    logs_in(step, name, with_password("auth.login", account));
}

static void people_hangs(struct step *step, const char *name)
{
    (void)step_take(step, "up");
    step->dialogue->port->hang_up(step_peer(step, name));
}

/* ------------------------------------------------------------------ what people say */

/* NAME > REQUEST [-> CHECK...]: and the reply comes */
void people_asks(struct step *step, const char *name)
{
    struct spoken spoken = step_spoken(step);
    const json_t *reply = step_ask(step, name, spoken.json);
    step_code(step, reply, spoken.code);
    step_tells(step, reply);
}

/* NAME >> REQUEST: and that is all */
static void people_sends(struct step *step, const char *name)
{
    struct dialogue *dialogue = step->dialogue;
    struct spoken spoken = step_spoken(step);
    struct dialogue_label label = {.id = dialogue->port->send(step_peer(step, name), spoken.json)};
    if (spoken.label == NULL)
        return;
    if (dialogue->label_count == DIALOGUE_LABELS_MAX || strlen(spoken.label) >= DIALOGUE_NAME_SIZE)
        script_fail(step->script, "too many labels");
    snprintf(label.name, DIALOGUE_NAME_SIZE, "%s", spoken.label);
    dialogue->labels[dialogue->label_count++] = label;
}

int64_t step_label(struct step *step)
{
    const char *name = step_word(step);
    for (size_t i = step->dialogue->label_count; i-- > 0;)
        if (strcmp(step->dialogue->labels[i].name, name) == 0)
            return step->dialogue->labels[i].id;
    if (script_is_int(name))
        return script_int(step->script, name);
    script_fail(step->script, "no request is called %s", name);
}

/* NAME gets LABEL [! CODE] CHECK..., NAME gets ID ... */
static void people_gets(struct step *step, const char *name)
{
    const json_t *reply = step->dialogue->port->reply(step_peer(step, name), step_label(step));
    step->dialogue->message = reply;
    if (reply == NULL)
        script_fail(step->script, "there is no reply");
    step_code(step, reply, step_take(step, "!") ? step_word(step) : "");
    step_told(step);
}

/* NAME sees CHECK...: of the game at the table that was last named */
static void people_sees(struct step *step, const char *name)
{
    const struct dialogue_table *table = step_table(step);
    const json_t *reply =
        step_ask(step, name, json_pack("{s:s,s:s}", "op", "game.get", "game", table->game));
    step_code(step, reply, "");
    step->dialogue->message = json_object_get(reply, "game");
    step_told(step);
}

/* NAME hears nothing, NAME hears EVENT CHECK...: the next one */
void people_hears(struct step *step, const char *name)
{
    const char *event = step_word(step);
    const json_t *heard = step->dialogue->port->next_event(step_peer(step, name), event,
                                                           strcmp(event, "nothing") != 0);
    const char *told = heard != NULL ? text_at(heard, "ev") : "nothing";
    if (strcmp(told, event) != 0)
        script_fail(step->script, "%s hears %s", name, told);
    step->dialogue->message = heard;
    if (heard != NULL)
        step_told(step);
}

/* NAME finds EVENT CHECK...: the next one of that name */
static void people_finds(struct step *step, const char *name)
{
    const char *event = step_word(step);
    const json_t *heard;
    do
        heard = step->dialogue->port->next_event(step_peer(step, name), event, true);
    while (heard != NULL && strcmp(text_at(heard, "ev"), event) != 0);
    if (heard == NULL)
        script_fail(step->script, "%s does not hear %s", name, event);
    step->dialogue->message = heard;
    step_told(step);
}

/* NAME forgets [all]: the events that nobody has looked at, or whatever was said: in long scenes,
 * where messages are many */
static void people_forgets(struct step *step, const char *name)
{
    bool all = step_take(step, "all");
    step->dialogue->port->forget(step_peer(step, name), all);
    if (all)
        step->dialogue->message = NULL;
}

/* ------------------------------------------------------------------ tables */

struct dialogue_table *dialogue_table(struct dialogue *dialogue, const char *name)
{
    for (size_t i = 0; i < dialogue->table_count; i++)
        if (strcmp(dialogue->tables[i].name, name) == 0)
            return &dialogue->tables[i];
    return NULL;
}

struct dialogue_table *step_table(struct step *step)
{
    struct dialogue *dialogue = step->dialogue;
    if (step_take(step, "at"))
        dialogue->table = dialogue_table(dialogue, step_word(step));
    if (dialogue->table == NULL)
        script_fail(step->script, "there is no such table");
    return dialogue->table;
}

/* The request that opens the room: VARIANT [rated] [FIELD=VALUE...] */
static json_t *opening(struct step *step)
{
    json_t *request = json_pack("{s:s,s:s,s:s}", "op", "room.open", "variant", step_word(step),
                                "first", "opener");
    if (step_take(step, "rated")) {
        step_field(step, request, "rated=true");
        step_field(step, request, "clock={'kind':'correspondence','period_ms':2592000000}");
    }
    while (step_has_more(step))
        step_field(step, request, step_word(step));
    return request;
}

static void keep_id(char id_out[DIALOGUE_ID_SIZE], const json_t *json, const char *path)
{
    snprintf(id_out, DIALOGUE_ID_SIZE, "%s", text_at(json, path));
}

/* table NAME FIRST SECOND VARIANT [rated] [FIELD=VALUE...]: FIRST opens and begins, unless a field
 * `first` says otherwise, SECOND joins; their events are forgotten */
static void table_open(struct step *step)
{
    struct dialogue *dialogue = step->dialogue;
    const char *name = step_word(step);
    struct dialogue_table *table = dialogue_table(dialogue, name);
    if (table == NULL && dialogue->table_count < DIALOGUE_TABLES_MAX)
        table = &dialogue->tables[dialogue->table_count++];
    if (table == NULL || strlen(name) >= DIALOGUE_NAME_SIZE)
        script_fail(step->script, "too many tables");
    *table = (struct dialogue_table){.ply = 0};
    snprintf(table->name, DIALOGUE_NAME_SIZE, "%s", name);
    const char *opener = step_word(step);
    const char *joiner = step_word(step);
    const json_t *opened = step_ask(step, opener, opening(step));
    step_code(step, opened, "");
    keep_id(table->room, opened, "room.room");
    const json_t *joined =
        step_ask(step, joiner, json_pack("{s:s,s:s}", "op", "room.join", "room", table->room));
    step_code(step, joined, "");
    keep_id(table->game, joined, "game.game");
    bool is_swapped =
        strcmp(text_at(joined, "game.first.name"), text_at(opened, "room.players.0.name")) != 0;
    snprintf(table->first, DIALOGUE_NAME_SIZE, "%s", is_swapped ? joiner : opener);
    snprintf(table->second, DIALOGUE_NAME_SIZE, "%s", is_swapped ? opener : joiner);
    table->seated[0] = step_peer(step, table->first);
    table->seated[1] = step_peer(step, table->second);
    dialogue->port->forget(table->seated[0], false);
    dialogue->port->forget(table->seated[1], false);
    dialogue->table = table;
}

/* plays [at TABLE] SQUARE...: squares in quotes, too, and none at all */
static void table_plays(struct step *step)
{
    struct dialogue_table *table = step_table(step);
    char squares[2048] = "";
    while (step_has_more(step) && !step_is_next(step, "->")) {
        size_t len = strlen(squares);
        snprintf(squares + len, sizeof(squares) - len, "%s%s", len > 0 ? " " : "", step_text(step));
    }
    step->dialogue->port->play(step, table, squares);
    step_tells(step, step->dialogue->message);
}

/* NAME moves ACTION [ply NUMBER] [at TABLE] [! CODE] [-> CHECK...] */
static void people_moves(struct step *step, const char *name)
{
    char action[DIALOGUE_NAME_SIZE];
    snprintf(action, sizeof(action), "%s", step_text(step));
    bool has_ply = step_take(step, "ply");
    int ply = has_ply ? (int)step_int(step) : 0;
    struct dialogue_table *table = step_table(step);
    if (!has_ply)
        ply = table->ply;
    const char *code = step_take(step, "!") ? step_word(step) : "";
    const json_t *reply = step_ask(step, name,
                                   json_pack("{s:s,s:s,s:i,s:s}", "op", "game.move", "game",
                                             table->game, "ply", ply, "action", action));
    step_code(step, reply, code);
    if (*code == '\0')
        table->ply = ply + 1;
    step_tells(step, reply);
}

/* ------------------------------------------------------------------ words */

/* same WORD WORD..., differ WORD WORD...: all of them, not all of them */
static void world_same(struct step *step)
{
    const char *first = step_word(step);
    while (step_has_more(step)) {
        const char *word = step_word(step);
        if (strcmp(first, word) != 0)
            script_fail(step->script, "%s is not %s", word, first);
    }
}

static void world_differ(struct step *step)
{
    const char *first = step_word(step);
    bool differs = false;
    while (step_has_more(step))
        differs = strcmp(first, step_word(step)) != 0 || differs;
    if (!differs)
        script_fail(step->script, "all are %s", first);
}

const struct world_row dialogue_world_rows[] = {
    {"<", step_told},     {"table", table_open},    {"plays", table_plays},
    {"same", world_same}, {"differ", world_differ}, {NULL, NULL},
};

const struct people_row dialogue_people_rows[] = {
    {">", people_asks},
    {">>", people_sends},
    {"registers", people_registers},
    {"is", people_is},
    {"resumes", people_resumes},
    {"connects", people_connects},
    {"logs", people_logs},
    {"hangs", people_hangs},
    {"hang", people_hangs},
    {"gets", people_gets},
    {"hears", people_hears},
    {"hear", people_hears},
    {"finds", people_finds},
    {"find", people_finds},
    {"forgets", people_forgets},
    {"forget", people_forgets},
    {"moves", people_moves},
    {"sees", people_sees},
    {NULL, NULL},
};
