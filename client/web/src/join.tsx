// SPDX-License-Identifier: MIT
// A friend's link: /join#CODE. The code is behind #, so that it is in no log; what is played is shown before one sits down.
import { useState } from "preact/hooks";
import type { Room } from "../../core/protocol";
import { variantNames } from "./games";
import { go, useSession } from "./hooks";
import { clockWords, problem } from "./phrases";
import type { Session } from "./session";
import { _ } from "./words";

// Opens a room that waits for whoever has its link, and returns the address to give away.
export async function makeLink(session: Session, fields: { variant: string; clock: Room["clock"] }): Promise<{ room: string; address: string }> {
    const { room } = await session.ask("room.open", { ...fields, link: true });
    const { link } = await session.post("room.link", { room: room.room });
    return { room: room.room, address: `${location.origin}/join#${link}` };
}

export function Join() {
    const session = useSession();
    const [room, setRoom] = useState<Room | null>(null);
    const [error, setError] = useState("");
    const link = location.hash.slice(1);
    const act = async (what: () => Promise<void>) => {
        setError("");
        try {
            await session.beSomebody();
            await what();
        } catch (why) {
            setError(problem(why));
        }
    };
    const look = () => act(async () => setRoom((await session.ask("room.look", { link })).room));
    const join = () => act(async () => {
        const joined = await session.ask("room.join", { link });
        go(`/room/${joined.room.room}`);
    });
    const known = variantNames(session.door);
    return (
        <main class="page">
            <h1>{_("A game with a friend")}</h1>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            {room === null
                ? <button class="main" disabled={!session.isReady} onClick={look}>{_("See who invites")}</button>
                : (
                    <>
                        <p><bdi>{room.players[0]?.name}</bdi>: {_(known.get(room.variant) ?? room.variant)}, {clockWords(room.clock)}</p>
                        <button class="main" onClick={join}>{_("Play")}</button>
                    </>
                )}
        </main>
    );
}
