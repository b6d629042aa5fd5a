import Foundation
import Testing

@Suite struct InterruptionTests {
    @Test("An interrupted import leaves nothing behind", arguments: [SIGINT, SIGTERM])
    func interrupted(number: Int32) throws {
        let folder = TemporaryFolder()
        try folder.copyCapture("apple-sso-tvos")
        let url = folder.url(of: "apple-sso-tvos.har")
        var archive = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        var log = try #require(archive["log"] as? [String: Any])
        let entries = try #require(log["entries"] as? [Any])
        log["entries"] = Array(repeating: entries, count: 120).flatMap { $0 }
        archive["log"] = log
        try JSONSerialization.data(withJSONObject: archive).write(to: url)
        let before = try names(in: folder)

        let process = try SpawnedProcess(
            [CommandLineRun.binary.path, "import", url.path, "-o", folder.url(of: "out.kinescope").path]
        )
        let deadline = Date().addingTimeInterval(60)
        while try names(in: folder) == before, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
        // The file is there a moment before the program knows that it is to be removed.
        Thread.sleep(forTimeInterval: 0.1)
        kill(process.identifier, number)
        #expect(try process.waitUntilEnd() == -number)
        #expect(try names(in: folder) == before)
    }

    private func names(in folder: TemporaryFolder) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }
}
