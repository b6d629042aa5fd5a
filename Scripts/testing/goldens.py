"""Digests as they were: of what the bundled recordings replay to, of forks from them, of the library of scenarios and of made-up ones.

They take in what happens and no wording, so whoever changes one has changed what happens. The file is Goldens/digests.txt.
"""

import difflib
import glob
import os

from steps import TOP, Failed, answered, said

GOLDEN = f"{TOP}/Goldens/digests.txt"
RANDOM = 1000
# From the end, and from within the sign-on, before whatever it was that got the app its tokens.
FORKS = {"at the end": [], "at exchange 3": ["--fork-at", "exchange 3"]}
STEPS = "advance 31d; play KITE1; foreground; play KITE2"
HEAD = """\
# What happens in bundled recordings, forks, scenarios and made-up scenarios, as digests. They hold no wording: a line that changes
# says that something else happens. Scripts/test compares; Scripts/goldens --write writes it again, and a commit says why.
"""


def archives():
    return sorted(glob.glob(f"{TOP}/Recordings/captures/**/*.har", recursive=True))


def name_of(archive):
    return os.path.relpath(archive, f"{TOP}/Recordings/captures").removesuffix(".har")


def account_log(archive):
    """The archive's VSA log, as a list of one; an empty list if it has none."""
    log = archive.removesuffix(".har") + ".accounts.jsonl"
    return [log] if os.path.exists(log) else []


def imported(kinescope, archive, temporary):
    """The path of a recording made of an archive: redacted, but where there is no VSA log, as it came."""
    log, recording = account_log(archive), f"{temporary}/{name_of(archive).replace('/', '-')}.kinescope"
    said([kinescope, "import", archive, *(["--account-log", *log] if log else ["--keep-secrets"]), "-o", recording])
    return recording


def replay(kinescope, recording, *options):
    # Its exit code says what it found, which is not the question here.
    return said([kinescope, "replay", "--digest", recording, *options], ends=(0, 1, 3)).strip() or "none"


def by_the_documents(kinescope, recordings):
    """A line for each recording: what the documents' client does with it, whatever the app did."""
    return [f"{replay(kinescope, recording, '--client', 'documents'):<16}  {name}" for name, recording in recordings]


def forks(kinescope, recordings):
    """A line for each fork; where a recording cannot be forked, or a step cannot happen, it says so."""
    lines = []
    for name, recording in recordings:
        for place, point in FORKS.items():
            digest = said([kinescope, "replay", "--digest", recording, *point, "--then", STEPS], ends=(0, 1, 3)).strip()
            lines.append(f"{digest if len(digest) == 16 else 'none':<16}  {name} {place}")
    return lines


def scenarios(kinescope):
    return answered([kinescope, "simulate", "Scenarios", "--digest"]).splitlines()


def made_up(kinescope):
    return answered([kinescope, "simulate", "--random", str(RANDOM), "--digest"]).splitlines()


def sections(kinescope, temporary):
    """All that the file holds, as a debug build comes to it: through files, each with pseudonyms of its own."""
    recordings = [(name_of(archive), imported(kinescope, archive, temporary)) for archive in archives()]
    return {
        "recordings": [f"{replay(kinescope, recording)}  {name}" for name, recording in recordings],
        "recordings, by the documents' client": by_the_documents(kinescope, recordings),
        "forks": forks(kinescope, recordings),
        "scenarios": scenarios(kinescope),
        "generated scenarios": made_up(kinescope),
    }


def text(sections):
    """What the file holds: sections by name, each with its lines."""
    return HEAD + "".join(f"\n[{name}]\n" + "".join(f"{line}\n" for line in lines) for name, lines in sections.items())


def check(kinescope, temporary):
    """Fails unless all digests are those of the file, and the file has no others."""
    found = sections(kinescope, temporary)
    if others := sorted(set(golden()) - set(found)):
        raise Failed(f"{os.path.relpath(GOLDEN, TOP)} has sections that nothing is compared with: {', '.join(others)}")
    return compare(found)


def compare(found):
    """Fails unless the digests of these sections are those of the file; says what is another one."""
    before = {name: lines for name, lines in golden().items() if name in found}
    if before != found:
        differences = difflib.unified_diff(text(before).splitlines(), text(found).splitlines(), "as it was", "as it is", lineterm="", n=0)
        raise Failed("something else happens than before; if that is meant, Scripts/goldens --write in a commit that states why\n"
                     + "\n".join(list(differences)[:60]))
    return f"{sum(map(len, found.values())):,} digests are as they were"


def golden():
    """The file's sections by name, each with its lines."""
    try:
        with open(GOLDEN, errors="replace") as file:
            _, *parts = file.read().split("\n[")
    except OSError as error:
        raise Failed(f"{os.path.relpath(GOLDEN, TOP)} cannot be read: {error.strerror}; "
                     "git checkout brings it back, Scripts/goldens --write writes it again") from None
    return {name: lines.splitlines() for name, lines in (part.split("]\n", 1) for part in parts)}
