// SPDX-License-Identifier: MIT
// Shared by pages: the session, which has them drawn anew when something changed; their address.
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Session } from "./session";

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
    const session = useContext(SessionContext);
    const [, setChanges] = useState(0);
    if (session === null) throw new Error("no session");
    useEffect(() => {
        let isDue = false;
        const draw = () => {
            isDue = false;
            setChanges(session.changes);
        };
        // A hidden page has no frames, and is to say in its title whose turn it is.
        const stop = session.subscribe(() => {
            if (isDue) return;
            isDue = true;
            if (document.hidden) setTimeout(draw, 0);
            else requestAnimationFrame(draw);
        });
        return stop;
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
