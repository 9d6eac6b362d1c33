# SPDX-License-Identifier: MIT
# page_check.py SCHEMA PAGE HTML: every example of docs/PROTOCOL.md fits the schema that the server gives away, what the schema
# refers to is there, and every link within the page leads somewhere.
import json
import re
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
page = open(sys.argv[2]).read()
definitions = schema["$defs"]


def fits(name, message):
    jsonschema.Draft202012Validator({**schema, "$ref": "#/$defs/" + name}).validate(message)


def refers(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].removeprefix("#/$defs/")
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from refers(part)


jsonschema.Draft202012Validator.check_schema(schema)
missing = set(refers(schema)) - set(definitions)
assert not missing, missing
asked = {}
count = 0
for side, text in re.findall(r"^([CS]): ({.*})$", page, re.M):
    message = json.loads(text)
    if side == "C":
        asked[message["id"]] = message["op"]
        fits("request." + message["op"], message)
    elif "error" in message:
        fits("error", message)
    elif "ev" in message:
        fits("event." + message["ev"], message)
    elif message["re"] in asked:
        fits("reply." + asked[message["re"]], message)
    count += 1
assert count > 40, count
html = open(sys.argv[3]).read()
dead = set(re.findall(r'href="#([^"]+)"', html)) - set(re.findall(r'id="([^"]+)"', html))
assert not dead, dead
try:
    fits("request.ping", {"op": "ping", "id": -1})
except jsonschema.ValidationError:
    sys.exit(0)
sys.exit("the schema takes a wrong id")
