/* SPDX-License-Identifier: MIT */
/*
 * Lines of chats that reports carry: written with the report, hidden when it is upheld, and read.
 */
#include "db/sql/report_line.h"

#include "base/arena.h"
#include "base/memory.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"
#include "db/sql/table.h"

/* ------------------------------------------------------------------ writing */

int report_line__add_all(struct sql_writer *writer, const struct store_report *report)
{
    int outcome = OP_DONE;
    for (size_t i = 0; i < report->lines_count && outcome == OP_DONE; i++)
        outcome = writer__save(writer, SQL_REPORT_LINE_INSERT,
                               FIELDS(line_place, &report->lines[i]), FIELDS_ONLY);
    return outcome;
}

static void note(struct sql_writer *writer, const struct store_line_place *line)
{
    if (writer->hidden_count == writer->hidden_cap) {
        writer->hidden_cap = writer->hidden_cap == 0 ? 4 : 2 * writer->hidden_cap;
        writer->hidden = mem_grow(writer->hidden, writer->hidden_cap * sizeof(*writer->hidden));
    }
    writer->hidden[writer->hidden_count++] = *line;
}

int report_line__hide_all(struct sql_writer *writer, int64_t report)
{
    char block[STORE_REPORT_LINES * sizeof(struct store_line_place) + 256];
    struct arena arena;
    struct fields_list open;
    arena_init(&arena, block, sizeof(block));
    int outcome = OP_REFUSED;
    if (fields__list(
            sql__start(writer->sql, SQL_REPORT_LINES_OPEN, SQL_VALUES(sql_integer(report))),
            STORED_line_place, &arena, FIELDS_ALL, &open) == 0)
        outcome = OP_DONE;
    const struct store_line_place *line = outcome == OP_DONE ? open.rows : NULL;
    for (size_t i = 0; line != NULL && i < open.count && outcome == OP_DONE; i++) {
        outcome = writer__send(
            writer, SQL_CHAT_HIDE,
            SQL_VALUES(sql_integer(report), sql_id(line[i].room), sql_integer(line[i].n)));
        note(writer, &line[i]);
    }
    arena_deinit(&arena);
    return outcome;
}

/* ------------------------------------------------------------------ reading */

int answer__report(struct sql_connection *sql, struct work_query *question)
{
    const struct store_report_question *asked = &question->query.as.report;
    struct store_report_file *file = &question->answer.as.report;
    const struct fields_target target = {STORED_report_file, file, &question->arena};
    struct fields_list lines;
    int found =
        fields__get(sql__start(sql, SQL_REPORT_BY_NUMBER,
                               SQL_VALUES(sql_integer(asked->n), sql_integer((int64_t)asked->judge),
                                          sql_integer(asked->below))),
                    &target);
    if (found != 1)
        return answer__status(found);
    if (fields__list(sql__start(sql, SQL_REPORT_LINES, SQL_VALUES(sql_integer(asked->n))),
                     STORED_report_line, &question->arena, FIELDS_ALL, &lines) != 0)
        return STORE_UNAVAILABLE;
    file->lines = lines.rows;
    file->lines_count = lines.count;
    return STORE_OK;
}

int answer__chat(struct sql_connection *sql, struct work_query *question)
{
    struct store_chat *chat = &question->answer.as.chat;
    struct fields_list lines;
    if (table__chat(sql, question->query.as.chat.room, &question->arena, &lines) != 0)
        return STORE_UNAVAILABLE;
    chat->lines = lines.rows;
    chat->lines_count = lines.count;
    return STORE_OK;
}
