-- SPDX-License-Identifier: MIT
-- What the computer player `table` has learnt from games of people; no row, or an empty text: nothing.

CREATE TABLE experience (
    n    INTEGER PRIMARY KEY CHECK (n = 1),
    text TEXT NOT NULL
) STRICT;
