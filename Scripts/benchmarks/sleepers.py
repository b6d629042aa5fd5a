"""Tasks that sleep for half an hour at a time, as simpy runs them."""

import time

import simpy


def run(tasks, days):
    """How often a task woke up, and the processor time it took in seconds."""
    environment = simpy.Environment()
    count = 0

    def sleeper(offset):
        nonlocal count
        # As in the simulation's benchmark: each begins a second after the one before.
        yield environment.timeout(offset)
        while True:
            yield environment.timeout(1_800)
            count += 1

    for offset in range(tasks):
        environment.process(sleeper(offset))
    start = time.process_time()
    # Up to and with the last instant.
    environment.run(until=days * 86_400 + 1)
    return count, time.process_time() - start
