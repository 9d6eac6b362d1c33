/* SPDX-License-Identifier: MIT */
/*
 * Photos in the random trial. A photo's bytes are the text of the account with which it came.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/conformance/store_conformance.h"
#include "tests/conformance/store_trial.h"

void trial_photo(struct trial *trial, struct store_account *account, struct store_op *op)
{
    const struct model_player *player = &trial->next.players[op->as.account.player];
    uint64_t kind = trial_below(trial, 4);
    if (kind == 0) {
        account->photo = 100 + trial_below(trial, 1000);
        op->as.account.photo = (const uint8_t *)account->about;
        op->as.account.photo_size = strlen(account->about) + 1;
    } else if (kind < 3) {
        account->photo = player->photo; /* stays */
        if (trial_below(trial, 30) == 0)
            account->photo++; /* which is refused */
    }
}

void trial_photo_compare(struct trial *trial, uint64_t player)
{
    const struct model_player *wanted = &trial->model.players[player];
    const struct store_answer *answer = harness_get(trial->harness, sample_photo_of(player));
    assert_int_equal(answer != NULL, wanted->photo != 0);
    if (answer == NULL)
        return;
    assert_int_equal(answer->photo.id, wanted->photo);
    assert_int_equal(atoi((const char *)answer->photo.bytes), wanted->photo_number);
}
