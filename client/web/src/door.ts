// SPDX-License-Identifier: MIT
// The door of client/core (door.h), as a WebAssembly module: texts and numbers of its fields, and its functions.
import type { DoorField } from "../../core/protocol";

// enum door_notice and enum door_login of door.h, in their order.
export const Notice = { nothing: 0, ready: 1, refused: 2, reply: 3, error: 4, lost: 5, event: 6, silent: 7, heard: 8, broken: 9 };
export const Login = { transport: 5 };

type Exports = Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const BAD_FILE = 8; // of WASI

// The rest of a system that the module asks for: a seed of its tables, and no place for the last words of an assertion.
const system = {
    clock_time_get: () => 0,
    fd_close: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    fd_write: () => BAD_FILE,
};

export class Core {
    private readonly fields = new Map<string, number>();

    private constructor(readonly calls: Exports) {
        for (let field = 0, name; (name = calls["door_name"]!(field)) !== 0; field++) this.fields.set(this.text(name), field);
    }

    static async load(module: Promise<Response>): Promise<Core> {
        const { instance } = await WebAssembly.instantiateStreaming(module, { wasi_snapshot_preview1: system });
        const calls = instance.exports as unknown as Exports;
        calls["_initialize"]!();
        return new Core(calls);
    }

    field(name: DoorField): number {
        const field = this.fields.get(name);
        if (field === undefined) throw new Error(`the module has no field ${name}`);
        return field;
    }

    text(at: number): string {
        const bytes = new Uint8Array(this.calls.memory.buffer);
        return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }

    bytes(at: number, length: number): Uint8Array {
        return new Uint8Array(this.calls.memory.buffer, at, length);
    }

    // Calls `use` with the address and the length of a copy that ends with NUL; it is freed behind it.
    lend<Result>(bytes: Uint8Array, use: (at: number, length: number) => Result): Result {
        const at = this.calls["malloc"]!(bytes.length + 1);
        const copy = this.bytes(at, bytes.length + 1);
        copy.set(bytes);
        copy[bytes.length] = 0;
        try {
            return use(at, bytes.length);
        } finally {
            this.calls["free"]!(at);
        }
    }

    lendText<Result>(text: string, use: (at: number, length: number) => Result): Result {
        return this.lend(encoder.encode(text), use);
    }
}

// A number that is not there is -1; a text is "". Behind free() nothing is there: a page that is drawn once more is empty.
export class Door {
    private at: number;

    constructor(readonly core: Core, client: string) {
        const random = Math.floor(Math.random() * 2 ** 53);
        this.at = core.lendText(client, (name) => core.calls["door_new"]!(name, random));
    }

    free(): void {
        this.call("free");
        this.at = 0;
    }

    number(field: DoorField, row = 0): number {
        return this.call("number", this.core.field(field), row);
    }

    text(field: DoorField, row = 0): string {
        return this.textOf(this.call("text", this.core.field(field), row));
    }

    is(field: DoorField, row = 0): boolean {
        return this.number(field, row) > 0;
    }

    count(field: DoorField): number {
        return this.call("count", this.core.field(field));
    }

    // Calls `make` for each row of the list that the field is of.
    rows<Row>(field: DoorField, make: (row: number) => Row): Row[] {
        return Array.from({ length: Math.max(0, this.count(field)) }, (_, row) => make(row));
    }

    login(how: number): void {
        this.call("login", how, 0, 0, 0);
    }

    connected(now: number): void {
        this.call("connected", now);
    }

    // Returns the pause before the next attempt to connect, in ms.
    broken(now: number): number {
        return this.call("broken", now, Math.floor(Math.random() * 2 ** 53));
    }

    received(line: string, now: number): void {
        this.core.lendText(line + "\n", (at, length) => this.call("received", at, length, now));
    }

    passTime(now: number): void {
        this.call("pass_time", now);
    }

    nextMs(): number {
        return this.call("next_ms");
    }

    next(): number {
        return Math.max(Notice.nothing, this.call("next"));
    }

    body(): string {
        return this.textOf(this.call("body"));
    }

    // The lines that have to be sent; the door forgets them.
    takeOutput(): string[] {
        const size = this.call("output_size");
        if (size <= 0) return [];
        const lines = decoder.decode(this.core.bytes(this.call("output"), size)).split("\n");
        this.call("sent", size);
        return lines.filter((line) => line !== "");
    }

    // Returns the id of the request, or -1: the fields of `notice` say why.
    request(op: string, fields: object): number {
        return this.core.lendText(op, (name) =>
            this.core.lendText(JSON.stringify(fields), (body) => this.call("request", name, body)));
    }

    // Cells show the table, or the game that was fetched last, after so many plies; -1: as it stands. Returns its plies, or -1.
    look(isFetched: boolean, plies: number): number {
        return this.call("look", isFetched ? 1 : 0, plies);
    }

    move(action: string): number {
        return this.core.lendText(action, (text) => this.call("move", text));
    }

    private textOf(at: number): string {
        return at > 0 ? this.core.text(at) : "";
    }

    private call(name: string, ...values: number[]): number {
        return this.at === 0 ? -1 : this.core.calls[`door_${name}`]!(this.at, ...values);
    }
}
