/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. WebSocket as a transport of messages (transport.h), behind its
 * handshake (web.h): a message is a frame without its LF, in text frames.
 */
#ifndef PENTAD_SERVER_SHELL_WEBSOCKET_TRANSPORT_H
#define PENTAD_SERVER_SHELL_WEBSOCKET_TRANSPORT_H

#include "server/shell/transport.h"

/* WebSocket over `take_inner`, of bytes. */
struct transport *transport_websocket_new(struct transport *take_inner);

#endif
