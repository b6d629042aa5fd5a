import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite("Exchanges that were stored can be written anew")
struct RewritingTests {
    struct Refusal: Error {}

    private func withoutSecret(_ exchange: Exchange) -> Exchange? {
        guard exchange.ordinal % 2 == 0, case .response(var response) = exchange.outcome else { return nil }
        var exchange = exchange
        response.body = Array("replaced".utf8)
        response.headers = [HeaderField("X-Replaced", "yes")]
        exchange.outcome = .response(response)
        return exchange
    }

    @Test(
        "The changed ones change, with their digests, and the old bytes leave the file",
        arguments: [RecordingWriter.Durability.whenFinished, .everyAppend]
    )
    func change(_ durability: RecordingWriter.Durability) throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var options = RecordingWriter.Options()
        options.durability = durability
        let writer = try RecordingWriter.create(at: path, options: options)
        var expected: [Exchange] = []
        for number in 1...100 {
            let secret = number % 2 == 0 ? "canary \(number)" : "open \(number)"
            let exchange = Exchange.sample(number, body: secret)
            try writer.append(exchange, operation: "authorize", matchKey: "key \(number)")
            expected.append(withoutSecret(exchange) ?? exchange)
        }
        try writer.rewriteExchanges(withoutSecret)
        if durability == .everyAppend { #expect(!holds(path + "-wal", "canary")) }
        try writer.append(.sample(101))
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == expected + [.sample(101)])
        #expect(try file.firstMatch(key: "key 40") == 40)
        #expect(!holds(path, "canary"))
        #expect(!holds(path, "r-40\""))
    }

    @Test("Operation and match key follow where they are told")
    func classifying() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for number in 1...3 { try writer.append(.sample(number), operation: "authorize", matchKey: "canary") }
        try writer.rewriteExchanges(withoutSecret) { (operation: "other", matchKey: "key of \($0.ordinal)") }
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.summaries().map(\.matchKey) == ["canary", "key of 2", "canary"])
        #expect(try file.summaries().map(\.operation) == ["authorize", "other", "authorize"])
        #expect(try (0...4).map { try file.operation(of: $0) } == [nil, "authorize", "other", "authorize", nil])
        #expect(try file.verify().isEmpty)
    }

    @Test("If one cannot be changed, none is")
    func failing() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        for number in 1...50 { try writer.append(.sample(number)) }
        #expect(throws: Refusal.self) {
            try writer.rewriteExchanges { exchange in
                if exchange.ordinal == 50 { throw Refusal() }
                return withoutSecret(exchange)
            }
        }
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.verify().isEmpty)
        #expect(try file.recording().exchanges == (1...50).map { .sample($0) })
    }
}
