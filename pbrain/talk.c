/* SPDX-License-Identifier: MIT */
/*
 * A talk of the Gomocup protocol: what becomes of the lines.
 */
#include "pbrain/talk.h"

#include "pbrain/talk_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*const doers[COMMAND_COUNT])(struct talk *, const struct order *) = {
#define COMMAND(ID, id, ...) [COMMAND_##ID] = talk__do_##id,
#include "pbrain/commands.def"
#undef COMMAND
};

struct talk *talk_new(const struct talk_ports *ports, struct thinker *thinker)
{
    struct talk *talk = calloc(1, sizeof(*talk));
    if (talk == NULL)
        return NULL;
    talk->ports = ports;
    talk->thinker = thinker;
    tell_init(&talk->tell);
    return talk;
}

void talk_free(struct talk *talk)
{
    free(talk);
}

size_t talk_hear(struct talk *talk, const char *bytes, size_t len)
{
    return lines_put(&talk->lines, bytes, len);
}

void talk_hear_end(struct talk *talk)
{
    lines_finish(&talk->lines);
    talk->is_input_over = true;
}

bool talk_is_over(const struct talk *talk)
{
    return talk->is_over;
}

void talk__refuse(struct talk *talk, const char *words)
{
    char line[256];
    snprintf(line, sizeof(line), "ERROR %s", words);
    talk->ports->say(talk->ports->ctx, line);
}

static void refuse_operands(struct talk *talk, enum command_id id)
{
    char words[128];
    snprintf(words, sizeof(words), "it is %s", command_get(id)->synopsis);
    talk__refuse(talk, words);
}

static void take_line(struct talk *talk, const char *line, size_t len)
{
    struct order order;
    if (talk->is_setting_up && talk__set_up(talk, line, len))
        return;
    switch (order_read(line, len, &order)) {
    case ORDER_OK:
        doers[order.command](talk, &order);
        break;
    case ORDER_BAD:
        refuse_operands(talk, order.command);
        break;
    case ORDER_UNKNOWN:
        talk->ports->say(talk->ports->ctx, "UNKNOWN command");
        break;
    }
}

void talk_run(struct talk *talk)
{
    const char *first;
    size_t len;
    while (!talk->is_over && lines_first(&talk->lines, &first, &len)) {
        /* The line is gone before it is done, which may take long and hear others. */
        char line[LINES_LONGEST];
        memcpy(line, first, len);
        lines_drop(&talk->lines);
        take_line(talk, line, len);
    }
    talk->is_over |= talk->is_input_over;
}
