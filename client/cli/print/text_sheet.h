/* SPDX-License-Identifier: MIT */
/*
 * A sheet as text: pages of at most TEXT_SHEET_COLUMNS by TEXT_SHEET_LINES with a form feed before
 * each but the first one. An empty record fills the page; that of a played game goes on to the next
 * page.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_TEXT_SHEET_H
#define PENTAD_CLIENT_CLI_PRINT_TEXT_SHEET_H

#include "client/cli/print/sheet.h"
#include "client/cli/terminal/ink.h"

#define TEXT_SHEET_COLUMNS 80
#define TEXT_SHEET_LINES 60

/* `ink` breaks no lines. */
void text_sheet(const struct sheet *sheet, struct ink *ink);

#endif
