/* SPDX-License-Identifier: MIT */
/*
 * pbrain-pentad: wires standard input and output, a talk and a thinker.
 */
#include "pbrain/options.h"
#include "pbrain/pipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EXIT_WRONG_USE 2

static int run(struct thinker *thinker)
{
    static struct pipe pipe;
    struct talk_ports ports = pipe_ports(&pipe);
    struct talk *talk = talk_new(&ports, thinker);
    if (talk == NULL)
        return EXIT_FAILURE;
    if (isatty(STDIN_FILENO))
        fprintf(stderr, "pbrain-pentad: a manager of five in a row starts this program and talks "
                        "to it; --help tells the commands.\n");
    while (!talk_is_over(talk)) {
        pipe_wait(&pipe, talk);
        talk_run(talk);
    }
    talk_free(talk);
    return EXIT_SUCCESS;
}

/* The exit code behind a text that was printed: as on a full disk it may have got lost. */
static int end_of_help(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    fprintf(stderr, "pbrain-pentad: The output cannot be written.\n");
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct thinker_options options;
    enum options_outcome outcome = options_read(argc, argv, &options);
    if (outcome == OPTIONS_DONE)
        return end_of_help();
    if (outcome != OPTIONS_RUN)
        return EXIT_WRONG_USE;
    struct thinker *thinker = thinker_new(&options);
    if (thinker == NULL)
        return EXIT_FAILURE;
    int code = run(thinker);
    thinker_free(thinker);
    return code;
}
