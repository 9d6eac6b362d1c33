// SPDX-License-Identifier: MIT
// Sentences about a table, a clock and a refusal. The words are those of penta, so that the catalogues have them once.
import type { Door } from "./door";
import { Refusal } from "./session";
import { _, isolate } from "./words";

const Task = { noGame: 0, opening: 1, sharedOpening: 2, firstChoice: 3, twoMore: 4, secondChoice: 5, stone: 6, over: 7 };

export const reason = (word: string): string => {
    switch (word) {
        case "row": return _("row completed");
        case "full_board": return _("the board is full");
        case "resign": return _("resignation");
        case "agreed": return _("by agreement");
        case "aborted": return _("aborted before both moved");
        case "left": return _("a player left the room");
        case "time": return _("time ran out");
        case "claim": return _("opponent away too long");
        case "no_start": return _("no first move in time");
        case "abandoned": return _("both players stayed away");
        case "broken_off": return _("aborted early");
        case "closed": return _("room closed by a moderator");
        case "points": return _("by points");
        case "limit": return _("the game was as long as it may be");
        case "blocked": return _("nobody can move");
        default: return word;
    }
};

const seatRow = (seat: string): number => (seat === "first" ? 0 : 1);

export function result(door: Door): string {
    const won = door.text("table.result");
    const why = reason(door.text("table.reason"));
    const mine = door.text("table.my_seat");
    if (won === "draw") return _("Draw: %s.", why);
    if (won === "none") return _("The game ended without a result: %s.", why);
    if (mine === "") return _("%s won: %s.", isolate(door.text("seat.name", seatRow(won))), why);
    return won === mine ? _("You won: %s.", why) : _("You lost: %s.", why);
}

// How a game ended that one looks at.
export function outcome(game: { first: { name: string }; second: { name: string }; result?: string; reason?: string }): string {
    const why = reason(game.reason ?? "");
    if (game.result === "draw") return _("Draw: %s.", why);
    if (game.result === "first" || game.result === "second") return _("%s won: %s.", isolate(game[game.result].name), why);
    return _("The game ended without a result: %s.", why);
}

// The next thing that the player is to do, or waits for.
export function task(door: Door): string {
    const kind = door.number("table.task");
    const toAct = door.text("table.to_act");
    if (door.is("table.is_gone")) return _("The room is closed.");
    if (kind === Task.noGame) return _("Waiting for an opponent.");
    if (door.text("table.result") !== "") return result(door);
    if (kind === Task.over) return _("The game is decided; waiting for the server.");
    const mark = door.text("table.next_mark").toUpperCase();
    const left = door.number("table.stones_left");
    if (toAct !== door.text("table.my_seat")) return theirs(kind, isolate(door.text("seat.name", seatRow(toAct))), left);
    switch (kind) {
        case Task.opening:
            return _("Opening: you place X, O and X anywhere, then your opponent chooses a colour. Place %c (%u to go).", mark, left);
        case Task.twoMore:
            return _("Two more: you place O and X, then your opponent chooses a colour. Place %c (%u to go).", mark, left);
        case Task.firstChoice:
            return _("Choose: white (you are O and move next), black (you are X), or two_more (you place O and X, your opponent chooses).");
        case Task.secondChoice:
            return _("Choose your colour: white (you are O and move next) or black (you are X).");
        default:
            return left > 1 ? _("Your turn: %d stones.", left) : _("Your turn.");
    }
}

function theirs(kind: number, name: string, left: number): string {
    switch (kind) {
        case Task.opening: return _("Opening: %s places three stones (%u to go); then a colour is chosen.", name, left);
        case Task.twoMore: return _("%s places two more stones (%u to go); then a colour is chosen.", name, left);
        case Task.firstChoice: return _("%s chooses: white, black, or two more stones.", name);
        case Task.secondChoice: return _("%s chooses: white or black.", name);
        default: return _("It is %s's turn.", name);
    }
}

const two = (number: number): string => String(number).padStart(2, "0");

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const TENTHS_BELOW = 10 * SECOND;

export function duration(ms: number): string {
    const minutes = Math.floor(ms % HOUR / MINUTE), seconds = two(Math.floor(ms % MINUTE / SECOND));
    if (ms >= DAY) return _("%lldd %02d:%02d", Math.floor(ms / DAY), two(Math.floor(ms % DAY / HOUR)), two(minutes));
    if (ms >= HOUR) return `${Math.floor(ms / HOUR)}:${two(minutes)}:${seconds}`;
    return `${minutes}:${seconds}${ms < TENTHS_BELOW ? `.${Math.floor(ms % SECOND / 100)}` : ""}`;
}

// When the text of so much time is another one.
export function durationLasts(ms: number): number {
    if (ms <= 0) return Infinity;
    return ms % (ms < TENTHS_BELOW ? 100 : ms < DAY ? SECOND : MINUTE) + 1;
}

export function clockWords(control: { kind: string; main_ms?: number; increment_ms?: number; period_ms?: number; periods?: number }): string {
    const minutes = (ms = 0) => String(Math.round(ms / MINUTE * 10) / 10);
    const seconds = (ms = 0) => String(Math.round(ms / SECOND));
    switch (control.kind) {
        case "fischer": return `${minutes(control.main_ms)}+${seconds(control.increment_ms)}`;
        case "byoyomi": return `${minutes(control.main_ms)}+${control.periods ?? 0}x${seconds(control.period_ms)}`;
        case "per_move": return _("%s s a move", seconds(control.period_ms));
        case "correspondence": return _("%s days a move", Math.round((control.period_ms ?? 0) / DAY));
        default: return _("no clock");
    }
}

export function problem(error: unknown): string {
    if (!(error instanceof Refusal)) return String(error);
    if (error.code === "net") return _("The server cannot be reached; try again later.");
    if (error.code === "lost") return _("The connection broke; whether that was done is not known.");
    return _(error.message);
}
