"""The codes of findings and of what `inspect` notices, as the sources have them."""

import os
import re

from steps import TOP, Failed

SENTENCES = "Sources/Core/Report/Inspection/DiagnosticText.swift"
MADE = re.compile(r'\.(suspicious|weak|note|error)\(\s*"([^"]+)"(?:,\s*as:\s*"([^"]+)")?')


def check(page, codes):
    """Whether the page has a heading for each code of a finding, and no other."""
    headings = re.findall(r"^### (\w+)$", page, re.MULTILINE)
    missing, unknown = [code for code in codes if code not in headings], [code for code in headings if code not in codes]
    if missing or unknown:
        raise Failed("\n".join([*(f"findings.md has no heading for the code {code}" for code in missing),
                                *(f"findings.md has a heading for {code}, which is not a code of a finding" for code in unknown)]))


def diagnostics():
    """The table of what `inspect` notices: a line a code, with a place to lead to."""
    sentences = {}
    text = read(SENTENCES)
    for name, whole in re.findall(r'^\s*"([a-z0-9-]+)":\s*((?:"(?:[^"\\]|\\.)*"\s*\+?\s*)+),?$', text, re.MULTILINE):
        parts = re.findall(r'"((?:[^"\\]|\\.)*)"', whole)
        sentences[name] = "".join(parts).replace('\\"', '"')
    found = {}
    for folder in ("Tokens", "Inspection"):
        for parent, _, names in sorted(os.walk(os.path.join(TOP, "Sources/Core", folder))):
            for name in sorted(names):
                if name.endswith(".swift"):
                    for weight, code, sentence in MADE.findall(read(os.path.relpath(os.path.join(parent, name), TOP))):
                        texts = [text for name, text in sentences.items() if re.fullmatch(filled(sentence or code, ".+"), name)]
                        add(found, filled(code, "…"), weight, texts)
    if len(found) < 50:
        raise Failed(f"only {len(found)} diagnostics are found in the sources")
    lines = ["| code | level | text |", "| --- | --- | --- |"]
    for code in sorted(found):
        weight, texts = found[code]
        texts = texts or ["the parser's own error"]
        # As JSON has it.
        anchor = re.sub(r"-(\w)", lambda part: part[1].upper(), re.sub("-?…", "", code))
        lines.append(f"| <a id=\"{anchor}\"></a>`{code}` | {weight} | {'; or: '.join(texts)} |".replace("|  |", "| |"))
    return "\n".join(lines)


RULES = "Sources/Core/Conformance/ConformanceRule+Rows.swift"
TEXT = r'"((?:[^"\\]|\\.)*)"'
RULE = re.compile(rf"= Self\(\s*{TEXT},\s*\.(\w+),\s*\.(\w+),\s*{TEXT},\s*consequence: {TEXT},\s*remedy: {TEXT},\s*source: {TEXT}")


def rules():
    """The table of the rules that findings name, from their rows."""
    lines = ["| rule | | owner | requirement | what the user notices | remedy |", "| --- | --- | --- | --- | --- | --- |"]
    for row in RULE.findall(read(RULES)):
        name, severity, owner, text, consequence, remedy, _ = (part.replace('\\"', '"') for part in row)
        lines.append(f"| {name} | {severity} | {owner} | {text} | {consequence} | {remedy} |")
    if len(lines) < 20:
        raise Failed(f"only {len(lines) - 2} rules are found in the sources")
    return "\n".join(lines)


def filled(code, part):
    """A code with `part` in the place of each interpolation."""
    return re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", part, code)


def add(found, code, weight, sentences):
    level = weight if weight in ("note", "weak") else "suspicious"
    before = found.setdefault(code, [level, []])
    if level not in before[0].split(" or "):
        levels = [*before[0].split(" or "), level]
        before[0] = " or ".join(name for name in ("suspicious", "weak", "note") if name in levels)
    for text in sentences:
        shown = text.replace("|", "\\|").replace("<", "&lt;")
        if shown not in before[1]:
            before[1].append(shown)


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return file.read()
