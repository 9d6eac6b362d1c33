/* SPDX-License-Identifier: MIT */
/*
 * The state that the threads of a store share.
 */
#include "db/sqlite/shared.h"

#include <stdio.h>

void shared__init(struct sqlite_shared *shared)
{
    pthread_mutex_init(&shared->lock, NULL);
    pthread_cond_init(&shared->write_ready, NULL);
    pthread_cond_init(&shared->read_ready, NULL);
}

void shared__deinit(struct sqlite_shared *shared)
{
    work__free_all(&shared->writes);
    work__free_all(&shared->reads);
    work__free_all(&shared->done);
    pthread_cond_destroy(&shared->write_ready);
    pthread_cond_destroy(&shared->read_ready);
    pthread_mutex_destroy(&shared->lock);
}

void shared__close(struct sqlite_shared *shared)
{
    pthread_mutex_lock(&shared->lock);
    shared->is_closing = true;
    pthread_cond_broadcast(&shared->write_ready);
    pthread_cond_broadcast(&shared->read_ready);
    pthread_mutex_unlock(&shared->lock);
}

void shared__note_error(struct sqlite_shared *shared, const struct sqlite_connection *connection,
                        const char *during)
{
    int code = sqlite3_extended_errcode(connection->db);
    bool is_known = code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW;
    pthread_mutex_lock(&shared->lock);
    if (is_known)
        (void)snprintf(shared->error, sizeof(shared->error), "%s (%d)",
                       sqlite3_errmsg(connection->db), code);
    else
        (void)snprintf(shared->error, sizeof(shared->error), "%s does not fit what is stored",
                       during);
    pthread_mutex_unlock(&shared->lock);
}

void shared__error(struct sqlite_shared *shared, char *text_out, size_t text_size)
{
    pthread_mutex_lock(&shared->lock);
    (void)snprintf(text_out, text_size, "%s", shared->error);
    pthread_mutex_unlock(&shared->lock);
}
