"""Scripts/fuzz ends with 3 whenever what it started did not fuzz. Without a build: a script stands in for the target.

    python3 -m unittest discover Scripts/fuzzing/tests
"""

import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
# Scripts/fuzz as it is, but for what it builds and where it works.
STARTED = f"""
import runpy, sys
sys.path.insert(0, {TOP + "/Scripts/fuzzing"!r})
import building
building.WORK = sys.argv[1]
building.build = lambda target, kind, extra=(): {HERE + "/standin.py"!r}
sys.argv = ["Scripts/fuzz", *sys.argv[2:]]
runpy.run_path({TOP + "/Scripts/fuzz"!r}, run_name="__main__")
"""
TIMED, COUNTED = ("--time", "6s"), ("--time", "60s", "--runs", "40")
FUZZING = [TIMED, COUNTED, (*COUNTED, "--seed", "3"), (*TIMED, "--jobs", "2")]
# How it does not fuzz, what Scripts/fuzz is asked for, and what it says of it.
BROKEN = [
    ("says nothing", TIMED, "executed nothing"),
    ("says nothing", COUNTED, "executed nothing"),
    ("ends at once", TIMED, "executed nothing"),
    ("ends at once", COUNTED, "executed nothing"),
    ("reads the corpus only", TIMED, r"ended by itself after \d of 6 s"),
    ("reads the corpus only", COUNTED, r"ended by itself after \d+ of 60 s and [\d,]+ of [\d,]+ inputs"),
    ("executes nothing new", TIMED, "none of them beyond its corpus"),
    ("executes nothing new", ("--time", "1s"), "none of them beyond its corpus"),
    ("ends in the corpus", ("--time", "1s"), "none of them beyond its corpus"),
    # Long enough that a busy machine's slow start is no third of it.
    ("ends after a third", ("--time", "12s"), r"ended by itself after \d of 12 s"),
    ("ends after some runs", COUNTED, r"ended by itself after \d+ of 60 s and [\d,]+ of [\d,]+ inputs"),
    ("counts nothing", TIMED, "reached no edge that is counted"),
    ("ends with a code", TIMED, "ended with 1 and stored no input"),
    ("cannot store", TIMED, "could not be written to"),
    ("stores a part", TIMED, "only a part is there"),
    ("does not read the corpus again", ("--time", "1s"), "was to read"),
]


def fuzz(way, *arguments, work=None):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([sys.executable, "-c", STARTED, work or folder, *arguments], capture_output=True, text=True, cwd=TOP,
                              env=dict(os.environ, STANDIN=way), timeout=120)


class GuardTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # What takes its time does so at once; most of it is waiting.
        with concurrent.futures.ThreadPoolExecutor(len(BROKEN) + len(FUZZING)) as executor:
            cls.broken = [(each, executor.submit(fuzz, each[0], "JWT", *each[1])) for each in BROKEN]
            cls.fuzzing = [(each, executor.submit(fuzz, "fuzzes", "JWT", *each)) for each in FUZZING]

    def test_what_does_not_fuzz_is_broken(self):
        for (way, arguments, said), run in self.broken:
            with self.subTest(way=way, arguments=arguments):
                done = run.result()
                self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                self.assertRegex(done.stderr, said)
                self.assertNotIn("no finding", done.stdout)

    def test_what_fuzzes_is_not(self):
        for arguments, run in self.fuzzing:
            with self.subTest(arguments=arguments):
                done = run.result()
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn("no finding", done.stdout)
        # As many as were asked for, whatever the corpus holds; and those of all targets together.
        self.assertRegex(fuzz("fuzzes", "JWT", *COUNTED).stdout, r"[\d,]+ runs, 40 beyond the corpus ")

    def test_inputs_beyond_the_corpora_are_added_up(self):
        done = fuzz("fuzzes", "all", "--runs", "10", "--time", "60s")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], r"^\d+ targets, [\d,]+ runs, \d+0 beyond the corpora, no findings$")

    def test_a_finding_is_told_with_its_place_and_values(self):
        with tempfile.TemporaryDirectory() as work:
            # Once more it is known, and the input that was made smaller is still the one that is shown.
            for what in "NEW", "known":
                done = fuzz("finds", "JWT", "--runs", "5", work=work)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                for line in (f"JWT: {what} finding: property three-parts", "  expected   3", "  found      2", '             "."'):
                    self.assertIn(line, done.stdout.splitlines())
                self.assertRegex(done.stdout, r"stated     Sources/\S+/JWTTarget.swift:26\n")
                self.assertRegex(done.stdout, r"reproduce  Scripts/fuzz JWT \S+/findings/JWT/property-three-parts-[0-9a-f]{8}\n")
                self.assertIn("nothing beyond the corpus was fuzzed", done.stdout)

    def test_an_input_of_the_corpus_that_fails_is_not_tried_until_the_time_is_over(self):
        began = time.monotonic()
        done = fuzz("finds in the corpus", "JWT", "--time", "100s")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("nothing beyond the corpus was fuzzed", done.stdout)
        self.assertLess(time.monotonic() - began, 60)

    def test_a_folder_for_findings_that_cannot_be_written_is_named(self):
        with tempfile.TemporaryDirectory() as work:
            # A file in its place: whoever may write everywhere cannot write there either.
            os.mkdir(f"{work}/findings")
            open(f"{work}/findings/JWT", "w").close()
            done = fuzz("fuzzes", "JWT", *TIMED, work=work)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn(f"{work}/findings/JWT, cannot be written: ", done.stderr)

    def test_a_file_that_was_not_executed_holds_nothing(self):
        path = f"{TOP}/Corpus/regressions.md"
        for way, code, said in (("executes nothing", 3, "executed nothing"), ("fuzzes", 0, "every property holds"),
                                ("finds", 1, "property three-parts")):
            with self.subTest(way=way):
                done = fuzz(way, "JWT", path)
                self.assertEqual(done.returncode, code, done.stdout + done.stderr)
                self.assertIn(said, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
