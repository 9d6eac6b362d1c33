/* SPDX-License-Identifier: MIT */
/*
 * Replies to the acts of penta mod about appeals, for people.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MOD_APPEALS_H
#define PENTAD_CLIENT_CLI_ASK_MOD_APPEALS_H

#include "client/cli/terminal/ink.h"
#include "proto/codec.h"

void show_appeals(struct ink *ink, const union reply_body *reply);
void show_answer(struct ink *ink, const union reply_body *reply);

#endif
