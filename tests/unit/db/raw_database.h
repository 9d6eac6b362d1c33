/* SPDX-License-Identifier: MIT */
/*
 * The database file behind a store, looked at and made by hand: with plain SQLite, past the store.
 * Also the SQLite back-end for the harness.
 */
#ifndef PENTAD_TESTS_RAW_DATABASE_H
#define PENTAD_TESTS_RAW_DATABASE_H

#include "tests/conformance/store_harness.h"
#include "tests/support/test.h"

#include <stdint.h>

#include <sqlite3.h>

/* Stores of this file are opened with STORE_SYNC_FULL. */
extern const struct harness_backend RAW_SQLITE_BACKEND;

#define RAW_PATH_SIZE 256

/* "pentad.db" in the folder. */
void raw_path(const char *folder, char path_out[RAW_PATH_SIZE]);
/* A new temporary folder, and its removal with everything in it. */
void raw_folder_make(char folder_out[RAW_PATH_SIZE]);
void raw_folder_remove(const char *folder);

/* Runs statements on the file; fails the test if they fail. */
void raw_run(const char *path, const char *sql);
/* The first column of the first row. */
int64_t raw_integer(const char *path, const char *sql);
/* Whether SQLite accepts the statements. */
bool raw_accepts(const char *path, const char *sql);

/* test setup and teardown: a harness with RAW_SQLITE_BACKEND as the state. */
int raw_setup(void **state);
int raw_teardown(void **state);

#endif
