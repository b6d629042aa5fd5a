import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from bounds import bounded
from steps import Failed

PYTHON = sys.executable


class Bounded(unittest.TestCase):
    def test_what_ends_holds_whatever_it_found(self):
        for code in (0, 1, 3):
            bounded([PYTHON, "-c", f"raise SystemExit({code})"])

    def test_what_goes_on_is_ended_and_named(self):
        with self.assertRaisesRegex(Failed, r"-c while True: pass has not ended after 1 s"):
            bounded([PYTHON, "-c", "while True: pass"], seconds=1)

    @unittest.skipUnless(os.path.isdir("/proc/self"), "no system says how much memory a process has")
    def test_what_grows_is_ended_and_named(self):
        with self.assertRaisesRegex(Failed, r"takes more than 100 MB"):
            bounded([PYTHON, "-c", "a = []\nwhile True: a.append(bytearray(1_000_000))"], seconds=20, megabytes=100)

    def test_a_crash_is_named(self):
        with self.assertRaisesRegex(Failed, r"ended with -6"):
            bounded([PYTHON, "-c", "import os; os.abort()"])


if __name__ == "__main__":
    unittest.main()
