/* SPDX-License-Identifier: MIT */
/*
 * Names that nobody may take, because the server speaks by them or gives them out: those of offices
 * (`admin`, `moderator`), and those that it makes itself (`guest-...`, `Player-...`). A name is one
 * of them although digits, `_` or `-` stand around it, beside other parts of the name
 * (`Pentad-Support`, `TheModerator`), and with digits for letters (`adm1n`).
 */
#ifndef PENTAD_SERVER_CORE_OFFICE_H
#define PENTAD_SERVER_CORE_OFFICE_H

#include "server/core/rules/look.h"

#include <stdbool.h>

struct offices;

/* Borrows `look`. NULL if ICU's data is missing. */
struct offices *offices_new(const struct look *look);
void offices_free(struct offices *offices);

/* Whether the name is one of these. */
bool offices_have(const struct offices *offices, const char *name);

#endif
