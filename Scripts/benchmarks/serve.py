"""Serving a recording beside `mitmdump --server-replay` and a bare server of NIO: same requests, same loader, same run. Started by
Scripts/benchmark."""

import base64
import hashlib
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request

import exchanges
import programs
from measured import FOLDER, goal, megabytes, row, title
from programs import processor, resident, stop
from recorder import KINESCOPE, MITMDUMP

BENCHMARK = ".build/release/Benchmarks"
QUICK = "--quick" in sys.argv
HERE = os.path.abspath(os.path.join(FOLDER, "serve"))

BARE, MITM, SERVE = 18090, 18091, 18092
HOST = "api.auth.adobe.com"

# The devices, each with one address; the loader's clients; how often each client goes through all addresses in one measurement.
DEVICES = 1_000
CLIENTS = 16
PASSES = 1 if QUICK else 2
PEER_COUNT = 1_600 if QUICK else 3_200
ROUNDS = 3 if QUICK else 5
LONG_COUNT = 20_000 if QUICK else 100_000
STARTS = 5 if QUICK else 11


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    os.makedirs(HERE)
    recording = make()
    opening(recording)
    compare(recording)
    others(recording)
    endurance(recording)


# What is asked and answered


def addresses():
    """A thousand devices, each asking for its media token: the most frequent call of a playing app."""
    for number in range(DEVICES):
        device = base64.b64encode(hashlib.sha256(str(number).encode()).digest()[:15]).decode()
        yield f"/api/v1/tokens/media?requestor=KITETV&deviceId={exchanges.quote(device)}&resource=KITE{number % 50}"


def entry(chance, number, address):
    """A recorded exchange of this address, its token its own."""
    made = exchanges.entry(chance, number, 4, "device", "bearer", "")
    answer = json.loads(made["response"]["content"]["text"])
    resource = address.rsplit("=", 1)[1]
    answer["resource"], answer["serializedToken"] = resource, exchanges.media_token(chance, resource)
    text = json.dumps(answer)
    made["request"]["url"] = f"https://{HOST}{address}"
    made["request"]["queryString"] = []
    # The loader sends none of these, and a field that differs would be named.
    made["request"]["headers"] = [{"name": "Host", "value": HOST}]
    made["response"]["content"].update(text=text, size=len(text))
    for field in made["response"]["headers"]:
        if field["name"] == "Content-Length":
            field["value"] = str(len(text))
    return made


def make():
    """The recording, mitmproxy's flows, the bare server's response, and the loader's addresses; answers the recording's path."""
    from mitmproxy import io
    from mitmproxy.io import har
    print(f"making {LONG_COUNT:,} exchanges …", flush=True)
    chance = random.Random(20261120)
    known = list(addresses())
    archive = f"{HERE}/served.har"
    with open(archive, "w") as file, open(f"{HERE}/flows", "wb") as flows:
        file.write('{"log": {"version": "1.2", "creator": {"name": "synthetic", "version": "1"}, "entries": [')
        writer = io.FlowWriter(flows)
        for number in range(LONG_COUNT):
            item = entry(chance, number, known[number % DEVICES])
            file.write((",\n" if number else "\n") + json.dumps(item))
            if number >= DEVICES:
                continue
            if number == 0:
                write_response(item)
            # One for each address, given again and again.
            item["request"]["url"] = f"http://127.0.0.1:{MITM}{known[number]}"
            writer.add(har.request_to_flow(item))
        file.write("\n]}}\n")
    path = f"{HERE}/served.kinescope"
    subprocess.run([KINESCOPE, "import", archive, "--keep-secrets", "-o", path], check=True, capture_output=True)
    for name, before in [
        (BARE, f"http://127.0.0.1:{BARE}"), (MITM, f"http://127.0.0.1:{MITM}"),
        (SERVE, f"http://127.0.0.1:{SERVE}/{HOST}"), ("tls", f"https://{HOST}"),
    ]:
        with open(f"{HERE}/urls.{name}", "w") as file:
            file.writelines(f"{before}{address}\n" for address in known)
    return path


def write_response(item):
    with open(f"{HERE}/response", "w") as file:
        for field in item["response"]["headers"]:
            file.write(f"{field['name']}: {field['value']}\n")
        file.write("\n" + item["response"]["content"]["text"])


# The programs that are measured


def start_bare():
    return programs.start(HERE, BARE, BENCHMARK, "serving", str(BARE), f"{HERE}/response")


def start_mitmdump():
    return programs.start(
        HERE, MITM, MITMDUMP, "-q", "--set", f"confdir={HERE}/mitmproxy", "--listen-host", "127.0.0.1", "-p", str(MITM),
        "--mode", f"reverse:http://127.0.0.1:{MITM}", "--set", "connection_strategy=lazy",
        "--server-replay", f"{HERE}/flows", "--set", "server_replay_reuse=true", "--set", "server_replay_extra=404",
    )


def start_serve(recording, *options):
    process = programs.start(HERE, SERVE, KINESCOPE, "serve", recording, "--port", str(SERVE), "--quiet",
                             "--ca-directory", f"{HERE}/authority", *options)
    get("clock")
    return process


def get(resource):
    """Waits until the recording has been read, as every request does."""
    with urllib.request.urlopen(f"http://127.0.0.1:{SERVE}/_kinescope/{resource}", timeout=120) as response:
        return json.load(response)


def reset():
    """Each exchange answers once."""
    subprocess.run([KINESCOPE, "control", "--port", str(SERVE), "--ca-directory", f"{HERE}/authority", "--reset"],
                   check=True, capture_output=True)


def finish(process):
    """Every request has to have been answered: else it ends with 1."""
    stop(process)


def load(name, count, clients, *options):
    return programs.Load(HERE, name, count, clients, *options)


def load_over_tls(count, clients, *options):
    return load("tls", count, clients, f"--connect-to=127.0.0.1:{SERVE}", *options)


# What is measured


def opening(recording):
    title(f"Starting on a recording of {LONG_COUNT:,} exchanges, {STARTS} times")
    listening, ready = [], []
    for _ in range(STARTS):
        began = time.monotonic()
        process = subprocess.Popen(
            [KINESCOPE, "serve", recording, "--port", "0", "--json", "--ca-directory", f"{HERE}/authority"],
            stdout=subprocess.PIPE, text=True)
        for line in process.stdout:
            kind = json.loads(line)["type"]
            if kind == "listening":
                listening.append(time.monotonic() - began)
            if kind == "ready":
                ready.append(time.monotonic() - began)
                break
        stop(process)
    listens = statistics.median(listening) * 1_000
    row("listening", f"{listens:.0f} ms", f"{min(listening) * 1_000:.0f} at best")
    row("ready", f"{statistics.median(ready):.2f} s")
    goal("listens in less than 50 ms", listens < 50, f"{listens:.0f} ms")


def compare(recording):
    count = CLIENTS * DEVICES * PASSES
    title(f"Recorded responses over HTTP/1.1 to {CLIENTS} clients: medians of {ROUNDS} rounds in turn")
    row("", "requests/s", "median", "p99", "processor")
    peers = {
        "bare NIO server": (BARE, start_bare(), count),
        "mitmdump": (MITM, start_mitmdump(), PEER_COUNT),
        "kinescope serve": (SERVE, start_serve(recording), count),
    }
    found = {name: [] for name in peers}
    for name, (port, _, _) in peers.items():
        load(port, 320, CLIENTS)
    for number in range(ROUNDS):
        for name in list(peers)[::1 if number % 2 == 0 else -1]:
            port, process, requests = peers[name]
            if port == SERVE:
                reset()
            spent = processor(process)
            done = load(port, requests, CLIENTS)
            spent = (processor(process) - spent) / requests * 1e6
            found[name].append((done.rate, done.percentile(50), done.percentile(99), spent))
    for name, (_, process, _) in peers.items():
        finish(process)
    medians = {name: [statistics.median(column) for column in zip(*rounds)] for name, rounds in found.items()}
    for name, (rate, half, high, spent) in medians.items():
        row(name, f"{rate:,.0f}", f"{half:.0f} µs", f"{high:.0f} µs", f"{spent:.0f} µs")
    bare, mitm, ours = medians["bare NIO server"], medians["mitmdump"], medians["kinescope serve"]
    goal("at least 15 times mitmdump's requests a second", ours[0] >= 15 * mitm[0], f"{ours[0] / mitm[0]:.1f}")
    goal("at most 80 µs of processor time above the bare server's", ours[3] - bare[3] <= 80, f"{ours[3] - bare[3]:.0f} µs")
    goal("p99 at most 3 times the bare server's", ours[2] <= 3 * bare[2], f"{ours[2] / bare[2]:.1f}")


def others(recording):
    count = CLIENTS * DEVICES
    title(f"The same over TLS and HTTP/2, and with the session recorded: {count:,} requests from {CLIENTS} clients")
    row("", "requests/s", "median", "p99", "processor")
    ways = [
        ("HTTP/1.1 over TLS", [], lambda: load_over_tls(count, CLIENTS, "--h1")),
        ("HTTP/2 over TLS", [], lambda: load_over_tls(count, CLIENTS)),
        ("session recording", ["-o", f"{HERE}/session.kinescope", "--force"], lambda: load(SERVE, count, CLIENTS)),
    ]
    for name, options, run in ways:
        process = start_serve(recording, *options)
        spent = processor(process)
        done = run()
        spent = (processor(process) - spent) / count * 1e6
        row(name, f"{done.rate:,.0f}", f"{done.percentile(50)} µs", f"{done.percentile(99)} µs", f"{spent:.0f} µs")
        finish(process)


def endurance(recording):
    part = CLIENTS * DEVICES
    parts = LONG_COUNT // part + (0 if QUICK else 1)
    title(f"{part * max(parts, 2):,} requests, in parts")
    row("requests", "requests/s", "median", "p99", "memory")
    process = start_serve(recording)
    memory = []
    for number in range(max(parts, 2)):
        if (number + 1) * part > LONG_COUNT or QUICK:
            reset()
        done = load(SERVE, part, CLIENTS)
        memory.append(resident(process))
        row(f"{(number + 1) * part:,}", f"{done.rate:,.0f}", f"{done.percentile(50)} µs",
            f"{done.percentile(99)} µs", megabytes(memory[-1]))
    finish(process)
    grown = memory[-1] - memory[0]
    goal("memory flat: less than 8 MB more after the last part than after the first", grown < 8e6, megabytes(grown))


if __name__ == "__main__":
    main()
