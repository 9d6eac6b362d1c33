/* SPDX-License-Identifier: MIT */
/*
 * The countries that a player can be from: the codes of ISO 3166-1 alpha-2. A pure function.
 */
#ifndef PENTAD_SERVER_CORE_COUNTRY_H
#define PENTAD_SERVER_CORE_COUNTRY_H

#include <stdbool.h>

/* Whether `code` is one of them, in capitals. */
bool country_is_known(const char *code);

#endif
