import FuzzEntry
import Fuzzing
import ShellFuzzing

// The targets that need a file, YAML or an HTTP decoder.
FuzzEntry.run(oneOf: FuzzTarget.shell)
