import Foundation

/// Looks into every file below a folder, again and again while a recorder runs.
final class CanaryWatch: Sendable {
    private let folder: TemporaryFolder
    private let search: CanarySearch
    private let mustEnd = Flag()
    private let hasEnded = DispatchSemaphore(value: 0)
    private let found = Told<String>()
    private let looked = Told<String>()

    init(_ folder: TemporaryFolder, for canaries: [CanaryCapture.Canary]) {
        self.folder = folder
        search = CanarySearch(canaries)
        Thread.detachNewThread { [self] in
            while !mustEnd.isSet {
                look()
                usleep(3_000)
            }
            hasEnded.signal()
        }
    }

    /// Looks a last time.
    ///
    /// - Returns: what was found, and the names of the files that were looked into.
    func finish() -> (found: Set<String>, files: Set<String>) {
        mustEnd.set()
        hasEnded.wait()
        look()
        return (Set(found.all), Set(looked.all))
    }

    private func look() {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.url.path)) ?? []
        for path in paths where !path.hasPrefix("authority") {
            guard let bytes = try? folder.bytes(of: path) else { continue }
            looked.add((path as NSString).lastPathComponent)
            for finding in search.findings(in: bytes) { found.add("\(path): \(finding)") }
        }
    }
}
