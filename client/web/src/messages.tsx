// SPDX-License-Identifier: MIT
// Private messages: the threads, and the one with a player.
import { useEffect, useState } from "preact/hooks";
import type { Message, Thread } from "../../core/protocol";
import { useSession } from "./hooks";
import { problem } from "./phrases";
import { _, language } from "./words";

function Letters({ other }: { other: string }) {
    const session = useSession();
    const [letters, setLetters] = useState<Message[]>([]);
    const [text, setText] = useState("");
    const [error, setError] = useState("");
    const isReady = session.isReady;
    const load = () => {
        session.ask("message.list", { with: other, limit: 50 }).then(({ messages }) => {
            setLetters([...messages].reverse());
            const last = messages[0];
            if (last !== undefined && last.from !== session.name)
                session.ask("message.read", { with: other, upto: last.message }).catch(() => undefined);
        }, (why) => setError(problem(why)));
    };
    useEffect(() => {
        if (!isReady) return undefined;
        load();
        return session.on("message.received", load);
    }, [isReady, other]);
    const send = async (event: Event) => {
        event.preventDefault();
        setError("");
        try {
            await session.ask("message.send", { to: other, text });
            setText("");
            load();
        } catch (why) {
            setError(problem(why));
        }
    };
    const time = new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "short" });
    return (
        <main class="page">
            <h1><bdi>{other}</bdi></h1>
            <p><a href="/messages">{_("All messages")}</a></p>
            <ol class="letters" aria-live="polite">{letters.map((letter) => (
                <li key={letter.message} class={letter.from === session.name ? "own" : ""}>
                    <bdi>{letter.text}</bdi> <time class="dim" dateTime={new Date(letter.at).toISOString()}>{time.format(letter.at)}</time>
                </li>
            ))}</ol>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            <form class="start" onSubmit={send}>
                <label>{_("Your message")}
                    <textarea required maxLength={2000} rows={3} value={text} onInput={(event) => setText(event.currentTarget.value)} />
                </label>
                <button class="main">{_("Send")}</button>
            </form>
        </main>
    );
}

function Threads() {
    const session = useSession();
    const [threads, setThreads] = useState<Thread[]>([]);
    const [error, setError] = useState("");
    const isReady = session.isReady;
    const load = () => {
        session.ask("message.threads", { limit: 50 }).then((list) => setThreads(list.threads), (why) => setError(problem(why)));
    };
    useEffect(() => {
        if (!isReady) return undefined;
        load();
        return session.on("message.received", load);
    }, [isReady, session.name]);
    return (
        <main class="page">
            <h1>{_("Messages")}</h1>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            <ul class="games">{threads.map((thread) => (
                <li key={thread.with}>
                    <a href={`/messages/${encodeURIComponent(thread.with)}`}><bdi>{thread.with}</bdi></a>
                    <span class={thread.unread ? "unread" : "dim"}><bdi>{thread.text}</bdi></span>
                </li>
            ))}</ul>
            {threads.length === 0 && error === "" && <p class="dim">{_("No messages yet. Write to somebody from the player's page.")}</p>}
        </main>
    );
}

export function Messages({ other }: { other: string }) {
    return other === "" ? <Threads /> : <Letters other={other} />;
}
