/* SPDX-License-Identifier: MIT */
/*
 * A player's private messages as a client lists them: the threads, the one with the latest letter
 * first, or the letters of one thread, the latest first; and the number of unread letters. It is
 * fed with the server's pages, for the number also with events, and decides nothing. Owns copies of
 * what it shows; texts are as the server sent them and have to be made harmless before they are
 * shown.
 */
#ifndef PENTAD_CLIENT_CORE_MAIL_H
#define PENTAD_CLIENT_CORE_MAIL_H

#include "client/core/pages.h"
#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most threads, and letters of the one on show, that are kept: the latest. */
#define MAIL_THREADS_MAX 1000
#define MAIL_LETTERS_MAX 500
/* The beginning of a letter that stands for its thread (`thread` in proto/messages.def). */
#define MAIL_PREVIEW_SIZE 401

struct mail_thread {
    uint64_t id; /* that of the last letter */
    char with[TABLE_NAME_SIZE];
    char text[MAIL_PREVIEW_SIZE];
    bool is_own; /* the player wrote the last letter */
    int64_t at;  /* when the last letter was sent */
    int64_t unread;
};

struct mail_letter {
    uint64_t id;
    char from[TABLE_NAME_SIZE];
    bool is_own;
    char *text;
    int64_t at;
};

struct mail {
    int64_t unread; /* of all threads, as told last */
    struct pages threads;
    struct pages letters; /* of one thread */
};

/* `before` is the `before` of the request for the first page of either list. */
void mail_init(struct mail *mail, uint64_t before);
void mail_deinit(struct mail *mail);

/* Takes the number of unread letters after a login or a return. Returns true if some have come. */
bool mail_take_unread(struct mail *mail, int64_t unread);
/* Keeps that number by events: a letter that came, and letters that the player read or deleted on
 * another device. The lists stay as their pages told them. */
void mail_take_event(struct mail *mail, enum event event, const union event_body *body);

/* Take a page; `before` is the request's, `me` the player. A page that does not follow a known one
 * is dropped. */
void mail_take_threads(struct mail *mail, uint64_t before,
                       const struct message_threads_reply *reply);
void mail_take_letters(struct mail *mail, const char *me, uint64_t before,
                       const struct message_list_reply *reply);

const struct mail_thread *mail_thread_at(const struct mail *mail, size_t index);
const struct mail_letter *mail_letter_at(const struct mail *mail, size_t index);
/* The letter up to which the thread counts as read when its letters are shown. 0: none, or the list
 * does not begin with the latest letter, and newer ones may be unread. */
uint64_t mail_read_upto(const struct mail *mail);

#endif
