-- SPDX-License-Identifier: MIT
-- The first schema: players, sessions, rooms, games with their log, ratings, histories and chat.
-- Why it is so is written in docs/adr/0003-what-is-stored.md. A file that has been released is
-- never edited: changes come as the next file.
--
-- Ids come from the server, below 2^60, in the order of time. Times are milliseconds since 1970
-- UTC. Variants, results, reasons and scores are the words of engine/*.def. Truths are 0 and 1.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a probe writes, to find out whether writing works again.
INSERT INTO meta (key, value) VALUES ('probe', 0);

CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL CHECK (kind IN (0, 1)), -- 0 guest, 1 registered
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    skeleton TEXT NOT NULL UNIQUE,
    password_hash TEXT CHECK (kind = 0 OR password_hash IS NOT NULL),
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE session (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    player INTEGER NOT NULL REFERENCES player (id),
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A room and its game refer to each other and are written in either order, hence no foreign keys
-- between the two.
CREATE TABLE room (
    id INTEGER PRIMARY KEY,
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    variant TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    first INTEGER NOT NULL,
    opener INTEGER REFERENCES player (id),
    joiner INTEGER REFERENCES player (id),
    rematch_offer INTEGER NOT NULL CHECK (rematch_offer IN (-1, 0, 1)),
    game INTEGER,
    opened_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX room_open ON room (id) WHERE is_open = 1;

-- From ended_ms on: NULL while the game is in progress.
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    room INTEGER,
    variant TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    first_player INTEGER NOT NULL REFERENCES player (id),
    second_player INTEGER NOT NULL REFERENCES player (id),
    started_ms INTEGER NOT NULL,
    log_after INTEGER NOT NULL, -- its log entries have larger ids than this
    ended_ms INTEGER,
    result TEXT CHECK ((result IS NULL) = (ended_ms IS NULL)),
    reason TEXT CHECK ((reason IS NULL) = (ended_ms IS NULL)),
    plies INTEGER,
    last_seq INTEGER,
    actions TEXT CHECK ((actions IS NULL) = (ended_ms IS NULL)),
    CHECK (first_player <> second_player)
) STRICT;

CREATE INDEX game_open ON game (id) WHERE ended_ms IS NULL;

-- What happened in games in progress, in the order of commits. Entries of a game that is over mean
-- nothing any more and are swept away later. No index and no foreign key: this is the hot path.
CREATE TABLE game_log (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, -- 0 action, 1 draw offer, 2 draw refusal
    seat INTEGER NOT NULL, -- 0 first, 1 second
    action TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE rating (
    player INTEGER NOT NULL REFERENCES player (id),
    variant TEXT NOT NULL,
    points INTEGER NOT NULL CHECK (points >= 0),
    peak INTEGER NOT NULL,
    games INTEGER NOT NULL CHECK (games > 0),
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_order ON rating (variant, points DESC, player);

-- How many players have how many points. Where many share the same points they are counted in
-- blocks: a block holds those from first_player up to the next block's; the first begins at 0.
CREATE TABLE rating_count (
    variant TEXT NOT NULL,
    points INTEGER NOT NULL,
    first_player INTEGER NOT NULL,
    players INTEGER NOT NULL CHECK (players > 0),
    PRIMARY KEY (variant, points DESC, first_player)
) STRICT, WITHOUT ROWID;

-- Every change of a rating, by a game or (later) by a month.
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player (id),
    variant TEXT NOT NULL,
    game INTEGER,
    month TEXT, -- 'YYYY-MM'
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    CHECK ((game IS NULL) <> (month IS NULL))
) STRICT;

CREATE INDEX ledger_player ON ledger (player, variant, id);
CREATE UNIQUE INDEX ledger_month ON ledger (player, variant, month) WHERE month IS NOT NULL;

-- One line a player and game. The two indexes answer every combination of filters by a few short
-- ranges that are ordered by game.
CREATE TABLE history (
    player INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    opponent INTEGER NOT NULL,
    variant TEXT NOT NULL,
    rated INTEGER NOT NULL,
    score TEXT NOT NULL,
    reason TEXT NOT NULL,
    before INTEGER, -- rating before the game; NULL unless the game moved it
    points INTEGER NOT NULL,
    opponent_rank INTEGER NOT NULL, -- 0 without a rating
    plies INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX history_score ON history (player, variant, score, game);
CREATE INDEX history_opponent ON history (player, opponent, variant, score, game);

CREATE TABLE chat (
    room INTEGER NOT NULL REFERENCES room (id),
    n INTEGER NOT NULL CHECK (n > 0),
    player INTEGER NOT NULL REFERENCES player (id),
    text TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (room, n)
) STRICT, WITHOUT ROWID;
