/* SPDX-License-Identifier: MIT */
/*
 * Steps of the server: what it is asked, answers and says by itself.
 */
#include "proto/error.h"
#include "proto/shape.h"
#include "transcript.h"

/* ------------------------------------------------------------------ sending */

static void send_json(struct transcript *stage, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    size_t len = strlen(text);
    text[len] = '\n';
    server_send(stage, text, len + 1);
    free(text);
    json_decref(message);
}

static json_t *head_of_reply(int64_t id)
{
    return json_pack("{s:I}", "re", (json_int_t)id);
}

void wire_send_reply(struct transcript *stage, enum op op, int64_t id, json_t *fields)
{
    json_t *message = head_of_reply(id);
    message_complete(stage, shape__reply(op), fields);
    json_object_update(message, fields);
    json_decref(fields);
    send_json(stage, message);
}

/* CODE [field=... reason=...]: an error of the table, in its words unless `message` has others; a
 * code that is not in it needs a message. */
static void send_error(struct step *step, int64_t id)
{
    struct transcript *stage = step->stage;
    char code[64];
    snprintf(code, sizeof(code), "%s", step_word(step));
    json_t *fields = message_read(step);
    int error = error_from_code(code);
    if (json_object_get(fields, "message") == NULL) {
        if (error == 0)
            script_fail(step->script, "nobody knows the error %s", code);
        json_object_set_new(fields, "message", json_string(error_message(error)));
    }
    json_object_set_new(fields, "code", json_string(code));
    message_complete(stage, &shape__error, fields);
    json_t *message = head_of_reply(id);
    json_object_set_new(message, "error", fields);
    send_json(stage, message);
}

/* ------------------------------------------------------------------ requests */

static enum op op_of(struct step *step, const char *name)
{
    int op = shape__find_op(name, strlen(name));
    if (op < 0)
        script_fail(step->script, "there is no op %s", name);
    return (enum op)op;
}

/* Answers what penta asks by itself at any time: pings, and who else waits while its player does;
 * of a visit the scene says all but pings. */
static bool answer_unasked(struct transcript *stage, enum op op, int64_t id)
{
    bool is_of_lobby = op == OP_LOBBY_WATCH || op == OP_LOBBY_LEAVE;
    if (op != OP_PING && (!is_of_lobby || stage->visited != NULL))
        return false;
    json_t *fields = json_object();
    if (op == OP_PING)
        json_object_set_new(fields, "now", json_integer(1));
    wire_send_reply(stage, op, id, fields);
    return true;
}

/* The next request, which is kept; fails the scene if it is another one. */
static json_t *take(struct step *step, enum op wanted)
{
    struct transcript *stage = step->stage;
    for (;;) {
        json_t *request = server_receive(stage);
        const char *name = json_string_value(json_object_get(request, "op"));
        enum op op = op_of(step, name != NULL ? name : "");
        int64_t id = json_integer_value(json_object_get(request, "id"));
        json_decref(stage->server.request);
        stage->server.request = request;
        stage->server.ids[op] = id;
        if (op == wanted)
            return request;
        if (!answer_unasked(stage, op, id)) {
            char *text = json_dumps(request, JSON_COMPACT);
            shown_fail(stage, "asked for: %.1500s", text);
        }
    }
}

static size_t find_word(const struct step *step, const char *word)
{
    size_t at = step->at;
    while (at < step->words->count && strcmp(step->words->word[at], word) != 0)
        at++;
    return at;
}

/* No request is there: of a visit, where none is on its way. */
static void check_unasked(struct step *step)
{
    size_t len;
    if (step->stage->visited == NULL)
        script_fail(step->script, "asked nothing: of a visit");
    const char *bytes = visit_get_output(step->stage, &len);
    if (len > 0)
        shown_fail(step->stage, "asked: %.*s", (int)len, bytes);
}

/* asked nothing; asked OP CHECK... [-> FIELD... | ! CODE FIELD...]: the next request, and what is
 * answered */
void wire_asked(struct step *step)
{
    if (step_take(step, "nothing")) {
        check_unasked(step);
        return;
    }
    enum op op = op_of(step, step_word(step));
    json_t *request = take(step, op);
    size_t answer = find_word(step, "->");
    size_t refusal = find_word(step, "!");
    size_t end = answer < refusal ? answer : refusal;
    struct script_words checks = *step->words;
    struct step names = *step;
    checks.count = end;
    names.words = &checks;
    message_check_names(&names, shape__request(op));
    message_unfold(shape__request(op), request);
    script_check(step->script, request, &checks, step->at);
    step->at = end;
    if (step_take(step, "->"))
        wire_send_reply(step->stage, op, step->stage->server.ids[op], message_read(step));
    else if (step_take(step, "!"))
        send_error(step, step->stage->server.ids[op]);
}

/* answers OP FIELD...: the last request of that op */
void wire_answers(struct step *step)
{
    enum op op = op_of(step, step_word(step));
    wire_send_reply(step->stage, op, step->stage->server.ids[op], message_read(step));
}

/* refuses OP CODE FIELD... */
void wire_refuses(struct step *step)
{
    enum op op = op_of(step, step_word(step));
    send_error(step, step->stage->server.ids[op]);
}

/* ------------------------------------------------------------------ events */

/* The number of a numbered event, which is the next one unless the scene says another. */
static void number(struct transcript *stage, enum event event, json_t *fields, json_t *message)
{
    struct server *server = &stage->server;
    int64_t *seq = event_stream(event) == STREAM_ROOM ? &server->room_seq : &server->player_seq;
    const json_t *said = json_object_get(fields, "seq");
    *seq = said != NULL ? json_integer_value(said) : *seq + 1;
    json_object_del(fields, "seq");
    json_object_set_new(message, "seq", json_integer(*seq));
}

/* says EVENT FIELD...; says raw TEXT: whatever bytes */
void wire_says(struct step *step)
{
    const char *name = step_word(step);
    if (strcmp(name, "raw") == 0) {
        const char *text = step_text(step);
        server_send(step->stage, text, strlen(text));
        return;
    }
    int event = shape__find_event(name, strlen(name));
    if (event < 0)
        script_fail(step->script, "there is no event %s", name);
    json_t *message = json_pack("{s:s}", "ev", name);
    json_t *fields = message_read(step);
    if (event_is_numbered((enum event)event))
        number(step->stage, (enum event)event, fields, message);
    message_complete(step->stage, shape__event((enum event)event), fields);
    json_object_update(message, fields);
    json_decref(fields);
    send_json(step->stage, message);
}
