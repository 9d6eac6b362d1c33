// SPDX-License-Identifier: MIT
// The player's login: a guest takes a name and keeps the games, an account comes in or goes out.
import { useState } from "preact/hooks";
import { useSession } from "./hooks";
import { problem } from "./phrases";
import type { Session } from "./session";
import { _, isolate } from "./words";

type Act = (what: Promise<unknown>) => Promise<void>;

function NameAndPassword({ text, isNew, onDone }: { text: string; isNew: boolean; onDone(name: string, password: string): void }) {
    const [name, setName] = useState("");
    const [password, setPassword] = useState("");
    const send = (event: Event) => {
        event.preventDefault();
        onDone(name, password);
    };
    return (
        <form onSubmit={send}>
            <fieldset>
                <legend>{text}</legend>
                <label>{_("Name")}
                    <input required maxLength={80} autocomplete="username" value={name} onInput={(event) => setName(event.currentTarget.value)} />
                </label>
                <label>{_("Password")}
                    <input required type="password" maxLength={128} autocomplete={isNew ? "new-password" : "current-password"} value={password}
                        onInput={(event) => setPassword(event.currentTarget.value)} />
                </label>
                <button class="main">{text}</button>
            </fieldset>
        </form>
    );
}

function Recovery({ code, onSeen }: { code: string; onSeen(): void }) {
    return (
        <section class="waits">
            <p>{_("Your recovery code, told this once: write it down. It gives the account back if the password is lost.")}</p>
            <p><code class="secret">{code}</code></p>
            <button onClick={onSeen}>{_("I have written it down")}</button>
        </section>
    );
}

function Out({ session, act }: { session: Session; act: Act }) {
    const [isSure, setSure] = useState(false);
    const isGuest = session.door.is("session.is_guest");
    if (isGuest && !isSure) return <button onClick={() => setSure(true)}>{_("Log out")}</button>;
    return (
        <p>
            {isGuest && _("A guest who logs out is gone for good, with the games.")}{" "}
            <button class={isGuest ? "grave" : ""} onClick={() => act(session.become("auth.logout", {}))}>{_("Log out")}</button>
        </p>
    );
}

export function Account() {
    const session = useSession();
    const [error, setError] = useState("");
    const [, setSeen] = useState(0);
    const act: Act = async (what) => {
        setError("");
        try {
            await what;
        } catch (why) {
            setError(problem(why));
        }
    };
    const register = (name: string, password: string) => act(session.become("auth.register", { name, password })
        .then((told) => {
            session.recovery = told.recovery ?? "";
        }));
    const login = (name: string, password: string) => act(session.become("auth.login", { name, password }));
    const forget = () => {
        session.recovery = "";
        setError("");
        setSeen((seen) => seen + 1);
    };
    const isNobody = session.name === "";
    const { isAccount } = session;
    return (
        <main class="page">
            <h1>{isAccount ? <bdi>{session.name}</bdi> : _("Account")}</h1>
            {session.recovery !== "" && <Recovery code={session.recovery} onSeen={() => forget()} />}
            {error !== "" && <p class="error" role="alert">{error}</p>}
            {!isAccount && !isNobody && <p>{_("You play as %s. With a name of your own you keep these games, and may play for a rating.", isolate(session.name))}</p>}
            {!isAccount && (
                <div class="start">
                    <NameAndPassword text={_("Take a name")} isNew onDone={register} />
                    <NameAndPassword text={_("Log in")} isNew={false} onDone={login} />
                </div>
            )}
            {!isNobody && <p><a href={`/player/${encodeURIComponent(session.name)}`}>{_("Your games")}</a></p>}
            {!isNobody && <Out session={session} act={act} />}
        </main>
    );
}
