import Foundation
import Fuzzing
import Testing

/// Every seed and every regression through the same properties as in the fuzzer, on any platform, without a sanitizer.
@Suite struct CorpusTests {
    static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The files of one folder of one target, sorted.
    static func files(_ target: String, _ folder: String) -> [String] {
        let path = top.appendingPathComponent("Corpus/\(target)/\(folder)").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().map { "\(path)/\($0)" }
    }

    @Test("The properties hold for every file of the corpus", arguments: FuzzTarget.core.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.core.first { $0.name == name })
        let seeds = Self.files(name, "seed")
        #expect(seeds.count >= 15, "\(name) has a corpus")
        for file in seeds + Self.files(name, "regression") {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            #expect(input.count <= target.maximumBytes, "\(file) would be passed over")
            #expect(throws: Never.self, "\(file)") { try target.check(input) }
        }
    }
}
