// SPDX-License-Identifier: MIT
// The door of client/core as WebAssembly: a player joins a room and plays, by what a server said in an evening.
// node test_door.mjs MODULE.wasm evening.txt protocol.d.ts
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [, , modulePath, eveningPath, typesPath] = process.argv;

// The few calls of a system that are left: a seed of jansson's tables, and the last words of an assertion.
const system = {
    clock_time_get: () => 0,
    fd_close: () => 0,
    fd_seek: () => 0,
    fd_write: (file, parts, count) => {
        const words = new DataView(door.memory.buffer);
        for (let i = 0; i < count; i++) {
            const at = words.getUint32(parts + 8 * i, true);
            console.error(Buffer.from(door.memory.buffer, at, words.getUint32(parts + 8 * i + 4, true)).toString());
        }
        return 0;
    },
};
const module = new WebAssembly.Module(readFileSync(modulePath));
const wanted = WebAssembly.Module.imports(module).map(({ name }) => name);
assert.deepEqual(wanted.filter((name) => !(name in system)), [], "the module asks for more of a system");
const door = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system }).exports;
door._initialize();

// ---------------------------------------------------------------- texts and fields

function textAt(at) {
    const bytes = new Uint8Array(door.memory.buffer);
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString();
}

// Calls `use` with the address of the bytes, which are freed behind it.
function lend(bytes, use) {
    const copy = Buffer.concat([Buffer.from(bytes), Buffer.from([0])]);
    const at = door.malloc(copy.length);
    new Uint8Array(door.memory.buffer).set(copy, at);
    const result = use(at, copy.length - 1);
    door.free(at);
    return result;
}

const fields = {};
for (let field = 0; door.door_name(field) !== 0; field++) fields[textAt(door.door_name(field))] = field;

const typed = readFileSync(typesPath, "utf8").split("DoorField = ")[1].match(/[a-z_]+\.[a-z_]+/g);
assert.deepEqual(typed.sort(), Object.keys(fields).sort(), "the types have the fields that there are");

const face = lend("test 1.0", (name) => door.door_new(name, 123456789));
const text = (field, row = 0) => textAt(door.door_text(face, fields[field], row));
const number = (field, row = 0) => door.door_number(face, fields[field], row);
const count = (field) => door.door_count(face, fields[field]);
const request = (op, body) =>
    lend(op, (opAt) => lend(JSON.stringify(body), (bodyAt) => door.door_request(face, opAt, bodyAt)));
const move = (square) => lend(square, (at) => door.door_move(face, at));

// ---------------------------------------------------------------- the other end

const READY = 1, REPLY = 3, ERROR = 4, EVENT = 6;
const said = readFileSync(eveningPath, "utf8").split("\n").filter((line) => / S: /.test(line)).map((line) => line.replace(/^.*? S: /, ""));
let now = 1000;

// What the door has to send by now, as requests.
function sent() {
    const at = door.door_output(face);
    const size = door.door_output_size(face);
    const lines = Buffer.from(new Uint8Array(door.memory.buffer, at, size)).toString().split("\n").filter(Boolean);
    door.door_sent(face, size);
    return lines.map((line) => JSON.parse(line));
}

// The first line of the evening that has all of these parts.
function lineWith(parts) {
    const line = said.find((candidate) => parts.every((part) => candidate.includes(part)));
    assert.ok(line, `the evening has a line with ${parts}`);
    return JSON.parse(line);
}

// It is told to the door, with some fields changed; returns the notices that the door gives.
function tell(parts, change = {}) {
    const frame = JSON.stringify({ ...lineWith(parts), ...change }) + "\n";
    lend(frame, (at, size) => door.door_received(face, at, size, now));
    const notices = [];
    for (let kind = door.door_next(face); kind !== 0; kind = door.door_next(face))
        notices.push([kind, text("notice.what"), textAt(door.door_body(face))]);
    return notices;
}

// ---------------------------------------------------------------- the exchange

door.door_login(face, 1, 0, 0, 0); // a guest
door.door_connected(face, now);
const [hello] = sent();
assert.equal(hello.op, "hello");
assert.equal(hello.client, "test 1.0");
// The server has a game of which this build knows nothing.
const list = lineWith(['"variants":[{"key":"classic"']).variants;
const hexes = { ...list[0], key: "hexes", name: "Hexes", needs: "hexes" };
tell(['"re":1,"protocol"'], { re: hello.id, variants_count: list.length + 1, variants_version: 1 });
const asked = sent();
tell(['"variants":[{"key":"classic"'], { re: asked.find(({ op }) => op === "variant.list").id, variants: [...list, hexes], version: 1 });
const login = [...asked, ...sent()].find(({ op }) => op === "auth.guest");
assert.equal(tell(['"name":"guest-', '"token"'], { re: login.id, name: "Boris" })[0][0], READY);
assert.equal(text("session.name"), "Boris");
assert.equal(number("session.is_ready"), 1);
assert.equal(count("variant.key"), list.length + 1);
assert.equal(text("variant.name", list.length), "Hexes");
assert.equal(number("variant.is_playable", list.length), 0);
assert.equal(text("variant.key"), "classic");
assert.equal(number("variant.is_playable"), 1);

assert.equal(request("room.watch", { rom: "x" }), -1);
assert.equal(text("notice.code"), "missing_field");
assert.equal(text("notice.field"), "room");
assert.ok(request("room.join", { room: "0we5z8000180" }) > 0);
const [join] = sent();
assert.equal(join.room, "0we5z8000180");
tell(['"ev":"game.started"', '"game":"0we5z80001g0"']);
assert.equal(tell(['"re":2,"room":{"room":"0we5z8000180"', '"state":"playing"'], { re: join.id })[0][0], REPLY);
assert.equal(text("table.room"), "0we5z8000180");
assert.equal(text("table.my_seat"), "second");
assert.equal(text("table.to_act"), "first");
assert.equal(count("cell.square"), 361);
assert.equal(text("cell.square", 360), "s19");

// A move of each; an event by itself, and a refused one.
const [[kind, what, body]] = tell(['"game":"0we5z80001g0","seq":1,"by":"first","ply":0,"action":"j10"']);
assert.deepEqual([kind, what], [EVENT, "game.moved"]);
assert.equal(JSON.parse(body).action, "j10");
const square = (name) => [...Array(361).keys()].find((row) => text("cell.square", row) === name);
assert.equal(text("cell.mark", square("j10")), "x");
assert.equal(number("cell.is_changed", square("j10")), 1);
assert.equal(number("cell.is_legal", square("j10")), 0);
assert.equal(move("k11"), 1); // it is on its way
assert.equal(text("table.pending"), "k11");
const [made] = sent();
assert.deepEqual([made.op, made.ply, made.action], ["game.move", 1, "k11"]);
assert.equal(tell(['"error":{"code":"occupied"'], { re: made.id })[0][0], ERROR);
assert.equal(text("table.pending"), "");
tell(['"game":"0we5z80001g0","seq":2,"by":"second","ply":1,"action":"k11"']);
assert.equal(number("table.ply"), 2);
assert.equal(text("action.text", 1), "k11");

// A position of before, and a game that is fetched: cells alone are of them, and nothing is legal there.
assert.equal(door.door_look(face, 0, 1), 2);
assert.deepEqual([text("cell.mark", square("j10")), text("cell.mark", square("k11"))], ["x", "none"]);
assert.equal(number("cell.is_legal", square("a1")), 0);
assert.equal(number("table.ply"), 2);
assert.equal(door.door_look(face, 1, -1), -1);
assert.equal(count("cell.square"), 0);
assert.ok(request("game.get", { game: "0we5z80001g0" }) > 0);
const [fetched] = sent();
tell(['"re":3,"game":{"game":"0we5z80001g0"'], { re: fetched.id });
const plies = door.door_look(face, 1, 1);
assert.ok(plies >= 1);
assert.deepEqual([text("cell.mark", square("j10")), number("cell.is_changed", square("j10"))], ["x", 1]);
assert.equal(door.door_look(face, 0, -1), 2);
assert.equal(text("cell.mark", square("k11")), "o");

// A table of that game: its room is told, its board is drawn from the body, and nothing is judged.
assert.ok(request("room.watch", { room: "0we5z8000181" }) > 0);
const [watch] = sent();
const { room, game } = lineWith(['"re":2,"room":{"room":"0we5z8000180"', '"state":"playing"']);
const [[, , seen]] = tell(['"re":2,"room":{"room":"0we5z8000180"', '"state":"playing"'], {
    re: watch.id, chat: [], room: { ...room, room: "0we5z8000181", variant: "hexes" },
    game: { ...game, game: "0we5z80001h0", room: "0we5z8000181", variant: "hexes", board: { ...game.board, cells: "xa1 ob2" } },
});
assert.equal(JSON.parse(seen).game.board.cells, "xa1 ob2");
assert.equal(text("table.variant"), "hexes");
assert.equal(number("table.is_playable"), 0);
assert.equal(text("table.game"), "");
assert.equal(count("cell.square"), 0);
assert.equal(move("a3"), -1);

// The line breaks: the door comes back by its token, and asks for what it missed.
assert.ok(door.door_broken(face, now, 1) >= 0);
// Pages of a server that starts anew do not all come back at the same time.
const pauses = [2 ** 40 + 7, 2 ** 52 + 2 ** 31].map((random) => {
    const other = lend("test 1.0", (name) => door.door_new(name, 1));
    door.door_connected(other, now);
    for (let attempt = 0; attempt < 3; attempt++) door.door_broken(other, now, random);
    return door.door_broken(other, now, random);
});
assert.notEqual(pauses[0], pauses[1]);
assert.equal(number("table.is_cut_off"), 1);
door.door_connected(face, (now += 500));
const [again] = sent();
tell(['"re":1,"protocol"'], { re: again.id });
const back = sent().find(({ op }) => op === "auth.resume");
assert.match(back.token, /^d44f3ca6/);
assert.ok(door.door_next_ms(face) > now);
door.door_free(face);
console.log(`the door of ${Object.keys(fields).length} fields was used: ${wanted.join(" ")} are asked of a system`);
