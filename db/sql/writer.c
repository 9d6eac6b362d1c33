/* SPDX-License-Identifier: MIT */
/*
 * Functions that operations share.
 */
#include "db/sql/writer.h"

#include "base/memory.h"
#include "db/check.h"

int writer__one_row(int changed)
{
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

void writer__note_moved(struct sql_writer *writer, const struct store_moved *moved)
{
    if (writer->moved_count == writer->moved_cap) {
        writer->moved_cap = writer->moved_cap == 0 ? 4 : 2 * writer->moved_cap;
        writer->moved = mem_grow(writer->moved, writer->moved_cap * sizeof(*writer->moved));
    }
    writer->moved[writer->moved_count++] = *moved;
}
