/* SPDX-License-Identifier: MIT */
/*
 * The files of the system's time zones: below TZDIR, or /usr/share/zoneinfo.
 * server/core/rules/zone.h reads their contents. Keeps nothing.
 */
#ifndef PENTAD_SERVER_SHELL_ZONE_FILE_H
#define PENTAD_SERVER_SHELL_ZONE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the file of the zone, "Europe/Berlin". The caller frees the bytes; UTC needs no file and
 * has none. False if there is no such zone: then `message_out` is a sentence that begins with
 * time_zone, without its full stop. */
bool zone_file_read(const char *zone, uint8_t **bytes_out, size_t *size_out, char *message_out,
                    size_t message_size);

#endif
