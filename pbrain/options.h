/* SPDX-License-Identifier: MIT */
/*
 * The command line of pbrain-pentad.
 */
#ifndef PENTAD_PBRAIN_OPTIONS_H
#define PENTAD_PBRAIN_OPTIONS_H

#include "pbrain/thinker.h"

enum options_outcome {
    OPTIONS_RUN,
    OPTIONS_DONE, /* help or the version was printed */
    OPTIONS_WRONG /* the fault was printed on standard error */
};

/* Reads the command line. Without --seed, every process has another seed. */
enum options_outcome options_read(int argc, char **argv, struct thinker_options *options_out);

#endif
