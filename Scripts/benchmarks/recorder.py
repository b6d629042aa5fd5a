"""The recorder beside mitmdump and nginx: same origin, same loader, same run. Started by Scripts/benchmark."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys

import programs
from measured import FOLDER, goal, megabytes, row, title
from programs import processor, resident, stop

KINESCOPE = ".build/release/kinescope"
MITMDUMP = ".build/peers/bin/mitmdump"
QUICK = "--quick" in sys.argv
HERE = os.path.abspath(os.path.join(FOLDER, "recorder"))

ORIGIN, NGINX, MITM, RECORDER = 18080, 18081, 18082, 18083

# The loader's clients for the rate, and the requests of each measurement.
CLIENTS = 16
RATE_COUNT = 20_000 if QUICK else 60_000
PEER_COUNT = 2_000 if QUICK else 5_000
ALONE_COUNT = 2_000 if QUICK else 5_000
LONG_COUNT = 20_000 if QUICK else 100_000
RUNS = 1 if QUICK else 3


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    os.makedirs(HERE)
    write_urls()
    origin = start_nginx("origin", ORIGIN, origin_location())
    try:
        compare()
        endurance()
    finally:
        stop(origin)


# What is asked and answered


def device(number):
    return base64.b64encode(hashlib.sha256(str(number).encode()).digest()[:15]).decode()


def write_urls():
    """A thousand devices, each asking for its media token: the most frequent call of a playing app."""
    for port in (ORIGIN, NGINX, MITM, RECORDER):
        with open(f"{HERE}/urls.{port}", "w") as file:
            for number in range(1_000):
                query = f"requestor=KITETV&resource=KITE{number % 50}&deviceId={device(number).replace('+', '%2B')}"
                file.write(f"http://127.0.0.1:{port}/api/v1/tokens/media?{query}\n")


def origin_location():
    token = base64.b64encode(hashlib.sha512(b"token").digest() * 4).decode()
    body = (
        '{"resource": "KITE1", "requestor": "KITETV", "expires": "1795212258158", "mvpdId": "Plover", '
        f'"serializedToken": "{token}", "userId": "{hashlib.sha256(b"user").hexdigest()}"}}'
    )
    return f"default_type application/json; return 200 '{body}';"


# The programs that are measured


def start_nginx(name, port, location, upstream=""):
    folder = f"{HERE}/nginx-{name}"
    os.makedirs(folder)
    with open(f"{folder}/nginx.conf", "w") as file:
        file.write(
            f"""
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    keepalive_requests 1000000;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {upstream}
    server {{ listen 127.0.0.1:{port} backlog=1024; location / {{ {location} }} }}
}}
"""
        )
    return start(port, "nginx", "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log",
                 "-g", "daemon off;")


def start_reverse_nginx():
    return start_nginx(
        "proxy", NGINX,
        'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_pass http://origin;',
        f"upstream origin {{ server 127.0.0.1:{ORIGIN}; keepalive 64; keepalive_requests 1000000; }}",
    )


def start_mitmdump():
    return start(MITM, MITMDUMP, "-q", "--set", f"confdir={HERE}/mitmproxy", "--listen-host", "127.0.0.1", "-p",
                 str(MITM), "--mode", f"reverse:http://127.0.0.1:{ORIGIN}", "-w", f"{HERE}/flows")


def start_recorder(file="recorded.kinescope", kinescope=KINESCOPE):
    return start(RECORDER, kinescope, "record", "-o", f"{HERE}/{file}", "--force", "--port", str(RECORDER), "--quiet",
                 "--ca-directory", f"{HERE}/authority", "--upstream", f"http://127.0.0.1:{ORIGIN}")


def start(port, *command):
    return programs.start(HERE, port, *command)


def load(port, count, clients):
    return programs.Load(HERE, port, count, clients)


def best(runs):
    return sorted(runs, key=lambda run: run.rate)[len(runs) // 2]


# What is measured


def compare():
    title(f"Reverse proxies before one nginx: requests a second from {CLIENTS} clients; one client's times")
    row("", "requests/s", "median", "p99", "added", "added p99", "processor")
    proxies = [
        ("no proxy", ORIGIN, None, RATE_COUNT), ("nginx", NGINX, start_reverse_nginx, RATE_COUNT),
        ("mitmdump -w", MITM, start_mitmdump, PEER_COUNT), ("kinescope record", RECORDER, start_recorder, RATE_COUNT),
    ]
    figures = {}
    for name, port, starter, count in proxies:
        process = starter() if starter else None
        load(port, 500, CLIENTS)
        spent = processor(process) if process else 0
        many = best([load(port, count, CLIENTS) for _ in range(RUNS)])
        spent = (processor(process) - spent) / (count * RUNS) if process else 0
        alone = best([load(port, ALONE_COUNT, 1) for _ in range(RUNS)])
        if process:
            stop(process)
        figures[name] = (many.rate, alone.percentile(50), alone.percentile(99))
        base = figures["no proxy"]
        row(name, f"{many.rate:,.0f}", f"{alone.percentile(50)} µs", f"{alone.percentile(99)} µs",
            f"{alone.percentile(50) - base[1]} µs", f"{alone.percentile(99) - base[2]} µs",
            f"{spent * 1e6:.0f} µs" if name in ("kinescope record", "mitmdump -w") else "")
    ours, theirs, base = figures["kinescope record"], figures["mitmdump -w"], figures["no proxy"]
    goal("at least 10 times mitmdump's requests a second", ours[0] >= 10 * theirs[0], f"{ours[0] / theirs[0]:.1f}")
    goal("at most 0.3 ms added at the median", ours[1] - base[1] <= 300, f"{ours[1] - base[1]} µs")
    goal("at most 1 ms added at p99", ours[2] - base[2] <= 1_000, f"{ours[2] - base[2]} µs")


def endurance():
    title(f"One recording of {LONG_COUNT:,} exchanges, one client, in ten parts")
    row("exchanges", "requests/s", "median", "p99", "memory")
    process = start_recorder("long.kinescope")
    load(RECORDER, 500, 1)
    parts, memory = [], []
    for part in range(10):
        done = load(RECORDER, LONG_COUNT // 10, 1)
        parts.append(done)
        memory.append(resident(process))
        row(f"{(part + 1) * LONG_COUNT // 10:,}", f"{done.rate:,.0f}", f"{done.percentile(50)} µs",
            f"{done.percentile(99)} µs", megabytes(memory[-1]))
    stop(process)
    count = recorded("long.kinescope")
    goal("every exchange is recorded", count == LONG_COUNT + 500, f"{count:,}")
    ratio = parts[-1].percentile(50) / parts[0].percentile(50)
    goal("flat: the last part's median within 1.2 of the first's", ratio <= 1.2, f"{ratio:.2f}")
    grown = memory[-1] - memory[0]
    goal("memory flat: less than 8 MB more after the last part than after the first", grown < 8e6, megabytes(grown))


def recorded(file):
    """Exchanges in a recording that verifies."""
    done = subprocess.run([KINESCOPE, "verify", f"{HERE}/{file}"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{file} does not verify: {done.stdout}{done.stderr}")
    import sqlite3
    with sqlite3.connect(f"{HERE}/{file}") as database:
        return database.execute("SELECT count(*) FROM exchange").fetchone()[0]


if __name__ == "__main__":
    main()
