// SPDX-License-Identifier: MIT
// A session of the page: one door over one WebSocket at a time, which comes back by itself. The cookie logs it in; a login
// is changed by POST /session, and then another door begins.
import type { Events, Replies, Requests } from "../../core/protocol";
import { Core, Door, Login, Notice } from "./door";

type Op = keyof Requests & keyof Replies & string;

// The reason why a request came to nothing: `code` is one of the protocol's errors, or "lost": it may have been carried out or
// not; or "net": it did not get through.
export class Refusal extends Error {
    constructor(readonly code: string, message: string, readonly field = "", readonly retryAfterMs = 0) {
        super(message);
    }
}

interface Waiting {
    resolve(reply: unknown): void;
    reject(why: Refusal): void;
}

export type Connection = "connecting" | "ready" | "silent" | "broken" | "refused";

export const hello = { protocol: 3, client: "page 1.0" };

const CONNECTING_MOST_MS = 10000;
const CONNECTING_WHEN_LOOKED_AT_MS = 3000;

export class Session {
    door: Door;
    connection: Connection = "connecting";
    changes = 0; // counts what may have changed what is shown
    refused: Refusal | null = null; // why the last move was; null: it was not
    seeks: Requests["room.quick"] | null = null; // the wish for any opponent that waits at the server
    invites: { room: string; address: string } | null = null; // a table that waits for whoever has its link
    recovery = ""; // a recovery code that was told just now, until its player has written it down

    private socket: WebSocket | null = null;
    private connectingSince = 0;
    private readonly waiting = new Map<number, Waiting>();
    private readonly listeners = new Set<() => void>();
    private readonly hearers = new Set<{ event: string; hear(body: unknown): void }>();
    private becoming: Promise<void> | null = null;
    private timer = 0;
    private pause = 0;
    private patience = 0;

    constructor(private readonly core: Core) {
        this.door = new Door(core, hello.client);
        this.begin();
        for (const event of ["online", "pageshow"]) addEventListener(event, () => this.probe());
        document.addEventListener("visibilitychange", () => document.hidden || this.probe());
    }

    subscribe(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    // Calls `hear` with each event of that name until what it returns is called.
    on<Name extends keyof Events & string>(event: Name, hear: (body: Events[Name]) => void): () => void {
        const hearer = { event, hear: hear as (body: unknown) => void };
        this.hearers.add(hearer);
        return () => this.hearers.delete(hearer);
    }

    get name(): string {
        return this.door.text("session.name");
    }

    get isReady(): boolean {
        return this.connection === "ready";
    }

    get isAccount(): boolean {
        return this.name !== "" && !this.door.is("session.is_guest");
    }

    ask<Name extends Op>(op: Name, fields: Requests[Name]): Promise<Replies[Name]> {
        const id = this.door.request(op, fields);
        const answer = id < 0
            ? Promise.reject(this.refusal())
            : new Promise<Replies[Name]>((resolve, reject) =>
                this.waiting.set(id, { resolve: resolve as (reply: unknown) => void, reject }));
        this.pump();
        return answer;
    }

    // A stone, a choice: it stands on the board as on its way, also while there is no connection.
    move(action: string): void {
        this.refused = this.door.move(action) > 0 ? null : this.refusal();
        this.pump();
    }

    // Waits for any opponent, and asks again after each return: the server may have forgotten who waits.
    async seek(wish: Requests["room.quick"]): Promise<void> {
        await this.beSomebody();
        this.seeks = wish;
        await this.askForOpponent();
    }

    stopSeeking(): void {
        this.seeks = null;
        this.ask("room.quick_cancel", {}).catch(() => undefined);
    }

    // Carries out by HTTP what gives, changes or ends a login, or is told once; the token goes into the cookie.
    async post<Name extends Op>(op: Name, fields: Requests[Name]): Promise<Omit<Replies[Name], "token">> {
        const body = JSON.stringify({ hello: { id: 1, op: "hello", ...hello }, request: { id: 2, op, ...fields } });
        const headers = { "Content-Type": "application/json" };
        const answer = await fetch("/session", { method: "POST", headers, body }).catch(() => null);
        const told = await answer?.json().catch(() => null) as Replies[Name] & { error?: { code: string; message: string; field?: string } } | null;
        if (told?.error) throw new Refusal(told.error.code, told.error.message, told.error.field);
        if (!answer?.ok || !told) throw new Refusal("net", "");
        return told;
    }

    // The same, behind which somebody else is here: another door begins.
    async become<Name extends Op>(op: Name, fields: Requests[Name]): Promise<Omit<Replies[Name], "token">> {
        const told = await this.post(op, fields);
        this.beginAnew();
        return told;
    }

    // Makes a guest of whoever acts and is nobody yet, once for all who ask.
    beSomebody(): Promise<void> {
        this.becoming ??= this.makeGuest().finally(() => {
            this.becoming = null;
        });
        return this.becoming;
    }

    ready(): Promise<void> {
        return new Promise((resolve, reject) => {
            const look = () => {
                if (this.connection !== "ready" && this.connection !== "refused") return;
                stop();
                if (this.connection === "ready") resolve();
                else reject(this.refused ?? new Refusal("net", ""));
            };
            const stop = this.subscribe(look);
            look();
        });
    }

    // ------------------------------------------------------------------ logins

    private async makeGuest(): Promise<void> {
        await this.ready();
        if (this.name !== "") return;
        await this.become("auth.guest", {});
        await this.ready();
    }

    private begin(): void {
        this.door.login(Login.transport);
        this.connect();
    }

    private beginAnew(): void {
        for (const waiting of this.waiting.values()) waiting.reject(new Refusal("lost", ""));
        this.waiting.clear();
        this.refused = this.seeks = this.invites = null;
        this.door.free();
        this.door = new Door(this.core, hello.client);
        this.begin();
    }

    private async askForOpponent(): Promise<void> {
        if (this.seeks === null) return;
        try {
            await this.ask("room.quick", this.seeks);
        } catch (why) {
            if (why instanceof Refusal && (why.code === "already_waiting" || why.code === "lost")) return;
            this.seeks = null;
            throw why;
        }
    }

    // ------------------------------------------------------------------ the connection

    private connect(): void {
        clearTimeout(this.pause);
        clearTimeout(this.patience);
        this.pause = 0;
        this.hangUp();
        this.connection = "connecting";
        this.connectingSince = performance.now();
        this.patience = window.setTimeout(() => this.socket?.readyState === WebSocket.CONNECTING && this.ended(), CONNECTING_MOST_MS);
        const socket = new WebSocket(`${location.protocol === "http:" ? "ws" : "wss"}://${location.host}/socket`);
        this.socket = socket;
        socket.onopen = () => {
            this.door.connected(performance.now());
            this.pump();
        };
        socket.onmessage = ({ data }) => {
            this.door.received(data as string, performance.now());
            this.pump();
        };
        socket.onclose = () => this.ended();
        this.changed();
    }

    private hangUp(): void {
        if (this.socket === null) return;
        this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
        this.socket.close();
        this.socket = null;
    }

    private ended(): void {
        this.hangUp();
        this.connection = "broken";
        clearTimeout(this.pause);
        this.pause = window.setTimeout(() => this.connect(), this.door.broken(performance.now()));
        this.pump();
    }

    // Somebody looks again, or the net is back: no need to wait for the next attempt.
    private probe(): void {
        const state = this.socket?.readyState;
        const isStuck = state === WebSocket.CONNECTING && performance.now() - this.connectingSince > CONNECTING_WHEN_LOOKED_AT_MS;
        if (this.pause !== 0 || isStuck) this.connect();
        else if (state === WebSocket.CLOSED || state === WebSocket.CLOSING) this.ended();
        else this.pump();
    }

    // ------------------------------------------------------------------ comings and goings

    private pump(): void {
        this.door.passTime(performance.now());
        for (let notice; (notice = this.door.next()) !== Notice.nothing;) this.take(notice);
        if (this.socket?.readyState === WebSocket.OPEN)
            for (const line of this.door.takeOutput()) this.socket.send(line);
        clearTimeout(this.timer);
        const next = this.door.nextMs();
        if (next >= 0) this.timer = window.setTimeout(() => this.pump(), Math.max(0, next - performance.now()));
        this.changed();
    }

    private take(notice: number): void {
        const id = this.door.number("notice.id");
        if (notice === Notice.ready) this.cameBack();
        else if (notice === Notice.heard) this.connection = "ready";
        else if (notice === Notice.silent) this.connection = "silent";
        else if (notice === Notice.reply) this.settle(id, (waiting) => waiting.resolve(JSON.parse(this.door.body())));
        else if (notice === Notice.refused) this.wasRefused();
        else if (notice === Notice.error && !this.waiting.has(id)) this.refused = this.refusal();
        else if (notice === Notice.error) this.settle(id, (waiting) => waiting.reject(this.refusal()));
        else if (notice === Notice.lost) this.settle(id, (waiting) => waiting.reject(new Refusal("lost", "")));
        else if (notice === Notice.event) this.tell(this.door.text("notice.what"));
        else if (notice === Notice.broken) this.ended();
    }

    private cameBack(): void {
        this.connection = "ready";
        // Behind the notices that are being taken.
        queueMicrotask(() => this.askForOpponent().catch((why) => {
            this.refused = why as Refusal;
        }));
    }

    // A login that has ended leaves a stranger; whoever is banned, or too old a page, is told so.
    private wasRefused(): void {
        const why = this.refusal();
        if (why.code === "bad_token") {
            queueMicrotask(() => this.beginAnew());
            return;
        }
        this.connection = "refused";
        this.refused = why;
    }

    private tell(event: string): void {
        if (event === "game.moved") this.refused = null;
        if (event === "room.paired") this.seeks = null;
        for (const hearer of [...this.hearers])
            if (hearer.event === event) hearer.hear(JSON.parse(this.door.body()));
    }

    private refusal(): Refusal {
        return new Refusal(this.door.text("notice.code"), this.door.text("notice.message"), this.door.text("notice.field"),
            this.door.number("notice.retry_after_ms"));
    }

    private settle(id: number, how: (waiting: Waiting) => void): void {
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        if (waiting) how(waiting);
    }

    private changed(): void {
        this.changes++;
        for (const listener of [...this.listeners]) listener();
    }
}
