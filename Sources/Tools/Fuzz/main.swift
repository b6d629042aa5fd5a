import FuzzEntry
import Fuzzing

// The targets of the core.
FuzzEntry.run(oneOf: FuzzTarget.core)
