"""Programs that listen on this machine, and h2load, which asks them."""

import os
import signal
import socket
import subprocess
import sys
import time


def start(folder, port, *command):
    """Starts a program, and waits until it accepts connections; its log lies in the folder."""
    with open(f"{folder}/{os.path.basename(command[0])}.{port}.log", "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process
        except OSError:
            time.sleep(0.05)
    process.kill()
    with open(log.name) as text:
        sys.exit(f"{' '.join(command)} does not start:\n{text.read()[-2000:]}")


def stop(process):
    process.send_signal(signal.SIGINT if "kinescope" in process.args[0] else signal.SIGTERM)
    if process.wait(timeout=120) not in (0, -signal.SIGTERM):
        sys.exit(f"{process.args[0]} ended with {process.returncode}")


def resident(process):
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))


def processor(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Load:
    """A run of h2load over the addresses in `urls.NAME` of a folder: requests a second, and each request's time in microseconds, in
    order of ending. It speaks HTTP/1.1 unless the options say otherwise."""

    def __init__(self, folder, name, count, clients, *options):
        log = f"{folder}/times"
        if os.path.exists(log):
            os.remove(log)
        began = time.monotonic()
        done = subprocess.run(
            ["h2load", "-t", "1", "-c", str(clients), "-n", str(count), "-i", f"{folder}/urls.{name}", f"--log-file={log}",
             *(options or ["--h1"])],
            capture_output=True, text=True, timeout=900,
        )
        self.rate = count / (time.monotonic() - began)
        with open(log) as file:
            lines = [line.split("\t") for line in file]
        if done.returncode != 0 or len(lines) != count or any(line[1] != "200" for line in lines):
            sys.exit(f"{count} requests to {name}: {len(lines)} answers\n{done.stdout[-2000:]}")
        self.times = [int(line[2]) for line in lines]

    def percentile(self, percent, times=None):
        times = sorted(times or self.times)
        return times[min(len(times) - 1, len(times) * percent // 100)]
