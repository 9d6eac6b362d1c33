// SPDX-License-Identifier: MIT
// A session of the page: one door over one WebSocket at a time, which comes back by itself. The cookie logs it in; a login
// is changed by POST /session, and then another door begins.
import type { Events, Replies, Requests } from "../../core/protocol";
import { Core, Door, Login, Notice } from "./door";

type Op = keyof Requests & keyof Replies & string;

// Why a request came to nothing: `code` is one of the protocol's errors, or "lost": it may have been carried out or not.
export class Refusal extends Error {
    constructor(readonly code: string, message: string, readonly field = "", readonly retryAfterMs = 0) {
        super(message);
    }
}

interface Waiting {
    resolve(reply: unknown): void;
    reject(why: Refusal): void;
}

export type Line = "connecting" | "ready" | "silent" | "broken";

const CLIENT = "page 1.0";

export class Session {
    door: Door;
    line: Line = "connecting";
    changes = 0; // counts what may have changed what is shown
    refused: Refusal | null = null; // why the last move was; null: it was not

    private socket: WebSocket | null = null;
    private readonly waiting = new Map<number, Waiting>();
    private readonly listeners = new Set<() => void>();
    private readonly hearers = new Set<{ event: string; hear(body: unknown): void }>();
    private timer = 0;
    private pause = 0;

    constructor(private readonly core: Core) {
        this.door = new Door(core, CLIENT);
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
    move(action: string): boolean {
        const isOnItsWay = this.door.move(action) > 0;
        this.refused = isOnItsWay ? null : this.refusal();
        this.pump();
        return isOnItsWay;
    }

    // What gives, changes or ends a login, and what is told once: the token goes into the cookie. Returns what was told.
    async post<Name extends Op>(op: Name, fields: Requests[Name]): Promise<Omit<Replies[Name], "token">> {
        const hello = { id: 1, op: "hello", protocol: 3, client: CLIENT };
        const answer = await fetch("/session", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ hello, request: { id: 2, op, ...fields } }),
        });
        const told = await answer.json() as Replies[Name] & { error?: { code: string; message: string; field?: string } };
        if (!answer.ok || told.error)
            throw new Refusal(told.error?.code ?? "http", told.error?.message ?? answer.statusText, told.error?.field);
        return told;
    }

    // The same, behind which somebody else is here: the session begins anew.
    async become<Name extends Op>(op: Name, fields: Requests[Name]): Promise<Omit<Replies[Name], "token">> {
        const told = await this.post(op, fields);
        for (const waiting of this.waiting.values()) waiting.reject(new Refusal("lost", ""));
        this.waiting.clear();
        this.door.free();
        this.door = new Door(this.core, CLIENT);
        this.begin();
        await this.ready();
        return told;
    }

    // Whoever acts is somebody: a guest is made at the first act.
    async beSomebody(): Promise<void> {
        await this.ready();
        if (this.name === "") await this.become("auth.guest", {});
    }

    ready(): Promise<void> {
        if (this.line === "ready") return Promise.resolve();
        return new Promise((resolve) => {
            const stop = this.subscribe(() => {
                if (this.line !== "ready") return;
                stop();
                resolve();
            });
        });
    }

    // ------------------------------------------------------------------ the connection

    private begin(): void {
        this.door.login(Login.transport);
        this.connect();
    }

    private connect(): void {
        clearTimeout(this.pause);
        this.pause = 0;
        this.hangUp();
        this.line = "connecting";
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
        this.line = "broken";
        const pause = this.door.broken(performance.now());
        this.pause = window.setTimeout(() => this.connect(), pause);
        this.pump();
    }

    // Somebody looks again, or the net is back: no need to wait for the next attempt.
    private probe(): void {
        if (this.pause !== 0) this.connect();
        else this.pump();
    }

    // ------------------------------------------------------------------ what comes and goes

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
        if (notice === Notice.ready || notice === Notice.heard) this.line = "ready";
        else if (notice === Notice.silent) this.line = "silent";
        else if (notice === Notice.reply) this.settle(id, (waiting) => waiting.resolve(JSON.parse(this.door.body())));
        else if (notice === Notice.error && !this.waiting.has(id)) this.refused = this.refusal();
        else if (notice === Notice.error || notice === Notice.refused) this.settle(id, (waiting) => waiting.reject(this.refusal()));
        else if (notice === Notice.lost) this.settle(id, (waiting) => waiting.reject(new Refusal("lost", "")));
        else if (notice === Notice.event) this.tell(this.door.text("notice.what"));
        else if (notice === Notice.broken) this.ended();
    }

    private tell(event: string): void {
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
