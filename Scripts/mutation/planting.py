"""Plants bugs in Swift text, so that an environment variable chooses one when the program runs.

The body of the function that holds a bug is there twice, as it is and with the bug, and a condition in front of each: whatever the bug
changes, the types and the control flow of the rest are as they were. What is not in a function is an initial value, there twice as well.
"""

import re
from bisect import bisect_right

from bugs import Unusable

VARIABLE = "KINESCOPE_MUTANT"
CHOICE = "plantedBug"

# Written into each module that holds bugs. A number, since it is asked for in the innermost loops.
SWITCH = f"""#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The number of the bug on purpose that is on, by the variable {VARIABLE}; zero for none.
let {CHOICE}: Int = unsafe getenv("{VARIABLE}").flatMap {{ unsafe Int(String(cString: $0)) }} ?? 0
"""

# What may stand in front of a brace, at the same depth; the last one says what the brace begins.
KEYWORDS = re.compile(
    r"(?<![\w.`])(func|init|deinit|subscript|var|let|get|set|willSet|didSet|if|guard|else|for|while|repeat|do|catch|switch|struct|class|enum"
    r"|extension|protocol|actor|return|in|case|defer)\b(?!`)")
BODIES = {"func", "init", "deinit", "subscript", "get", "set", "willSet", "didSet"}
# A stored value with its initial one.
STORED = re.compile(r"(?:^|\n)[ \t]*(?:@\w+ )?(?:[\w()]+ )*?(?:let|var) \w+(?P<type>: *[^=\n{]+?)? = ")


def blanked(text):
    """The text with comments and strings as spaces, so that a brace in it is one of the code's; as long as the text."""
    out, at = list(text), 0

    def blank(start, end):
        for place in range(start, end):
            if out[place] != "\n":
                out[place] = " "

    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end, depth = at + 2, 1
            while depth and end < len(text):
                step = {"/*": 1, "*/": -1}.get(text[end:end + 2])
                depth, end = (depth + step, end + 2) if step else (depth, end + 1)
        elif opening := re.compile(r'(#*)("""|")').match(text, at):
            end = end_of_string(text, opening.end(), opening[1], opening[2])
        else:
            at += 1
            continue
        blank(at, end)
        at = end
    return "".join(out)


def end_of_string(text, at, hashes, quotes):
    """Where a string ends that begins before `at`; what is interpolated may hold strings itself."""
    while at < len(text):
        if text.startswith(quotes + hashes, at):
            return at + len(quotes + hashes)
        if text.startswith("\\" + hashes + "(", at):
            at, depth = at + len(hashes) + 2, 1
            while depth and at < len(text):
                if opening := re.compile(r'(#*)("""|")').match(text, at):
                    at = end_of_string(text, opening.end(), opening[1], opening[2])
                    continue
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        elif text.startswith("\\" + hashes, at):
            at += len(hashes) + 2
        else:
            at += 1
    return at


class Swift:
    """A file's text, and what its braces hold."""

    def __init__(self, path, text):
        self.path, self.text, self.code = path, text, blanked(text)
        self.pairs, stack = [], []
        for place, character in enumerate(self.code):
            if character == "{":
                stack.append(place)
            elif character == "}" and stack:
                self.pairs.append((stack.pop(), place))
        self.pairs.sort()
        self.braces = sorted(place for pair in self.pairs for place in pair)

    def body(self, start, end):
        """The inside of the innermost function, accessor or computed property around a range; None if there is none."""
        around = [(opening, closing) for opening, closing in self.pairs if opening < start and end <= closing]
        for opening, closing in reversed(around):
            if self.begins_body(opening):
                return opening + 1, closing
        return None

    def begins_body(self, brace):
        before = bisect_right(self.braces, brace - 1)
        header = self.code[self.braces[before - 1] + 1 if before else 0:brace]
        shown, depth = [], 0
        for character in reversed(header):
            depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(character, 0)
            if depth < 0:
                return False
            shown.append(character if depth == 0 and character not in "([" else " ")
        header = "".join(reversed(shown))
        found = list(KEYWORDS.finditer(header))
        if not found:
            return False
        last = found[-1]
        return last[1] in BODIES or last[1] == "var" and "=" not in header[last.end():]

    def initial_value(self, start, end):
        """The range of the initial value around a range, and its declared type; None if there is none."""
        for match in reversed(list(STORED.finditer(self.code, 0, start + 1))):
            finish, depth = match.end(), 0
            while finish < len(self.code):
                depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(self.code[finish], 0)
                if depth < 0 or depth == 0 and self.code[finish] == "\n" and not re.match(r"\s*[.+?&|:]", self.code[finish:]):
                    break
                finish += 1
            if match.end() <= start and end <= finish:
                return match.end(), finish, (match["type"] or "").lstrip(": ")
        return None


def planted(path, text, bugs):
    """The text of a file with bugs in it; `bugs` are numbers, ranges and replacements."""
    swift, bodies, values = Swift(path, text), {}, {}
    for number, (start, end), replacement, name in bugs:
        if body := swift.body(start, end):
            bodies.setdefault(body, []).append((number, start, end, replacement))
        elif value := swift.initial_value(start, end):
            values.setdefault(value, []).append((number, start, end, replacement))
        else:
            line = text.count("\n", 0, start) + 1
            raise Unusable(f"{name}: {path}:{line} is in no function and no initial value; such a bug has switchable = false")
    changes = []
    for (opening, closing), inside in outermost(bodies).items():
        whole = text[opening:closing]
        cases = [f"if {CHOICE} == {number} {{{changed(whole, opening, start, end, new)}}}" for number, start, end, new in inside]
        changes.append((opening, closing, " " + " else ".join([*cases, f"{{{whole}}}"]) + " "))
    for (opening, closing, type_name), inside in values.items():
        whole = text[opening:closing]
        if type_name:
            cases = [f"if {CHOICE} == {number} {{ return {changed(whole, opening, start, end, new)} }}" for number, start, end, new in inside]
            changes.append((opening, closing, f"{{ () -> {type_name} in " + "; ".join(cases) + f"; return {whole} }}()"))
        else:
            cases = [f"{CHOICE} == {number} ? ({changed(whole, opening, start, end, new)}) :" for number, start, end, new in inside]
            changes.append((opening, closing, " ".join(cases) + f" ({whole})"))
    for opening, closing, new in sorted(changes, reverse=True):
        text = text[:opening] + new + text[closing:]
    return text


def outermost(bodies):
    """Of bodies inside each other the outer ones, with the bugs of both."""
    result = {}
    for body in sorted(bodies, key=lambda body: (body[0], -body[1])):
        outer = next((other for other in result if other[0] <= body[0] and body[1] <= other[1]), body)
        result.setdefault(outer, []).extend(bodies[body])
    return result


def changed(whole, opening, start, end, replacement):
    return whole[:start - opening] + replacement + whole[end - opening:]
