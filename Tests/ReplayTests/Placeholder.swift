// Filled in by the room it tests.
