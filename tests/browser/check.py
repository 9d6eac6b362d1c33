# SPDX-License-Identifier: MIT
# check.py FOLDER: two headless browsers play a rated game over the server's own TLS and WebSocket by page.js, through a
# restart, a third one looks on without a login, and a page of another site gets nothing. FOLDER has the built pentad.
import pathlib

from driver import browser, key_of, main, run

PAGE = (pathlib.Path(__file__).parent / "page.js").read_text()


def move(players, watchers, game, ply, square):
    run(players[ply % 2], "const { error } = await it.ask('game.move', { game: '%s', ply: %d, action: '%s' });"
                          "if (error) throw error.code;" % (game, ply, square))
    for page in watchers:
        assert run(page, "return (await it.event('game.moved')).action;") == square


def play(server):
    url = server.url
    pages = anna, boris, eve = [browser(url + "/docs", key_of(server.folder)) for _ in range(3)]
    for page, name in ((anna, "Anna"), (boris, "Boris")):
        answer = run(page, PAGE + "window.again = again; window.answer = await register('%s'); window.it = await connect();"
                                  "return { ...answer, me: it.me };" % name)
        assert answer["status"] == 200 and answer["me"] == name and "token" not in answer, answer
        assert run(page, "return document.cookie;") == ""
    assert run(anna, "return (await it.ask('auth.guest')).error.code;") == "use_http"

    room = run(anna, "return (await it.ask('room.open', { variant: 'mini', first: 'opener', rated: true,"
                     "clock: { kind: 'fischer', main_ms: 600000, increment_ms: 5000 } })).room.room;")
    run(eve, PAGE + "window.again = again; window.it = await connect();")
    assert run(eve, "return it.me ?? null;") is None
    watch = "await it.ask('room.watch', { room: '%s' });" % room
    run(eve, watch)
    run(boris, "await it.ask('room.join', { room: '%s' });" % room)
    game = run(anna, "return (await it.event('game.started')).game.game;")
    for ply, square in enumerate(("b2", "a1")):
        move((anna, boris), pages, game, ply, square)

    # Nobody has to do anything when the server starts anew: the cookie says who comes back.
    server.stop()
    server.start()
    for page in pages:
        run(page, "window.it = await again();")
    run(eve, watch)
    assert run(boris, "return (await it.ask('game.sync', { game: '%s' })).game.actions;" % game) == "b2 a1"
    for ply, square in enumerate(("b1", "a2", "b3"), 2):
        move((anna, boris), pages, game, ply, square)
    for page in pages:
        end = run(page, "return it.event('game.ended');")
        assert end["result"] == "first" and len(end["changes"]) == 2, end

    # Whoever has the link has the game.
    file = run(eve, "return await (await fetch('/game/%s.json')).json();" % game)
    assert file["actions"] == "b2 a1 b1 a2 b3", file

    # The cookie outlives the page.
    anna.refresh()
    assert run(anna, PAGE + "return (await connect()).me;") == "Anna"

    # No page has a style, a script or a picture that its own policy forbids.
    for path in ("/", "/docs", "/nothing"):
        eve.get(url + path)
        assert run(eve, "return getComputedStyle(document.querySelector('main')).maxWidth;") != "none", path
    refused = [line for line in eve.get_log("browser") if "Content Security Policy" in line["message"]]
    assert not refused, refused

    # Another site's page.
    eve.get("data:text/html,<p>elsewhere")
    assert run(eve, "const socket = new WebSocket('wss://%s/socket');"
                    "return new Promise((done) => { socket.onopen = () => done('in'); socket.onerror = () => done('out'); });"
               % url.removeprefix("https://")) == "out"


main(play)
