-- SPDX-License-Identifier: MIT
-- Networks from which newcomers are refused for a while, because of a player who came from there.

CREATE TABLE origin_ban (
    player   INTEGER NOT NULL REFERENCES player (id),
    origin   INTEGER NOT NULL CHECK (origin > 0),
    at_ms    INTEGER NOT NULL,
    until_ms INTEGER NOT NULL CHECK (until_ms > at_ms AND until_ms <= at_ms + 604800000),
    PRIMARY KEY (player, origin)
) STRICT, WITHOUT ROWID;

CREATE INDEX origin_ban_until ON origin_ban (until_ms);
