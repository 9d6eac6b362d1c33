// SPDX-License-Identifier: MIT
// The player's settings, as the server keeps them; a browser keeps the looks for whoever is not logged in.
import { useEffect, useState } from "preact/hooks";
import type { Settings } from "../../core/protocol";
import { useSession } from "./hooks";
import { keep, kept } from "./keep";
import { problem } from "./phrases";
import { setSound } from "./sound";
import { _ } from "./words";

const LOOKS = ["theme", "pieces"] as const;
const HERE = "looks";

function keptHere(): Settings {
    try {
        return JSON.parse(kept(HERE) ?? "{}") as Settings;
    } catch {
        return {};
    }
}

// The looks are attributes of the document, which the style reads; the sound is none.
export function applyLooks(settings: Settings = keptHere()): void {
    setSound(settings.sound !== "off");
    for (const name of LOOKS) document.documentElement.dataset[name] = settings[name] ?? "";
    keep(HERE, JSON.stringify({ theme: settings.theme, pieces: settings.pieces }));
}

// Those of the account, whenever it is another one or they were changed elsewhere.
export function useLooks(): void {
    const session = useSession();
    const isReady = session.isReady;
    useEffect(() => {
        if (!isReady || session.name === "") return undefined;
        session.ask("settings.get", {}).then(({ settings }) => applyLooks(settings), () => undefined);
        return session.on("settings.changed", ({ settings }) => applyLooks(settings));
    }, [isReady, session.name]);
}

interface Row {
    name: keyof Settings & string;
    text: string;
    words: [string, string][];
}

const onOff = (): [string, string][] => [["on", _("on")], ["off", _("off")]];
const whom = (): [string, string][] => [["everyone", _("everyone")], ["met", _("players met")], ["nobody", _("nobody")]];

const rows = (): Row[] => [
    { name: "theme", text: _("Board"), words: [["wood", _("wood")], ["paper", _("paper")], ["night", _("night")], ["contrast", _("high contrast")]] },
    { name: "pieces", text: _("Pieces"), words: [["marks", _("X and O")], ["stones", _("stones")]] },
    { name: "sound", text: _("Sound"), words: onOff() },
    { name: "allow_takeback", text: _("Grant the first takeback without asking"), words: onOff() },
    { name: "invitations_from", text: _("Invitations from"), words: whom() },
    { name: "messages_from", text: _("Messages from"), words: whom() },
];

export function SettingsPage() {
    const session = useSession();
    const [settings, setSettings] = useState<Settings>(keptHere());
    const [error, setError] = useState("");
    const isReady = session.isReady;
    const isSomebody = session.name !== "";
    const take = (told: Settings) => {
        setSettings(told);
        applyLooks(told);
    };
    useEffect(() => {
        if (!isReady || !isSomebody) return undefined;
        session.ask("settings.get", {}).then((told) => take(told.settings), (why) => setError(problem(why)));
        return session.on("settings.changed", (told) => take(told.settings));
    }, [isReady, session.name]);
    const choose = (name: string, word: string) => {
        setError("");
        if (!isSomebody) {
            take({ ...settings, [name]: word });
            return;
        }
        session.ask("settings.set", { settings: { [name]: word } }).then((told) => take(told.settings), (why) => setError(problem(why)));
    };
    return (
        <main class="page">
            <h1>{_("Settings")}</h1>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            <div class="start">
                {rows().filter((row) => isSomebody || (LOOKS as readonly string[]).includes(row.name)).map((row) => (
                    <label key={row.name}>{row.text}
                        <select value={settings[row.name] ?? row.words[0]?.[0]} onChange={(event) => choose(row.name, event.currentTarget.value)}>
                            {row.words.map(([word, text]) => <option key={word} value={word}>{text}</option>)}
                        </select>
                    </label>
                ))}
            </div>
        </main>
    );
}
