/* SPDX-License-Identifier: MIT */
/*
 * Ports for servers that cannot be asked which one they got.
 */
#ifndef PENTAD_TESTS_SUPPORT_FREE_PORT_H
#define PENTAD_TESTS_SUPPORT_FREE_PORT_H

#include <stdint.h>

/* A port of 127.0.0.1 where nobody listens now. Nobody is given it in the meantime who asks the
 * system for any port: those begin at 32768. Programs that run at once look in different places. */
uint16_t free_port(void);

#endif
