# SPDX-License-Identifier: MIT
# bot_check.py PENTAD PAGE EVENING: the bot that docs/PROTOCOL.md shows plays whole games against whoever comes, through a server
# that is killed and started anew; and that server, of which nothing is configured, has the limits that the page shows.
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import inherited

SECONDS = 300  # only a failure waits so long
SQUARES = [column + row for column in "abc" for row in "123"]


class Server:
    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.listener = inherited.listen()
        self.port = self.listener.getsockname()[1]
        self.log = open(folder + "/log", "w")
        self.start()

    def start(self):
        command = [self.program, "--database", self.folder + "/pentad.db"]
        self.process = inherited.start(self.listener, "listening", command, self.log)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Opponent:
    """Somebody who plays one game at a time, at the first empty square."""

    token = None
    hello = None

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.events = []
        self.last = 0
        self.hello = self.ask("hello", protocol=3)

    def hear(self):
        message = json.loads(self.lines.readline())
        if message.get("ev") == "heartbeat":
            self.send("ping", heartbeat=message["n"])
        return message

    def send(self, op, **fields):
        self.last += 1
        self.socket.sendall(json.dumps({"id": self.last, "op": op, **fields}).encode() + b"\n")
        return self.last

    def ask(self, op, **fields):
        number = self.send(op, **fields)
        while (message := self.hear()).get("re") != number:
            self.events.append(message)
        assert "error" not in message, message
        return message

    def wait(self, *names):
        while True:
            event = self.events.pop(0) if self.events else self.hear()
            if event.get("ev") in names:
                return event

    def turn(self, game):
        """Waits until it is this player's turn, and acts. None: the game is over."""
        while True:
            game = self.ask("game.sync", game=game["game"])["game"]
            if "result" in game:
                return None
            if game[game["to_act"]]["name"] == self.name:
                free = [square for square in SQUARES if square not in game["actions"].split()]
                self.ask("game.move", game=game["game"], ply=game["ply"], action=free[0])
            else:
                self.wait("game.moved", "game.ended")
            if game["ply"] >= 2:
                return game


def play(server):
    """A game against the bot, and another one, which the server does not live to see."""
    one = Opponent(server.port)
    login = one.ask("auth.guest")
    one.name = login["name"]
    for deaths in 0, 1:
        one.ask("room.quick", variant="mini")
        game = one.wait("game.started")["game"]
        if deaths:
            one.turn(game)
            server.kill()
            server.start()
            one = Opponent(server.port)
            one.name = one.ask("auth.resume", token=login["token"])["name"]
        while one.turn(game):
            pass
        told = one.ask("game.get", game=game["game"])["game"]
        assert told["reason"] in ("row", "full_board"), told
        one.ask("room.leave", room=game["room"])
        yield told


def check_limits(evening, hello):
    shown = next(json.loads(line.split(" S: ")[1]) for line in open(evening) if '"limits":' in line)
    for limits in shown["limits"], hello["limits"]:
        del limits["connections"]  # as many as the system lets it have
    for field in "limits", "protocol", "server", "variants_version", "computers":
        assert shown[field] == hello[field], (field, shown[field], hello[field])


def too_late(*_):
    raise TimeoutError("nothing happens any more")


signal.signal(signal.SIGALRM, too_late)
signal.alarm(SECONDS)
program, page, evening = sys.argv[1:]
code = re.search(r"^```python\n(.*?)^```$", open(page).read(), re.M | re.S)[1]
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/bot.py", "w") as file:
        file.write(code)
    server = Server(folder, os.path.abspath(program))
    bot = subprocess.Popen([sys.executable, folder + "/bot.py", "127.0.0.1", str(server.port), "mini"],
                           stdout=subprocess.PIPE, text=True)
    try:
        check_limits(evening, Opponent(server.port).hello)
        for game in play(server):
            expected = "%s %s %s\n" % (game["game"], game["result"], game["reason"])
            told = []
            while expected not in told:
                told.append(bot.stdout.readline())
                assert told[-1], "the bot ended"
            print("".join(told), end="")
    except BaseException:
        print(open(folder + "/log").read(), file=sys.stderr)
        raise
    finally:
        bot.kill()
        bot.wait()
        server.kill()
