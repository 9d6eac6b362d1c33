-- SPDX-License-Identifier: MIT
-- Order: what those who keep it did, and what players report of each other. Both are counted from 1
-- and never deleted.

CREATE TABLE mod_action (
    n INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    act INTEGER NOT NULL CHECK (act BETWEEN 0 AND 8), -- 0 mute, 1 unmute, 2 ban, 3 unban, 4 rename, 5 close a room,
                          -- 6 reset a password, 7 role, 8 resolve a report
    actor INTEGER REFERENCES player (id),  -- NULL: at the server's own machine
    player INTEGER REFERENCES player (id), -- on whom; NULL: nobody
    room INTEGER REFERENCES room (id),
    report INTEGER REFERENCES report (n),
    until_ms INTEGER NOT NULL CHECK (until_ms >= 0), -- of 0 and 2: 2^63 - 1 for good
    reason TEXT NOT NULL CHECK (length(CAST(reason AS BLOB)) <= 200),
    detail TEXT NOT NULL CHECK (length(CAST(detail AS BLOB)) <= 200)
) STRICT;

CREATE INDEX mod_action_player ON mod_action (player, n);

CREATE TABLE report (
    n INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    reporter INTEGER NOT NULL REFERENCES player (id),
    player INTEGER NOT NULL REFERENCES player (id),
    game INTEGER REFERENCES game (id),
    complaint INTEGER NOT NULL CHECK (complaint >= 0),
    text TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 500),
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    verdict INTEGER CHECK ((verdict IS NULL) = (is_open = 1)),
    CHECK (reporter <> player)
) STRICT;

CREATE INDEX report_open ON report (n) WHERE is_open = 1;
CREATE INDEX report_open_of ON report (reporter, player) WHERE is_open = 1;
