-- SPDX-License-Identifier: MIT
-- A photo is found by its id, too: pages name it by that. Several players may show the same one.

CREATE INDEX player_photo_photo ON player_photo (photo);
