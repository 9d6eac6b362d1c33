/* SPDX-License-Identifier: MIT */
/* Small trees for the tests of lessons/. */
#ifndef PENTAD_TESTS_UNIT_LESSONS_PROVEN_H
#define PENTAD_TESTS_UNIT_LESSONS_PROVEN_H

#include "engine/record_tree.h"

/* On 15x15 by five or more: X has h8 i8 j8, which O stops at g8, and k9 k10. A four on k8 makes a
 * three besides. */
#define PROVEN_HEAD "(;GM[4]SZ[15]PVA[freestyle15]PCL[X five_or_more]"
#define PROVEN_STONES "AB[hh][ih][jh][kg][kf]AW[gh][ao][ak][aa][oo]PL[B]"
#define PROVEN_FOUR_THREE PROVEN_HEAD PROVEN_STONES ";B[kh];W[lh])"

/* Reads the tree; it is lent until the next call. */
const struct record_tree *proven_read(const char *text);
struct action proven_action(const char *text);

#endif
