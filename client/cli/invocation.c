/* SPDX-License-Identifier: MIT */
/*
 * Reading a command line by the tables of commands and options. Options may stand before and after
 * the command and its arguments; `--` ends them. A function of argv and two variables of the
 * environment, without getopt's global state.
 */
#include "client/cli/commands.h"

#include "base/day.h"
#include "client/cli/i18n.h"
#include "proto/id.h"
#include "proto/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One command line while it is read. */
struct parser {
    int argc;
    char *const *argv;
    int at;
    bool is_past_options; /* after `--` */
    struct invocation *out;
    char *problem;
    size_t size;
};

#define WORD_UNKNOWN (-2)

static int find_word(const char *value, int count, const char *(*text)(int))
{
    for (int i = 0; i < count; i++) {
        if (strcmp(text(i), value) == 0) {
            return i;
        }
    }
    return WORD_UNKNOWN;
}

static int first_from(const char *value)
{
    if (strcmp(value, "me") == 0) {
        return FIRST_WORD_OPENER;
    }
    if (strcmp(value, "opponent") == 0) {
        return FIRST_WORD_JOINER;
    }
    return strcmp(value, "random") == 0 ? FIRST_WORD_RANDOM : WORD_UNKNOWN;
}

static int word_of(enum option_kind kind, const char *value)
{
    switch (kind) {
    case OPTION_KIND_FIRST:
        return first_from(value);
    case OPTION_KIND_RESULT:
        return find_word(value, SCORE_WORD_COUNT, score_word_text);
    case OPTION_KIND_FORMAT:
        return find_word(value, FORMAT_WORD_COUNT, format_word_text);
    case OPTION_KIND_CLOCK_KIND:
        return find_word(value, CLOCK_KIND_WORD_COUNT, clock_kind_word_text);
    case OPTION_KIND_DECLINE:
        return find_word(value, DECLINE_WORD_COUNT, decline_word_text);
    case OPTION_KIND_LANGUAGE:
        return find_word(value, LANGUAGE_WORD_COUNT, language_word_text);
    default: /* OPTION_KIND_STATE */
        return find_word(value, ROOM_STATE_WORD_COUNT, room_state_word_text);
    }
}

/* A whole number from 1 to `max`, or -1. */
static int64_t number_from(const char *value, int64_t max)
{
    int64_t number = 0;
    for (const char *at = value; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || number > max / 10) {
            return -1;
        }
        number = number * 10 + (*at - '0');
    }
    return value[0] != '\0' && number >= 1 && number <= max ? number : -1;
}

static bool is_valid(enum option_kind kind, const char *value)
{
    struct time_control control;
    int day;
    switch (kind) {
    case OPTION_KIND_FLAG:
    case OPTION_KIND_ANY_TEXT:
        return true;
    case OPTION_KIND_TEXT:
        return value[0] != '\0';
    case OPTION_KIND_NUMBER:
        return number_from(value, INT32_MAX) > 0;
    case OPTION_KIND_PORT:
        return number_from(value, 65535) > 0;
    case OPTION_KIND_ID:
        return id_parse(value, strlen(value)) != 0;
    case OPTION_KIND_VARIANT:
        return variant_find(value, strlen(value)) != NULL;
    case OPTION_KIND_CLOCK:
        return time_control_parse(value, strlen(value), &control);
    case OPTION_KIND_DATE:
        return day_parse(value, &day);
    default:
        return word_of(kind, value) != WORD_UNKNOWN;
    }
}

static enum option_id find_option(const char *name, size_t len)
{
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (strlen(option_row(id)->name) == len && memcmp(option_row(id)->name, name, len) == 0) {
            return id;
        }
    }
    return OPTION_COUNT;
}

static enum option_id find_letter(char letter)
{
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (option_row(id)->letter == letter) {
            return id;
        }
    }
    return OPTION_COUNT;
}

void word_list_put(int count, const char *(*text)(int), char *out, size_t size)
{
    size_t len = 0;
    out[0] = '\0';
    for (int i = 0; i < count && len < size; i++) {
        len += (size_t)snprintf(out + len, size - len, "%s%s", i > 0 ? ", " : "", text(i));
    }
}

static const char *first_text(int at)
{
    static const char *const words[] = {"me", "opponent", "random"};
    return words[at];
}

static const char *variant_text(int at)
{
    return variant_get((enum variant_id)at)->key;
}

/* What an option of this kind may be; empty if that is no list. */
static void put_allowed(enum option_kind kind, char *text, size_t size)
{
    text[0] = '\0';
    switch (kind) {
    case OPTION_KIND_FIRST:
        word_list_put(3, first_text, text, size);
        break;
    case OPTION_KIND_VARIANT:
        word_list_put(VARIANT_COUNT, variant_text, text, size);
        break;
    case OPTION_KIND_RESULT:
        word_list_put(SCORE_WORD_COUNT, score_word_text, text, size);
        break;
    case OPTION_KIND_FORMAT:
        word_list_put(FORMAT_WORD_COUNT, format_word_text, text, size);
        break;
    case OPTION_KIND_CLOCK_KIND:
        word_list_put(CLOCK_KIND_WORD_COUNT, clock_kind_word_text, text, size);
        break;
    case OPTION_KIND_DECLINE:
        word_list_put(DECLINE_WORD_COUNT, decline_word_text, text, size);
        break;
    case OPTION_KIND_LANGUAGE:
        word_list_put(LANGUAGE_WORD_COUNT, language_word_text, text, size);
        break;
    case OPTION_KIND_STATE:
        word_list_put(ROOM_STATE_WORD_COUNT, room_state_word_text, text, size);
        break;
    default:
        break;
    }
}

static void tell_bad_value(struct parser *parser, const struct option_row *row, const char *value)
{
    char allowed[128];
    put_allowed(row->kind, allowed, sizeof(allowed));
    if (row->kind == OPTION_KIND_CLOCK) {
        snprintf(parser->problem, parser->size,
                 _("\"%s\" is no time control. Try 5m+3s (5 minutes, 3 seconds more each move), "
                   "30s/move, 10m+3x30s (then 3 periods), 3d/move or none."),
                 value);
    } else if (row->kind == OPTION_KIND_DATE) {
        snprintf(parser->problem, parser->size, _("\"%s\" is no date; write YYYY-MM-DD."), value);
    } else if (allowed[0] != '\0') {
        snprintf(parser->problem, parser->size, _("\"%s\" is no value for --%s; it is one of: %s."),
                 value, row->name, allowed);
    } else {
        snprintf(parser->problem, parser->size, _("\"%s\" is no value for --%s."), value,
                 row->name);
    }
}

/* `value` is what was glued to the option, or NULL. */
static int take_option(struct parser *parser, enum option_id id, const char *value)
{
    const char *word = parser->argv[parser->at];
    if (id == OPTION_COUNT) {
        snprintf(parser->problem, parser->size, _("There is no option %s."), word);
        return -1;
    }
    const struct option_row *row = option_row(id);
    if (row->argument == NULL && value != NULL) {
        snprintf(parser->problem, parser->size, _("The option --%s takes no value."), row->name);
        return -1;
    }
    if (row->argument != NULL && value == NULL) {
        if (parser->at + 1 >= parser->argc) {
            snprintf(parser->problem, parser->size, _("The option --%s needs a value."), row->name);
            return -1;
        }
        value = parser->argv[++parser->at];
    }
    if (value != NULL && !is_valid(row->kind, value)) {
        tell_bad_value(parser, row, value);
        return -1;
    }
    parser->out->options[id] = value != NULL ? value : "";
    return 0;
}

static int take_word(struct parser *parser, const char *word)
{
    struct invocation *out = parser->out;
    if (out->command == NULL) {
        out->command = command_find(word);
        if (out->command == NULL) {
            snprintf(parser->problem, parser->size, _("There is no command \"%s\"."), word);
            return -1;
        }
        return 0;
    }
    if (out->arguments_count == out->command->max) {
        snprintf(parser->problem, parser->size, _("\"%s\" is one argument too many."), word);
        return -1;
    }
    out->arguments[out->arguments_count++] = word;
    return 0;
}

static int take(struct parser *parser)
{
    const char *word = parser->argv[parser->at];
    if (parser->is_past_options || word[0] != '-' || word[1] == '\0') {
        return take_word(parser, word);
    }
    if (strcmp(word, "--") == 0) {
        parser->is_past_options = true;
        return 0;
    }
    if (word[1] == '-') {
        const char *equals = strchr(word, '=');
        size_t len = equals != NULL ? (size_t)(equals - word) : strlen(word);
        return take_option(parser, find_option(word + 2, len - 2),
                           equals != NULL ? equals + 1 : NULL);
    }
    return take_option(parser, find_letter(word[1]), word[2] != '\0' ? word + 2 : NULL);
}

static void tell_missing(const struct command_row *command, char *problem, size_t size)
{
    char words[128];
    int used = snprintf(problem, size, _("The command %s needs an argument: %s."), command->name,
                        command->arguments);
    if (command != command_row(COMMAND_REPORT) || used < 0 || (size_t)used + 1 >= size) {
        return;
    }
    word_list_put(COMPLAINT_WORD_COUNT, complaint_word_text, words, sizeof(words));
    problem[used] = ' ';
    snprintf(problem + used + 1, size - (size_t)used - 1, _("WHY is one of: %s."), words);
}

/* What only the whole command line shows. */
static int check(const struct invocation *out, char *problem, size_t size)
{
    if (out->command == NULL || invocation_has(out, OPTION_HELP) ||
        invocation_has(out, OPTION_VERSION)) {
        return 0;
    }
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (out->options[id] != NULL && !command_takes(out->command, id)) {
            snprintf(problem, size, _("The command %s has no option --%s."), out->command->name,
                     option_row(id)->name);
            return -1;
        }
    }
    if (out->arguments_count < out->command->min) {
        tell_missing(out->command, problem, size);
        return -1;
    }
    if ((invocation_has(out, OPTION_RATED) && invocation_has(out, OPTION_UNRATED)) ||
        (invocation_has(out, OPTION_SGF) && invocation_has(out, OPTION_PSQ)) ||
        (invocation_has(out, OPTION_NEW) && invocation_has(out, OPTION_RESUME))) {
        snprintf(problem, size, "%s", _("Two of these options exclude each other."));
        return -1;
    }
    return 0;
}

static int take_environment(struct invocation *out, char *problem, size_t size)
{
    const char *host = getenv("PENTAD_HOST");
    const char *port = getenv("PENTAD_PORT");
    if (out->options[OPTION_HOST] == NULL && host != NULL && host[0] != '\0') {
        out->options[OPTION_HOST] = host;
    }
    if (out->options[OPTION_PORT] == NULL && port != NULL && port[0] != '\0') {
        if (!is_valid(OPTION_KIND_PORT, port)) {
            snprintf(problem, size, _("\"%s\" in PENTAD_PORT is no port."), port);
            return -1;
        }
        out->options[OPTION_PORT] = port;
    }
    return 0;
}

int invocation_parse(int argc, char *const *argv, struct invocation *out, char *problem,
                     size_t size)
{
    *out = (struct invocation){0};
    struct parser parser = {
        .argc = argc, .argv = argv, .at = 1, .out = out, .problem = problem, .size = size};
    for (; parser.at < argc; parser.at++) {
        if (take(&parser) != 0) {
            return -1;
        }
    }
    return check(out, problem, size) == 0 ? take_environment(out, problem, size) : -1;
}

/* ---------------------------------------------------------------- questions */

bool invocation_has(const struct invocation *invocation, enum option_id id)
{
    return invocation->options[id] != NULL;
}

int64_t invocation_number(const struct invocation *invocation, enum option_id id, int64_t absent)
{
    const char *value = invocation->options[id];
    return value != NULL ? number_from(value, INT32_MAX) : absent;
}

int invocation_word(const struct invocation *invocation, enum option_id id)
{
    const char *value = invocation->options[id];
    return value != NULL ? word_of(option_row(id)->kind, value) : NONE;
}

int invocation_stake(const struct invocation *invocation)
{
    if (invocation_has(invocation, OPTION_RATED)) {
        return STAKE_WORD_RATED;
    }
    return invocation_has(invocation, OPTION_UNRATED) ? STAKE_WORD_UNRATED : NONE;
}

/* The instant at which a day begins here. */
static int64_t local_day_ms(int day)
{
    char text[DAY_TEXT_SIZE];
    int year = 0;
    int month = 0;
    int of_month = 0;
    day_text(day, text);
    (void)sscanf(text, "%4d-%2d-%2d", &year, &month, &of_month);
    struct tm local = {
        .tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = of_month, .tm_isdst = -1};
    return (int64_t)mktime(&local) * 1000;
}

static int64_t day_edge(const struct invocation *invocation, enum option_id id, int later)
{
    int day = 0;
    const char *value = invocation->options[id];
    if (value == NULL || !day_parse(value, &day)) {
        return 0;
    }
    int64_t at_ms = local_day_ms(day + later);
    return at_ms > 0 ? at_ms : 0;
}

int64_t invocation_day_begin(const struct invocation *invocation, enum option_id id)
{
    return day_edge(invocation, id, 0);
}

int64_t invocation_day_end(const struct invocation *invocation, enum option_id id)
{
    return day_edge(invocation, id, 1);
}

uint64_t invocation_id(const struct invocation *invocation, enum option_id id)
{
    const char *value = invocation->options[id];
    return value != NULL ? id_parse(value, strlen(value)) : 0;
}

const struct variant *invocation_variant(const struct invocation *invocation)
{
    const char *value = invocation->options[OPTION_VARIANT];
    return value != NULL ? variant_find(value, strlen(value)) : NULL;
}

bool invocation_clock(const struct invocation *invocation, struct time_control *control_out)
{
    const char *value = invocation->options[OPTION_CLOCK];
    return value != NULL && time_control_parse(value, strlen(value), control_out);
}

const char *invocation_host(const struct invocation *invocation)
{
    const char *host = invocation->options[OPTION_HOST];
    return host != NULL ? host : DEFAULT_HOST;
}

const char *invocation_port(const struct invocation *invocation)
{
    const char *port = invocation->options[OPTION_PORT];
    return port != NULL ? port : DEFAULT_PORT;
}

void invocation_server_options(const struct invocation *invocation, char *text, size_t size)
{
    const char *host = invocation_host(invocation);
    const char *port = invocation_port(invocation);
    bool is_default_host = strcmp(host, DEFAULT_HOST) == 0;
    bool is_default_port = strcmp(port, DEFAULT_PORT) == 0;
    snprintf(text, size, "%s%s%s%s", is_default_host ? "" : " --host ", is_default_host ? "" : host,
             is_default_port ? "" : " --port ", is_default_port ? "" : port);
}
