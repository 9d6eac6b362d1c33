/* SPDX-License-Identifier: MIT */
/*
 * The messages as structs, made from proto/messages.def: struct hello_request, struct hello_reply,
 * struct room_record, struct game_moved_event and so on, and the enumerations of ops, events and
 * words. Plain values; texts and lists are borrowed from an arena or from the sender.
 */
#ifndef PENTAD_PROTO_MESSAGE_H
#define PENTAD_PROTO_MESSAGE_H

#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number or a word that is not there. */
#define NONE (-1)

/* Events in a stream have numbers from 1 to this, which every language can hold exactly. */
#define SEQ_MAX ((INT64_C(1) << 53) - 1)
/* The number of an event that has none in its head. */
#define NO_SEQ 0

/* enum seat_word { SEAT_WORD_FIRST, ... SEAT_WORD_COUNT } and so on. */
#define WORDS(list, LIST_ID)                                                                       \
    enum list##_word                                                                               \
    {
#define WORD(LIST_ID, ID, word, doc) LIST_ID##_WORD_##ID,
#define WORDS_END(list, LIST_ID)                                                                   \
    LIST_ID##_WORD_COUNT                                                                           \
    }                                                                                              \
    ;
#include "proto/words.def"
#undef WORDS
#undef WORD
#undef WORDS_END

/* The players who may send a request. */
enum who {
    WHO_STRANGER,  /* anybody */
    WHO_PLAYER,    /* logged in, guests too */
    WHO_ACCOUNT,   /* registered players */
    WHO_MODERATOR, /* moderators, operators, and people at the server's own machine */
    WHO_OPERATOR,  /* operators, and people at the server's own machine */
};

/* The players whom a request of a moderator or operator may be about, by the asker's role. */
enum reach {
    REACH_NOBODY,         /* about no player */
    REACH_ANYBODY,        /* whatever the role */
    REACH_BELOW,          /* only roles below the asker's; never oneself */
    REACH_ROWS,           /* others are left out */
    REACH_BELOW_AND_ROWS, /* both */
    REACH_NOTES,          /* about anybody, but only notes that REACH_BELOW allows */
    REACH_COUNT
};

/* The effect of a request that a client sends again because its connection broke before the
 * answer. */
enum repeat {
    REPEAT_SAFE,  /* twice is the same as once */
    REPEAT_KEY,   /* the same if it bears the key of the first one */
    REPEAT_PLY,   /* the same by its ply */
    REPEAT_NEVER, /* it might be done twice, or be refused because it was done */
};

/* The events that are numbered together. */
enum event_stream {
    STREAM_GAME,       /* those of a game, in the field `seq` */
    STREAM_ROOM,       /* those of a room, as sent to one player or watcher */
    STREAM_PLAYER,     /* those of a player, over all connections */
    STREAM_LOBBY,      /* no numbers: `lobby.watch` tells all again */
    STREAM_CONNECTION, /* no numbers: they have no meaning later */
};

#include "proto/message_structs.h"

/* The word ("first") of `value` in a list, for people and logs. */
#define WORDS(list, LIST_ID) const char *list##_word_text(int value);
#define WORD(LIST_ID, ID, word, doc)
#define WORDS_END(list, LIST_ID)
#include "proto/words.def"
#undef WORDS
#undef WORD
#undef WORDS_END

#endif
