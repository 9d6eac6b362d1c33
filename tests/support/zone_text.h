/* SPDX-License-Identifier: MIT */
/*
 * Files of time zones, made of a rule: what a zone of the tests says and no zone of the world does.
 */
#ifndef PENTAD_TESTS_SUPPORT_ZONE_TEXT_H
#define PENTAD_TESTS_SUPPORT_ZONE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define ZONE_TEXT_SIZE 256

/* A file of version 2 without a change, `offset_s` ahead of UTC until the rule says more: a text
 * such as "CET-1CEST,M3.5.0,M10.5.0/3", or "". Returns how many bytes it has. */
size_t zone_text(int32_t offset_s, const char *rule, uint8_t bytes_out[ZONE_TEXT_SIZE]);

#endif
