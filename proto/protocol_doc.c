/* SPDX-License-Identifier: MIT */
/*
 * pentad_protocol_doc: prints docs/PROTOCOL.md. The introduction is the file that it is given
 * (proto/protocol_intro.md), in which {{name}} stands for an example frame or a limit; the
 * reference behind it comes from the tables. It fails if the introduction asks for a name that is
 * not there.
 */
#include "base/memory.h"
#include "proto/codec.h"
#include "proto/cost.h"
#include "proto/frame.h"
#include "proto/protocol_example.h"
#include "proto/refusal.h"
#include "proto/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTRO_SIZE_MAX 65536

/* ---------------------------------------------------------------- the introduction */

static const struct {
    const char *name;
    int64_t value;
} limits[] = {
    {"frame_request_max", FRAME_REQUEST_MAX}, {"frame_reply_max", FRAME_REPLY_MAX},
    {"frame_depth_max", FRAME_DEPTH_MAX},     {"protocol_version", PROTOCOL_VERSION},
    {"request_id_max", REQUEST_ID_MAX},       {"request_key_max", REQUEST_KEY_MAX},
    {"keyed_reply_max", KEYED_REPLY_MAX},
};

static bool limit_print(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        if (strlen(limits[i].name) == len && memcmp(limits[i].name, name, len) == 0) {
            printf("%lld", (long long)limits[i].value);
            return true;
        }
    }
    return false;
}

/* The table of what a variant may need of clients. */
static void needs_print(void)
{
    printf("| need | |\n|---|---|\n");
#define NEED(ID, key, doc, known) printf("| `%s` | %s |\n", key, doc);
#include "engine/needs.def"
#undef NEED
}

static bool name_print(const struct example *example, const char *name, size_t len)
{
    if (len == strlen("needs") && memcmp(name, "needs", len) == 0) {
        needs_print();
        return true;
    }
    const char *frame = example_find(example, name, len);
    if (frame == NULL)
        return limit_print(name, len);
    fputs(frame, stdout);
    return true;
}

static bool intro_print(const char *intro, const struct example *example)
{
    for (const char *open; (open = strstr(intro, "{{")) != NULL;) {
        const char *name = open + 2;
        const char *close = strstr(name, "}}");
        size_t len = close != NULL ? (size_t)(close - name) : strlen(name);
        fwrite(intro, 1, (size_t)(open - intro), stdout);
        if (close == NULL || !name_print(example, name, len)) {
            fprintf(stderr, "there is no {{%.*s}}\n", (int)len, name);
            return false;
        }
        intro = close + 2;
    }
    fputs(intro, stdout);
    return true;
}

/* ---------------------------------------------------------------- fields */

static void range_print(int64_t min, int64_t max)
{
    if (max == INT64_MAX || max == INT32_MAX)
        printf(", from %lld", (long long)min);
    else
        printf(", %lld to %lld", (long long)min, (long long)max);
}

static void chars_print(int64_t min, int64_t max)
{
    if (min == max)
        printf("text of %lld characters", (long long)max);
    else if (min == 0)
        printf("text of at most %lld characters", (long long)max);
    else
        printf("text of %lld to %lld characters", (long long)min, (long long)max);
}

static void type_print(const struct field *field)
{
    const char *record = NULL;
    if (field->type == FIELD_OBJECT || field->type == FIELD_LIST)
        record = shape__record(field->ref)->name;
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        printf("whole number");
        range_print(field->min, field->max);
        break;
    case FIELD_BOOL:
        printf("true or false");
        break;
    case FIELD_TEXT:
        chars_print(field->min, field->max);
        break;
    case FIELD_ID:
        printf("id");
        break;
    case FIELD_VARIANT:
        printf("key of a variant");
        break;
    case FIELD_WORD:
        printf("word [%s](#words-%s)", word__list(field->ref)->name, word__list(field->ref)->name);
        break;
    case FIELD_OBJECT:
        printf("object [%s](#record-%s)", record, record);
        break;
    case FIELD_LIST:
        printf("list of at most %lld [%s](#record-%s)", (long long)field->max, record, record);
        break;
    case FIELD_TYPE_COUNT:
        break;
    }
}

/* Writes the value that an optional field of a request has when it is left out. */
static void default_print(const struct field *field)
{
    if (field->type == FIELD_BOOL)
        printf(", else %s", field->absent != 0 ? "true" : "false");
    else if (field->type == FIELD_INT && field->absent != NONE)
        printf(", else %lld", (long long)field->absent);
    else if (field->type == FIELD_WORD && field->absent != NONE)
        printf(", else `%s`", word__list(field->ref)->rows[field->absent].word);
}

enum direction { TO_SERVER, FROM_SERVER };

static void need_print(const struct field *field, enum direction direction)
{
    if (direction == FROM_SERVER) {
        printf("%s", field->is_optional ? "may be missing" : "always");
        return;
    }
    printf("%s", field->is_optional ? "may be left out" : "required");
    if (field->is_optional)
        default_print(field);
}

static void rows_print(const struct shape *shape, enum direction direction)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        printf("| `%s` | ", field->name);
        type_print(field);
        printf(" | ");
        need_print(field, direction);
        printf(" | %s |\n", field->doc);
    }
}

static void head_print(void)
{
    printf("| field | what it is | | |\n|---|---|---|---|\n");
}

static void fields_print(const struct shape *shape, enum direction direction)
{
    head_print();
    rows_print(shape, direction);
    printf("\n");
}

static void event_fields_print(enum event event)
{
    head_print();
    if (event_is_numbered(event))
        rows_print(&shape__event_head, FROM_SERVER);
    rows_print(shape__event(event), FROM_SERVER);
    printf("\n");
}

/* ---------------------------------------------------------------- the reference */

/* The title of a family; NULL if it has none of its own. */
static const char *family_title(const char *family, size_t len)
{
    static const char *const titles[][2] = {
        {"", "The connection"},
        {"auth", "Logging in: `auth`"},
        {"room", "Rooms: `room`"},
        {"game", "Games: `game`"},
        {"history", "History: `history`"},
        {"rating", "Ratings: `rating`"},
        {"player", "Players: `player`"},
    };
    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        if (strlen(titles[i][0]) == len && memcmp(titles[i][0], family, len) == 0)
            return titles[i][1];
    return NULL;
}

/* Ops without a dot are of the connection. */
static size_t family_len(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) : 0;
}

static void family_print(const char *name, const char *previous)
{
    size_t len = family_len(name);
    if (previous != NULL && family_len(previous) == len && memcmp(name, previous, len) == 0)
        return;
    const char *title = family_title(name, len);
    if (title != NULL)
        printf("## %s\n\n", title);
    else
        printf("## `%.*s`\n\n", (int)len, name);
}

/* Writes the refusals of the op, a line for each situation. */
static void refusals_print(enum op op)
{
    static const char *const whom[SITUATION_COUNT] = {
        [SITUATION_STRANGER] = "Without a login",
        [SITUATION_GUEST] = "For guests",
        [SITUATION_BLOCKED] = "Between players of whom one blocked the other",
        [SITUATION_BANNED] = "For banned or muted players",
        [SITUATION_INPUT] = "For requests that nobody could make",
        [SITUATION_STATE] = "For requests that are impossible now, or for this player",
    };
    bool is_first = true;
    for (int situation = 0; situation < SITUATION_COUNT; situation++) {
        const char *separator = NULL;
        for (size_t i = 0; i < refusal_count; i++) {
            const struct refusal *row = &refusals[i];
            if (row->op != op || (int)row->situation != situation)
                continue;
            if (separator == NULL) {
                printf(
                    "%s- %s: ", is_first ? "Refusals besides the [general ones](#errors):\n\n" : "",
                    whom[situation]);
            }
            printf("%s`%s`", separator != NULL ? separator : "", error_code(row->error));
            separator = ", ";
            is_first = false;
        }
        printf("%s", separator != NULL ? "\n" : "");
    }
    printf("%s", is_first ? "" : "\n");
}

static void op_print(enum op op)
{
    static const char *const whos[] = {
        [WHO_STRANGER] = "Anybody may send it",
        [WHO_PLAYER] = "For players who are logged in, guests too",
        [WHO_ACCOUNT] = "For registered players",
        [WHO_MODERATOR] =
            "For moderators and operators; others get `not_allowed`, guests `account_required`",
        [WHO_OPERATOR] = "For operators; others get `not_allowed`, guests `account_required`",
    };
    static const char *const repeats[] = {
        [REPEAT_SAFE] = "May be sent again",
        [REPEAT_KEY] = "May be sent again with the same `key`",
        [REPEAT_PLY] = "May be sent again with the same `ply`",
        [REPEAT_NEVER] = "Not to be sent again blindly",
    };
    static const char *const reaches[REACH_COUNT] = {
        [REACH_NOBODY] = "",
        [REACH_ANYBODY] = " About anybody, whatever the [rank](#ranks).",
        [REACH_BELOW] = " About players of a [lower rank](#ranks) only.",
        [REACH_ROWS] = " Players who are not of a [lower rank](#ranks) are left out.",
        [REACH_BELOW_AND_ROWS] =
            " About players of a [lower rank](#ranks) only; others are left out.",
        [REACH_NOTES] =
            " About anybody; notes on players who are not of a [lower rank](#ranks) are left out.",
    };
    const struct op_info *info = op_info(op);
    const struct shape *request = shape__request(op);
    const struct shape *reply = shape__reply(op);
    printf("### `%s`\n\n%s\n\n", info->wire, request->doc);
    printf("%s.%s Rate: %u at once, and as many again every %g s. [Cost](#costs): `%s`. %s.\n\n",
           whos[info->who], reaches[info->reach], (unsigned)info->burst,
           (double)info->per_ms / 1000, cost_word_text((int)info->cost), repeats[info->repeat]);
    if (request->count > 0) {
        printf("Request:\n\n");
        fields_print(request, TO_SERVER);
    } else {
        printf("The request has no fields of its own.\n\n");
    }
    if (reply->count > 0) {
        printf("Reply:\n\n");
        fields_print(reply, FROM_SERVER);
    } else {
        printf("The reply has no fields of its own.\n\n");
    }
    refusals_print(op);
}

static void ops_print(void)
{
    const char *previous = NULL;
    printf("# Operations\n\n");
    for (int op = 0; op < OP_COUNT; op++) {
        const char *name = op_info((enum op)op)->wire;
        family_print(name, previous);
        op_print((enum op)op);
        previous = name;
    }
}

static void events_print(void)
{
    static const char *const streams[] = {
        [STREAM_GAME] = "[Stream](#streams): of the game",
        [STREAM_ROOM] = "[Stream](#streams): of the room",
        [STREAM_PLAYER] = "[Stream](#streams): of the player",
        [STREAM_LOBBY] = "[Stream](#streams): none, of the lobby",
        [STREAM_CONNECTION] = "[Stream](#streams): none, of the connection",
    };
    printf("# Events\n\nEvery event has its name in `ev`, and these fields.\n\n");
    for (int event = 0; event < EVENT_COUNT; event++) {
        const struct shape *shape = shape__event((enum event)event);
        printf("### Event `%s`\n\n%s\n\n%s.\n\n", shape->name, shape->doc,
               streams[event_stream((enum event)event)]);
        event_fields_print((enum event)event);
    }
}

static void records_print(void)
{
    printf("# Records\n\nObjects inside messages.\n\n");
    for (int record = 0; record < RECORD_COUNT; record++) {
        const struct shape *shape = shape__record((enum record)record);
        printf("### Record `%s`\n\n%s\n\n", shape->name, shape->doc);
        fields_print(shape, FROM_SERVER);
    }
}

static void words_print(void)
{
    printf("# Words\n\nA field that is a word is one of a list. Later versions may know more.\n\n");
    for (int id = 0; id < WORD_LIST_COUNT; id++) {
        const struct word_list *list = word__list((enum word_list_id)id);
        printf("### Words `%s`\n\n| word | meaning |\n|---|---|\n", list->name);
        for (int i = 0; i < list->count; i++)
            printf("| `%s` | %s |\n", list->rows[i].word, list->rows[i].doc);
        printf("\n");
    }
}

static void costs_print(void)
{
    printf(
        "# Costs\n\nA connection has a rate for each operation. Besides, everything is counted for "
        "its player and for its address, over all their connections and beyond them: a request as "
        "one of its cost, the bytes of those that are counted as `create` and `say`, and games, "
        "as `bytes`, and the bytes of answers as `answer`. "
        "Beyond that the answer is `rate_limited`, or `too_much_written`, with `retry_after_ms`. "
        "These are the figures for a player; an address has `players_per_address` times as much. "
        "`hello` tells those in force.\n\n| cost | at once | and as many again every "
        "|\n|---|---|---|\n");
    for (int cost = 0; cost < COST_WORD_COUNT; cost++) {
        const struct cost_info *info = cost_info((enum cost_word)cost);
        printf("| [`%s`](#words-cost) | %lld | %g s |\n", cost_word_text(cost),
               (long long)info->units, (double)info->per_ms / 1000);
    }
    printf("\n");
}

static void errors_print(void)
{
    printf("# Errors\n\nThe object `error` of a reply:\n\n");
    fields_print(&shape__error, FROM_SERVER);
    printf("Codes never change; messages may. Where the last column says so, the server ends the "
           "connection after the error or the event `bye` with this code. General ones may be the "
           "answer to any operation; which others an operation has stands with it.\n\n"
           "| code | message | |\n|---|---|---|\n");
    for (int error = -1; error >= -ERROR_COUNT; error--) {
        printf("| `%s` | %s | %s%s |\n", error_code(error), error_message(error),
               error_is_general(error) ? "general" : "",
               error_ends_connection(error) ? ", ends the connection" : "");
    }
}

/* ---------------------------------------------------------------- the program */

/* The whole file as a string that the caller frees, or NULL. */
static char *file_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    char *text = mem_alloc(INTRO_SIZE_MAX + 1);
    size_t len = fread(text, 1, INTRO_SIZE_MAX, file);
    bool is_whole = feof(file) != 0;
    fclose(file);
    if (!is_whole) {
        free(text);
        return NULL;
    }
    text[len] = '\0';
    return text;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: pentad_protocol_doc INTRODUCTION\n");
        return 2;
    }
    char *intro = file_read(argv[1]);
    struct example *example = mem_alloc(sizeof(*example));
    bool is_fine = intro != NULL;
    if (is_fine) {
        example_init(example);
        is_fine = intro_print(intro, example);
        ops_print();
        events_print();
        records_print();
        words_print();
        costs_print();
        errors_print();
        is_fine = is_fine && fflush(stdout) == 0;
    } else {
        perror(argv[1]);
    }
    free(example);
    free(intro);
    return is_fine ? 0 : 1;
}
