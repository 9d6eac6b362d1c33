# SPDX-License-Identifier: MIT
# page_check.py SCHEMA PAGE HTML EVENING: what was said in the evening (proto/evening.txt) fits the schema that the server gives
# away, and is every operation and every event; the examples of docs/PROTOCOL.md were said there; what the schema refers to is
# there, and every link within the page leads somewhere.
import json
import re
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
definitions = schema["$defs"]
# Refusals for the form of a request: the evening's do not fit either.
OF_FORM = {"missing_field", "wrong_type", "bad_value"}
validators = {}
fitting = {}  # a message of each kind that fits
counts = {"lines": 0, "requests": 0, "replies": 0, "events": 0, "errors": 0, "refused": 0}


def fits(kind, message):
    if kind not in validators:
        validators[kind] = jsonschema.Draft202012Validator({"$defs": definitions, "$ref": "#/$defs/" + kind})
    return next(validators[kind].iter_errors(message), None)


def check(kind, message, counted):
    counts[counted] += 1
    trouble = fits(kind, message)
    assert not trouble, "%s does not fit %s: %s" % (json.dumps(message), kind, trouble.message)
    fitting.setdefault(kind, message)


def check_answer(request, message):
    """A reply, or an error, and the request that it is for, if that could be read."""
    code = message.get("error", {}).get("code")
    if code is None:
        check("request." + request["op"], request, "requests")
        check("reply." + request["op"], message, "replies")
        return
    check("error", message, "errors")
    if code in OF_FORM and request and "request." + str(request.get("op")) in definitions:
        counts["refused"] += 1
        assert fits("request." + request["op"], request), "%s fits, and was %s" % (request, code)


def parse(frame):
    try:
        return json.loads(frame)
    except ValueError:
        return None


def check_evening(path):
    """Returns the names of its parts, and its frames."""
    asked, parts, frames = {}, [], []
    for line in open(path).read().split("\n")[:-1]:
        head = re.match(r"(\S+) ([CS]): ", line)
        if line.startswith("== "):
            asked = {}
        elif line.startswith("--"):
            parts.append(line[3:])
        elif head:
            counts["lines"] += 1
            frame = line[head.end():]
            message = parse(frame)
            frames.append(head[2] + ": " + frame)
            if head[2] == "C":
                if isinstance(message, dict):
                    asked[head[1], json.dumps(message.get("id"))] = message
            elif "ev" in message:
                check("event." + message["ev"], message, "events")
            else:
                check_answer(asked.get((head[1], json.dumps(message["re"]))), message)
        else:
            raise AssertionError("%s has a line of no kind: %s" % (path, line))
    return parts, frames


def check_damage():
    """Without one of the fields that it needs, and with one of another type, no message fits."""
    damaged = 0
    for kind, message in fitting.items():
        for field in definitions[kind]["required"]:
            for broken in ({key: value for key, value in message.items() if key != field}, {**message, field: [None]}):
                assert fits(kind, broken), "%s fits %s" % (broken, kind)
                damaged += 1
    return damaged


def check_whole(path):
    for kind in definitions:
        if kind.startswith(("reply.", "event.")):
            assert kind in fitting, "%s: nobody hears %s; tests/unit/server/operations/evening.dialogue has to" % (
                path, " ".join(kind.split(".", 1)))


def refers(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].removeprefix("#/$defs/")
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from refers(part)


def check_page(page, frames):
    """Its examples are lines of the evening, of which pieces are left out where "…" stands."""
    shown = re.findall(r"^[CS]: .*$", page, re.M)
    said = set(frames)
    for line in shown:
        pattern = re.compile(".*".join(map(re.escape, line.split("…"))))
        assert line in said or ("…" in line and any(map(pattern.fullmatch, frames))), "nobody said " + line
    for body in re.findall(r"^{.*}$", page, re.M):
        for request in json.loads(body).values():
            assert not fits("request." + request["op"], request), request
    return len(shown)


def check_links(html):
    dead = set(re.findall(r'href="#([^"]+)"', html)) - set(re.findall(r'id="([^"]+)"', html))
    assert not dead, dead


jsonschema.Draft202012Validator.check_schema(schema)
missing = set(refers(schema)) - set(definitions)
assert not missing, missing
parts, frames = check_evening(sys.argv[4])
named = [part for part in parts if part]
assert len(set(named)) == len(named), "two parts have one name"
check_whole(sys.argv[4])
damaged = check_damage()
shown = check_page(open(sys.argv[2]).read(), frames)
check_links(open(sys.argv[3]).read())
print(counts, "and", damaged, "damaged messages refused;", sum(kind.startswith("reply.") for kind in fitting), "operations,",
      sum(kind.startswith("event.") for kind in fitting), "kinds of events,", shown, "lines on the page")
