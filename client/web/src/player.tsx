// SPDX-License-Identifier: MIT
// A player: what the profile says, ratings, games that are over.
import { useEffect, useState } from "preact/hooks";
import type { HistoryRow, Replies } from "../../core/protocol";
import { variantNames } from "./games";
import { useSession } from "./hooks";
import { problem, reason } from "./phrases";
import { _, language } from "./words";

const PAGE = 20;

function score(row: HistoryRow): string {
    const change = row.points === undefined || row.points === 0 ? "" : ` (${row.points > 0 ? "+" : ""}${row.points})`;
    switch (row.score) {
        case "won": return _("won") + change;
        case "lost": return _("lost") + change;
        case "drawn": return _("drawn") + change;
        default: return _("no result");
    }
}

export function Player({ name }: { name: string }) {
    const session = useSession();
    const [player, setPlayer] = useState<Replies["player.get"] | null>(null);
    const [rows, setRows] = useState<HistoryRow[]>([]);
    const [hasMore, setHasMore] = useState(false);
    const [error, setError] = useState("");
    const isReady = session.isReady;
    const load = (before?: string) => {
        session.ask("history.list", { name, limit: PAGE, ...(before === undefined ? {} : { before }) }).then((list) => {
            setRows((all) => (before === undefined ? list.rows : [...all, ...list.rows]));
            setHasMore(list.more);
        }, (why) => setError(problem(why)));
    };
    useEffect(() => {
        if (!isReady) return;
        setError("");
        session.ask("player.get", { name }).then(setPlayer, (why) => setError(problem(why)));
        load();
    }, [isReady, name]);
    const known = variantNames(session.door);
    const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium" });
    return (
        <main class="page">
            <h1 class="player">
                {player?.photo !== undefined && <img src={`/photo/${player.photo}`} width={64} height={64} alt="" />}
                <bdi>{player?.name ?? name}</bdi>
            </h1>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            {player !== null && !player.guest && player.name !== session.name && session.isAccount && (
                <p><a href={`/messages/${encodeURIComponent(player.name)}`}>{_("Write a message")}</a></p>
            )}
            {player?.about !== undefined && <p><bdi>{player.about}</bdi></p>}
            {player !== null && player.ratings.length > 0 && (
                <table class="standings">
                    <thead><tr><th scope="col">{_("Game")}</th><th scope="col">{_("Rating")}</th><th scope="col">{_("Games")}</th><th scope="col">{_("Rank")}</th></tr></thead>
                    <tbody>{player.ratings.map((rating) => (
                        <tr key={rating.variant}>
                            <td>{_(known.get(rating.variant) ?? rating.variant)}</td>
                            <td>{rating.rating}{rating.provisional && "?"}</td><td>{rating.games}</td><td>{rating.rank}</td>
                        </tr>
                    ))}</tbody>
                </table>
            )}
            <h2>{_("Games")}</h2>
            <ul class="games">{rows.map((row) => (
                <li key={row.game}>
                    <span class={`score ${row.score}`}>{score(row)}</span>
                    <span><a href={`/player/${encodeURIComponent(row.opponent)}`}><bdi>{row.opponent}</bdi></a></span>
                    <span>{_(known.get(row.variant) ?? row.variant)}, {reason(row.reason)}</span>
                    <time dateTime={new Date(row.ended).toISOString()}>{day.format(row.ended)}</time>
                    <a href={`/game/${row.game}`}>{_("Look")}</a>
                </li>
            ))}</ul>
            {rows.length === 0 && error === "" && <p class="dim">{_("No games yet.")}</p>}
            {hasMore && <button onClick={() => load(rows[rows.length - 1]?.game)}>{_("More")}</button>}
        </main>
    );
}
