"""A command that stands still, or leaves something running, is a failure that says so."""

import os
import re
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import standing
from steps import Failed, said_in_time


class StandingTests(unittest.TestCase):
    def setUp(self):
        self.grace, standing.GRACE_SECONDS = standing.GRACE_SECONDS, 0.3

    def tearDown(self):
        standing.GRACE_SECONDS = self.grace

    def failure(self, script, patience=20):
        with self.assertRaises(Failed) as caught:
            said_in_time(["sh", "-c", script], patience)
        return str(caught.exception)

    def test_what_it_says_is_answered(self):
        self.assertEqual(said_in_time(["sh", "-c", "echo one; echo two >&2"], 20), "one\ntwo\n")

    def test_one_that_says_something_now_and_then_goes_on(self):
        script = "for n in 1 2 3 4 5 6 7 8 9; do echo $n; sleep 0.5; done"
        self.assertEqual(said_in_time(["sh", "-c", script], 4), "1\n2\n3\n4\n5\n6\n7\n8\n9\n")

    def test_one_that_fails_says_how(self):
        self.assertIn("ended with 3", self.failure("echo one; exit 3"))

    def test_silence_is_ended_and_its_programs_are_named(self):
        began = time.monotonic()
        # The script does not hold the words that are looked for.
        text = self.failure("echo o''ne; sleep $((60+7))", patience=1)
        self.assertLess(time.monotonic() - began, 60)
        for words in ["one\n", "said nothing for 1 s, and was ended"]:
            self.assertIn(words, text)
        self.ended(text, "sleep 67")

    def test_what_is_left_running_is_named_and_ended(self):
        text = self.failure("sleep 71 & echo one")
        self.ended(text, "sleep 71")

    def ended(self, text, words):
        """Whether a program is named, in a line of its own, and is no more."""
        number = int(next(line for line in text.splitlines() if re.fullmatch(rf"\d+ {words}", line)).split()[0])
        deadline = time.monotonic() + 10
        while not standing.has_ended(number) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertTrue(standing.has_ended(number))


if __name__ == "__main__":
    unittest.main()
