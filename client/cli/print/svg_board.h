/* SPDX-License-Identifier: MIT */
/*
 * A board on paper as SVG: its squares with the names of columns and rows, heavy lines where small
 * boards meet and stones find support, dashes where columns go round; what is printed in squares;
 * stones with the numbers of their moves where these can be read, owners of small boards, and the
 * winning row struck through.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_SVG_BOARD_H
#define PENTAD_CLIENT_CLI_PRINT_SVG_BOARD_H

#include "client/cli/print/plan.h"
#include "client/cli/print/sheet.h"
#include "client/cli/terminal/ink.h"

void svg_board(const struct sheet *sheet, const struct plan *plan, struct ink *ink);

#endif
