// SPDX-License-Identifier: MIT
// The lobby: what waits for the player, a game at once against people or the computer, open tables and games to watch.
import { useEffect, useState } from "preact/hooks";
import type { Clock, ComputerInfo, Room } from "../../core/protocol";
import type { Door } from "./door";
import { GameChoice, variantNames } from "./games";
import { go, useSession } from "./hooks";
import { makeLink } from "./join";
import { keep, kept } from "./keep";
import { clockWords, problem } from "./phrases";
import { hello } from "./session";
import { _ } from "./words";

const CLOCKS: Clock[] = [
    { kind: "fischer", main_ms: 180000, increment_ms: 2000 },
    { kind: "fischer", main_ms: 600000, increment_ms: 5000 },
    { kind: "fischer", main_ms: 1800000, increment_ms: 20000 },
    { kind: "correspondence", period_ms: 172800000 },
    { kind: "none" },
];

// A computer that plays the game: the strongest for it comes last in the server's list.
function opponentFor(computers: ComputerInfo[], variant: string): ComputerInfo | undefined {
    return computers.filter((one) => one.plays === undefined || one.plays.split(" ").includes(variant)).at(-1);
}

interface Listed {
    id: string;
    variant: string;
    opener: string;
    rating: number;
    isRated: boolean;
    clock: string;
}

function openRooms(door: Door): Listed[] {
    return door.rows("room.id", (row) => ({
        id: door.text("room.id", row),
        variant: door.text("room.variant", row),
        opener: door.text("room.opener", row),
        rating: door.number("room.rating", row),
        isRated: door.is("room.is_rated", row),
        clock: clockWords({
            kind: door.text("room.clock", row), main_ms: door.number("room.main_ms", row),
            increment_ms: door.number("room.increment_ms", row), period_ms: door.number("room.period_ms", row),
            periods: door.number("room.periods", row),
        }),
    }));
}

// Where the player sits: the table that this page had last, and those that were there at the login.
function ownRooms(door: Door, seated: string): string[] {
    const others = door.rows("own.id", (row) => (door.text("own.state", row) === "over" ? "" : door.text("own.id", row)));
    return [...new Set([seated, ...others])].filter((room) => room !== "");
}

export function Lobby() {
    const session = useSession();
    const { door } = session;
    const [variant, setVariant] = useState(kept("variant") ?? "classic");
    const [clock, setClock] = useState(Number(kept("clock") ?? 1));
    const [level, setLevel] = useState(Number(kept("level") ?? 3));
    const [computers, setComputers] = useState<ComputerInfo[]>([]);
    const [playing, setPlaying] = useState<Room[]>([]);
    const [isBusy, setBusy] = useState(false);
    const [error, setError] = useState("");
    const { isReady } = session;
    const mayAct = isReady && !isBusy;

    useEffect(() => {
        if (!isReady) return;
        session.ask("hello", hello).then((told) => setComputers(told.computers), () => undefined);
        session.ask("lobby.watch", {}).catch(() => undefined);
        session.ask("room.list", { state: "playing", limit: 10 }).then((list) => setPlaying(list.rooms), () => undefined);
    }, [isReady, door]);
    const seated = door.text("table.my_seat") !== "" && door.text("table.result") === "" && !door.is("table.is_gone")
        ? door.text("table.room") : "";
    const act = async (what: () => Promise<void>) => {
        setError("");
        setBusy(true);
        try {
            await session.beSomebody();
            await what();
        } catch (why) {
            setError(problem(why));
        } finally {
            setBusy(false);
        }
    };
    const chooseVariant = (key: string) => {
        setVariant(key);
        remember("variant", key);
    };
    const remember = (key: string, value: string | number) => keep(key, String(value));
    const computer = opponentFor(computers, variant);
    const known = variantNames(door);
    const chosen = CLOCKS[clock] ?? { kind: "none" };
    const quick = () => act(() => session.seek({ variant, clock: chosen }));
    const invite = () => act(async () => {
        session.invites = await makeLink(session, { variant, clock: chosen });
    });
    const against = () => act(async () => {
        if (computer === undefined) return;
        const { room } = await session.ask("room.open", { variant, computer: computer.key, level: Math.min(level, computer.levels) });
        go(`/room/${room.room}`);
    });
    const join = (room: string) => act(async () => {
        await session.ask("room.join", { room });
        go(`/room/${room}`);
    });
    return (
        <main class="page">
            <h1>Pentad</h1>
            {ownRooms(door, seated).map((room) => (
                <p key={room} class="waits"><a href={`/room/${room}`}>{_("Back to your game")}</a></p>
            ))}
            <form class="start" onSubmit={(event) => event.preventDefault()}>
                <GameChoice door={door} value={variant} onChoose={chooseVariant} />
                <fieldset>
                    <legend>{_("Against the computer")}</legend>
                    {computer !== undefined && computer.levels > 1 && (
                        <label>{_("Level %d of %d", Math.min(level, computer.levels), computer.levels)}
                            <input type="range" min={1} max={computer.levels} value={Math.min(level, computer.levels)}
                                onInput={(event) => { setLevel(Number(event.currentTarget.value)); remember("level", event.currentTarget.value); }} />
                        </label>
                    )}
                    <button class="main" disabled={!mayAct || computer === undefined} onClick={against}>{_("Play the computer")}</button>
                </fieldset>
                <fieldset>
                    <legend>{_("Against people")}</legend>
                    <label>{_("Clock")}
                        <select value={clock} onChange={(event) => { setClock(Number(event.currentTarget.value)); remember("clock", event.currentTarget.value); }}>
                            {CLOCKS.map((one, index) => <option key={index} value={index}>{clockWords(one)}</option>)}
                        </select>
                    </label>
                    {session.seeks !== null
                        ? <button onClick={() => session.stopSeeking()}>{_("Stop looking")}</button>
                        : <button class="main" disabled={!mayAct} onClick={quick}>{_("Find an opponent")}</button>}
                    {session.seeks !== null && <p role="status">{_("Looking for an opponent...")}</p>}
                    <button disabled={!mayAct} onClick={invite}>{_("A link for a friend")}</button>
                    {session.invites !== null && (
                        <p role="status">
                            <label>{_("Send this address to your friend; the game begins when it is used.")}
                                <input readOnly value={session.invites.address} onFocus={(event) => event.currentTarget.select()} />
                            </label>
                            <a href={`/room/${session.invites.room}`}>{_("To the table")}</a>
                        </p>
                    )}
                </fieldset>
            </form>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            <section>
                <h2>{_("Open tables")}</h2>
                <ul class="rooms">{openRooms(door).map((room) => (
                    <li key={room.id}>
                        <span><bdi>{room.opener}</bdi> {room.rating >= 0 && <small>{room.rating}</small>}</span>
                        <span>{_(known.get(room.variant) ?? room.variant)}</span>
                        <span>{room.clock}, {room.isRated ? _("rated") : _("unrated")}</span>
                        <button disabled={!mayAct} onClick={() => join(room.id)}>{_("Join")}</button>
                    </li>
                ))}</ul>
                {door.count("room.id") === 0 && <p class="dim">{_("Nobody waits at the moment.")}</p>}
            </section>
            <section>
                <h2>{_("Games to watch")}</h2>
                <ul class="rooms">{playing.map((room) => (
                    <li key={room.room}>
                        <span>{room.players.map((player, n) => <span key={n}>{n > 0 && " – "}<bdi>{player.name}</bdi></span>)}</span>
                        <span>{_(known.get(room.variant) ?? room.variant)}</span>
                        <span>{clockWords(room.clock)}</span>
                        <a href={`/room/${room.room}`}>{_("Watch")}</a>
                    </li>
                ))}</ul>
                {playing.length === 0 && <p class="dim">{_("No games at the moment.")}</p>}
            </section>
        </main>
    );
}
