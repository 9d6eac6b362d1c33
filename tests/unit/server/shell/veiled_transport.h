/* SPDX-License-Identifier: MIT */
/*
 * A transport that stands on another one, as TLS would: every byte is veiled on its way out and
 * unveiled on its way in. It takes the inner transport.
 *
 * At a sign of the other end, which is a byte of its own, it gives the sign back and hands the
 * inner transport to the next, as HTTP does to WebSocket: what stands behind the sign is for that
 * one, and what its user said before goes before the sign.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_SHELL_VEILED_TRANSPORT_H
#define PENTAD_TESTS_UNIT_SERVER_SHELL_VEILED_TRANSPORT_H

#include "server/shell/transport.h"

#define VEIL 0x5a
#define OTHER_VEIL 0x33

/* Once it is unveiled: the user goes on without a veil, or with the other one. */
#define SIGN_BARE '\1'
#define SIGN_OTHER '\2'

struct transport *transport_veiled_new(struct transport *take_inner);

#endif
