# SPDX-License-Identifier: MIT
# check.py FOLDER: two headless browsers play a rated game over the server's own TLS and WebSocket by page.js, through a
# restart, a third one looks on without a login, and a page of another site gets nothing. FOLDER has the built pentad. 77: there is no browser here.
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
except ImportError:
    sys.exit(77)
if not os.path.exists("/usr/bin/chromedriver") or not os.path.exists("/usr/bin/chromium"):
    sys.exit(77)

PAGE = (pathlib.Path(__file__).parent / "page.js").read_text()
SECONDS = 300  # only a failure waits so long
browsers = []
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "*"


def browser(url, authority):
    options = webdriver.ChromeOptions()
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-extensions",
                 "disable-background-networking", "no-proxy-server", "ignore-certificate-errors-spki-list=" + authority):
        options.add_argument("--" + word)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browsers.append(made)
    made.set_script_timeout(SECONDS)
    made.get(url)
    return made


def run(page, script):
    """What an async function with this body gives, in a page."""
    value = page.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "(async () => {" + script + "})().then(done, (error) => done({ failed: String(error) }));")
    assert not (isinstance(value, dict) and "failed" in value), value
    return value


class Server:
    """With a certificate of its own, on a port that the system chose."""

    def __init__(self, folder, programs):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder + "/key.pem",
                        "-out", folder + "/certificate.pem"], check=True, capture_output=True)
        self.folder = folder
        self.program = programs + "/pentad"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "https://localhost:%d" % self.listener.getsockname()[1]
        self.log = open(folder + "/log", "w")
        with open(folder + "/pentad.conf", "w") as conf:
            for key, value in (("database", folder + "/pentad.db"), ("public_url", self.url), ("tls_port", "0"),
                               ("login_ms", "600000"), ("idle_ms", "600000"), ("first_move_ms", "600000"),
                               ("tls_certificate", folder + "/certificate.pem"), ("tls_key", folder + "/key.pem")):
                conf.write('%s = "%s"\n' % (key, value))
        self.start()

    def start(self):
        """The listener is handed over as a service manager does."""
        fd = self.listener.fileno()
        words = "exec 3<&%d; LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=listening_https exec $0 --port 0 --config $1" % fd
        self.process = subprocess.Popen(["sh", "-c", words, self.program, self.folder + "/pentad.conf"], pass_fds=[fd], stderr=self.log)

    def stop(self):
        self.process.terminate()
        assert self.process.wait() == 0


def key_of(folder):
    """The one certificate that browsers take besides those of their own authorities."""
    return subprocess.run("openssl x509 -in %s/certificate.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst "
                          "-sha256 -binary | base64" % folder, shell=True, check=True, capture_output=True, text=True).stdout.strip()


def move(players, watchers, game, ply, square):
    run(players[ply % 2], "const { error } = await it.ask('game.move', { game: '%s', ply: %d, action: '%s' });"
                          "if (error) throw error.code;" % (game, ply, square))
    for page in watchers:
        assert run(page, "return (await it.event('game.moved')).action;") == square


def play(server):
    url = server.url
    pages = anna, boris, eve = [browser(url + "/", key_of(server.folder)) for _ in range(3)]
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


with tempfile.TemporaryDirectory() as folder:
    server = Server(folder, sys.argv[1])
    try:
        play(server)
        server.stop()
    except BaseException:
        print(open(folder + "/log").read(), file=sys.stderr)
        server.process.kill()
        raise
    finally:
        for made in browsers:
            made.quit()
