import ClientStack
import Documents
import Exchanges
import Foundation
import PassAPI
import Replay
import Report
import Testing
import Tokens

/// conformance-rules.md SAML-001, SAML-002; rows K-56 to K-61.
@Suite("How a SAML response was sent") struct SAMLTransportTests {
    /// apple-sso-tvos, whose exchange 8 sends the SAML response, changed and encoded as `encode` does.
    private static func recording(_ change: (String) -> String, encode: (String) -> String = { $0 }) throws -> Recording
    {
        var recording = try Captures.recording("apple-sso-tvos")
        let index = try #require(
            recording.exchanges.firstIndex { PassRequest(recognizing: $0.request)?.operation == .exchangeToken }
        )
        let body = String(decoding: try #require(recording.exchanges[index].request.body), as: UTF8.self)
        let start = try #require(body.range(of: "SAMLResponse="))
        let end = body.range(of: "&", range: start.upperBound..<body.endIndex)?.lowerBound ?? body.endIndex
        let value = try #require(String(body[start.upperBound..<end]).removingPercentEncoding)
        let text = String(decoding: try Base64.decode(value), as: UTF8.self)
        let sent = Base64.encode(Array(change(text).utf8))
            .replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "/", with: "%2F")
            .replacingOccurrences(of: "=", with: "%3D")
        recording.exchanges[index].request.body = Array(
            body.replacingCharacters(in: start.upperBound..<end, with: encode(sent)).utf8
        )
        return recording
    }

    private static func isTwice(_ text: String) -> String { text.replacingOccurrences(of: "%", with: "%25") }

    @Test("K-56, K-57: line feeds and tabs are a fault of the app, named with the exchange; replay continues")
    func notNormalized() throws {
        let recording = try Self.recording({ $0.replacingOccurrences(of: "><", with: ">\n\t<") })
        let result = try Replayer.replay(recording)
        let found = result.warnings.filter { $0.code == .samlNotNormalized }
        #expect(found.map(\.brokenRule) == ["SAML-002"] && found.map(\.exchanges.count) == [1])
        let clean = try Replayer.replay(Self.recording({ $0 }))
        #expect(clean.warnings.allSatisfy { $0.code.rawValue.hasPrefix("saml") == false })
        #expect(result.replayedCount == clean.replayedCount, "\(result.divergences.map(\.summary))")
    }

    @Test("K-61: what is percent-encoded twice is one, too, and its response is still that of the exchange")
    func twice() throws {
        let result = try Replayer.replay(Self.recording({ $0 }, encode: Self.isTwice))
        let found = result.warnings.filter { $0.code == .samlEncodedTwice }
        #expect(found.map(\.brokenRule) == ["SAML-001"])
        #expect(found.first?.summary.contains("percent-encoded twice") == true)
        #expect(result.divergences == [], "\(result.divergences.map(\.summary))")
    }

    @Test("show and diff name it with the reason")
    func shown() throws {
        let clean = try Self.recording({ $0 })
        for (recording, reason, words) in [
            (try Self.recording({ $0 }, encode: Self.isTwice), "encoded-twice: ", "percent-encoded twice"),
            (try Self.recording({ $0 + "\n" }), "saml-not-normalized: ", "not normalized"),
        ] {
            let place = try #require(
                recording.exchanges.firstIndex { PassRequest(recognizing: $0.request)?.operation == .exchangeToken }
            )
            let notes = TokenNotes.lines(for: recording.exchanges[place])
            #expect(notes.contains { $0.contains("; suspicious; ") && $0.contains(reason) }, "\(notes)")
            let steps = [clean, recording].map { [ComparedStep($0.exchanges[place], name: "exchange")] }
            let comparison = RecordingComparison(steps[0], steps[1])
            #expect(comparison.differences.contains { "\($0)".contains(words) }, "\(comparison.differences)")
        }
    }
}
