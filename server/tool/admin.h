/* SPDX-License-Identifier: MIT */
/*
 * Private to server/tool/: what `pentad admin` prints for people. proto/moderation.h says what can
 * be typed.
 */
#ifndef PENTAD_SERVER_TOOL_ADMIN_H
#define PENTAD_SERVER_TOOL_ADMIN_H

#include "proto/moderation.h"
#include "server/tool/tool_private.h"

/* The answer to this request, which is the act's. */
void admin_show(enum moderation_act_id act, const struct request *request,
                const union reply_body *reply, FILE *out);
/* The list, for help. */
void admin_print_commands(FILE *out);

#endif
