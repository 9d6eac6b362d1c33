/* SPDX-License-Identifier: MIT */
/*
 * Names of players at tables.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_NAMES_H
#define PENTAD_SERVER_CORE_ROOM_NAMES_H

#include "server/core/desk/happen.h"

/* Listens to NAME_CHANGED. */
void room_name_changed(struct core *core, const struct name_change *change);

#endif
