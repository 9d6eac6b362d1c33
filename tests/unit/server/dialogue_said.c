/* SPDX-License-Identifier: MIT */
/*
 * Writes down what is said in a dialogue: every line that went over a connection, to the byte, in
 * the file that PENTAD_SAID names:
 *
 *     == SCENE
 *     -- PART           from a step `part` on
 *     NAME C: {...}     said by a client, which has a number if the dialogue has no name for it
 *     NAME S: {...}     said by the server
 */
#include "tests/unit/server/dialogue.h"

/* The program's, for as long as it runs. NULL: nothing is written down. */
static FILE *out;

bool said_start(void)
{
    const char *path = getenv("PENTAD_SAID");
    if (path == NULL)
        return true;
    out = fopen(path, "wb");
    if (out == NULL)
        perror(path);
    return out != NULL;
}

bool said_end(void)
{
    return out == NULL || fclose(out) == 0;
}

void said_scene(struct script *script)
{
    if (out != NULL)
        fprintf(out, "== %s\n", script_scene(script));
}

/* part [WORD...]: the lines that follow have this name where they are written down, or none */
void world_part(struct step *step)
{
    if (out != NULL)
        fputs("--", out);
    while (step_has_more(step)) {
        const char *word = step_text(step);
        if (out != NULL)
            fprintf(out, " %s", word);
    }
    if (out != NULL)
        fputc('\n', out);
}

static const char *name_of(const struct dialogue *dialogue, const struct rig_peer *peer)
{
    for (size_t i = 0; i < dialogue->people_count; i++)
        if (dialogue->people[i].peer == peer || dialogue->people[i].before == peer)
            return dialogue->people[i].name;
    return NULL;
}

static size_t number_of(const struct rig_peer *peer)
{
    size_t i = 0;
    while (peer->rig->peers[i] != peer)
        i++;
    return i;
}

static void said_line(void *ctx, const struct rig_peer *peer, bool is_request,
                      const struct frame_slice *line)
{
    const struct stage *stage = ctx;
    const char *name = name_of(&stage->dialogue, peer);
    if (name != NULL)
        fputs(name, out);
    else
        fprintf(out, "%zu", number_of(peer));
    fputs(is_request ? " C: " : " S: ", out);
    (void)fwrite(line->bytes, 1, line->len, out);
    fputc('\n', out);
}

void said_listen(struct stage *stage)
{
    if (out != NULL)
        stage->rig->witness = (struct rig_witness){said_line, stage};
}
