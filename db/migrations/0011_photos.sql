-- SPDX-License-Identifier: MIT
-- Photos of players, and that those who keep order take profiles away.

ALTER TABLE account ADD COLUMN photo INTEGER NOT NULL DEFAULT 0 CHECK (photo >= 0); -- its id; 0: none

-- As accounts name them, and read only when somebody wants to see one.
CREATE TABLE player_photo (
    player INTEGER PRIMARY KEY REFERENCES player (id),
    photo INTEGER NOT NULL CHECK (photo > 0),
    webp BLOB NOT NULL CHECK (length(webp) BETWEEN 1 AND 8192)
) STRICT;

-- mod_action again, with one act more.
CREATE TABLE mod_action_more (
    n INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    act INTEGER NOT NULL CHECK (act BETWEEN 0 AND 9), -- 0 to 8 as in 0009_order.sql, 9 clear a profile
    actor INTEGER REFERENCES player (id),  -- NULL: at the server's own machine
    player INTEGER REFERENCES player (id), -- on whom; NULL: nobody
    room INTEGER REFERENCES room (id),
    report INTEGER REFERENCES report (n),
    until_ms INTEGER NOT NULL CHECK (until_ms >= 0), -- of 0 and 2: 2^63 - 1 for good
    reason TEXT NOT NULL CHECK (length(CAST(reason AS BLOB)) <= 200),
    detail TEXT NOT NULL CHECK (length(CAST(detail AS BLOB)) <= 200)
) STRICT;

INSERT INTO mod_action_more (n, at_ms, act, actor, player, room, report, until_ms, reason, detail)
    SELECT n, at_ms, act, actor, player, room, report, until_ms, reason, detail FROM mod_action ORDER BY n;
DROP TABLE mod_action;
ALTER TABLE mod_action_more RENAME TO mod_action;
CREATE INDEX mod_action_player ON mod_action (player, n);
