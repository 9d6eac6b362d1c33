/* SPDX-License-Identifier: MIT */
/*
 * The envelopes of POST /session and of files. The only place where jansson writes: what it has
 * read.
 */
#include "proto/by_http.h"

#include "base/base64.h"
#include "proto/codec.h"
#include "proto/error.h"
#include "proto/id.h"
#include "proto/json.h"
#include "proto/shape.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ what is asked */

static int refuse(struct fault *fault, int error, const char *field)
{
    *fault = (struct fault){.error = error, .field = field};
    return error;
}

static json_t *object_at(const json_t *body, const char *name, struct fault *fault)
{
    json_t *object = json_object_get(body, name);
    if (object == NULL)
        refuse(fault, ERR_MISSING_FIELD, name);
    else if (!json_is_object(object))
        refuse(fault, ERR_WRONG_TYPE, name);
    return json_is_object(object) ? object : NULL;
}

static int find_op(const json_t *request, enum op *op_out, struct fault *fault)
{
    const json_t *name = json_object_get(request, "op");
    int op = json_is_string(name)
                 ? shape__find_op(json_string_value(name), json_string_length(name))
                 : -1;
    if (op < 0)
        return refuse(fault, ERR_UNKNOWN_OP, "op");
    *op_out = (enum op)op;
    return op_info((enum op)op)->by_http != BY_HTTP_NO ? 0 : refuse(fault, ERR_BAD_VALUE, "op");
}

static bool has_field(enum op op, const char *name)
{
    struct field_range range;
    return request_field_range(op, name, &range);
}

/* In the arena, with room for an LF. */
static char *text_of(const json_t *object, struct arena *arena)
{
    json_free_t give_back;
    char *dumped = json_dumps(object, JSON_COMPACT);
    size_t len = strlen(dumped);
    char *text = arena_alloc(arena, len + 2);
    memcpy(text, dumped, len + 1);
    json_get_alloc_funcs(NULL, &give_back);
    give_back(dumped);
    return text;
}

/* An account is logged in to whoever was here before. */
static void judge(enum op op, struct by_http_request *out)
{
    out->gives_token = op_info(op)->by_http == BY_HTTP_TOKEN;
    out->is_of_player = op != OP_AUTH_LOGIN && op != OP_AUTH_RECOVER;
    out->needs_player = op_info(op)->who != WHO_STRANGER;
    out->ends_login = op == OP_AUTH_LOGOUT || op == OP_AUTH_DELETE;
    out->keeps_device = op == OP_AUTH_LOGOUT;
}

static void show_device(json_t *request, enum op op, const char *device)
{
    if (device != NULL && has_field(op, "device") && json_object_get(request, "device") == NULL)
        json_object_set_new(request, "device", json_string(device));
}

static int read_parts(const json_t *body, const char *device, struct arena *arena,
                      struct by_http_request *out, struct fault *fault)
{
    enum op op = OP_COUNT;
    json_t *hello = object_at(body, "hello", fault);
    json_t *request = hello != NULL ? object_at(body, "request", fault) : NULL;
    int error = request != NULL ? find_op(request, &op, fault) : fault->error;
    if (error != 0)
        return error;
    judge(op, out);
    show_device(request, op, device);
    out->hello = text_of(hello, arena);
    out->request = text_of(request, arena);
    return 0;
}

#define ERROR_LINE_SIZE 1024

static const char *explain(const struct fault *fault, struct arena *arena)
{
    char *line = arena_alloc(arena, ERROR_LINE_SIZE);
    line[error_encode(NO_REQUEST_ID, fault, 0, line, ERROR_LINE_SIZE - 1)] = '\0';
    return line;
}

const char *by_http_read(const char *body, size_t len, const char *device, struct arena *arena,
                         struct by_http_request *out)
{
    struct fault fault = {0};
    json_t *object;
    fault.error = json__parse(body, len, arena, &object);
    if (fault.error == 0) {
        (void)read_parts(object, device, arena, out, &fault);
        json__release(object);
    }
    return fault.error != 0 ? explain(&fault, arena) : NULL;
}

/* ------------------------------------------------------------------ files */

/* The media types of the words of `format`. */
static const char *const game_types[] = {
    [FORMAT_WORD_SGF] = "application/x-go-sgf",
    [FORMAT_WORD_PSQ] = "text/plain; charset=utf-8",
    [FORMAT_WORD_JSON] = "application/json",
};

#define LINE_SIZE 160
#define FIELDS_SIZE 80 /* of it: an id and a word */

/* The requests by which anybody asks for it. */
static void ask_for(struct by_http_request *out, struct arena *arena, enum op op,
                    const char *fields)
{
    char *hello = arena_alloc(arena, LINE_SIZE);
    char *request = arena_alloc(arena, LINE_SIZE);
    snprintf(hello, LINE_SIZE, "{\"id\":0,\"op\":\"%s\",\"protocol\":%d,\"client\":\"a file\"}",
             op_info(OP_HELLO)->wire, PROTOCOL_VERSION);
    snprintf(request, LINE_SIZE, "{\"id\":1,\"op\":\"%s\",%s}", op_info(op)->wire, fields);
    *out = (struct by_http_request){.hello = hello, .request = request};
}

/* The files that a path may name: by an id, and a word of `format` behind a dot where there are
 * several of one. */
static const struct file_kind {
    const char *folder;
    enum op op;
    const char *field; /* of the request, for the id */
    const char *type;  /* NULL: the word says which */
    bool never_changes;
} kinds[] = {
    {BY_HTTP_GAMES, OP_GAME_EXPORT, "game", NULL, false},
    {BY_HTTP_PHOTOS, OP_PHOTO_GET, "photo", "image/webp", true},
};

static bool read_name(const struct file_kind *kind, const char *name, struct arena *arena,
                      struct by_http_request *out)
{
    char id_text[ID_TEXT_SIZE];
    char fields[FIELDS_SIZE];
    const char *type = kind->type;
    uint64_t id = strlen(name) < ID_TEXT_SIZE - 1 ? 0 : id_parse(name, ID_TEXT_SIZE - 1);
    if (id == 0)
        return false;
    const char *behind = name + ID_TEXT_SIZE - 1;
    id_format(id, id_text);
    int used = snprintf(fields, sizeof(fields), "\"%s\":\"%s\"", kind->field, id_text);
    if (type == NULL && *behind == '.') {
        const char *word = behind + 1;
        int format = word__find(word__list(WORD_LIST_format), word, strlen(word));
        if (format < 0)
            return false;
        snprintf(fields + used, sizeof(fields) - (size_t)used, ",\"format\":\"%s\"", word);
        type = game_types[format];
        behind += 1 + strlen(word);
    }
    if (type == NULL || *behind != '\0')
        return false;
    ask_for(out, arena, kind->op, fields);
    out->type = type;
    out->never_changes = kind->never_changes;
    return true;
}

bool by_http_read_file(const char *path, struct arena *arena, struct by_http_request *out)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        size_t len = strlen(kinds[i].folder);
        if (strncmp(path, kinds[i].folder, len) == 0)
            return read_name(&kinds[i], path + len, arena, out);
    }
    return false;
}

/* ------------------------------------------------------------------ coming back */

bool by_http_is_token(const char *text, size_t len)
{
    bool is_hexadecimal = true;
    for (size_t i = 0; i < len; i++)
        is_hexadecimal = is_hexadecimal && memchr("0123456789abcdef", text[i], 16) != NULL;
    return len > 0 && len < BY_HTTP_TOKEN_SIZE && is_hexadecimal;
}

void by_http_resume(const char *token, char line_out[BY_HTTP_RESUME_SIZE])
{
    const char *op = op_info(OP_AUTH_RESUME)->wire;
    if (token[0] == '\0')
        snprintf(line_out, BY_HTTP_RESUME_SIZE, "{\"id\":0,\"op\":\"%s\"}", op);
    else
        snprintf(line_out, BY_HTTP_RESUME_SIZE, "{\"id\":0,\"op\":\"%s\",\"token\":\"%s\"}", op,
                 token);
}

/* ------------------------------------------------------------------ what is answered */

/* Whether it is the server that lacks something, and not the asker who asks too much. */
static bool is_of_server(int error)
{
    return error == ERR_BUSY || error == ERR_STORAGE_UNAVAILABLE || error == ERR_OUT_OF_MEMORY ||
           error == ERR_SHUTTING_DOWN || error == ERR_TOO_MANY_CONNECTIONS;
}

/* A goodbye, too, says why. */
static void read_error(const json_t *error, bool is_bye, struct by_http_answer *out)
{
    const json_t *code = json_object_get(error, "code");
    const json_t *retry = json_object_get(error, "retry_after_ms");
    int number = json_is_string(code) ? error_from_code(json_string_value(code)) : 0;
    out->retry_after_ms = json_is_integer(retry) ? json_integer_value(retry) : 0;
    if (out->retry_after_ms == 0 && (is_of_server(number) || number == ERR_TOO_MANY_FROM_ADDRESS))
        out->retry_after_ms = BY_HTTP_RETRY_MS;
    bool is_too_much = out->retry_after_ms > 0 && !is_of_server(number);
    out->status = is_too_much ? 429 : is_bye || is_of_server(number) ? 503 : 400;
    out->is_worthless = number == ERR_BAD_TOKEN;
}

static void take_token(json_t *reply, struct by_http_answer *out)
{
    const json_t *token = json_object_get(reply, "token");
    if (!json_is_string(token))
        return;
    snprintf(out->token, sizeof(out->token), "%s", json_string_value(token));
    json_object_del(reply, "token");
}

static void put_body(struct by_http_answer *out, const char *bytes, size_t len)
{
    out->body = bytes;
    out->len = len;
}

static void put_line(struct by_http_answer *out, const json_t *object, struct arena *arena)
{
    char *line = text_of(object, arena);
    memcpy(line + strlen(line), "\n", 2);
    put_body(out, line, strlen(line));
}

static bool put_image(struct by_http_answer *out, const json_t *image, struct arena *arena)
{
    uint8_t *bytes = arena_alloc(arena, BASE64_BYTES(json_string_length(image)));
    size_t len;
    if (!base64_read(json_string_value(image), bytes, &len))
        return false;
    put_body(out, (const char *)bytes, len);
    return true;
}

/* A reply that has nothing has no file either. */
static bool put_file(struct by_http_answer *out, const json_t *reply, struct arena *arena)
{
    const json_t *json = json_object_get(reply, "json");
    const json_t *text = json_object_get(reply, "text");
    const json_t *image = json_object_get(reply, "image");
    if (json_is_string(image))
        return put_image(out, image, arena);
    if (!json_is_string(text))
        return false;
    if (json != NULL)
        put_line(out, json, arena);
    else
        put_body(out, arena_text(arena, json_string_value(text), json_string_length(text)),
                 json_string_length(text));
    return true;
}

/* An error says that there is none to be had (`no_record`, `no_photo`). */
static void take_file(const json_t *reply, const char *type, struct arena *arena,
                      struct by_http_answer *out)
{
    if (out->status == 400)
        out->status = 404;
    if (out->status == 200 && put_file(out, reply, arena))
        out->type = type;
}

static void read_answer(json_t *object, const struct by_http_request *ask, struct arena *arena,
                        struct by_http_answer *out)
{
    const json_t *event = json_object_get(object, "ev");
    bool is_bye = json_is_string(event) && strcmp(json_string_value(event), "bye") == 0;
    const json_t *error = is_bye ? object : json_object_get(object, "error");
    if (!is_bye && json_object_get(object, "re") == NULL)
        return;
    out->status = 200;
    if (error != NULL)
        read_error(error, is_bye, out);
    if (ask->gives_token)
        take_token(object, out);
    put_line(out, object, arena);
    if (ask->type != NULL)
        take_file(object, ask->type, arena, out);
}

bool by_http_answer(const char *line, size_t len, const struct by_http_request *ask,
                    struct arena *arena, struct by_http_answer *out)
{
    json_t *object;
    *out = (struct by_http_answer){.type = "application/json"};
    if (json__parse(line, len, arena, &object) != 0)
        return false;
    read_answer(object, ask, arena, out);
    json__release(object);
    return out->body != NULL;
}
