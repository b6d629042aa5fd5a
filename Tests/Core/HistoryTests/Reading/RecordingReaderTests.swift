import Exchanges
import History
import Testing
import VirtualTime

@Suite struct RecordingReaderTests {
    static let token = "PHNpZ25hdHVyZUluZm8+abc+def"

    /// A media token that the app takes to its own service, in the way that `handing` says.
    private func history(_ handing: (inout HTTPRequest) -> Void) -> History {
        var staged = StagedRecording()
        let media =
            #"{"resource":"KITE1","requestor":"KITETV","expires":"\#(StagedRecording.milliseconds(300))","#
            + #""serializedToken":"\#(Self.token)","mvpdId":"Plover"}"#
        staged.add("GET", "/api/v1/tokens/media?resource=KITE1", 200, media)
        staged.add("POST", "/play", device: nil, 200)
        var recording = staged.recording
        recording.exchanges[1].request.url = "https://play.kite.example/start"
        handing(&recording.exchanges[1].request)
        return History(recording)
    }

    @Test("A media token is used where the app takes it: in a query with its plus sign, a JSON body, a header")
    func handedOver() {
        let ways: [(inout HTTPRequest) -> Void] = [
            { $0.url += "?token=\(Self.token)" },
            { $0.body = Array(#"{"play":{"auth":[{"token":"\#(Self.token)"}]}}"#.utf8) },
            { $0.headers.append(HeaderField("X-Media-Token", Self.token)) },
        ]
        for (index, way) in ways.enumerated() {
            let token = history(way).entries(.mediaToken).first
            #expect(token?.lastUsed?.event == .exchange(2), "way \(index)")
        }
        #expect(history { _ in }.entries(.mediaToken).first?.firstUsed == nil)
    }
}
