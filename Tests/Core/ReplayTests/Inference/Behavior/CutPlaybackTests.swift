import Exchanges
import PassAPI
import Replay
import Report
import Testing

/// Recordings that end between an authorization and the media token that was requested with it.
@Suite("A recording that ends in the middle of a playback") struct CutPlaybackTests {
    private static let authorizations: Set<PassAPI.Operation> = [.authorize, .authorizeDevice, .sdkAuthorize]
    private static let mediaTokens: Set<PassAPI.Operation> = [.mediaToken, .deviceShortAuthorize, .shortAuthorize]

    /// Each place where a media token follows an authorization, as the count of exchanges before it.
    private static func cuts(of recording: Recording) -> [Int] {
        let calls = recording.exchanges.enumerated().compactMap { index, exchange in
            PassRequest(recognizing: exchange.request).map { (index, $0.operation) }
        }
        return zip(calls, calls.dropFirst()).compactMap { before, after in
            authorizations.contains(before.1) && mediaTokens.contains(after.1) ? after.0 : nil
        }
    }

    @Test("Nothing is adopted for it, and one finding at most is made", arguments: ClientCaptures.names)
    func cut(name: String) throws {
        let recording = try ClientCaptures.recording(name)
        for count in Self.cuts(of: recording) {
            var cut = recording
            cut.exchanges = Array(recording.exchanges.prefix(count))
            let result = try Replayer.replay(cut)
            #expect(result.adoptedCount == 0, "cut after \(count)")
            #expect(result.notReachedCount == 0, "cut after \(count)")
            #expect(result.divergences.count <= 1, "cut after \(count): \(result.divergences.map(\.summary))")
        }
    }

    @Test("Most captures have such a place")
    func places() throws {
        let counts = try ClientCaptures.names.map { Self.cuts(of: try ClientCaptures.recording($0)).count }
        // README: all apps but the second screen's play, and the two that are denied never come to a media token.
        #expect(counts.count { $0 > 0 } >= 7)
    }
}
