"""Answers what PyYAML makes of YAML texts: JSON lines in, JSON lines out, in order.

In: {"yaml": text}. Out: {"value": ...} with keys turned into strings as json.dumps does it,
or {"error": message}. What no JSON holds, and the project refuses by choice, is an error, too:
NaN, infinities, bytes, recursion, integers beyond 2^53 - 1 that are no keys.
"""

import json
import re
import sys

import yaml


class Loader(yaml.SafeLoader):
    """SafeLoader, but for timestamps, which stay the text they are."""


def timestamp(loader, node):
    if not isinstance(node, yaml.ScalarNode) or not loader.timestamp_regexp.match(node.value):
        raise ValueError("no timestamp")
    return node.value


Loader.add_constructor("tag:yaml.org,2002:timestamp", timestamp)


def plain(value, above=()):
    """The value with lists for tuples and string keys, if it is JSON at all."""
    if isinstance(value, (dict, set, list, tuple)):
        if id(value) in above or len(above) >= 128:
            raise ValueError("recursive or too deep")
        above = (*above, id(value))
    if isinstance(value, dict):
        return {key(name): plain(item, above) for name, item in value.items()}
    if isinstance(value, set):
        return {key(name): None for name in value}
    if isinstance(value, (list, tuple)):
        return [plain(item, above) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53 - 1:
        raise ValueError("integer too large")
    if isinstance(value, float) and value - value != 0:
        raise ValueError("no number in JSON")
    if value is not None and not isinstance(value, (str, bool, int, float)):
        raise ValueError("no JSON: " + type(value).__name__)
    return value


def key(name):
    if isinstance(name, str):
        return name
    if isinstance(name, float) and name - name != 0:
        raise ValueError("no number in JSON")
    return next(iter(json.loads(json.dumps({name: 0}))))


def answer(text):
    try:
        return {"value": plain(yaml.load(text, Loader=Loader))}
    except RecursionError:
        return {"error": "RecursionError"}
    except yaml.MarkedYAMLError as error:
        parts = (error.context, error.problem)
        return {"error": type(error).__name__ + ": " + ", ".join(filter(None, parts))}
    except Exception as error:  # SafeLoader lets ValueError, KeyError and others out
        return {"error": re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")[:200]}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line)["yaml"])), flush=True)
