// SPDX-License-Identifier: MIT
// What pages are given: the session, which has them drawn anew when something changed; and their address.
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Session } from "./session";

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
