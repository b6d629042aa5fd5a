"""What the command lines of the scripts have in common."""

import argparse

USAGE = 2


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without all that would be right."""

    def error(self, message):
        self.exit(USAGE, f"{self.prog}: {message}\n")


def seconds(text):
    """A length of time such as `60s`, `10m` or `2h`; without a unit it is seconds."""
    factor = {"s": 1, "m": 60, "h": 3600}.get(text[-1:])
    digits = text[:-1] if factor else text
    if not (digits.isascii() and digits.isdigit()) or int(digits) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 60s, 10m or 2h")
    return int(digits) * (factor or 1)
