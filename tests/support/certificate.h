/* SPDX-License-Identifier: MIT */
/*
 * Certificates for tests: an authority of a folder's own and what it signs, as files in PEM. Keys
 * are of P-256. Failures fail the test.
 */
#ifndef PENTAD_TESTS_SUPPORT_CERTIFICATE_H
#define PENTAD_TESTS_SUPPORT_CERTIFICATE_H

#include "tests/support/folder.h"

/* A certificate to be made. */
struct certificate {
    const char *file;  /* its name; the key has ".key" behind it */
    const char *names; /* that it is for, such as "DNS:localhost,IP:127.0.0.1" */
    int begins_days;   /* from today; below 0: before */
    int ends_days;
};

struct authority;

/* An authority whose certificate is the file `ca` of the folder, to be freed before that goes. */
struct authority *authority_new(const struct folder *folder, const char *ca);
void authority_free(struct authority *authority);
/* Makes the two files; replaces them if they are there. */
void authority_sign(const struct authority *authority, const struct certificate *certificate);

#endif
