"""Reads a dashboard by Grafana's published model of it, and writes it again: what Grafana does not know
is lost on the way. Prints the paths of what was lost or changed, a line each.
"""

import json
import sys

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard


def compare(given, known, path):
    if isinstance(given, dict) and isinstance(known, dict):
        for name, value in given.items():
            compare(value, known.get(name), f"{path}/{name}")
    elif isinstance(given, list) and isinstance(known, list) and len(given) == len(known):
        for i, (one, other) in enumerate(zip(given, known)):
            compare(one, other, f"{path}/{i}")
    elif given != known:
        print(path)


with open(sys.argv[1], encoding="utf-8") as file:
    dashboard = json.load(file)
known = json.loads(json.dumps(Dashboard.from_json(dashboard), cls=JSONEncoder))
compare(dashboard, known, "")
