// Filled in by whoever builds this room.
