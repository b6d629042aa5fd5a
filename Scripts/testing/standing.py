"""Programs that stand still: where each of their threads is, and an end to them.

A program's own session is what it and all that it starts have in common; a group is not, since `swift test` makes new ones.
"""

import os
import shutil
import signal
import subprocess
import time

# Stacks of a large program take a while.
DEBUGGER_SECONDS = 180
FRAMES = 14
# For what is just about to end.
GRACE_SECONDS = 5


def place(process, size, patience):
    """Waits until a program has ended; answers where it stands if its output has not grown for so many seconds."""
    before, since = size(), time.monotonic()
    while True:
        try:
            process.wait(0.2)
            return None
        except subprocess.TimeoutExpired:
            pass
        if (now := size()) != before:
            before, since = now, time.monotonic()
        elif time.monotonic() - since > patience:
            return "\n".join(line for number in members(process.pid) for line in stacks(number))


def end(process):
    """Ends a program and what is left of its session; answers what that was, beside the program."""
    deadline = time.monotonic() + GRACE_SECONDS
    while (left := [number for number in members(process.pid) if number != process.pid]) and time.monotonic() < deadline:
        if process.poll() is None:
            break
        time.sleep(0.1)
    names = [named(number) for number in left]
    for number in left:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass
    if process.poll() is None:
        process.kill()
        process.wait()
    return names


def members(session):
    """The programs of a session that have not ended, by number; each is asked, since systems' lists name sessions differently."""
    found = []
    for number in numbers():
        try:
            if os.getsid(number) == session and not has_ended(number):
                found.append(number)
        except OSError:
            pass
    return found


def numbers():
    """Of all programs. Containers have no `ps`, and a Mac has no `/proc`."""
    if os.path.isdir("/proc/self"):
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return [int(word) for word in shown("ps", "-A", "-o", "pid=").split()]


def has_ended(number):
    """Whether only its number is left, until somebody asks for its exit code."""
    if os.path.isdir("/proc/self"):
        return content(f"/proc/{number}/stat").rpartition(")")[2].strip()[:1] in ("", "Z")
    return shown("ps", "-o", "stat=", "-p", str(number)).strip()[:1] in ("", "Z")


def stacks(number):
    """A program's command line, and where its threads are: by a debugger, or by what the system says that they wait for."""
    lines = []
    if shutil.which("gdb"):
        said = shown("gdb", "-p", str(number), "--batch", "-ex", f"thread apply all backtrace {FRAMES}")
        lines = [line for line in said.splitlines() if line.startswith(("Thread", "#"))]
    if not lines:
        tasks = f"/proc/{number}/task"
        try:
            names = sorted(os.listdir(tasks))
        except OSError:
            names = []
        for task in names:
            lines.append("  " + " ".join(content(f"{tasks}/{task}/{name}") for name in ("comm", "wchan", "syscall")))
    return [named(number), *lines]


def named(number):
    """Its number and its command line."""
    if os.path.isdir("/proc/self"):
        words = content(f"/proc/{number}/cmdline").replace("\0", " ")
    else:
        words = shown("ps", "-o", "args=", "-p", str(number))
    return f"{number} {words.strip()}"


def content(path):
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""


def shown(*command):
    """What a command says on standard output, whatever becomes of it."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              errors="replace", timeout=DEBUGGER_SECONDS).stdout
    except subprocess.TimeoutExpired as expired:
        return (expired.stdout or b"").decode(errors="replace")
