/* SPDX-License-Identifier: MIT */
/*
 * Who listens to what happens in the core.
 */
#ifndef PENTAD_SERVER_CORE_LISTENERS_H
#define PENTAD_SERVER_CORE_LISTENERS_H

#include "server/core/desk/happen.h"

extern const struct listeners core_listeners;

#endif
