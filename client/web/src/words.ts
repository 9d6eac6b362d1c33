// SPDX-License-Identifier: MIT
// Texts in the reader's language. What is written here in English is looked up in the catalogue of that language, which
// the build makes of po/<language>.po; a text that is not there stays English.
import { keep, kept } from "./keep";

export const languages: Record<string, string> = { en: "English", ru: "Русский" };

const KEY = "language";
let texts: Record<string, string> = {};
let spoken = "en";

export function language(): string {
    return spoken;
}

// The one chosen before, or the first of the browser's that there is.
export function preferredLanguage(): string {
    const chosen = kept(KEY);
    if (chosen !== null && chosen in languages) return chosen;
    return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages) ?? "en";
}

export async function speak(wanted: string): Promise<void> {
    const link = document.querySelector<HTMLLinkElement>(`link[data-language=${wanted}]`);
    texts = link === null ? {} : await (await fetch(link.href)).json() as Record<string, string>;
    spoken = wanted;
    document.documentElement.lang = wanted;
}

export function chooseLanguage(wanted: string): Promise<void> {
    keep(KEY, wanted);
    return speak(wanted);
}

// A name within a sentence, which is not to turn the direction of the words around it.
export const isolate = (name: string): string => `\u2068${name}\u2069`;

// Each placeholder of printf() stands for the next value.
export function _(text: string, ...values: (string | number)[]): string {
    return (texts[text] ?? text).replace(/%(?:02)?(?:ll)?[sduc]/g, () => String(values.shift() ?? ""));
}
