/* SPDX-License-Identifier: MIT */
/* The acts of proto/moderation.def: words to requests. */
#include "proto/moderation.h"

#include "base/day.h"
#include "proto/id.h"
#include "proto/require.h"
#include "proto/shape.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)
#define WORDS_MAX 4 /* of an act */

/* ------------------------------------------------------------------ numbers */

static bool read_number(const char *text, int64_t *number_out)
{
    char *end;
    errno = 0;
    *number_out = strtoll(text, &end, 10);
    return end != text && *end == '\0' && errno == 0 && *number_out >= 1;
}

/* Reads "90m", "12h" or "7d" as minutes, "good" as NONE; false for anything else. */
static bool read_length(const char *text, int64_t *minutes_out)
{
    char *unit;
    *minutes_out = NONE;
    if (strcmp(text, "good") == 0)
        return true;
    errno = 0;
    long long count = strtoll(text, &unit, 10);
    int64_t each = strcmp(unit, "d") == 0 ? 24 * 60 : strcmp(unit, "h") == 0 ? 60 : 1;
    if (unit == text || errno != 0 || (each == 1 && strcmp(unit, "m") != 0) || count < 1 ||
        count > INT64_MAX / each)
        return false;
    *minutes_out = count * each;
    return true;
}

static bool read_day(const char *text, int64_t *ms_out)
{
    int day = 0;
    bool is_day = day_parse(text, &day);
    *ms_out = day * DAY_MS;
    return is_day;
}

/* ------------------------------------------------------------------ words of the acts */

/* A word of an act, and the field of its request that it becomes. A field `all` is the word itself,
 * which may be left out; so may be a name in front of a number, which no name begins with. */
struct argument {
    const char *field;
    enum moderation_wrong
        wrong; /* if it is not what it has to be, is missing, or one is too many */
    bool (*read)(const char *text, int64_t *number_out); /* numbers; the field has their range */
};

#define PLAIN(field)                                                                               \
    {                                                                                              \
        field, MODERATION_RIGHT, NULL                                                              \
    }
#define CHECKED(field, ID)                                                                         \
    {                                                                                              \
        field, MODERATION_WRONG_##ID, NULL                                                         \
    }
#define NUMBER(field, ID, read)                                                                    \
    {                                                                                              \
        field, MODERATION_WRONG_##ID, read                                                         \
    }

/* Of "annul GAME REASON". Ids of games are texts that are names, too, so the number of words says
 * which it is. */
#define ANNUL_ONE MODERATION_ACT_COUNT

static const struct argument ARGUMENTS[MODERATION_ACT_COUNT + 1][WORDS_MAX + 1] = {
    [MODERATION_ACT_mute] = {PLAIN("name"), NUMBER("minutes", LENGTH, read_length),
                             PLAIN("reason")},
    [MODERATION_ACT_unmute] = {PLAIN("name"), PLAIN("reason")},
    [MODERATION_ACT_warn] = {PLAIN("name"), PLAIN("reason")},
    [MODERATION_ACT_note] = {PLAIN("name"), PLAIN("text")},
    [MODERATION_ACT_ban] = {PLAIN("name"), NUMBER("minutes", LENGTH, read_length), PLAIN("reason")},
    [MODERATION_ACT_unban] = {PLAIN("name"), PLAIN("reason")},
    [MODERATION_ACT_rename] = {PLAIN("name"), PLAIN("to"), PLAIN("reason")},
    [MODERATION_ACT_clear_profile] = {PLAIN("name"), PLAIN("reason")},
    [MODERATION_ACT_close_room] = {CHECKED("room", ROOM), PLAIN("reason")},
    [MODERATION_ACT_annul] = {PLAIN("name"), NUMBER("since", SINCE, read_day), PLAIN("reason")},
    [MODERATION_ACT_points] = {PLAIN("name"), NUMBER("from", LINE, read_number)},
    [MODERATION_ACT_reset_password] = {PLAIN("name"), PLAIN("reason")},
    [MODERATION_ACT_role] = {PLAIN("name"), CHECKED("role", ROLE), PLAIN("reason")},
    [MODERATION_ACT_cases] = {NUMBER("skip", SKIP, read_number)},
    [MODERATION_ACT_reports] = {PLAIN("name"), NUMBER("skip", SKIP, read_number)},
    [MODERATION_ACT_report] = {NUMBER("report", NUMBER, read_number)},
    [MODERATION_ACT_resolve] = {PLAIN("all"), NUMBER("report", NUMBER, read_number),
                                CHECKED("verdict", VERDICT), CHECKED("note", VERDICT)},
    [MODERATION_ACT_appeals] = {NUMBER("from", FROM_APPEAL, read_number)},
    [MODERATION_ACT_answer] = {NUMBER("appeal", APPEAL, read_number), CHECKED("verdict", VERDICT),
                               PLAIN("note")},
    [MODERATION_ACT_log] = {PLAIN("name"), NUMBER("before", BEFORE, read_number)},
    [MODERATION_ACT_sanctions] = {PLAIN("after")},
    [MODERATION_ACT_game] = {CHECKED("game", PLAYED)},
    [MODERATION_ACT_related] = {PLAIN("name"), PLAIN("after")},
    [MODERATION_ACT_ban_origin] = {PLAIN("name"), NUMBER("minutes", SHORT_LENGTH, read_length),
                                   PLAIN("reason")},
    [MODERATION_ACT_unban_origin] = {PLAIN("name"), PLAIN("reason")},
    [ANNUL_ONE] = {CHECKED("game", GAME), PLAIN("reason")},
};

static const struct field *field_find(const struct shape *shape, const char *name)
{
    const struct field *field = shape->fields;
    while (field->name != NULL && strcmp(field->name, name) != 0)
        field++;
    REQUIRE(field->name != NULL);
    return field;
}

/* Whether a word that may be left out is. */
static bool is_left_out(const struct field *field, const char *word)
{
    if (field->type == FIELD_BOOL)
        return word == NULL || strcmp(word, field->name) != 0;
    return word != NULL && field->is_optional && strcmp(field->name, "name") == 0 &&
           word[0] >= '0' && word[0] <= '9';
}

static bool word_take(const struct argument *argument, const struct field *field, const char *word,
                      void *slot)
{
    int64_t number = 0;
    switch ((enum field_type)field->type) {
    case FIELD_BOOL:
        *(bool *)slot = true;
        return true;
    case FIELD_TEXT:
        *(const char **)slot = word;
        return true;
    case FIELD_ID:
        *(uint64_t *)slot = id_parse(word, strlen(word));
        return *(uint64_t *)slot != 0;
    case FIELD_WORD:
        *(int *)slot = word__find(word__list(field->ref), word, strlen(word));
        return *(int *)slot >= 0;
    default:
        if (!argument->read(word, &number))
            return false;
        *(int64_t *)slot = number;
        return number == NONE ? field->is_optional : number >= field->min && number <= field->max;
    }
}

/* Nothing is said yet, and pages are as long as they may be. */
static void request_begin(const struct shape *shape, char *body)
{
    memset(body, 0, shape->size);
    for (const struct field *field = shape->fields; field->name != NULL; field++)
        if (field->type == FIELD_INT)
            *(int64_t *)(void *)(body + field->offset) =
                strcmp(field->name, "limit") == 0 ? field->max : field->absent;
}

/* ------------------------------------------------------------------ the table */

static const struct moderation_act ACTS[MODERATION_ACT_COUNT] = {
#define MODERATION_ACT(id, word, arguments, min, max, doc)                                         \
    {word, arguments, doc, min, max, (enum op)op_of_mod_##id},
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
};

static const char *const WRONGS[MODERATION_WRONG_COUNT] = {
#define MODERATION_ACT(id, word, arguments, min, max, doc)
#define MODERATION_WRONG(ID, text) [MODERATION_WRONG_##ID] = (text),
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
};

const struct moderation_act *moderation_act(enum moderation_act_id id)
{
    REQUIRE(id < MODERATION_ACT_COUNT);
    return &ACTS[id];
}

enum moderation_act_id moderation_act_find(const char *word)
{
    int id = 0;
    while (id < MODERATION_ACT_COUNT && strcmp(ACTS[id].word, word) != 0)
        id++;
    return (enum moderation_act_id)id;
}

enum moderation_wrong moderation_ask(enum moderation_act_id id, const char *const *words,
                                     struct request *request_out)
{
    bool is_of_one_game = id == MODERATION_ACT_annul && words[2] == NULL;
    const struct argument *argument = ARGUMENTS[is_of_one_game ? ANNUL_ONE : id];
    const struct shape *shape = shape__request(moderation_act(id)->op);
    char *body = (char *)&request_out->as;
    enum moderation_wrong wrong = MODERATION_RIGHT;
    request_out->op = moderation_act(id)->op;
    request_begin(shape, body);
    for (; argument->field != NULL; argument++) {
        const struct field *field = field_find(shape, argument->field);
        wrong = argument->wrong;
        if (is_left_out(field, *words) || (*words == NULL && field->is_optional))
            continue;
        if (*words == NULL || !word_take(argument, field, *words, body + field->offset))
            return wrong;
        words++;
    }
    return *words == NULL ? MODERATION_RIGHT : wrong;
}

const char *moderation_wrong_text(enum moderation_wrong wrong)
{
    REQUIRE(wrong > MODERATION_RIGHT && wrong < MODERATION_WRONG_COUNT);
    return WRONGS[wrong];
}

/* ------------------------------------------------------------------ a game, action by action */

/* The next word of a text, and its length; goes on behind it. */
static const char *next_word(const char **text, int *len_out)
{
    const char *word = *text + strspn(*text, " ");
    *len_out = (int)strcspn(word, " ");
    *text = word + *len_out;
    return word;
}

void moderation_walk_begin(struct moderation_walk *walk, const struct mod_game_reply *reply)
{
    *walk = (struct moderation_walk){.actions = reply->game->actions,
                                     .by = reply->by,
                                     .spent = reply->spent,
                                     .lost = reply->lost};
}

bool moderation_walk_next(struct moderation_walk *walk, struct moderation_step *step_out)
{
    int len;
    step_out->action = next_word(&walk->actions, &step_out->action_len);
    if (step_out->action_len == 0)
        return false;
    step_out->seat = *next_word(&walk->by, &len) == '2' ? 1 : 0;
    step_out->was_lost = *next_word(&walk->lost, &len) == '1';
    step_out->spent_ms = NONE;
    if (walk->spent != NULL) {
        const char *word = next_word(&walk->spent, &len);
        step_out->spent_ms = len > 0 ? strtoll(word, NULL, 10) : NONE;
    }
    walk->done[step_out->seat]++;
    walk->done_in_loss[step_out->seat] += step_out->was_lost ? 1 : 0;
    return true;
}
