-- SPDX-License-Identifier: MIT
-- Rooms whose computer gives up what it has proven lost.

ALTER TABLE room ADD COLUMN resigns INTEGER NOT NULL DEFAULT 0 CHECK (resigns IN (0, 1));
