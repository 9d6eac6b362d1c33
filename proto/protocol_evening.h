/* SPDX-License-Identifier: MIT */
/*
 * The evening as the page of the protocol shows it: what was said in
 * tests/unit/server/operations/evening.dialogue, as proto/evening.txt has it. For
 * pentad_protocol_doc, which lends that text.
 *
 *     == SCENE
 *     -- PART
 *     NAME C: {...}     said by a client
 *     NAME S: {...}     said by the server
 */
#ifndef PENTAD_PROTO_PROTOCOL_EVENING_H
#define PENTAD_PROTO_PROTOCOL_EVENING_H

#include "proto/message.h"
#include "proto/writer.h"

#include <stdbool.h>
#include <stddef.h>

/* All of these write lines as "C: {...}" and "S: {...}", with LFs between them, and return false if
 * the evening has none. In lines of more than 400 bytes "…" stands for what is left out: of a list
 * all but the first element, of an object inside all but its first fields, of a text its end. */

/* Those of a person in a part: "PERSON PART", or "whole PERSON PART", of which nothing is left out.
 */
bool evening_part_put(struct writer *out, const char *evening, const char *name, size_t len);
/* The first request of the op that got a reply, and that. */
bool evening_op_put(struct writer *out, const char *evening, enum op op);
bool evening_event_put(struct writer *out, const char *evening, enum event event);

#endif
