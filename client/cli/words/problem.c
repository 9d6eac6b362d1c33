/* SPDX-License-Identifier: MIT */
/*
 * Sentences about problems, as client/cli/words/problem.h describes them. The sentences for codes
 * are those of the tables of errors, which are translated with the rest.
 */
#include "client/cli/words/problem.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/words/words.h"
#include "engine/nested.h"
#include "proto/error.h"
#include "proto/message.h"
#include "proto/refusal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <uv.h>

void problem_tell(const char *format, ...)
{
    char told[INK_TEXT_SIZE];
    char text[INK_TEXT_SIZE + 8];
    va_list args;
    va_start(args, format);
    vsnprintf(told, sizeof(told), format, args);
    va_end(args);
    struct ink ink;
    ink_init(&ink, look_of(STDERR_FILENO, true));
    snprintf(text, sizeof(text), "penta: %s", told);
    ink_put_lines(&ink, COLOUR_PLAIN, terminal_columns(STDERR_FILENO), text);
    ink_flush(&ink, STDERR_FILENO);
    ink_deinit(&ink);
}

/* Puts the wait in the unit that says it best: 90 seconds are better than one and a half minutes.
 */
static void put_wait(int64_t ms, char *text, size_t size)
{
    unsigned long seconds = (unsigned long)((ms + 999) / 1000);
    unsigned long minutes = (seconds + 59) / 60;
    if (seconds <= 120) {
        snprintf(text, size,
                 ngettext("Try again in %lu second.", "Try again in %lu seconds.", seconds),
                 seconds);
    } else if (minutes <= 120) {
        snprintf(text, size,
                 ngettext("Try again in %lu minute.", "Try again in %lu minutes.", minutes),
                 minutes);
    } else {
        unsigned long hours = (minutes + 59) / 60;
        snprintf(text, size, ngettext("Try again in %lu hour.", "Try again in %lu hours.", hours),
                 hours);
    }
}

/* Puts the moves to wait for, which are exact where a time is only an estimate. */
static void put_plies(int64_t plies, char *text, size_t size)
{
    unsigned long moves = (unsigned long)plies;
    snprintf(text, size,
             ngettext("Try again after %lu more move.", "Try again after %lu more moves.", moves),
             moves);
}

/* Puts the end of a ban: nobody waits for it, so the day says more than the time that is left. */
static void put_ban(int64_t ms, char *text, size_t size)
{
    if (ms <= 0) {
        snprintf(text, size, "%s", _("You are banned from this server for good."));
        return;
    }
    snprintf(text, size, _("You are banned from this server until %s."),
             words_time((int64_t)time(NULL) * 1000 + ms).text);
}

/* Puts likewise until when newcomers are refused. */
static void put_refusal(int64_t ms, char *text, size_t size)
{
    snprintf(text, size,
             _("New players from your network are not accepted until %s. If you have an account, "
               "log in: penta login NAME"),
             words_time((int64_t)time(NULL) * 1000 + ms).text);
}

/* Adds the reason; returns how much of `text` is used now. */
static size_t put_reason(const char *reason, char *text, size_t used, size_t size)
{
    text[used] = ' ';
    words_why(reason, text + used + 1, size - used - 1);
    return strlen(text);
}

/* Adds what the player can say to a ban or a mute, or what became of it. It may end in a command,
 * and is the last. */
static void put_appeal(const struct session_error *error, char *text, size_t used, size_t size)
{
    int number = error_from_code(error->code);
    const char *sentence = NULL;
    if (number == ERR_MUTED ||
        (number == ERR_BANNED && error->appeal == APPEAL_STATE_WORD_POSSIBLE))
        sentence = words_may_appeal();
    else if (number == ERR_BANNED && error->appeal == APPEAL_STATE_WORD_OPEN)
        sentence = _("You have appealed; there is no decision yet.");
    else if (number == ERR_BANNED && error->appeal == APPEAL_STATE_WORD_DISMISSED)
        sentence = _("Your appeal was reviewed; the ban stays.");
    if (sentence == NULL)
        return;
    snprintf(text + used, size - used, " %s", sentence);
}

static void put_range(const struct field_range *range, char *text, size_t size)
{
    if (!range->is_text) {
        snprintf(text, size, _("The number must be from %lld to %lld."), (long long)range->min,
                 (long long)range->max);
    } else if (range->min == 0) {
        snprintf(text, size, _("The text is too long: at most %lld characters."),
                 (long long)range->max);
    } else {
        snprintf(text, size, _("The text is empty or too long: at most %lld characters."),
                 (long long)range->max);
    }
}

/* Says in one sentence what is wrong. */
static const char *what(const struct session_error *error, char *buffer, size_t size)
{
    int number = error_from_code(error->code);
    if (number == ERR_BANNED) {
        put_ban(error->retry_after_ms, buffer, size);
        return buffer;
    }
    if (number == ERR_NEWCOMERS_REFUSED) {
        put_refusal(error->retry_after_ms, buffer, size);
        return buffer;
    }
    if (number == ERR_OUT_OF_RANGE && error->range.max > 0) {
        put_range(&error->range, buffer, size);
        return buffer;
    }
    if (number == ERR_USE_TLS)
        return _("That port speaks TLS: connect with --server tls://HOST.");
    return number != 0 ? gettext(error_message(number)) : error->message;
}

/* Whether to say how long to wait, which a ban has said already. */
static bool is_for_a_while(const struct session_error *error)
{
    int number = error_from_code(error->code);
    return error->retry_after_ms > 0 && number != ERR_BANNED && number != ERR_NEWCOMERS_REFUSED;
}

/* Adds more about a refused action; returns how much of `text` is used now. A board of 27x27 has a
 * number that tells its field, too. */
static size_t put_detail(const char *detail, char *text, size_t used, size_t size)
{
    static const struct {
        const char *word;
        const char *sentence;
    } faults[] = {
        {"overline", N_("It would make six or more in a row.")},
        {"double_four", N_("It would make two fours.")},
        {"double_three", N_("It would make two open threes.")},
    };
    unsigned number = 0;
    text[used] = ' ';
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (strcmp(detail, faults[i].word) == 0)
            snprintf(text + used + 1, size - used - 1, "%s", gettext(faults[i].sentence));
    if (sscanf(detail, "field %u", &number) == 1)
        snprintf(text + used + 1, size - used - 1,
                 _("Play in field %u, counted row by row from the top left."), number);
    else if (sscanf(detail, "board %u", &number) == 1 && number > NESTED_BOARDS)
        snprintf(text + used + 1, size - used - 1,
                 _("Play in board %u of field %u, counted row by row from the top left."),
                 (number - 1) % NESTED_BOARDS + 1, (number - 1) / NESTED_BOARDS + 1);
    else if (number > 0)
        snprintf(text + used + 1, size - used - 1,
                 _("Play in board %u, counted row by row from the top left."), number);
    if (text[used + 1] == '\0')
        text[used] = '\0'; /* of a newer server */
    return strlen(text);
}

/* Adds how long to wait; returns how much of `text` is used now. */
static size_t put_pause(const struct session_error *error, char *text, size_t used, size_t size)
{
    if (error->retry_after_plies > 0)
        put_plies(error->retry_after_plies, text + used + 1, size - used - 1);
    else if (is_for_a_while(error))
        put_wait(error->retry_after_ms, text + used + 1, size - used - 1);
    else
        return used;
    text[used] = ' ';
    return strlen(text);
}

/* A sentence about any field does not say which one it is; one about something of its own does. */
static bool is_about_any_field(const struct session_error *error)
{
    static const char *const typed[] = {"about", "text"}; /* all that the person has typed */
    int number = error_from_code(error->code);
    for (size_t i = 0; error->field != NULL && i < sizeof(typed) / sizeof(typed[0]); i++)
        if (strcmp(error->field, typed[i]) == 0)
            return false;
    return error->field != NULL && (number == 0 || error_is_general(number));
}

void problem_sentence(const struct session_error *error, char *text, size_t size)
{
    char buffer[WORDS_SIZE];
    const char *sentence = what(error, buffer, sizeof(buffer));
    int used = is_about_any_field(error) ? snprintf(text, size, "%s (%s)", sentence, error->field)
                                         : snprintf(text, size, "%s", sentence);
    size_t end = used > 0 ? (size_t)used : size;
    if (error->detail != NULL && end + 2 < size) {
        text[end + 1] = '\0';
        end = put_detail(error->detail, text, end, size);
    }
    if (error->reason != NULL && error->reason[0] != '\0' && end + 2 < size)
        end = put_reason(error->reason, text, end, size);
    if (end + 2 < size)
        end = put_pause(error, text, end, size);
    if (end + 2 < size)
        put_appeal(error, text, end, size);
}

const char *problem_of_network(int status)
{
    static const struct {
        int status;
        const char *sentence;
    } rows[] = {
        {UV_ECONNREFUSED, N_("connection refused")},
        {UV_ETIMEDOUT, N_("no answer")},
        {UV_EHOSTUNREACH, N_("the host cannot be reached")},
        {UV_ENETUNREACH, N_("the host cannot be reached")},
        {UV_EAI_NONAME, N_("there is no such host")},
        {UV_EAI_NODATA, N_("there is no such host")},
        {UV_EAI_AGAIN, N_("the host's address cannot be found right now")},
        {UV_EAI_FAIL, N_("the host's address cannot be found right now")},
        {UV_EOF, N_("the server closed it")},
        {UV_ECONNRESET, N_("the connection broke")},
        {UV_EPIPE, N_("the connection broke")},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].status == status)
            return gettext(rows[i].sentence);
    return uv_strerror(status);
}

const char *problem_of_tls(enum tls_problem problem, bool is_known)
{
    static const char *const sentences[] = {
        [TLS_PROBLEM_UNKNOWN_AUTHORITY] = N_(
            "its certificate is not signed by an authority that this computer knows (--ca FILE)"),
        [TLS_PROBLEM_EXPIRED] = N_("its certificate has expired"),
        [TLS_PROBLEM_NOT_YET] =
            N_("its certificate is not valid yet, or this computer's clock is slow"),
        [TLS_PROBLEM_NAME] = N_("its certificate is for another host"),
        [TLS_PROBLEM_CERTIFICATE] = N_("its certificate is no good"),
        [TLS_PROBLEM_NOT_TLS] =
            N_("it does not encrypt (--server plain://HOST goes without; only in a net you trust)"),
        [TLS_PROBLEM_REFUSED] = N_("it refused the encryption"),
        [TLS_PROBLEM_OTHER] = N_("the encryption failed"),
    };
    /* No way without it is told here: else breaking the encryption would get the passwords. */
    if (problem == TLS_PROBLEM_NOT_TLS && is_known)
        return _("it does not encrypt any more: somebody may stand in between");
    return gettext(sentences[problem]);
}

enum exit_code problem_exit_code(const struct session_error *error)
{
    switch (error_from_code(error->code)) {
    case ERR_BAD_TOKEN:
    case ERR_LOGGED_OUT:
    case ERR_LOGIN_REQUIRED:
    case ERR_ACCOUNT_REQUIRED:
        return EXIT_CODE_NOT_LOGGED_IN;
    default:
        return EXIT_CODE_REFUSED;
    }
}

enum exit_code problem_tell_error(const struct session_error *error)
{
    char text[INK_TEXT_SIZE];
    problem_sentence(error, text, sizeof(text));
    int number = error_from_code(error->code);
    if (number == ERR_BAD_TOKEN || number == ERR_LOGGED_OUT)
        problem_tell(_("%s Log in again with: penta login NAME"), text);
    else if (number == ERR_WRONG_CREDENTIALS)
        problem_tell(_("%s Lost the password? Use penta recover NAME and your recovery code. "
                       "Without a code, ask the server operator."),
                     text);
    else
        problem_tell("%s", text);
    return problem_exit_code(error);
}

enum exit_code problem_print(struct ink *ink)
{
    int failed = ink_print(ink);
    ink_deinit(ink);
    return failed == 0 ? EXIT_CODE_OK : EXIT_CODE_TROUBLE;
}

/* ------------------------------------------------------------------ complaints */

const char *words_complaint(int complaint)
{
    static const char *const complaints[COMPLAINT_WORD_COUNT] = {
        [COMPLAINT_WORD_CHEATING] = N_("cheating"), [COMPLAINT_WORD_STALLING] = N_("stalling"),
        [COMPLAINT_WORD_INSULT] = N_("insult"),     [COMPLAINT_WORD_NAME] = N_("offensive name"),
        [COMPLAINT_WORD_OTHER] = N_("other"),
    };
    return complaint >= 0 && complaint < COMPLAINT_WORD_COUNT ? gettext(complaints[complaint]) : "";
}

int words_complaint_find(const char *word)
{
    int i = 0;
    while (i < COMPLAINT_WORD_COUNT && strcmp(complaint_word_text(i), word) != 0 &&
           strcmp(words_complaint(i), word) != 0)
        i++;
    return i;
}

void words_complaints(char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < COMPLAINT_WORD_COUNT && used < size; i++) {
        const char *word = complaint_word_text(i);
        const char *meaning = words_complaint(i);
        bool says_more = strcmp(word, meaning) != 0;
        int len = snprintf(text + used, size - used, "%s%s%s%s%s", i > 0 ? ", " : "", word,
                           says_more ? " (" : "", says_more ? meaning : "", says_more ? ")" : "");
        used += len > 0 ? (size_t)len : 0;
    }
}
