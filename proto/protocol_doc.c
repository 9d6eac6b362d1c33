/* SPDX-License-Identifier: MIT */
/*
 * pentad_protocol_doc: prints docs/PROTOCOL.md. The introduction is the first file that it is given
 * (proto/protocol_intro.md), in which {{name}} stands for a fact of this build, or for lines of the
 * evening, which is the second one (proto/evening.txt); the reference behind it comes from the
 * tables, with examples of the evening. It fails if the introduction asks for a name that is not
 * there, or shows a line of its own, and if the evening has no example of an operation or an event.
 */
#include "base/memory.h"
#include "proto/codec.h"
#include "proto/frame.h"
#include "proto/protocol_evening.h"
#include "proto/refusal.h"
#include "proto/shape.h"
#include "proto/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_SIZE_MAX 1048576
#define LINE_SIZE (FRAME_REPLY_MAX + 1)

/* ---------------------------------------------------------------- facts of this build */

static const struct {
    const char *name;
    int64_t value;
} numbers[] = {
    {"frame_request_max", FRAME_REQUEST_MAX}, {"frame_reply_max", FRAME_REPLY_MAX},
    {"frame_depth_max", FRAME_DEPTH_MAX},     {"protocol_version", PROTOCOL_VERSION},
    {"request_id_max", REQUEST_ID_MAX},       {"request_key_max", REQUEST_KEY_MAX},
    {"keyed_reply_max", KEYED_REPLY_MAX},
};

static bool is_name(const char *name, size_t len, const char *other)
{
    return strlen(other) == len && memcmp(name, other, len) == 0;
}

/* The table of what a variant may need of clients. */
static const char NEEDS[] = "| need | |\n|---|---|"
#define NEED(ID, key, doc, known) "\n| `" key "` | " doc " |"
#include "engine/needs.def"
#undef NEED
    ;

/* Writes what the name stands for. False: nothing has it. */
static bool fact_put(struct writer *out, const char *evening, const char *name, size_t len)
{
    static const char said[] = "evening ";
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        if (is_name(name, len, numbers[i].name)) {
            writer__put_int(out, numbers[i].value);
            return true;
        }
    if (len > strlen(said) && memcmp(name, said, strlen(said)) == 0)
        return evening_part_put(out, evening, name + strlen(said), len - strlen(said));
    if (!is_name(name, len, "needs"))
        return false;
    writer__put_raw(out, NEEDS);
    return true;
}

/* ---------------------------------------------------------------- the introduction */

/* Puts facts in the place of their names. The text of the line ends with NUL. */
static bool line_fill(struct writer *out, const char *evening, const char *text, const char *end)
{
    for (const char *open; (open = strstr(text, "{{")) != NULL && open < end;) {
        const char *close = strstr(open, "}}");
        writer__put(out, text, (size_t)(open - text));
        if (close == NULL || !fact_put(out, evening, open + 2, (size_t)(close - open) - 2))
            return false;
        text = close + 2;
    }
    writer__put(out, text, (size_t)(end - text));
    writer__put(out, "", 1);
    return !out->is_full;
}

/* Whether the line is said in no evening. */
static bool is_made_up(const char *line)
{
    return strncmp(line, "C: {", 4) == 0 || strncmp(line, "S: {", 4) == 0;
}

static bool intro_print(const char *intro, const char *evening)
{
    static char line[LINE_SIZE];
    for (const char *end; (end = strchr(intro, '\n')) != NULL; intro = end + 1) {
        struct writer out;
        writer__init(&out, line, sizeof(line));
        if (is_made_up(intro) || !line_fill(&out, evening, intro, end)) {
            fprintf(stderr, "not as it would be today: %.*s\n", (int)(end - intro), intro);
            return false;
        }
        puts(line);
    }
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

/* Prints the lines that were written; none is missing. */
static bool example_print(struct writer *out, bool is_there, const char *name)
{
    if (!is_there || out->is_full)
        fprintf(stderr, "the evening has no example of %s\n", name);
    printf("```\n%.*s\n```\n\n", (int)(out->at - out->start), out->start);
    return is_there && !out->is_full;
}

static bool op_example_print(const char *evening, enum op op)
{
    static char lines[LINE_SIZE];
    struct writer out;
    writer__init(&out, lines, sizeof(lines));
    bool is_there = evening_op_put(&out, evening, op);
    return example_print(&out, is_there, op_info(op)->wire);
}

static bool event_example_print(const char *evening, enum event event)
{
    static char lines[LINE_SIZE];
    struct writer out;
    writer__init(&out, lines, sizeof(lines));
    bool is_there = evening_event_put(&out, evening, event);
    return example_print(&out, is_there, event_wire(event));
}

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

static bool is_of_family(const char *name, const char *previous)
{
    size_t len = family_len(name);
    return previous != NULL && family_len(previous) == len && memcmp(name, previous, len) == 0;
}

static void family_print(const char *name)
{
    size_t len = family_len(name);
    const char *title = family_title(name, len);
    if (title != NULL)
        printf("%s", title);
    else
        printf("`%.*s`", (int)len, name);
}

/* As the pages that show it make it of a heading: without its dots. */
static void anchor_print(const char *name)
{
    for (; *name != '\0'; name++)
        if (*name != '.')
            putchar(*name);
}

static bool is_first_of_family(int op)
{
    const char *name = op_info((enum op)op)->wire;
    for (int other = 0; other < op; other++)
        if (is_of_family(name, op_info((enum op)other)->wire))
            return false;
    return true;
}

static void index_row_print(const char *name)
{
    printf("| ");
    family_print(name);
    printf(" |");
    for (int op = 0; op < OP_COUNT; op++) {
        const char *other = op_info((enum op)op)->wire;
        if (!is_of_family(name, other))
            continue;
        printf(" [`%s`](#", other);
        anchor_print(other);
        printf(")");
    }
    printf(" |\n");
}

/* All operations at a glance, a row for each family. */
static void index_print(void)
{
    printf("| family | its operations |\n|---|---|\n");
    for (int op = 0; op < OP_COUNT; op++)
        if (is_first_of_family(op))
            index_row_print(op_info((enum op)op)->wire);
    printf("\n");
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

static bool op_print(enum op op, const char *evening)
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
    static const char *const by_http[] = {
        [BY_HTTP_NO] = "",
        [BY_HTTP_TOKEN] = " A page does it by [`POST /session`](#pages-in-browsers).",
        [BY_HTTP_SECRET] = " A page does it by [`POST /session`](#pages-in-browsers).",
        [BY_HTTP_LOGIN] = " A page does it by [`POST /session`](#pages-in-browsers).",
    };
    const struct op_info *info = op_info(op);
    const struct shape *request = shape__request(op);
    const struct shape *reply = shape__reply(op);
    printf("### `%s`\n\n%s\n\n", info->wire, request->doc);
    printf("%s.%s Rate: %u at once, and as many again every %g s. [Cost](#costs): `%s`. %s.%s\n\n",
           whos[info->who], reaches[info->reach], (unsigned)info->burst,
           (double)info->per_ms / 1000, cost_word_text((int)info->cost), repeats[info->repeat],
           by_http[info->by_http]);
    bool is_fine = op_example_print(evening, op);
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
    return is_fine;
}

static bool ops_print(const char *evening)
{
    const char *previous = NULL;
    bool is_fine = true;
    printf("# Operations\n\n");
    index_print();
    for (int op = 0; op < OP_COUNT; op++) {
        const char *name = op_info((enum op)op)->wire;
        if (!is_of_family(name, previous)) {
            printf("## ");
            family_print(name);
            printf("\n\n");
        }
        is_fine = op_print((enum op)op, evening) && is_fine;
        previous = name;
    }
    return is_fine;
}

static bool events_print(const char *evening)
{
    static const char *const streams[] = {
        [STREAM_GAME] = "[Stream](#streams): of the game",
        [STREAM_ROOM] = "[Stream](#streams): of the room",
        [STREAM_PLAYER] = "[Stream](#streams): of the player",
        [STREAM_LOBBY] = "[Stream](#streams): none, of the lobby",
        [STREAM_CONNECTION] = "[Stream](#streams): none, of the connection",
    };
    printf("# Events\n\nEvery event has its name in `ev`, and these fields.\n\n");
    bool is_fine = true;
    for (int event = 0; event < EVENT_COUNT; event++) {
        const struct shape *shape = shape__event((enum event)event);
        printf("### Event `%s`\n\n%s\n\n%s.\n\n", shape->name, shape->doc,
               streams[event_stream((enum event)event)]);
        is_fine = event_example_print(evening, (enum event)event) && is_fine;
        event_fields_print((enum event)event);
    }
    return is_fine;
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
    char *text = mem_alloc(FILE_SIZE_MAX + 1);
    size_t len = fread(text, 1, FILE_SIZE_MAX, file);
    bool is_whole = feof(file) != 0;
    fclose(file);
    if (!is_whole) {
        free(text);
        return NULL;
    }
    text[len] = '\0';
    return text;
}

static char *argument_read(const char *path)
{
    char *text = file_read(path);
    if (text == NULL)
        perror(path);
    return text;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: pentad_protocol_doc INTRODUCTION EVENING\n");
        return 2;
    }
    char *intro = argument_read(argv[1]);
    char *evening = argument_read(argv[2]);
    bool is_fine = intro != NULL && evening != NULL && intro_print(intro, evening);
    if (is_fine) {
        is_fine = ops_print(evening);
        is_fine = events_print(evening) && is_fine;
        records_print();
        words_print();
        costs_print();
        errors_print();
    }
    free(intro);
    free(evening);
    return is_fine && fflush(stdout) == 0 ? 0 : 1;
}
