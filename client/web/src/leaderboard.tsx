// SPDX-License-Identifier: MIT
// The leaderboard of a game: registered players with a rating, and where oneself stands.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Standing } from "../../core/protocol";
import { GameChoice } from "./games";
import { useSession } from "./hooks";
import { kept } from "./keep";
import { problem } from "./phrases";
import { _ } from "./words";

const PAGE = 50;

export function Leaderboard() {
    const session = useSession();
    const [variant, setVariant] = useState(kept("variant") ?? "classic");
    const [rows, setRows] = useState<Standing[]>([]);
    const [total, setTotal] = useState(0);
    const [error, setError] = useState("");
    const isReady = session.isReady;
    const shown = useRef(variant);
    shown.current = variant;
    const load = (from: number) => {
        session.ask("rating.top", { variant, from, limit: PAGE }).then((top) => {
            if (shown.current !== variant) return; // another one was chosen meanwhile
            setRows((before) => (from === 1 ? top.rows : [...before, ...top.rows]));
            setTotal(top.total);
            setError("");
        }, (why) => setError(problem(why)));
    };
    useEffect(() => {
        if (isReady) load(1);
    }, [isReady, variant]);
    return (
        <main class="page">
            <h1>{_("Leaderboard")}</h1>
            <div class="start"><GameChoice door={session.door} value={variant} isRated onChoose={setVariant} /></div>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            <table class="standings">
                <thead><tr><th scope="col">{_("Rank")}</th><th scope="col">{_("Name")}</th><th scope="col">{_("Rating")}</th><th scope="col">{_("Games")}</th></tr></thead>
                <tbody>{rows.map((row) => (
                    <tr key={row.name} class={row.name === session.name ? "own" : ""}>
                        <td>{row.rank}</td><td><a href={`/player/${encodeURIComponent(row.name)}`}><bdi>{row.name}</bdi></a></td><td>{row.rating}</td><td>{row.games}</td>
                    </tr>
                ))}</tbody>
            </table>
            {rows.length === 0 && error === "" && <p class="dim">{_("Nobody has a rating in this game yet.")}</p>}
            {rows.length < total && <button onClick={() => load(rows.length + 1)}>{_("More")}</button>}
        </main>
    );
}
