"""What is known of each bug: of the last run here, and, in Mutants/scores.tsv, of the last one that was recorded."""

import hashlib
import json
import os

from bugs import DATA, Unusable
from trees import WORK

RESULTS = f"{WORK}/results.json"
SCORES = f"{DATA}/scores.tsv"
HEAD = "area\tmutant\ttests\tonly\ttargets"


def results():
    if not os.path.exists(RESULTS):
        return {}
    with open(RESULTS) as file:
        try:
            return json.load(file)
        except ValueError as error:
            raise Unusable(f"{RESULTS}: {error}: remove it, and what the last run has seen is unknown again") from None


def keep(all_results):
    """Whole or not at all: a run may be ended at any time."""
    os.makedirs(WORK, exist_ok=True)
    with open(f"{RESULTS}.new", "w") as file:
        json.dump(all_results, file, indent=1, sort_keys=True)
    os.replace(f"{RESULTS}.new", RESULTS)


def identity(bug):
    """A bug that was changed is another one."""
    return hashlib.sha256(f"{bug.original}\0{bug.replacement}\0{' '.join(bug.targets)}".encode()).hexdigest()[:12]


class Score:
    """A line of Mutants/scores.tsv: whether tests killed a bug, the one that did if only one did, and the target that found it.

    `tests` and `targets` are `killed`/`found`, `survived`/`missed`, or `-` where nothing is known or no target reads the code.
    """

    def __init__(self, area, name, tests="-", only="-", targets="-"):
        self.area, self.name, self.tests, self.only, self.targets = area, name, tests, only, targets

    @property
    def line(self):
        return "\t".join((self.area, self.name, self.tests, self.only, self.targets))

    def fell(self, before):
        """What is worse than before, in words; empty if nothing is."""
        worse = []
        if before.tests == "killed" and self.tests == "survived":
            worse.append("tests no longer kill it")
        if before.targets not in ("-", "missed") and self.targets == "missed":
            worse.append(f"{before.targets} no longer finds it")
        return worse


def scored(bug, result):
    """The score of a bug by what a run has seen of it, as far as it has."""
    score = Score(bug.area, bug.name)
    if "tests" in result:
        score.tests = "killed" if result["tests"] else "survived"
        score.only = result["tests"][0] if result["is_whole"] and len(result["tests"]) == 1 else "-"
    if "found" in result:
        score.targets = result["found"]["target"] if result["found"] else "missed"
    return score


def recorded():
    """The scores that were recorded, by name."""
    if not os.path.exists(SCORES):
        return {}
    found = {}
    with open(SCORES, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file.read().splitlines()[1:], 2):
            fields = line.split("\t")
            if len(fields) != len(HEAD.split("\t")):
                raise Unusable(f"Mutants/scores.tsv:{number}: {len(fields)} columns instead of those of the first line")
            found[fields[1]] = Score(*fields)
    return found


def record(bugs, all_results):
    """Writes what the last run has seen, and keeps what was known of the others that are still there."""
    before, lines = recorded(), []
    for bug in bugs:
        old, new = before.get(bug.name, Score(bug.area, bug.name)), scored(bug, current(bug, all_results))
        # Which is killed by one test alone a fast run does not know.
        is_whole = current(bug, all_results).get("is_whole")
        tests = (new.tests, new.only if is_whole or new.tests == "survived" else old.only) if new.tests != "-" else (old.tests, old.only)
        merged = Score(bug.area, bug.name, *tests,
                       new.targets if new.targets != "-" or not bug.targets else old.targets)
        lines.append(merged.line)
    with open(SCORES, "w", encoding="utf-8") as file:
        file.write("\n".join([HEAD, *lines]) + "\n")


def current(bug, all_results):
    """What the last run has seen of a bug as it stands now."""
    result = all_results.get(bug.name, {})
    return result if result.get("identity") == identity(bug) else {}


def table(scores):
    """A table of Markdown: how many of each area are killed, by one test alone, survive, and are found by targets."""
    lines = ["| area | bugs | killed by tests | by one test alone | survive | read by targets | found |", "| --- | --: | --: | --: | --: | --: | --: |"]
    areas = list(dict.fromkeys(score.area for score in scores))
    for area in [*areas, None]:
        inside = [score for score in scores if area in (None, score.area)]
        fuzzed = [score for score in inside if score.targets != "-"]
        figures = [len(inside), sum(score.tests == "killed" for score in inside), sum(score.only != "-" for score in inside),
                   sum(score.tests == "survived" for score in inside), len(fuzzed), sum(score.targets != "missed" for score in fuzzed)]
        lines.append(f"| {area or '**all**'} | " + " | ".join(map(str, figures)) + " |")
    return "\n".join(lines)
