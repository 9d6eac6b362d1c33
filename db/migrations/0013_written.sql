-- SPDX-License-Identifier: MIT
-- How much players wrote of late, as the time that it takes until they may write as much again.

CREATE TABLE written (
    player  INTEGER PRIMARY KEY REFERENCES player (id),
    owed_ms INTEGER NOT NULL CHECK (owed_ms > 0),
    at_ms   INTEGER NOT NULL
) STRICT;
