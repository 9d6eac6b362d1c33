-- SPDX-License-Identifier: MIT
-- The eighth setting says from whom invitations are taken: 0 everyone, 1 those met, 2 nobody. Before, it was
-- a switch: 0 all are taken, 1 none.

UPDATE account SET settings = substr(settings, 1, 7) || '2' || substr(settings, 9)
WHERE substr(settings, 8, 1) = '1';

-- What became of a player's reports, and how many report a player, are shown to those who judge.
CREATE INDEX report_judged ON report (reporter, verdict) WHERE is_open = 0;
CREATE INDEX report_open_on ON report (player, reporter) WHERE is_open = 1;

-- How the last games of players ended, of those in which they met by chance: bit i of `broken` says that the
-- player spoilt the last game but i.
CREATE TABLE conduct (
    player          INTEGER PRIMARY KEY REFERENCES player (id),
    broken          INTEGER NOT NULL CHECK (broken BETWEEN 0 AND 1048575),
    games           INTEGER NOT NULL CHECK (games BETWEEN 0 AND 20),
    pauses          INTEGER NOT NULL CHECK (pauses >= 0),
    paused_until_ms INTEGER NOT NULL CHECK (paused_until_ms >= 0)
) STRICT;

ALTER TABLE room ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1));
