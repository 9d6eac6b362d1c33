-- SPDX-License-Identifier: MIT
-- What a report carries: lines of a room's chat that the reporter saw. The chat has their texts; a line that an
-- upheld report hid stays there, and the chat is told without its text from then on.

CREATE TABLE report_line (
    report INTEGER NOT NULL REFERENCES report (n),
    room   INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (report, room, n),
    FOREIGN KEY (room, n) REFERENCES chat (room, n)
) STRICT, WITHOUT ROWID;

ALTER TABLE chat ADD COLUMN hidden_by INTEGER REFERENCES report (n); -- NULL: it is not hidden
