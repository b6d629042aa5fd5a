"""Whether a bug is planted where it belongs, and nothing else is changed."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from bugs import Bug, Unusable
from planting import CHOICE, Swift, blanked, planted


def bug(original, replacement, name="a-bug"):
    return Bug("area", {"name": name, "requirement": "r", "original": original, "replacement": replacement, "shown_by": "s"})


def with_bugs(text, *pairs):
    """The text with bugs in it, numbered from 1."""
    found = [bug(*pair).found({"F.swift": text}) for pair in pairs]
    return planted("F.swift", text, [(number, span, new, "a-bug") for number, (_, span, new) in enumerate(found, 1)])


class PlantingTests(unittest.TestCase):
    def test_body_stands_twice(self):
        self.assertEqual(
            with_bugs("func f(at x: Int) -> Bool { x < 1 }\n", ("x < 1", "x <= 1")),
            f"func f(at x: Int) -> Bool {{ if {CHOICE} == 1 {{ x <= 1 }} else {{ x < 1 }} }}\n")

    def test_two_bugs_of_one_function(self):
        self.assertEqual(
            with_bugs("init() { a = 1; b = 2 }", ("a = 1", "a = 3"), ("b = 2", "b = 4")),
            f"init() {{ if {CHOICE} == 1 {{ a = 3; b = 2 }} else if {CHOICE} == 2 {{ a = 1; b = 4 }} else {{ a = 1; b = 2 }} }}")

    def test_innermost_function_not_a_closure_or_a_branch(self):
        text = "struct S { func f(for x: [Int], in y: Int) { if y > 0 { x.map { $0 + 1 } } } }"
        body = Swift("F.swift", text).body(text.index("$0"), text.index("$0") + 2)
        self.assertEqual(text[slice(*body)], " if y > 0 { x.map { $0 + 1 } } ")

    def test_computed_property_and_accessors(self):
        for text, inside in (("var a: Int { 1 + 2 }", " 1 + 2 "), ("var a: Int { get { 1 + 2 } set { b = 3 } }", " 1 + 2 "),
                             ("subscript(i: Int) -> Int { 1 + 2 }", " 1 + 2 "), ("init?(x: [Int] = [1]) throws { 1 + 2 }", " 1 + 2 ")):
            body = Swift("F.swift", text).body(text.index("1 + 2"), text.index("1 + 2") + 5)
            self.assertEqual(text[slice(*body)], inside)

    def test_functions_inside_each_other_are_one_place(self):
        text = "func f() { func g() { a = 1 }; b = 2 }"
        new = with_bugs(text, ("a = 1", "a = 3"), ("b = 2", "b = 4"))
        self.assertEqual(new.count(f"if {CHOICE} == 1"), 1)
        self.assertIn("{ func g() { a = 3 }; b = 2 }", new)
        self.assertIn("{ func g() { a = 1 }; b = 4 }", new)

    def test_initial_values(self):
        self.assertEqual(with_bugs("static let a: [Int] = [1, 2]\nlet b = 3", ("[1, 2]", "[1]")),
                         f"static let a: [Int] = {{ () -> [Int] in if {CHOICE} == 1 {{ return [1] }}; return [1, 2] }}()\nlet b = 3")
        self.assertEqual(with_bugs("let b = 3 * 60\n", ("3 * 60", "3 * 61")), f"let b = {CHOICE} == 1 ? (3 * 61) : (3 * 60)\n")

    def test_braces_in_strings_and_comments_are_none(self):
        text = 'func f() { /* { /* { */ */ let a = "{ \\(b["}"] ?? "{") "; let c = #"\\("#; a = 1 } // {'
        self.assertEqual(len(blanked(text)), len(text))
        body = Swift("F.swift", text).body(text.index("a = 1"), text.index("a = 1") + 5)
        self.assertEqual(text[slice(*body)], text[len("func f() {"):text.index("} // {")])

    def test_what_is_the_same_at_both_ends_is_not_changed(self):
        # The original reaches over the declaration, the change does not.
        self.assertIn(f"var a: Bool {{ if {CHOICE} == 1 {{ x || z }} else {{ x || y }} }}",
                      with_bugs("var a: Bool { x || y }", ("var a: Bool { x || y }", "var a: Bool { x || z }")))

    def test_white_space_counts_as_one_space(self):
        self.assertIn("a = 2", with_bugs("func f() {\n    a\n        = 1\n}", ("a = 1", "a = 2")))

    def test_what_cannot_be_planted(self):
        for text, words in (("func f() { b = 1 }", "gone"), ("func f() { a = 1; a = 1 }", "2 times"), ("enum E { case a = 1 }", "switchable")):
            with self.assertRaisesRegex(Unusable, words):
                with_bugs(text, ("a = 1", "a = 2"))
        with self.assertRaisesRegex(Unusable, "is its original"):
            bug("a  = 1", "a = 1")
        with self.assertRaisesRegex(Unusable, "no key 'targets'"):
            Bug("area", {"name": "n", "targets": []})
        with self.assertRaisesRegex(Unusable, "shown_by is missing"):
            Bug("area", {"name": "n", "requirement": "r", "original": "a", "replacement": ""})


if __name__ == "__main__":
    unittest.main()
