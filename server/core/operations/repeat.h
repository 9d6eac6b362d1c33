/* SPDX-License-Identifier: MIT */
/*
 * Requests that were carried out before, as their key tells.
 */
#ifndef PENTAD_SERVER_CORE_REPEAT_H
#define PENTAD_SERVER_CORE_REPEAT_H

#include "server/core/turn/call.h"

/* Answers as the first request was (KEY_REMEMBERED of turn/keys.h). Returns as commands do. */
int repeat_answer(struct call *call);

#endif
