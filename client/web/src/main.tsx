// SPDX-License-Identifier: MIT
// The page begins here: the core is loaded, the session begins, and addresses become pages.
import { render } from "preact";
import { useState } from "preact/hooks";
import { Account } from "./account";
import { Core } from "./door";
import { go, SessionContext, usePath, useSession } from "./hooks";
import { Leaderboard } from "./leaderboard";
import { Lobby } from "./lobby";
import { Session } from "./session";
import { Table } from "./table";
import { _, chooseLanguage, language, languages, preferredLanguage, speak } from "./words";

function Missing() {
    return <main class="page"><h1>{_("There is nothing here")}</h1><p><a href="/">{_("To the lobby")}</a></p></main>;
}

function Page() {
    const path = usePath();
    const room = /^\/room\/([0-9a-z]{12})$/.exec(path)?.[1];
    if (room !== undefined) return <Table room={room} />;
    switch (path) {
        case "/": return <Lobby />;
        case "/account": return <Account />;
        case "/leaderboard": return <Leaderboard />;
        default: return <Missing />;
    }
}

// What is on every page. The line tells only what somebody has to know.
function Frame() {
    const session = useSession();
    const [, setSpoken] = useState(language());
    const line = session.line === "broken" ? _("No connection; trying again...") : session.line === "silent" ? _("The server does not answer...") : "";
    // Links of the page's own are followed without loading it anew.
    const follow = (event: MouseEvent) => {
        const link = (event.target as Element).closest?.("a");
        if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (!/^\/($|room\/|account$|leaderboard$)/.test(link.pathname)) return;
        event.preventDefault();
        go(link.pathname);
    };
    return (
        <div class="frame" onClick={follow}>
            <header>
                <a href="/" class="name">Pentad</a>
                <nav><a href="/leaderboard">{_("Leaderboard")}</a></nav>
                <span class="line" role="status">{line}</span>
                <a class="me" href="/account">{session.name !== "" ? <bdi>{session.name}</bdi> : _("Log in")}</a>
            </header>
            <Page />
            <footer>
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
    const core = document.querySelector<HTMLLinkElement>("link[data-core]");
    const place = document.getElementById("app");
    if (core === null || place === null) throw new Error("the page is not whole");
    const [loaded] = await Promise.all([Core.load(fetch(core.href)), speak(preferredLanguage())]);
    place.replaceChildren();
    render(<SessionContext.Provider value={new Session(loaded)}><Frame /></SessionContext.Provider>, place);
}

void begin();
