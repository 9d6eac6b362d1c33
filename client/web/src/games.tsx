// SPDX-License-Identifier: MIT
// The server's games: their names, and the choice of one.
import type { Door } from "./door";
import { _ } from "./words";

// The English names of the server's games, by their keys.
export function variantNames(door: Door): Map<string, string> {
    return new Map(door.rows("variant.key", (row) => [door.text("variant.key", row), door.text("variant.name", row)]));
}

// The largest board that is drawn here: an endless one is not yet.
export const SIDE_MOST = 40;

export function GameChoice({ door, value, isRated = false, onChoose }:
    { door: Door; value: string; isRated?: boolean; onChoose(variant: string): void }) {
    const rows = door.rows("variant.key", (row) => row)
        .filter((row) => door.is("variant.is_playable", row) && door.number("variant.width", row) <= SIDE_MOST && (!isRated || door.is("variant.can_be_rated", row)));
    return (
        <label>{_("Game")}
            <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
                {rows.map((row) => <option key={row} value={door.text("variant.key", row)}>{_(door.text("variant.name", row))}</option>)}
            </select>
        </label>
    );
}
