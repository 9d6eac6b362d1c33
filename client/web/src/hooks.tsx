// SPDX-License-Identifier: MIT
// What pages share: the session, which has them drawn anew when something changed; their address; the choice of a game.
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Door } from "./door";
import type { Session } from "./session";
import { _ } from "./words";

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
    const session = useContext(SessionContext);
    const [, setChanges] = useState(0);
    if (session === null) throw new Error("no session");
    useEffect(() => {
        let frame = 0;
        const stop = session.subscribe(() => {
            frame ||= requestAnimationFrame(() => {
                frame = 0;
                setChanges(session.changes);
            });
        });
        return () => {
            stop();
            cancelAnimationFrame(frame);
        };
    }, [session]);
    return session;
}

const MOVED = "pentad-moved";

export function go(path: string): void {
    if (path === location.pathname) return;
    history.pushState(null, "", path);
    dispatchEvent(new Event(MOVED));
}

export function usePath(): string {
    const [path, setPath] = useState(location.pathname);
    useEffect(() => {
        const moved = () => setPath(location.pathname);
        for (const event of [MOVED, "popstate"]) addEventListener(event, moved);
        return () => {
            for (const event of [MOVED, "popstate"]) removeEventListener(event, moved);
        };
    }, []);
    return path;
}

// The English names of the server's games, by their keys.
export function variantNames(door: Door): Map<string, string> {
    return new Map(door.rows("variant.key", (row) => [door.text("variant.key", row), door.text("variant.name", row)]));
}

export function GameChoice({ door, value, isRated = false, onChoose }:
    { door: Door; value: string; isRated?: boolean; onChoose(variant: string): void }) {
    const rows = door.rows("variant.key", (row) => row)
        .filter((row) => door.is("variant.is_playable", row) && (!isRated || door.is("variant.can_be_rated", row)));
    return (
        <label>{_("Game")}
            <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
                {rows.map((row) => <option key={row} value={door.text("variant.key", row)}>{_(door.text("variant.name", row))}</option>)}
            </select>
        </label>
    );
}
