import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from steps import closing_line

LAST = "✔ Test run with 3 tests in 2 suites passed after 0.1 seconds."


class ClosingLine(unittest.TestCase):
    def test_nothing_skipped(self):
        self.assertEqual(closing_line(f"◇ Suite A started.\n✔ Suite A passed after 0.1 seconds.\n{LAST}"), LAST)

    def test_a_skipped_suite_is_named_with_its_reason(self):
        text = f'➜ Suite QueryTests skipped: "jq is not installed, so no query was tried"\n{LAST}'
        self.assertEqual(closing_line(text), f"{LAST}; skipped: QueryTests (jq is not installed, so no query was tried)")


if __name__ == "__main__":
    unittest.main()
