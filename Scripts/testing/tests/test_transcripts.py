"""Transcripts in pages: made again, compared, and refused where a page would show what no reader gets."""

import os
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))

# Prints its arguments; ends with the code that the last one names.
PROGRAM = """#!/usr/bin/env bash
echo "$@   "
exit "${@: -1}"
"""


class TranscriptTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program, self.page = (os.path.join(self.folder.name, name) for name in ("kinescope", "page.md"))
        self.write(self.program, PROGRAM)
        os.chmod(self.program, 0o755)

    def write(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self):
        with open(self.page, encoding="utf-8") as file:
            return file.read()

    def run_script(self, *options):
        return subprocess.run([sys.executable, os.path.join(TOP, "Scripts", "transcripts"), "--kinescope", self.program, self.page, *options],
                              capture_output=True, text=True)

    def test_what_is_printed_takes_the_place_of_what_was(self):
        self.write(self.page, "# A page\n\n```console\n$ kinescope show 0\nsomething old\n$ kinescope show 1 | head -n 1\n```\n\nThe end\n")
        self.assertEqual(self.run_script("--check").returncode, 1)
        self.assertEqual(self.run_script().returncode, 0)
        # Nothing at the line's end; 1 is "completed with findings".
        self.assertEqual(self.read(), "# A page\n\n```console\n$ kinescope show 0\nshow 0\n$ kinescope show 1 | head -n 1\nshow 1\n```\n\nThe end\n")
        self.assertEqual(self.run_script("--check").returncode, 0)

    def test_a_command_that_cannot_complete_is_no_transcript(self):
        text = "```console\n$ kinescope show 3\n```\n"
        self.write(self.page, text)
        done = self.run_script()
        self.assertEqual(done.returncode, 1)
        self.assertIn("page.md:2", done.stderr)
        self.assertEqual(self.read(), text)

    def test_a_command_that_prints_nothing_shows_nothing(self):
        self.write(self.page, "```console\n$ kinescope show 0 | grep absent || true\n```\n")
        self.assertIn("prints nothing", self.run_script().stderr)

    def test_commands_of_a_page_run_in_order_in_one_directory(self):
        self.write(self.page, "```console\n$ kinescope show 0 > file\n```\n\n```console\n$ cat file\n```\n")
        self.assertEqual(self.run_script().returncode, 0)
        self.assertIn("$ cat file\nshow 0\n", self.read())

    def test_a_block_that_begins_with_no_command_is_a_mistake(self):
        self.write(self.page, "```console\nkinescope show 0\n```\n")
        self.assertIn("begins with a command", self.run_script().stderr)

    def test_other_blocks_are_not_run(self):
        self.write(self.page, "```console\n$ kinescope show 0\nshow 0\n```\n\n```sh\nkinescope show 3\n```\n")
        self.assertEqual(self.run_script("--check").returncode, 0)


if __name__ == "__main__":
    unittest.main()
