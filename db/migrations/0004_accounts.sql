-- SPDX-License-Identifier: MIT
-- What a player chose and said (settings, profile), what the operator decided about them (role, ban,
-- mute), and whom they blocked. Players without a row have nothing of it.

CREATE TABLE account (
    player INTEGER PRIMARY KEY REFERENCES player (id),
    settings TEXT NOT NULL CHECK (length(settings) <= 32), -- the server's; db/ does not read it
    about TEXT NOT NULL CHECK (length(CAST(about AS BLOB)) <= 500),
    country TEXT NOT NULL CHECK (country = '' OR country GLOB '[A-Z][A-Z]'),
    role INTEGER NOT NULL CHECK (role IN (0, 1, 2)), -- 0 player, 1 moderator, 2 operator
    banned_until_ms INTEGER NOT NULL CHECK (banned_until_ms >= 0), -- 0 not, 2^63 - 1 for good
    ban_reason TEXT NOT NULL CHECK (length(CAST(ban_reason AS BLOB)) <= 200),
    muted_until_ms INTEGER NOT NULL CHECK (muted_until_ms >= 0),
    mute_reason TEXT NOT NULL CHECK (length(CAST(mute_reason AS BLOB)) <= 200),
    is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1))
) STRICT;

CREATE TABLE block (
    player INTEGER NOT NULL REFERENCES player (id),
    blocked INTEGER NOT NULL REFERENCES player (id),
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (player, blocked),
    CHECK (player <> blocked)
) STRICT, WITHOUT ROWID;
