/* SPDX-License-Identifier: MIT */
/*
 * A sheet as SVG: one page of A4 with the fields, the board and its record below.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_SVG_SHEET_H
#define PENTAD_CLIENT_CLI_PRINT_SVG_SHEET_H

#include "client/cli/print/sheet.h"
#include "client/cli/terminal/ink.h"

void svg_sheet(const struct sheet *sheet, struct ink *ink);

#endif
