/* SPDX-License-Identifier: MIT */
/*
 * The listeners to happenings in the core.
 */
#ifndef PENTAD_SERVER_CORE_LISTENERS_H
#define PENTAD_SERVER_CORE_LISTENERS_H

#include "server/core/desk/happen.h"

extern const struct listeners core_listeners;

#endif
