// SPDX-License-Identifier: MIT
// A client in a page, by docs/PROTOCOL.md alone: register() makes an account by POST /session, whose cookie logs the WebSocket
// of connect() in; who has none looks on. connect() gives { me, ask(op, fields), event(name) }, again() as soon as it can.
"use strict";

function connect() {
    const socket = new WebSocket("wss://" + location.host + "/socket");
    const waiting = new Map(); // what awaits the reply with this number
    const events = []; // heard, not asked for
    const awaited = []; // asked for, not heard
    let last = 0;

    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if ("re" in message) {
            const answer = waiting.get(message.re);
            waiting.delete(message.re);
            if (answer) answer(message);
            return;
        }
        if (message.ev === "heartbeat") client.ask("ping", { heartbeat: message.n });
        events.push(message);
        for (const look of awaited.slice()) look();
    };
    const client = {
        reply: (number) => new Promise((resolve) => waiting.set(number, resolve)),
        ask(op, fields) {
            const id = ++last;
            socket.send(JSON.stringify({ id, op, ...fields }));
            return client.reply(id);
        },
        event: (name) => new Promise((resolve) => {
            const look = () => {
                const at = events.findIndex((message) => message.ev === name);
                if (at < 0) return;
                awaited.splice(awaited.indexOf(look), 1);
                resolve(events.splice(at, 1)[0]);
            };
            awaited.push(look);
            look();
        }),
    };
    return new Promise((resolve, reject) => {
        socket.onerror = () => reject(new Error("no WebSocket"));
        socket.onopen = async () => {
            const resumed = client.reply(0); // the server resumes by the cookie, behind hello
            client.hello = await client.ask("hello", hello);
            client.me = (await resumed).name;
            resolve(client);
        };
    });
}

const hello = { protocol: 3, client: "page 1.0" };

async function session(request) {
    const body = JSON.stringify({ hello: { id: 1, op: "hello", ...hello }, request: { id: 2, ...request } });
    const answer = await fetch("/session", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return { status: answer.status, ...(await answer.json()) };
}

const register = (name) => session({ op: "auth.register", name, password: "correct horse of " + name });

async function again() {
    for (;;) {
        try {
            return await connect();
        } catch {
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
    }
}
