/* SPDX-License-Identifier: MIT */
/* Prints the dictionary of the protocol: every op, event, field and word of the table. */
#include <stdio.h>

int main(void)
{
#define OP(ID, id, wire, who, cost, burst, per_ms, repeat, doc) printf("\"\\\"%s\\\"\"\n", wire);
#define EVENT(ID, id, wire, ...) printf("\"\\\"%s\\\"\"\n", wire);
#include "proto/message_rows.h"
    return 0;
}
