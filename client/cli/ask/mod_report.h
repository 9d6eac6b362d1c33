/* SPDX-License-Identifier: MIT */
/*
 * The lines of a chat that a report carries, for those who judge it.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MOD_REPORT_H
#define PENTAD_CLIENT_CLI_ASK_MOD_REPORT_H

#include "client/cli/terminal/ink.h"
#include "proto/codec.h"

/* The verdict, if there is one, and the lines: those of the reported player are marked. */
void mod_report_put_lines(struct ink *ink, const struct mod_report_reply *report);

#endif
