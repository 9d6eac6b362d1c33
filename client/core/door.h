/* SPDX-License-Identifier: MIT */
/*
 * The door of client/core: a session with a server and the models of its messages, as flat
 * functions of numbers, texts and bytes, for faces that include nothing else of this project. The
 * WebAssembly module exports these functions. One thread at a time.
 *
 * Numbers are doubles, as in JavaScript: an int64_t would be a BigInt in every call there, and a
 * double holds every time and count of the protocol. -1 stands for a missing number. Ids are texts.
 * Texts end with NUL, are UTF-8, and are lent until the next call with the door; those of players
 * and servers are as they were sent: hostile until they are made harmless. `now_ms` is of one
 * monotonic clock of the face's own, and `random` is from 0 to 2^53.
 *
 * To drive one: door_login() once; door_connected(); then, whenever something happened, call
 * door_next() until it returns DOOR_NOTHING, and send the bytes of door_output().
 */
#ifndef PENTAD_CLIENT_CORE_DOOR_H
#define PENTAD_CLIENT_CORE_DOOR_H

#include <stddef.h>

#pragma GCC visibility push(default)

struct door;

enum door_notice {
    DOOR_NOTHING,
    DOOR_READY,   /* logged in and up to date: requests may be made. Again after each return. */
    DOOR_REFUSED, /* the login failed; door_login() may try another */
    DOOR_REPLY,
    DOOR_ERROR, /* to a request, or to none in particular */
    DOOR_LOST,  /* a request got lost: the connection broke, and a repeat might do it twice */
    DOOR_EVENT,
    DOOR_SILENT, /* no answer for a while: the connection may be dead, and is being tried */
    DOOR_HEARD,  /* it is not dead */
    DOOR_BROKEN, /* silence, or bytes outside the protocol: drop the connection */
};

enum door_login {
    DOOR_STRANGER,
    DOOR_GUEST,
    DOOR_TOKEN,    /* comes back with `token` */
    DOOR_PASSWORD, /* `name`, `password`; and the token that this device had, if it had one */
    DOOR_REGISTER, /* the same, as the guest of `token` if that is valid */
    /* The server does it by itself, by a page's cookie; without one the page stays a stranger. */
    DOOR_TRANSPORT,
};

/* DOOR_table_game and so on. A face that cannot include this header finds them by door_name(). */
enum door_field {
#define FIELD(list, name, ...) DOOR_##list##_##name,
#include "client/core/door.def"
    DOOR_FIELD_COUNT
};

/* `client` is told to the server ("page 1.0"); `random` must differ from that of any other door. */
struct door *door_new(const char *client, double random);
void door_free(struct door *door);

/* Sets who to be from now on: enum door_login. Texts that it does not need are NULL. The models
 * stay as they are, so another player needs another door. */
void door_login(struct door *door, int how, const char *name, const char *password,
                const char *token);
void door_connected(struct door *door, double now_ms);
/* The connection ended, or could not be made. Returns the pause before the next attempt in ms. */
double door_broken(struct door *door, double now_ms, double random);
void door_received(struct door *door, const char *bytes, size_t len, double now_ms);
/* To be called at door_next_ms(), which is -1 for never. */
void door_pass_time(struct door *door, double now_ms);
double door_next_ms(const struct door *door);
/* Give the bytes to be sent; and take the number of those that were sent. */
const char *door_output(const struct door *door);
size_t door_output_size(const struct door *door);
void door_sent(struct door *door, size_t len);

/* Takes the next notice into the models, and returns its kind: enum door_notice. */
int door_next(struct door *door);
/* The event, or the fields of the reply, as a JSON object (docs/PROTOCOL.md); "" if it was
 * neither. */
const char *door_body(struct door *door);

/* Sends a request with these fields, a JSON object, as docs/PROTOCOL.md has it without `id` and
 * `op`. Returns its id, or -1 with `code`, `message` and `field` of the notice saying why. */
double door_request(struct door *door, const char *op, const char *fields);
/* Makes a move or a choice ("h8"). Returns 1: it is on its way; 2: it is kept until there is a
 * connection; 3: another one is on its way; 4: too many requests are. Or -1, as above. */
int door_move(struct door *door, const char *action);
/* Takes back a move that is kept. Returns 6: it will not be sent; 7: it may have arrived; 0: there
 * was none. */
int door_forget_move(struct door *door);

/* Has the rows of cells show another position: of the table (0), or of the game that `game.get`
 * told last (1), after so many plies; -1: as it stands. Returns the plies of that game, or -1:
 * there is none whose rules are known here. */
double door_look(struct door *door, int is_fetched, double plies);

/* The name of a field ("table.game"); NULL: there is none with this number. */
const char *door_name(int field);
/* The number of rows with this field. */
size_t door_count(struct door *door, int field);
/* A field of a row, as a number or as a text. A text field as a number is -1, a word is its number
 * there; a number field as a text is "". Missing rows give -1 and "". */
double door_number(struct door *door, int field, size_t row);
const char *door_text(struct door *door, int field, size_t row);

#pragma GCC visibility pop

#endif
