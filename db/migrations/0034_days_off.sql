-- SPDX-License-Identifier: MIT
-- Days off: so many were taken of that year (UTC), the last of them end at that uptime. Of a game by
-- correspondence given_ms is how much longer the clock of the player to act runs behind the entry,
-- because of days off: kind 7 changes it, and a turn may begin with it.

CREATE TABLE days_off (
    player   INTEGER PRIMARY KEY REFERENCES player (id),
    year     INTEGER NOT NULL CHECK (year >= 1970),
    days     INTEGER NOT NULL CHECK (days BETWEEN 0 AND 366),
    until_ms INTEGER NOT NULL CHECK (until_ms >= 0)
) STRICT;

ALTER TABLE slow_log ADD COLUMN given_ms INTEGER NOT NULL DEFAULT 0;
