/* SPDX-License-Identifier: MIT */
/*
 * A transport that stands on another one, as TLS would: every byte is veiled on its way out and
 * unveiled on its way in. It takes the inner transport.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_SHELL_VEILED_TRANSPORT_H
#define PENTAD_TESTS_UNIT_SERVER_SHELL_VEILED_TRANSPORT_H

#include "server/shell/transport.h"

#define VEIL 0x5a

struct transport *transport_veiled_new(struct transport *take_inner);

#endif
