"""Makes a bundle of an earlier one whose trees read other features in place of some.

    python replace_features.py EARLIER BUNDLE --version 1.6.0 --replace OLD=NEW [--replace ...]
        --catalogue features.json --evaluate FRESH.parquet [--evaluate ...] [--fresh-seed TEXT ...]
        [--fraud-rate R] [--created TIME]

Trees and calibration stay as they are, so this is for features that mean the same and have the same
direction, such as a ratio over another time. FRESH is a season of features.ts that neither learnt from:
the card's figures and what a manifest says of usual rows come from it. The same files give the same bytes.
"""

import argparse
import hashlib
import json
import re
import sys
from pathlib import Path

import calibration
import card
import golden
import json_layout
import model
import numpy as np
import onnx
from catalogue import read_catalogue
from contenders import the_model
from errors import InputError
from feature_constraints import MONOTONE
from manifest_sections import manifest_sections
from rows import Rows, read_season
from threadpoolctl import threadpool_limits
from train import CREATED, evaluated, metrics

MATURE_DAYS = 60


def arguments_of(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("earlier", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--created", default=CREATED)
    parser.add_argument("--replace", action="append", required=True, metavar="OLD=NEW")
    parser.add_argument("--catalogue", type=Path, required=True)
    parser.add_argument("--evaluate", type=Path, action="append", required=True)
    parser.add_argument("--fresh-seed", action="append", default=[], help="of each file, for the card")
    parser.add_argument("--fraud-rate", type=float)
    return parser.parse_args(given)


def pairs_of(given: list[str]) -> dict[str, str]:
    pairs = dict(one.partition("=")[::2] for one in given)
    for old, new in pairs.items():
        if not new:
            raise InputError(f'--replace must be OLD=NEW, not "{old}"')
        if MONOTONE.get(old) != MONOTONE.get(new):
            raise InputError(f"{new} has not the direction of {old}, which the trees obey")
    return pairs


def replaced(names: list[str], pairs: dict[str, str]) -> list[str]:
    """The trees find features by place, so only the names change."""
    missing = [old for old in pairs if old not in names]
    if missing:
        raise InputError(f"the earlier bundle does not read {missing[0]}")
    read = [pairs.get(name, name) for name in names]
    twice = [name for name in pairs.values() if read.count(name) > 1]
    if twice:
        raise InputError(f"the trees would read {twice[0]} in two places")
    return read


def columns(rows: Rows, names: list[str]) -> Rows:
    unknown = [name for name in names if name not in rows.names]
    if unknown:
        raise InputError(f"the season has no {', '.join(unknown)}")
    values = np.ascontiguousarray(rows.values[:, [rows.names.index(name) for name in names]])
    return Rows(names, values, *(getattr(rows, one) for one in REST))


REST = ("label", "weight", "at", "fraud", "dark", "kind", "episode", "kinds")


def run(arguments: argparse.Namespace) -> None:
    pairs = pairs_of(arguments.replace)
    earlier = json.loads((arguments.earlier / "manifest.json").read_text(encoding="utf-8"))
    names = replaced(earlier["input"]["features"], pairs)
    trees = onnx.load(arguments.earlier / "model.onnx")
    trees.doc_string = f"Booking Risk {earlier['name']} {arguments.version}, trained on simulated data"
    written = trees.SerializeToString(deterministic=True)
    session = model.session_of(written)

    def raw(values: np.ndarray) -> np.ndarray:
        return model.raw_of(session, values)

    def probability(values: np.ndarray) -> np.ndarray:
        return calibration.apply(earlier["calibration"], raw(values))

    catalogue = read_catalogue(arguments.catalogue)
    season = read_season(arguments.evaluate, catalogue, MATURE_DAYS, 0.0, arguments.fraud_rate)
    if not season.facts.simulated:
        raise InputError("--evaluate must be a simulated season: an export is for a training of its own")
    rows = columns(season.rows, names)
    found = probability(rows.values)
    evaluation = evaluated(season.facts, rows, [the_model(raw, earlier["calibration"])], {})
    evidence_from = "a simulated season, held out from the trees that scored it"
    manifest = {
        **earlier,
        "version": arguments.version,
        "createdAt": arguments.created,
        "sha256": hashlib.sha256(written).hexdigest(),
        "input": {**earlier["input"], "features": names},
        "metrics": metrics(evaluation, None),
        "golden": golden.golden_rows(rows, probability),
        **manifest_sections(rows, found, rows, found, evidence_from),
    }
    text = card_of(arguments, earlier, pairs, evaluation)
    arguments.bundle.mkdir(parents=True, exist_ok=True)
    (arguments.bundle / "model.onnx").write_bytes(written)
    (arguments.bundle / "manifest.json").write_text(json_layout.dumps(manifest), encoding="utf-8")
    (arguments.bundle / "CARD.md").write_text(text, encoding="utf-8")
    print(card.own_table(evaluation, None))


def card_of(
    arguments: argparse.Namespace,
    earlier: dict,
    pairs: dict[str, str],
    evaluation: card.Evaluation,
) -> str:
    """What the earlier card says of the trees and of how they were trained, with figures of their own."""
    before = (arguments.earlier / "CARD.md").read_text(encoding="utf-8")
    was = f"{earlier['name']} {earlier['version']}"
    before = "\n\n".join(renamed(paragraph, pairs) for paragraph in before.split("\n\n"))
    # [Text before the first heading, heading, text, heading, text ...]
    parts = re.split(r"^(##+ .*\n)", before, flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))

    def kept(heading: str) -> str:
        if heading + "\n" not in sections:
            raise InputError(f"{arguments.earlier}/CARD.md has no section {heading}")
        return f"{heading}\n{sections[heading + chr(10)]}".strip()

    head = parts[0].strip().replace(was, f"{earlier['name']} {arguments.version}")
    seeds = " and ".join(f"`{seed}`" for seed in arguments.fresh_seed)
    read = listed([f"`{new}` in place of `{old}`" for old, new in pairs.items()])
    baselines = kept("### Baselines").removeprefix("### Baselines").strip()
    return card.filled(f"""{head}

{kept("## What it is")}

{TREES_OF} {was}; they read {read}. `models/training/replace_features.py`
made this version of the files of that one.

{kept("## What it was trained on")}

## Performance

All figures but those of the baselines are from seasons that were used neither for training nor for
calibration (seeds {seeds}): {card.size_of(evaluation)}. Their attempts were answered by {was}. They come
from the same simulator, so they say nothing about real traffic.

{card.labels_text(evaluation)}

{card.own_table(evaluation, None)}

{card.by_attack(evaluation)}

{card.by_traveller(evaluation)}

### Baselines

Of {was}, on the season of its own card, whose figures cannot be compared with those above. {baselines}

{card.by_score(evaluation)}

{kept("## Use")}

## Limits

{card.limits(evaluation)}

Created {arguments.created}. The same input gives the same bytes.
""")


TREES_OF = "The trees and their calibration are those of"


def renamed(paragraph: str, pairs: dict[str, str]) -> str:
    """What earlier versions read, and in place of what, stays as it is."""
    if paragraph.startswith(TREES_OF):
        return paragraph
    for old, new in pairs.items():
        paragraph = paragraph.replace(f"`{old}`", f"`{new}`")
    return paragraph


def listed(texts: list[str]) -> str:
    """As in "a, b and c"."""
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def main(given: list[str] | None = None) -> int:
    arguments = arguments_of(given)
    try:
        # A single thread keeps the order of summation, and so the result, independent of the CPU.
        with threadpool_limits(1, "blas"):
            run(arguments)
    except InputError as error:
        print(f"replace_features.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
