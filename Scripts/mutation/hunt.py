"""A process of its own, in a copy of the checkout and with the scripts of that copy: builds fuzz targets, or lets one look for a bug.

    python3 hunt.py TREE build TARGET…
    python3 hunt.py TREE TARGET SECONDS NUMBER

prints JSON: null, or what was found and after how many seconds of processor time.
"""

import json
import os
import sys

tree, first, *more = sys.argv[1:]
sys.path.insert(0, f"{tree}/Scripts/fuzzing")

import building
import running
from planting import VARIABLE

os.chdir(tree)
if first == "build":
    for name in more:
        building.build(name, "plain")
    sys.exit()
seconds, number = more
with building.temporary_folder() as folder:
    os.mkdir(f"{folder}/working")
    given = [f"{building.CORPUS}/{first}/{kind}" for kind in ("seed", "regression")]
    run = running.fuzz(f"{building.WORK}/targets-plain/Fuzz{first}", first, int(seconds), quiet=True, stop_at_first=True,
                       corpus=[f"{folder}/working", *filter(os.path.isdir, given)], findings_folder=f"{folder}/findings",
                       **({VARIABLE: number} if number != "0" else {}))
print(json.dumps({"what": run.what[0], "seconds": round(run.processor, 1)} if run.what else None))
