/* SPDX-License-Identifier: MIT */
/*
 * Whole sessions against the core, on the rig of its unit tests. The input is a script, a line for
 * each step; what a line sends is sent as it is, so that it may be anything:
 *
 *   0..3 BYTES   connection 0..3 sends BYTES and LF; $R, $G, $M, $N stand for the last room, game,
 *                message id and name that were told to anybody
 *   c N          connection N is opened anew
 *   g N          the same, and is a guest
 *   t MS         time passes
 *   u N C        connection N leaves 8 KiB unsent for each of the number of C, having taken some if
 *                that is even
 *   x            the server is killed and started
 *   f, h, w      the store fails, is held, and works again
 *
 * At the end all is let go, and the core has to be what is stored.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/unit/server/rig.h"

#define CONNECTIONS 4
#define STEPS_MAX 64
#define OPENED_MAX 24
#define WORDS 4

struct session {
    struct rig *rig;
    struct rig_peer *peers[CONNECTIONS];
    size_t heard[CONNECTIONS]; /* messages that were looked at */
    int opened;
    char words[WORDS][96]; /* what $R, $G, $M and $N stand for */
};

static const char word_marks[WORDS + 1] = "RGMN";
static const char *const word_keys[WORDS] = {"room", "game", "message", "name"};

/* ------------------------------------------------------------------ what was told */

/* Walks over all of a message for ids and names. */
static void learn(struct session *session, const json_t *value)
{
    const char *key;
    json_t *inner;
    size_t at;
    if (json_is_array(value)) {
        json_array_foreach(value, at, inner)
            learn(session, inner);
        return;
    }
    json_object_foreach((json_t *)value, key, inner) {
        for (size_t i = 0; i < WORDS; i++) {
            if (strcmp(key, word_keys[i]) == 0 && json_is_string(inner))
                snprintf(session->words[i], sizeof(session->words[i]), "%s",
                         json_string_value(inner));
        }
        learn(session, inner);
    }
}

static void hear(struct session *session)
{
    for (size_t i = 0; i < CONNECTIONS; i++) {
        const struct rig_peer *peer = session->peers[i];
        for (; peer != NULL && session->heard[i] < peer->count; session->heard[i]++)
            learn(session, peer->messages[session->heard[i]].json);
    }
}

/* ------------------------------------------------------------------ steps */

static void open_connection(struct session *session, size_t at)
{
    if (session->opened == OPENED_MAX)
        return;
    if (session->peers[at] != NULL && session->peers[at]->conn != NULL)
        rig_hang_up(session->peers[at]);
    session->opened++;
    session->peers[at] = rig_connect(session->rig);
    session->heard[at] = 0;
}

/* Copies the bytes with words in the place of their marks. */
static size_t fill_in(const struct session *session, const char *bytes, size_t len, char *out,
                      size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < len && count + sizeof(session->words[0]) < size; i++) {
        const char *mark = bytes[i] == '$' && i + 1 < len && bytes[i + 1] != '\0'
                               ? strchr(word_marks, bytes[i + 1])
                               : NULL;
        if (mark == NULL) {
            out[count++] = bytes[i];
            continue;
        }
        count +=
            (size_t)snprintf(out + count, size - count, "%s", session->words[mark - word_marks]);
        i++;
    }
    out[count++] = '\n';
    return count;
}

static void send_bytes(struct session *session, size_t at, const char *bytes, size_t len)
{
    static char line[32768];
    struct rig_peer *peer = session->peers[at];
    if (peer == NULL || peer->conn == NULL || peer->is_ended)
        return;
    rig_bytes(peer, line, fill_in(session, bytes, len, line, sizeof(line)));
    rig_turn(session->rig);
}

static void leave_unsent(struct session *session, size_t at, size_t pieces)
{
    struct rig_peer *peer = session->peers[at];
    if (peer != NULL && peer->conn != NULL && !peer->is_cut)
        rig_unsent(peer, pieces * 8 * 1024, pieces % 2 == 0 ? 1 : 0);
}

static void let_go(struct session *session)
{
    session->rig->store->fails_batches = false;
    session->rig->store->holds_batches = false;
    rig_turn(session->rig);
    rig_pass(session->rig, 2000);
}

static void crash(struct session *session)
{
    rig_restart(session->rig);
    for (size_t i = 0; i < CONNECTIONS; i++)
        session->peers[i] = NULL;
}

static void step(struct session *session, const char *line, size_t len)
{
    const char *rest = len > 2 ? line + 2 : "";
    size_t rest_len = len > 2 ? len - 2 : 0;
    size_t at = rest_len > 0 ? (size_t)(uint8_t)rest[0] % CONNECTIONS : 0;
    switch (line[0]) {
    case '0':
    case '1':
    case '2':
    case '3':
        send_bytes(session, (size_t)(line[0] - '0'), rest, rest_len);
        break;
    case 'c':
        open_connection(session, at);
        break;
    case 'g':
        open_connection(session, at);
        send_bytes(session, at, "{\"id\":1,\"op\":\"auth.guest\"}", 26);
        break;
    case 'u':
        leave_unsent(session, at, rest_len > 1 ? (uint8_t)rest[1] : 0);
        break;
    case 't':
        rig_pass(session->rig, rest_len > 0 ? (int64_t)(uint8_t)rest[0] * 500 : 1);
        break;
    case 'x':
        crash(session);
        break;
    case 'f':
        session->rig->store->fails_batches = true;
        break;
    case 'h':
        session->rig->store->holds_batches = true;
        break;
    case 'w':
        let_go(session);
        break;
    default:
        break;
    }
    hear(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct session session = {.rig = rig_new()};
    const char *at = (const char *)bytes;
    const char *end = at + len;
    for (size_t i = 0; i < CONNECTIONS; i++)
        step(&session, (const char[]){'g', ' ', (char)('0' + i)}, 3);
    for (int i = 0; i < STEPS_MAX && at < end; i++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (line_end == NULL)
            line_end = end;
        if (line_end > at)
            step(&session, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    let_go(&session);
    rig_check_world(session.rig);
    rig_free(session.rig);
    return 0;
}
