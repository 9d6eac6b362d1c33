/* SPDX-License-Identifier: MIT */
/*
 * The lines of a chat that a report carries, for those who judge it.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MOD_REPORT_H
#define PENTAD_CLIENT_CLI_ASK_MOD_REPORT_H

#include "client/cli/terminal/ink.h"
#include "proto/codec.h"

/* Puts a text below the line that it belongs to, in lines of whole words. */
void mod_report_put_text(struct ink *ink, enum colour colour, const char *text);
/* The verdict, if there is one, and the lines: those of the reported player are marked. */
void mod_report_put_lines(struct ink *ink, const struct mod_report_reply *report);

#endif
