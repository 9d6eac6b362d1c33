/* SPDX-License-Identifier: MIT */
/*
 * Functions that operations share.
 */
#include "db/sql/writer.h"

#include "base/memory.h"
#include "db/check.h"

#include <stdlib.h>

void writer__deinit(struct sql_writer *writer)
{
    cache__deinit(&writer->cache);
    free(writer->memos);
    free(writer->moved);
    free(writer->hidden);
    arena_deinit(&writer->memory);
}

int writer__send(struct sql_writer *writer, enum sql_statement id, const struct sql_value *values,
                 int count)
{
    return sql__send(writer->sql, id, values, count) == 0 ? OP_DONE : OP_REFUSED;
}

int writer__save(struct sql_writer *writer, enum sql_statement id,
                 const struct fields_source *source, const struct sql_value *values, int count)
{
    return fields__send(writer->sql, id, source, values, count) == 0 ? OP_DONE : OP_REFUSED;
}

int writer__change(struct sql_writer *writer, enum sql_statement id,
                   const struct fields_source *source)
{
    int changed = fields__put(writer->sql, id, source, FIELDS_ONLY);
    if (changed < 0)
        return OP_REFUSED;
    return changed == 0 ? OP_CONFLICT : OP_DONE;
}

void writer__note_moved(struct sql_writer *writer, const struct store_moved *moved)
{
    if (writer->moved_count == writer->moved_cap) {
        writer->moved_cap = writer->moved_cap == 0 ? 4 : 2 * writer->moved_cap;
        writer->moved = mem_grow(writer->moved, writer->moved_cap * sizeof(*writer->moved));
    }
    writer->moved[writer->moved_count++] = *moved;
}
