-- SPDX-License-Identifier: MIT
-- Order among people: what players are to be told at their next login. Why it is so:
-- docs/adr/0039-order-among-people.md.

CREATE TABLE memo (
    player  INTEGER NOT NULL REFERENCES player (id),
    id      INTEGER NOT NULL CHECK (id > 0),
    at_ms   INTEGER NOT NULL,
    kind    INTEGER NOT NULL CHECK (kind >= 0), -- 0 a report judged, 1 a warning, 2 an appeal refused, 3 points back
    about   INTEGER REFERENCES player (id),
    game    INTEGER REFERENCES game (id),
    number  INTEGER NOT NULL,
    text    TEXT NOT NULL,
    is_seen INTEGER NOT NULL CHECK (is_seen IN (0, 1)),
    PRIMARY KEY (player, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX memo_id ON memo (id);
