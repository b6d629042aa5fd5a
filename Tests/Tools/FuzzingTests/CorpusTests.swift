import Checkout
import CorpusKit
import Foundation
import Fuzzing
import Testing

/// Every seed and every regression through the same properties as in the fuzzer, on any platform, without a sanitizer.
@Suite struct CorpusTests {
    @Test("Each regression is told of, with what it was, or stands in the table of attacks")
    func regressions() throws {
        let page = try String(contentsOf: Checkout.top.appending(path: "Corpus/regressions.md"), encoding: .utf8)
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.top.appending(path: "Corpus").path
        )
        var files: [String] = []
        for folder in folders.sorted() {
            files += Corpus.files(folder, "regression").map {
                "\(folder)/\(URL(fileURLWithPath: $0).lastPathComponent)"
            }
        }
        #expect(files.count > 300)
        let isClass = try Regex(#"/[0-9]{2}-"#)
        for file in files where file.firstMatch(of: isClass) == nil {
            #expect(page.contains("| `\(file)` |"), "\(file)")
        }
    }

    @Test("The properties hold for every file of the corpus", arguments: FuzzTarget.core.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.core.first { $0.name == name })
        #expect(Corpus.files(name, "seed").count >= 15, "\(name) has a corpus")
        for fault in try Corpus.faults(of: target) { Issue.record("\(fault)") }
    }
}
