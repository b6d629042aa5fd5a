"""Processes that end with the script, unless that is killed itself."""

import contextlib
import os
import signal
import subprocess
import threading

from building import Broken


class Processes:
    """What runs at the moment, from several threads."""

    def __init__(self):
        self.lock, self.running, self.are_stopped = threading.Lock(), set(), False

    @contextlib.contextmanager
    def started(self, command, **more):
        """A process, which is killed if it still runs when it is left."""
        with self.lock:
            if self.are_stopped:
                raise Broken("stopped")
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                       errors="replace", **more)
            self.running.add(process)
        with process:
            try:
                yield process
            finally:
                kill(process)
                self.running.discard(process)

    def run(self, command, timeout=None, **more):
        """Exit code and standard error of a process that may start others: a session of its own, so that all can be killed."""
        with self.started(command, start_new_session=True, **more) as process:
            _, error = process.communicate(timeout=timeout)
            return process.returncode, error

    def stop(self):
        """Kills all that run; nothing starts any more."""
        with self.lock:
            self.are_stopped = True
            for process in list(self.running):
                kill(process)


def kill(process):
    """Together with its group, if that is its own."""
    # Not Popen.kill, which reaps a process that has ended: its costs would be lost.
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            leads = os.getpgid(process.pid) == process.pid
            (os.killpg if leads else os.kill)(process.pid, signal.SIGKILL)


def cost(process):
    """Waits for a process; answers its exit code and the processor time that it took by itself."""
    _, status, usage = os.wait4(process.pid, 0)
    # Popen is not to wait for what is gone.
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime
