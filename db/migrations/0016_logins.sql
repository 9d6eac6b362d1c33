-- SPDX-License-Identifier: MIT
-- Random bytes that a server makes for itself at its first start, and the networks from which players
-- logged in, as hashes keyed with some of them. No address is stored.

CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    bytes BLOB NOT NULL CHECK (length(bytes) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE origin (
    player  INTEGER NOT NULL REFERENCES player (id),
    origin  INTEGER NOT NULL CHECK (origin > 0),
    last_ms INTEGER NOT NULL, -- when a login last came from there
    PRIMARY KEY (player, origin)
) STRICT, WITHOUT ROWID;

CREATE INDEX origin_player ON origin (origin, player);
CREATE INDEX origin_last ON origin (last_ms, player, origin);

-- A login ends when nobody used it for long; `last_used_ms` says when somebody did, to a day, and `origin`
-- roughly from where ("203.0.*.*"), for its player. Logins that there are begin with the day of the newest.
ALTER TABLE session ADD COLUMN last_used_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN ends_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN origin TEXT NOT NULL DEFAULT '';

UPDATE session SET
    last_used_ms = (SELECT MAX(created_ms) FROM session),
    ends_ms = (SELECT MAX(created_ms) FROM session) +
        CASE (SELECT kind FROM player WHERE id = session.player) WHEN 0 THEN 30 ELSE 90 END * 86400000;

CREATE INDEX session_used ON session (player, last_used_ms, created_ms, token_hash);
CREATE INDEX session_end ON session (ends_ms, token_hash);

-- Devices that were logged in to an account: the hashes of tokens that ended by age or a logout. They log
-- nobody in, but need not wait for strangers who guess passwords.
CREATE TABLE device (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    player     INTEGER NOT NULL REFERENCES player (id),
    ended_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX device_player ON device (player, ended_ms, token_hash);
CREATE INDEX device_end ON device (ended_ms, token_hash);

-- How many passwords strangers guessed at a name on a day (since 1970 UTC), rounded up. The name is a hash,
-- as nobody need have it.
CREATE TABLE guess (
    name    INTEGER PRIMARY KEY CHECK (name > 0),
    day     INTEGER NOT NULL,
    guesses INTEGER NOT NULL CHECK (guesses > 0)
) STRICT;

CREATE INDEX guess_day ON guess (day, name);
