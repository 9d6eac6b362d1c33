/* SPDX-License-Identifier: MIT */
/*
 * The keys of client/cli/terminal/steps.h. Sequences are those of ECMA-48 terminals: CSI or SS3 and
 * a letter, or CSI, a number and a tilde.
 */
#include "client/cli/terminal/steps.h"

#include <stdbool.h>
#include <string.h>

#define ESCAPE '\x1b'
#define CTRL_C '\x03'
#define CTRL_D '\x04'
#define BACKSPACE '\x08'
#define DELETE '\x7f'

struct key {
    const char *bytes;
    enum step step;
};

static const struct key keys[] = {
    {"\x1b[D", STEP_BACK},   {"\x1bOD", STEP_BACK},   {"\x1b[C", STEP_ON},
    {"\x1bOC", STEP_ON},     {"\x1b[A", STEP_FIRST},  {"\x1bOA", STEP_FIRST},
    {"\x1b[B", STEP_LAST},   {"\x1bOB", STEP_LAST},   {"\x1b[H", STEP_FIRST},
    {"\x1bOH", STEP_FIRST},  {"\x1b[F", STEP_LAST},   {"\x1bOF", STEP_LAST},
    {"\x1b[1~", STEP_FIRST}, {"\x1b[7~", STEP_FIRST}, {"\x1b[4~", STEP_LAST},
    {"\x1b[8~", STEP_LAST},  {"\x1b[5~", STEP_BACK},  {"\x1b[6~", STEP_ON},
    {"h", STEP_BACK},        {"l", STEP_ON},          {"H", STEP_BACK},
    {"L", STEP_ON},          {"\xd1\x80", STEP_BACK}, /* the h key */
    {"\xd0\xb4", STEP_ON},                            /* l */
    {"\xd0\xb9", STEP_END},                           /* q */
    {"\xd0\xa0", STEP_BACK}, {"\xd0\x94", STEP_ON},   {"\xd0\x99", STEP_END},
    {" ", STEP_ON},          {"q", STEP_END},         {"Q", STEP_END},
};

/* Whether more bytes have to come. */
static bool is_begun(const struct steps *steps)
{
    const char *held = steps->held;
    size_t len = steps->held_len;
    if (held[0] != ESCAPE)
        return len == 1 && (held[0] & '\xe0') == '\xc0';
    if (len == 1)
        return true;
    char last = held[len - 1];
    if (len == 2)
        return last == '[' || last == 'O';
    return held[1] == '[' && (last < '@' || last > '~') && len < sizeof(steps->held);
}

static enum step take_held(struct steps *steps, char byte)
{
    steps->held[steps->held_len++] = byte;
    if (is_begun(steps))
        return STEP_NONE;
    size_t len = steps->held_len;
    steps->held_len = 0;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (strlen(keys[i].bytes) == len && memcmp(keys[i].bytes, steps->held, len) == 0)
            return keys[i].step;
    return STEP_NONE;
}

static enum step take_digit(struct steps *steps, unsigned digit)
{
    unsigned number = (steps->digits > 0 ? steps->number : 0) * 10 + digit;
    steps->number = number < STEPS_NUMBER_MAX ? number : STEPS_NUMBER_MAX;
    steps->digits++;
    return STEP_NONE;
}

enum step steps_take(struct steps *steps, char byte)
{
    unsigned digits = steps->digits;
    if (steps->held_len == 0 && byte >= '0' && byte <= '9')
        return take_digit(steps, (unsigned)(byte - '0'));
    steps->digits = 0;
    if (steps->held_len > 0)
        return take_held(steps, byte);
    if (byte == CTRL_C || byte == CTRL_D)
        return STEP_END;
    if (byte == BACKSPACE || byte == DELETE)
        return digits > 0 ? STEP_NONE : STEP_BACK;
    if (byte == '\r' || byte == '\n')
        return digits > 0 ? STEP_TO : STEP_ON;
    return take_held(steps, byte);
}
