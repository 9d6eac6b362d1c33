// SPDX-License-Identifier: MIT
// A table: board, players with their clocks, what is to be done, offers, chat.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board, readCells } from "./board";
import type { Door } from "./door";
import { go, useSession } from "./hooks";
import { keep, kept } from "./keep";
import { duration, durationLasts, problem, task } from "./phrases";
import type { Session } from "./session";
import { Steps } from "./replay";
import { soundOfGame, soundOfMove } from "./sound";
import { _ } from "./words";

// Draws anew when the text of a clock changes, and never else: a table at rest has no timer but this.
function useClock(door: Door): void {
    const [, setTurn] = useState(0);
    const runs = door.text("table.result") === "" && !door.is("table.clock_stands") ? door.text("table.to_act") : "";
    const left = runs === "" ? -1 : door.number("seat.left_ms", runs === "first" ? 0 : 1);
    useEffect(() => {
        const lasts = durationLasts(left);
        if (lasts === Infinity) return undefined;
        const timer = setTimeout(() => {
            door.passTime(performance.now()); // nothing, where another one has begun meanwhile
            setTurn((turn) => turn + 1);
        }, lasts);
        return () => clearTimeout(timer);
    });
}

// A move of the other one, a game that begins or ends.
function useSounds(session: Session): void {
    useEffect(() => {
        const stops = [
            session.on("game.moved", (event) => event.by === session.door.text("table.my_seat") || soundOfMove()),
            session.on("game.started", soundOfGame),
            session.on("game.ended", soundOfGame),
        ];
        return () => stops.forEach((stop) => stop());
    }, [session]);
}

function Seat({ door, row }: { door: Door; row: number }) {
    const seat = row === 0 ? "first" : "second";
    const name = door.text("seat.name", row);
    const rating = door.number("seat.rating", row);
    const gained = door.number("seat.gained", row);
    const left = door.number("seat.left_ms", row);
    const isOn = door.text("table.to_act") === seat && door.text("table.result") === "";
    const mark = door.text("seat.mark", row);
    return (
        <div class={isOn ? "seat on" : "seat"}>
            <span class={`sign ${mark}`} role="img" aria-label={mark === "none" ? _("empty") : mark.toUpperCase()} />
            <span class="who">
                <bdi>{name}</bdi>
                {rating >= 0 && <small>{rating}{door.is("seat.is_provisional", row) && "?"}</small>}
                {gained !== 0 && gained !== -1 && <small>{gained > 0 ? `+${gained}` : gained}</small>}
                {name !== "" && !door.is("seat.is_connected", row) && <small class="away">{_("offline")}</small>}
            </span>
            {left >= 0 && (
                <time class={left < 10000 && isOn ? "urgent" : ""} role="timer">
                    {door.is("table.is_cut_off") && isOn && "~"}{duration(left)}
                </time>
            )}
        </div>
    );
}

type Do = (what: Promise<unknown>) => void;

// Asks for a second press elsewhere: a double press says no.
function Sure({ text, onSure }: { text: string; onSure(): void }) {
    const [isAsked, setAsked] = useState(false);
    if (!isAsked) return <button onClick={() => setAsked(true)}>{text}</button>;
    return (
        <span class="sure">
            <button onClick={() => setAsked(false)}>{_("No")}</button>
            <button class="grave" onClick={() => (setAsked(false), onSure())}>{text}</button>
        </span>
    );
}

function Acts({ session, run }: { session: Session; run: Do }) {
    const { door } = session;
    const mine = door.text("table.my_seat");
    const game = door.text("table.game");
    const room = door.text("table.room");
    const isOver = door.text("table.result") !== "";
    if (mine === "" || game === "") return null;
    if (isOver)
        return (
            <div class="acts">
                <button class="main" onClick={() => run(session.ask("room.rematch", { room }))}>{_("Rematch")}</button>
                <button onClick={() => go("/")}>{_("To the lobby")}</button>
            </div>
        );
    const offered = door.text("table.draw_offer");
    const asked = door.text("table.takeback");
    const isTheirs = (seat: string) => seat !== "" && seat !== mine;
    return (
        <div class="acts">
            {isTheirs(offered) && (
                <span class="question">{_("A draw is offered.")}
                    <button onClick={() => run(session.ask("game.draw", { game, answer: "accept" }))}>{_("Accept")}</button>
                    <button onClick={() => run(session.ask("game.draw", { game, answer: "refuse" }))}>{_("Refuse")}</button>
                </span>
            )}
            {isTheirs(asked) && (
                <span class="question">{_("A takeback is asked for.")}
                    <button onClick={() => run(session.ask("game.takeback", { game, answer: "accept" }))}>{_("Accept")}</button>
                    <button onClick={() => run(session.ask("game.takeback", { game, answer: "refuse" }))}>{_("Refuse")}</button>
                </span>
            )}
            <Sure text={_("Offer a draw")} onSure={() => run(session.ask("game.draw", { game, answer: "offer" }))} />
            <button onClick={() => run(session.ask("game.takeback", { game, answer: "ask" }))}>{_("Takeback")}</button>
            <Sure text={_("Resign")} onSure={() => run(session.ask("game.resign", { game }))} />
        </div>
    );
}

const HIDDEN = "chat-hidden";

function Chat({ session, run }: { session: Session; run: Do }) {
    const { door } = session;
    const [text, setText] = useState("");
    const lines = door.rows("chat.n", (row) => ({
        n: door.number("chat.n", row), name: door.text("chat.name", row), text: door.text("chat.text", row),
    }));
    const say = (event: Event) => {
        event.preventDefault();
        if (text.trim() !== "") run(session.ask("room.say", { room: door.text("table.room"), text }));
        setText("");
    };
    return (
        <details class="chat" open={kept(HIDDEN) === null} onToggle={(event) => keep(HIDDEN, event.currentTarget.open ? null : "")}>
            <summary>{_("Chat")}</summary>
            <ol aria-live="polite">
                {lines.map((line) => <li key={line.n}><bdi class="by">{line.name}</bdi> <bdi>{line.text}</bdi></li>)}
            </ol>
            <form onSubmit={say}>
                <input value={text} maxLength={500} placeholder={_("Say something")} aria-label={_("Say something")}
                    onInput={(event) => setText(event.currentTarget.value)} />
            </form>
        </details>
    );
}

export function Table({ room }: { room: string }) {
    const session = useSession();
    const { door } = session;
    const [error, setError] = useState("");
    const run: Do = (what) => {
        setError("");
        what.catch((why) => setError(problem(why)));
    };
    useEffect(() => {
        if (session.isReady && door.text("table.room") !== room) run(session.ask("room.watch", { room }));
    }, [room, session.isReady, door]);
    useEffect(() => {
        session.refused = null;
    }, [room]);
    useClock(door);
    useSounds(session);
    const mine = door.text("table.my_seat");
    const isMyTurn = mine !== "" && door.text("table.to_act") === mine && door.text("table.result") === "";
    const choices = isMyTurn ? door.rows("choice.text", (row) => door.text("choice.text", row)) : [];
    const ply = door.number("table.ply");
    const [earlier, setEarlier] = useState({ at: -1, ply: -1 });
    const at = earlier.ply === ply && earlier.at < ply ? earlier.at : -1; // a move shows itself
    const mayPlay = at < 0 && isMyTurn && choices.length === 0 && door.text("table.pending") === "";
    // Not at each tick of a clock.
    const cells = useMemo(() => {
        door.look(false, at);
        return readCells(door);
    }, [door, session.changes, at]);
    useEffect(() => {
        document.title = isMyTurn ? _("Your turn! - Pentad") : "Pentad";
        return () => {
            document.title = "Pentad";
        };
    }, [isMyTurn]);
    if (door.text("table.room") !== room)
        return <main class="page"><p role="status">{error !== "" ? error : _("Opening the table...")}</p></main>;
    const [above, below] = mine === "first" ? [1, 0] : [0, 1];
    return (
        <main class="table">
            <h1 class="hidden">{_("Table: %s", door.text("table.variant"))}</h1>
            {door.is("table.is_playable") || door.text("table.game") === ""
                ? (
                    <div>
                        <Board cells={cells} pending={door.text("table.pending")} next={door.text("table.next_mark")}
                            mayPlay={mayPlay} ply={ply} play={(square) => session.move(square)} />
                        {ply > 0 && <Steps at={at < 0 ? ply : at} plies={ply} onStep={(to) => setEarlier({ at: to, ply })} />}
                    </div>
                )
                : <p class="board">{_("This page does not know the rules of that game.")}</p>}
            <aside>
                <Seat door={door} row={above} />
                <div class="task">
                    <p role="status">{error !== "" ? error : task(door)}</p>
                    {session.refused !== null && <p class="error" role="alert">{problem(session.refused)}</p>}
                    {choices.length > 0 && (
                        <div class="acts">{choices.map((choice) => (
                            <button key={choice} class="main" onClick={() => session.move(choice)}>{_(choice)}</button>
                        ))}</div>
                    )}
                    <Acts session={session} run={run} />
                </div>
                <Seat door={door} row={below} />
                <Chat session={session} run={run} />
            </aside>
        </main>
    );
}
