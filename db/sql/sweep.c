/* SPDX-License-Identifier: MIT */
/*
 * Sweeping the log. Entries of games that are over stay behind among those of games in progress.
 * When they may be the greater part, sweeps walk from the oldest entry to the newest, a little in
 * each transaction: entries of games in progress are appended again, then the whole stretch is
 * deleted. That touches pages one after the other, where deleting each game's entries at its end
 * would touch one page for nearly every entry.
 */
#include "db/sql/sweep.h"

#include "db/check.h"
#include "db/sql/fields.h"

/* Entries that are not worth a sweep. */
#define SLACK 16384
/* How much one transaction sweeps: several times what it appends, so that a sweep ends. */
#define STRETCH_MIN 256
#define STRETCH_FACTOR 4

static int entry_append_again(struct sql_writer *writer, const struct store_log_entry *entry)
{
    int64_t place = ++writer->cache.log.last;
    return writer__save(writer, SQL_LOG_INSERT, FIELDS(log_entry, entry),
                        SQL_VALUES(sql_integer(place)));
}

/* Appends again what is still needed of the entries up to `end`. */
static int stretch_rescue(struct sql_writer *writer, int64_t end)
{
    struct sql_row row = sql__start(writer->sql, SQL_LOG_OLDEST, SQL_VALUES(sql_integer(end)));
    int result = sql__step(&row);
    while (result == 1) {
        struct store_log_entry entry;
        if (!fields__read(&row, STORED_log_entry, &entry, NULL) ||
            (cache__game_find(&writer->cache, entry.game) != NULL &&
             entry_append_again(writer, &entry) != OP_DONE))
            result = -1;
        else
            result = sql__step(&row);
    }
    sql__end(&row);
    return result;
}

static int stretch_sweep(struct sql_writer *writer, int64_t end)
{
    if (stretch_rescue(writer, end) != 0)
        return -1;
    return writer__send(writer, SQL_LOG_DELETE, SQL_VALUES(sql_integer(end))) == OP_DONE ? 0 : -1;
}

static bool sweep_is_due(struct cache_log *log)
{
    if (log->goal == 0 && log->last - log->first >= 2 * log->kept + SLACK)
        log->goal = log->last;
    return log->goal != 0;
}

int sweep__go_on(struct sql_writer *writer)
{
    struct cache_log *log = &writer->cache.log;
    if (log->appended == 0 || !sweep_is_due(log))
        return 0;
    int64_t stretch = log->appended * STRETCH_FACTOR;
    int64_t end = log->first - 1 + (stretch > STRETCH_MIN ? stretch : STRETCH_MIN);
    if (end > log->goal)
        end = log->goal;
    if (stretch_sweep(writer, end) != 0)
        return -1;
    log->first = end + 1;
    if (end == log->goal) {
        log->goal = 0;
        log->kept = log->last - log->first + 1;
    }
    return 0;
}
