"""The commands of `kinescope`, as argument-parser writes them down: a section each, with its options in a table."""

import json
import re

from steps import answered

SKIPPED = {"help", "version"}
CODES = re.compile(r"^EXIT CODES:\n(?:  .*\n?)+\n*", re.MULTILINE)


def dumped(kinescope):
    """What argument-parser knows of the commands: one JSON object, which a width would break into lines."""
    return answered(["env", "COLUMNS=1000000", kinescope, "--experimental-dump-help"])


def page(dump):
    whole = json.loads(dump)["command"]
    commands = [command for command in whole["subcommands"] if command["commandName"] != "help" and command["shouldDisplay"]]
    general = CODES.search(whole.get("discussion", "") + "\n")
    return "\n\n".join(section(command, general[0].strip() if general else None) for command in commands)


def section(command, general):
    name = command["commandName"]
    arguments = [argument for argument in command.get("arguments", [])
                 if argument["shouldDisplay"] and argument.get("valueName") not in SKIPPED]
    parts = [f"## {name}", sentence(command["abstract"]), f"```text\nkinescope {name} {usage(arguments)}".rstrip() + "\n```"]
    if arguments:
        rows = [f"| {label(argument)} | {meaning(argument)} |" for argument in arguments]
        parts.append("\n".join(["| argument | meaning |", "| --- | --- |", *rows]))
    discussion = command.get("discussion", "") + "\n"
    # The codes that all commands share are in one table of the page.
    if (codes := CODES.search(discussion)) and codes[0].strip() == general:
        discussion = discussion.replace(codes[0], "")
    parts += [paragraph(text) for text in re.split(r"\n\s*\n", discussion.strip()) if text]
    return "\n\n".join(parts)


def paragraph(text):
    """A part of a help text: a list under a title in capitals as it is, prose as prose."""
    title, _, rest = text.partition("\n")
    if re.fullmatch("[A-Z ]+:", title):
        language = "sh" if title == "EXAMPLES:" else "text"
        lines = "\n".join(line.removeprefix("  ") for line in rest.splitlines())
        return f"{title.capitalize()}\n\n```{language}\n{lines}\n```"
    return " ".join(text.split()).replace("<", "&lt;")


def usage(arguments):
    words = [word for argument in arguments if argument["kind"] == "positional" for word in [positional(argument)]]
    return " ".join([*words, *(["[options]"] if any(argument["kind"] != "positional" for argument in arguments) else [])])


def positional(argument):
    text = f"<{argument['valueName']}>" + (" …" if argument["isRepeating"] else "")
    return f"[{text}]" if argument["isOptional"] else text


def label(argument):
    if argument["kind"] == "positional":
        return f"`{positional(argument)}`"
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    # Others are older spellings, kept without mention.
    short = [name for name in names if name["kind"] == "short"][:1]
    preferred = argument["preferredName"]
    shown = [f"-{name['name']}" for name in short] + ([f"--{preferred['name']}"] if preferred["kind"] != "short" else [])
    if (inversion := [name["name"] for name in names if name["name"].startswith("no-")]) and not preferred["name"].startswith("no-"):
        shown.append(f"--{inversion[0]}")
    value = f" <{argument['valueName']}>" if argument["kind"] == "option" else ""
    return f"`{', '.join(shown)}{value}`".replace("|", "\\|")


def meaning(argument):
    parts = [sentence(argument.get("abstract", ""))]
    if discussion := argument.get("discussion"):
        parts.append(sentence(" ".join(discussion.split())))
    if values := argument.get("allValues"):
        parts.append("Values: " + ", ".join(f"`{value}`" for value in values) + ".")
    if (default := argument.get("defaultValue")) is not None:
        parts.append(f"Default: `{default}`.")
    if argument["isRepeating"] and not re.search("repeat", parts[0]):
        parts.append("May be repeated.")
    if argument["kind"] == "option" and not argument["isOptional"]:
        parts.append("Needed.")
    return " ".join(part for part in parts if part).replace("|", "\\|").replace("<", "&lt;")


def sentence(text):
    text = " ".join(text.split())
    return text if not text or text[-1] in ".!?:" else f"{text}."
