// SPDX-License-Identifier: MIT
// The page begins here: the core is loaded, the session begins, and addresses become pages.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Account } from "./account";
import { Core } from "./door";
import { go, SessionContext, usePath, useSession } from "./hooks";
import { Join } from "./join";
import { Leaderboard } from "./leaderboard";
import { Lobby } from "./lobby";
import { Messages } from "./messages";
import { problem } from "./phrases";
import { Player } from "./player";
import { Replay } from "./replay";
import { Session } from "./session";
import { applyLooks, SettingsPage, useLooks } from "./settings";
import { allowSound } from "./sound";
import { Table } from "./table";
import { _, chooseLanguage, language, languages, preferredLanguage, speak } from "./words";

function Missing() {
    return <main class="page"><h1>{_("There is nothing here")}</h1><p><a href="/">{_("To the lobby")}</a></p></main>;
}

function decoded(part: string | undefined): string | undefined {
    try {
        return part && decodeURIComponent(part);
    } catch {
        return undefined;
    }
}

function Page() {
    const path = usePath();
    const room = /^\/room\/([0-9a-z]{12})$/.exec(path)?.[1];
    if (room !== undefined) return <Table key={room} room={room} />;
    const game = /^\/game\/([0-9a-z]{12})$/.exec(path)?.[1];
    if (game !== undefined) return <Replay key={game} game={game} />;
    const player = decoded(/^\/player\/([^/]+)$/.exec(path)?.[1]);
    if (player !== undefined) return <Player key={player} name={player} />;
    const other = decoded(/^\/messages\/([^/]+)$/.exec(path)?.[1]);
    if (other !== undefined) return <Messages key={other} other={other} />;
    switch (path) {
        case "/": return <Lobby />;
        case "/account": return <Account />;
        case "/join": return <Join />;
        case "/messages": return <Messages other="" />;
        case "/settings": return <SettingsPage />;
        case "/leaderboard": return <Leaderboard />;
        default: return <Missing />;
    }
}

// The frame of every page. Its status tells only what somebody has to know.
function Frame() {
    const session = useSession();
    const [, setSpoken] = useState(language());
    useLooks();
    const status = session.connection === "broken" ? _("No connection; trying again...")
        : session.connection === "silent" ? _("The server does not answer...")
        : session.connection === "refused" && session.refused !== null ? problem(session.refused) : "";
    // Whoever has been paired, or is joined by link, is taken to the table from whatever page.
    useEffect(() => {
        const stops = [
            session.on("room.paired", ({ room }) => go(`/room/${room.room}`)),
            session.on("game.started", ({ room }) => room === session.invites?.room && go(`/room/${room}`)),
        ];
        return () => stops.forEach((stop) => stop());
    }, [session]);
    // Links of the page's own are followed without loading it anew.
    const follow = (event: MouseEvent) => {
        const link = (event.target as Element).closest?.("a");
        if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (link.hasAttribute("download") || !/^\/($|(game|room|player|messages)\/|(account|join|leaderboard|messages|settings)$)/.test(link.pathname)) return;
        event.preventDefault();
        go(link.pathname);
    };
    return (
        <div class="frame" onClick={follow} onPointerDown={allowSound}>
            <header>
                <a href="/" class="name">Pentad</a>
                <nav>
                    <a href="/leaderboard">{_("Leaderboard")}</a>
                    {session.isAccount && (
                        <a href="/messages">{_("Messages")}{session.door.is("mail.unread") && ` (${session.door.number("mail.unread")})`}</a>
                    )}
                </nav>
                <span class="connection" role="status">{status}</span>
                <a class="me" href="/account">{session.name !== "" ? <bdi>{session.name}</bdi> : _("Log in")}</a>
            </header>
            <Page />
            <footer>
                <a href="/settings">{_("Settings")}</a>
                <a href="/docs">{_("Protocol")}</a>
                <select aria-label={_("Language")} value={language()}
                    onChange={(event) => chooseLanguage(event.currentTarget.value).then(() => setSpoken(language()))}>
                    {Object.entries(languages).map(([tag, name]) => <option key={tag} value={tag} lang={tag}>{name}</option>)}
                </select>
            </footer>
        </div>
    );
}

async function begin(): Promise<void> {
    applyLooks();
    const core = document.querySelector<HTMLLinkElement>("link[data-core]");
    const place = document.getElementById("app");
    if (core === null || place === null) throw new Error("the page is not whole");
    const [loaded] = await Promise.all([Core.load(fetch(core.href)), speak(preferredLanguage())]);
    place.replaceChildren();
    render(<SessionContext.Provider value={new Session(loaded)}><Frame /></SessionContext.Provider>, place);
}

void begin();
