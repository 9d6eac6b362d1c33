/* SPDX-License-Identifier: MIT */
/*
 * Everything that a store tells of a database, as text: what it loads at start, and the answers to
 * every kind of question about everybody and everything in the file. Only what schema 1 knew is
 * printed, so that the text of a fixture stays what it was as the store learns more.
 */
#ifndef PENTAD_TESTS_WORLD_TEXT_H
#define PENTAD_TESTS_WORLD_TEXT_H

/* Opens the database "pentad.db" in the folder, as a server does, and closes it again. The caller
 * frees the text. */
char *world_text(const char *folder);

#endif
