/* SPDX-License-Identifier: MIT */
/*
 * Questions to a command line that was understood.
 */
#include "client/cli/invocation/invocation.h"

#include "base/day.h"
#include "proto/id.h"
#include "proto/message.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool invocation_has(const struct invocation *invocation, enum option_id id)
{
    return invocation->options[id] != NULL;
}

int64_t invocation_number(const struct invocation *invocation, enum option_id id, int64_t absent)
{
    const char *value = invocation->options[id];
    return value != NULL ? option_number(value, INT32_MAX) : absent;
}

bool invocation_is_level_mine(const struct invocation *invocation)
{
    const char *level = invocation->options[OPTION_LEVEL];
    return level != NULL && strcmp(level, LEVEL_MINE) == 0;
}

bool invocation_is_for_computer(const struct invocation *invocation)
{
    return invocation_has(invocation, OPTION_COMPUTER) || invocation_has(invocation, OPTION_LEVEL);
}

int invocation_word(const struct invocation *invocation, enum option_id id)
{
    const char *value = invocation->options[id];
    return value != NULL ? option_word(option_row(id)->kind, value) : NONE;
}

int invocation_stake(const struct invocation *invocation)
{
    if (invocation_has(invocation, OPTION_RATED))
        return STAKE_WORD_RATED;
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
    if (value == NULL || !day_parse(value, &day))
        return 0;
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

const struct variant *invocation_variant_or_classic(const struct invocation *invocation)
{
    const struct variant *variant = invocation_variant(invocation);
    return variant != NULL ? variant : variant_get(VARIANT_CLASSIC);
}

bool invocation_clock(const struct invocation *invocation, struct time_control *control_out)
{
    const char *value = invocation->options[OPTION_CLOCK];
    return value != NULL && option_clock(value, control_out);
}

const char *invocation_usual_clock(const struct invocation *invocation)
{
    struct time_control control;
    const char *text = invocation_variant_or_classic(invocation)->clock;
    bool is_of_days = time_control_parse(text, strlen(text), &control) &&
                      !time_control_is_real_time(&control) &&
                      !invocation_has(invocation, OPTION_COMPUTER);
    bool needs_clock = is_of_days || invocation_has(invocation, OPTION_RATED);
    return needs_clock && !invocation_has(invocation, OPTION_CLOCK) ? text : NULL;
}

struct time_control invocation_game_clock(const struct invocation *invocation)
{
    struct time_control control = {.kind = CLOCK_NONE};
    const char *usual = invocation_usual_clock(invocation);
    if (usual != NULL)
        (void)time_control_parse(usual, strlen(usual), &control);
    else
        (void)invocation_clock(invocation, &control);
    return control;
}

struct address invocation_address(const struct invocation *invocation)
{
    const char *server = invocation->options[OPTION_SERVER];
    struct address address;
    if (server == NULL || !address_read(server, &address))
        (void)address_read(ADDRESS_HERE, &address);
    return address;
}

struct invocation_place invocation_place(const struct invocation *invocation)
{
    const struct address address = invocation_address(invocation);
    struct invocation_place place;
    address_put(&address, place.text);
    return place;
}

struct invocation_server invocation_server(const struct invocation *invocation)
{
    const struct invocation_place place = invocation_place(invocation);
    struct invocation_server server = {""};
    if (strcmp(place.text, ADDRESS_HERE) != 0)
        snprintf(server.text, sizeof(server.text), " --server %s", place.text);
    return server;
}
