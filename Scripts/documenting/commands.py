"""The commands of `kinescope`, as argument-parser writes them down: a section each, with its options in a table."""

import json

SKIPPED = {"help", "version"}


def page(dump):
    whole = json.loads(dump)["command"]
    commands = [command for command in whole["subcommands"] if command["commandName"] != "help" and command["shouldDisplay"]]
    return "\n\n".join(section(command) for command in commands)


def section(command):
    name = command["commandName"]
    arguments = [argument for argument in command.get("arguments", [])
                 if argument["shouldDisplay"] and argument.get("valueName") not in SKIPPED]
    parts = [f"## {name}", sentence(command["abstract"]), f"```text\nkinescope {name} {usage(arguments)}".rstrip() + "\n```"]
    if arguments:
        rows = [f"| {label(argument)} | {meaning(argument)} |" for argument in arguments]
        parts.append("\n".join(["| argument | meaning |", "| --- | --- |", *rows]))
    if discussion := command.get("discussion"):
        parts.append(f"```text\n{discussion.strip()}\n```")
    return "\n\n".join(parts)


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
    return f"`{', '.join(shown)}{value}`"


def meaning(argument):
    parts = [sentence(argument.get("abstract", ""))]
    if discussion := argument.get("discussion"):
        parts.append(sentence(" ".join(discussion.split())))
    if values := argument.get("allValues"):
        parts.append("Values: " + ", ".join(f"`{value}`" for value in values) + ".")
    if (default := argument.get("defaultValue")) is not None:
        parts.append(f"Default: `{default}`.")
    if argument["isRepeating"] and "repeated" not in parts[0]:
        parts.append("May be repeated.")
    if argument["kind"] == "option" and not argument["isOptional"]:
        parts.append("Needed.")
    return " ".join(part for part in parts if part).replace("|", "\\|").replace("<", "&lt;")


def sentence(text):
    text = " ".join(text.split())
    return text if not text or text[-1] in ".!?:" else f"{text}."
