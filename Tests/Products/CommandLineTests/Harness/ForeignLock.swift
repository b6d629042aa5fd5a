import Foundation

/// Another program that has a recording locked to write, as a person's `sqlite3` would.
final class ForeignLock {
    private let process = Process()
    private let input = Pipe()

    /// True if there is a Python with SQLite here; it is needed to develop Kinescope anyway.
    static let isAvailable = Process.succeeds("python3", "-c", "import sqlite3")

    /// Locks the recording at `path`, and waits until that is done.
    init(_ path: String) throws {
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
            c.execute("BEGIN IMMEDIATE")
            print("locked", flush=True)
            sys.stdin.read()
            c.execute("ROLLBACK")
            """
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    /// Gives the lock back.
    func release() throws {
        try? input.fileHandleForWriting.close()
        try process.waitUntilExit(atMost: 60)
    }
}
