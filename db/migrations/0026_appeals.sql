-- SPDX-License-Identifier: MIT
-- What players answer to a mute, a ban or a warning: once to each, so the act is the key. Why it is so:
-- docs/adr/0043-appeals.md.

CREATE TABLE appeal (
    act     INTEGER PRIMARY KEY REFERENCES mod_action (n),
    player  INTEGER NOT NULL REFERENCES player (id), -- on whom the act was, and who answers
    at_ms   INTEGER NOT NULL,
    text    TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
    verdict INTEGER CHECK (verdict >= 0), -- 0 upheld, 1 dismissed; NULL: it is open
    answer  INTEGER REFERENCES mod_action (n) DEFERRABLE INITIALLY DEFERRED, -- the act that judged it
    CHECK ((verdict IS NULL) = (answer IS NULL))
) STRICT;

CREATE INDEX appeal_open ON appeal (act) WHERE answer IS NULL;
CREATE INDEX appeal_player ON appeal (player);
CREATE UNIQUE INDEX appeal_answer ON appeal (answer);
