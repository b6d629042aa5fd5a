import Checkout
import Exchanges
import Testing
import VirtualTime

@testable import kinescope

@Suite struct DiffCommandTests {
    let folder = TemporaryFolder()

    private func importCapture(_ name: String, as recording: String) throws {
        if !folder.names.contains(name + ".har") { try folder.copyCapture(name) }
        let run = try CommandLineRun.kinescope(["import", name + ".har", "-o", recording], in: folder)
        #expect(run.status == 0, "\(run)")
    }

    @Test("Two imports of one capture do not differ, though each has pseudonyms of its own", arguments: Capture.all)
    func same(name: String) throws {
        try importCapture(name, as: "a.kinescope")
        try importCapture(name, as: "b.kinescope")
        let run = try CommandLineRun.kinescope(["diff", "a.kinescope", "b.kinescope"], in: folder)
        #expect(run.status == 0 && run.output.contains("no difference"), "\(run)")
    }

    @Test("Nor do two with user metadata, which have short pseudonyms; with one value changed they do")
    func metadata() throws {
        let capture = Checkout.text(of: "Recordings/captures/clients/clientless-sign-on.har")
        let provider = #"\"mvpd\": \"Plover\", \"zip\": \"00000\""#
        #expect(capture.contains(provider))
        try folder.write(capture, to: "a.har")
        try folder.write(capture.replacing(provider, with: provider.replacing("Plover", with: "Swift")), to: "b.har")
        for (name, number) in [("a", 1), ("a", 2), ("b", 3)] {
            let run = try CommandLineRun.kinescope(["import", "\(name).har", "-o", "\(number).kinescope"], in: folder)
            #expect(run.status == 0, "\(run)")
        }
        let same = try CommandLineRun.kinescope(["diff", "1.kinescope", "2.kinescope"], in: folder)
        #expect(same.status == 0, "\(same)")
        let other = try CommandLineRun.kinescope(["diff", "1.kinescope", "3.kinescope"], in: folder)
        #expect(other.status == 1 && other.output.contains("data.mvpd") && !other.output.contains("zip"), "\(other)")
    }

    @Test("Two sign-ons that went different ways differ: exit code 1, a line each, and as JSON")
    func different() throws {
        try importCapture("apple-sso-tvos", as: "a.kinescope")
        try importCapture("access-denied-tvos", as: "b.kinescope")
        let run = try CommandLineRun.kinescope(["diff", "a.kinescope", "b.kinescope"], in: folder)
        #expect(run.status == 1 && run.error.isEmpty)
        #expect(run.output.contains("v1.authn.exchange: only in the first recording"), "\(run.output)")
        #expect(run.output.contains("v1.regcode.create: only in the second recording"))
        let json = try CommandLineRun.kinescope(["diff", "a.kinescope", "b.kinescope", "--json"], in: folder)
        #expect(json.status == 1)
        let differences = try json.content()
        #expect(!differences.isEmpty && differences.allSatisfy { $0["type"]?.string == "difference" })
        #expect(differences.contains { $0["code"]?.string == "onlyInFirst" && $0["first"]?["exchange"] != nil })
    }

    @Test("Replacing secrets once more changes pseudonyms, and there are none where secrets were kept")
    func secondRedaction() throws {
        #expect(SecondRedaction(of: RecordingInformation()) == nil)
        let redaction = try #require(SecondRedaction(of: RecordingInformation(isRedacted: true)))
        let body = #"{"data": {"userID": "u-81f0", "zip": ["10001"]}, "updated": 1767225600}"#
        let exchange = Exchange(
            ordinal: 1,
            startedAt: .distantPast,
            durationMicroseconds: 0,
            request: HTTPRequest(
                method: "GET",
                url: "https://api.auth.adobe.com/api/v1/tokens/usermetadata?requestor=KITETV"
            ),
            outcome: .response(HTTPResponse(status: 200, body: Array(body.utf8)))
        )
        let changed = String(decoding: redaction.exchange(exchange).response?.body ?? [], as: UTF8.self)
        #expect(!changed.contains("u-81f0") && !changed.contains("10001") && changed.contains("1767225600"))
        #expect(redaction.exchange(exchange).request.url == exchange.request.url)
    }

    @Test("A recording that is not there is one line and exit code 3")
    func missing() throws {
        try importCapture("ytdlp-sign-on", as: "a.kinescope")
        let run = try CommandLineRun.kinescope(["diff", "a.kinescope", "b.kinescope"], in: folder)
        #expect(run.isOneLineFailure(3), "\(run)")
    }
}
