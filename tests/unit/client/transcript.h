/* SPDX-License-Identifier: MIT */
/*
 * The parts of the runner of transcripts: the stage of a scene, the words of a step, and the steps.
 * A scene has either the program penta with a terminal or pipes (transcript_program.c) or a visit
 * to a table inside of this process (transcript_visit.c); to both the server speaks in the same
 * words.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_TRANSCRIPT_H
#define PENTAD_TESTS_UNIT_CLIENT_TRANSCRIPT_H

#include "proto/codec.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define TRANSCRIPT_PATH_SIZE 256
#define TRANSCRIPT_FILES_MAX 16
#define TRANSCRIPT_ENV_MAX 8

/* A text that was written, of which a part is looked at. */
struct shown {
    char *text; /* of a terminal each line ends with LF alone */
    size_t len;
    size_t from; /* looked at: from here, */
    size_t to;   /* to here where it still goes on */
    bool is_over;
};

struct program {
    pid_t pid; /* 0: none runs */
    bool is_terminal;
    int input; /* -1 when it was closed */
    int output;
    bool has_ended; /* its output is at its end */
    char *env[TRANSCRIPT_ENV_MAX];
    size_t env_count;
    char *prints_to; /* a file that gets its standard output, "": it has none; or NULL */
};

/* The server's side. */
struct server {
    int listener;
    int conn; /* -1: none */
    char port[8];
    char input[65536];
    size_t input_len;
    bool may_connect; /* nobody has connected since the program began, or since it was cut off */
    bool is_newer;    /* plays `hexes`, too, which needs what nobody knows */
    char chat[16];    /* what is told of it in hello, "": nothing */
    int64_t room_seq; /* of the last event of the one room, and of the player */
    int64_t player_seq;
    json_t *request;       /* the last one that was looked at, or NULL */
    int64_t ids[OP_COUNT]; /* of the last request of each op */
};

struct visited; /* transcript_visit.c */

struct transcript {
    struct script *script;
    char home[64];
    char files[TRANSCRIPT_FILES_MAX][64]; /* in it, that the scene knows of */
    size_t files_count;
    struct shown shown;
    struct program program;
    struct server server;
    struct visited *visited; /* NULL: the program */
    char value[TRANSCRIPT_PATH_SIZE];
};

/* A step under way: its words from `at` on are not yet read. */
struct step {
    struct transcript *stage;
    struct script *script;
    const struct script_words *words;
    size_t at;
};

/* transcript.c: the words of a step, one after the other. */
bool step_has_more(const struct step *step);
const char *step_word(struct step *step);
const char *step_text(struct step *step);
int64_t step_int(struct step *step);
/* Takes the word if it is the next one. */
bool step_take(struct step *step, const char *word);

/* transcript_shown.c: what was written. */
void shown_add(struct shown *shown, const char *bytes, size_t len);
void shown_clear(struct shown *shown);
/* Fails the scene, and prints all that was written since the program began. */
void shown_fail(struct transcript *stage, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
void shown_has(struct step *step);
void shown_lacks(struct step *step);
void shown_lines(struct step *step);
void shown_columns(struct step *step);
void shown_aligned(struct step *step);
void shown_said(struct step *step);
void shown_forgets(struct step *step);
/* Those of the words that are left that have to be in the text; `what` names it. */
void shown_check(struct step *step, const char *text, const char *what);

/* transcript_program.c: the program, what it reads, and files. */
void program_penta(struct step *step);
void program_terminal(struct step *step);
void program_env(struct step *step);
void program_prints(struct step *step);
void program_types(struct step *step);
void program_keys(struct step *step);
void program_ends(struct step *step);
void program_sees(struct step *step);
void program_until(struct step *step);
void program_prompts(struct step *step);
void program_signal(struct step *step);
void program_exits(struct step *step);
/* Reads what there is to read, until `fd` can be read, too (-1: until the program has written
 * something, or ended); fails the scene when that takes too long. */
void program_wait(struct transcript *stage, int fd);
/* Returns whether one was still running. */
bool program_stop(struct transcript *stage);

/* transcript_file.c: the folder in which it all happens. */
void file_step(struct step *step);
void file_home_make(struct transcript *stage);
/* The program's state is gone. */
void file_forget_state(const struct transcript *stage);
/* Removes it with what the scene and the program's state left there; returns the name of another
 * file that was there, or NULL. Lent until the next call. */
const char *file_home_remove(struct transcript *stage);

/* transcript_server.c: who connects, and frames. */
void server_open(struct transcript *stage);
void server_close(struct transcript *stage);
void server_is(struct step *step);
void server_connects(struct step *step);
void server_drops(struct step *step);
void server_unasked(struct step *step);
void server_cut(struct transcript *stage);
void server_send(struct transcript *stage, const char *bytes, size_t len);
/* The next request, as it was sent; its connection is waited for where one may come. The caller has
 * a reference to it. */
json_t *server_receive(struct transcript *stage);

/* transcript_wire.c: what the server is asked, answers and says. */
void wire_asked(struct step *step);
void wire_answers(struct step *step);
void wire_refuses(struct step *step);
void wire_says(struct step *step);
/* Sends a reply with these fields (stolen), to which what is required is added. */
void wire_send_reply(struct transcript *stage, enum op op, int64_t id, json_t *fields);

/* transcript_visit.c: a visit to a table inside of this process; it takes what is typed, and the
 * server's side, for as long as there is one. */
void visit_visit(struct step *step);
void visit_scripted(struct step *step);
void visit_steps(struct step *step);
void visit_focus(struct step *step);
void visit_pass(struct step *step);
void visit_end(struct transcript *stage);
bool visit_is_connected(const struct transcript *stage);
void visit_connect(struct transcript *stage);
void visit_drop(struct transcript *stage);
void visit_receive(struct transcript *stage, const char *bytes, size_t len);
const char *visit_get_output(const struct transcript *stage, size_t *len_out);
void visit_sent(struct transcript *stage, size_t len);
/* These return false where there is no visit. */
bool visit_type(struct step *step, const char *line);
bool visit_exits(struct step *step, int64_t code);
void visit_end_input(struct transcript *stage);

/* transcript_inside.c: what is looked at inside of a visit, and what a computer thinks. */
void inside_state(struct step *step);
void inside_below(struct step *step);
void inside_forget(struct step *step);
void inside_rings(struct step *step);
void inside_boards(struct step *step);
void inside_thought(struct step *step);
void inside_thinks(struct step *step);
void inside_analyses(struct step *step);

/* transcript_message.c: messages made of words. */
struct shape;
/* Fields as words say them, up to the end: path=value, one after the other. */
json_t *message_read(struct step *step);
/* Adds what is required, makes ids of numbers, and fails the scene where something is not as the
 * table of messages has it. */
void message_complete(struct transcript *stage, const struct shape *shape, json_t *fields);
/* Makes numbers of small ids, so that both can be said, and adds what is meant by fields that were
 * left out. */
void message_unfold(const struct shape *shape, json_t *fields);
/* Fails the scene where a check is about a field that there cannot be. */
void message_check_names(struct step *step, const struct shape *shape);

#endif
