// SPDX-License-Identifier: MIT
// Steps through a game: the buttons, and the page of a game that is over.
import { useEffect, useState } from "preact/hooks";
import type { Replies } from "../../core/protocol";
import { Board, readCells } from "./board";
import { variantNames } from "./games";
import { useSession } from "./hooks";
import { outcome, problem } from "./phrases";
import { _ } from "./words";

interface StepsProps {
    at: number;
    plies: number;
    onStep(to: number): void;
}

export function Steps({ at, plies, onStep }: StepsProps) {
    const button = (text: string, label: string, to: number) => (
        <button aria-label={label} disabled={to === at || to < 0 || to > plies} onClick={() => onStep(to)}>{text}</button>
    );
    return (
        <div class="steps" role="group" aria-label={_("Moves")}>
            {button("|◀", _("To the beginning"), 0)}
            {button("◀", _("One move back"), at - 1)}
            <output>{at} / {plies}</output>
            {button("▶", _("One move on"), at + 1)}
            {button("▶|", _("To the end"), plies)}
        </div>
    );
}

export function Replay({ game }: { game: string }) {
    const session = useSession();
    const [told, setTold] = useState<Replies["game.get"]["game"] | null>(null);
    const [at, setAt] = useState(-1);
    const [error, setError] = useState("");
    useEffect(() => {
        if (session.isReady)
            session.ask("game.get", { game }).then((reply) => setTold(reply.game), (why) => setError(problem(why)));
    }, [session.isReady, game]);
    const plies = told === null ? -1 : session.door.look(true, at);
    const cells = plies < 0 ? [] : readCells(session.door);
    const seats = told === null ? [] : [told.first, told.second];
    return (
        <main class="table">
            <h1 class="hidden">{_("Game")}</h1>
            <div>
                <Board cells={cells} pending="" next="none" mayPlay={false} ply={at} play={() => undefined} />
                {plies >= 0 && <Steps at={at < 0 ? plies : at} plies={plies} onStep={setAt} />}
                {told !== null && plies < 0 && <p>{_("This page does not know the rules of that game.")}</p>}
            </div>
            <aside>
                {error !== "" && <p class="error" role="alert">{error}</p>}
                {seats.map((player) => (
                    <div key={player.name} class="seat">
                        <span class="who"><a href={`/player/${encodeURIComponent(player.name)}`}><bdi>{player.name}</bdi></a>
                            {player.rating !== undefined && <small>{player.rating}</small>}</span>
                    </div>
                ))}
                {told !== null && <p>{_(variantNames(session.door).get(told.variant) ?? told.variant)}</p>}
                {told?.result !== undefined && <p role="status">{outcome(told)}</p>}
                <p><a href={`/game/${game}.sgf`} download>SGF</a> <a href={`/game/${game}.psq`} download>PSQ</a> <a href={`/game/${game}.json`} download>JSON</a></p>
            </aside>
        </main>
    );
}
