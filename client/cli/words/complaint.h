/* SPDX-License-Identifier: MIT */
/*
 * Words for the reasons of reports: how they are shown, and how they are typed. Functions of their
 * arguments and the locale.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_COMPLAINT_H
#define PENTAD_CLIENT_CLI_WORDS_COMPLAINT_H

#include <stddef.h>

/* A reason by its number on the wire, translated. */
const char *words_complaint(int complaint);
/* The complaint of that word, of the protocol or of the player's language; COMPLAINT_WORD_COUNT if
 * there is none. */
int words_complaint_find(const char *word);
/* All words of the protocol, each with its meaning where the word does not say it. */
void words_complaints(char *text, size_t size);

#endif
