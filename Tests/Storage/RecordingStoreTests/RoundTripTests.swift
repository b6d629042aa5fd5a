import Checkout
import Documents
import Exchanges
import Foundation
import GRDB
import RecordingStore
import SubscriberAccount
import Testing
import VirtualTime

struct OddExchange: CustomTestStringConvertible {
    var testDescription: String
    var exchange: Exchange
}

@Suite("What is written is read back")
struct RoundTripTests {
    @Test("Every field of an exchange comes back as it was", arguments: oddExchanges)
    func oneExchange(_ odd: OddExchange) throws {
        let exchange = odd.exchange
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([exchange], to: path)
        #expect(try RecordingFile.open(path).exchange(ordinal: 1) == exchange)
        #expect(try RecordingFile.open(path).verify().isEmpty)
    }

    /// Every odd thing that a capture can hold.
    static let oddExchanges: [OddExchange] = {
        var exchanges: [OddExchange] = []
        func add(_ name: String, _ change: (inout Exchange) -> Void) {
            var exchange = Exchange.sample(1)
            change(&exchange)
            exchanges.append(OddExchange(testDescription: name, exchange: exchange))
        }
        add("plain") { _ in }
        add("empty request body") { $0.request.body = [] }
        add("form") { $0.request.body = Array("a=b&c=d".utf8) }
        add("no UTF-8") { $0.request.body = [0xFF, 0xFE, 0x00, 0x80] }
        add("same body twice") { $0.request.body = $0.response?.body }
        add("no headers") { $0.request.headers = [] }
        add("repeated and empty header names") {
            $0.request.headers = [
                HeaderField("", ""), HeaderField("a", "1"), HeaderField("A", "2"), HeaderField("a", "1"),
            ]
        }
        add("control characters in a header") {
            $0.request.headers = [HeaderField("X", "\" \\ \u{0} \u{1} \u{1F} \u{7F} \n\r\t\u{8}\u{C} é 𝄞 \u{2028}")]
        }
        add("empty method") { $0.request.method = "" }
        add("NUL in the URL") { $0.request.url = "not a URL with \u{0} a NUL and ' \" quotes" }
        add("NUL in the version") { $0.request.version = "h2\u{0}" }
        add("failure") { $0.outcome = .failure("net::ERR_CONNECTION_RESET") }
        add("failure without words") { $0.outcome = .failure("") }
        add("NUL in the reason") { $0.outcome = .response(HTTPResponse(status: 0, reason: "\u{0}")) }
        add("negative status, empty body") {
            $0.outcome = .response(HTTPResponse(status: -1, reason: "", version: "", headers: [], body: []))
        }
        add("largest status, 100 kB") {
            $0.outcome = .response(HTTPResponse(status: .max, body: [UInt8](repeating: 0xE9, count: 100_000)))
        }
        add("no duration") { $0.durationMicroseconds = 0 }
        add("smallest duration") { $0.durationMicroseconds = .min }
        add("before 1970") { $0.startedAt = Instant(microsecondsSince1970: -1) }
        add("year 9999") { $0.startedAt = Instant(secondsSince1970: Instant.distantFuture.secondsSince1970) }
        add("year 1") { $0.startedAt = .distantPast }
        add("empty archive entry") { $0.harExtras = [:] }
        add("archive entry") {
            $0.harExtras = [
                "time": .number(JSONNumber("88.23180198669434") ?? JSONNumber(0)), "_priority": .string("High"),
                "cookies": .array([]), "x": .null, "x": .bool(true),
            ]
        }
        return exchanges
    }()

    @Test("Order, ordinals and information come back, and ordinals are given by the writer")
    func wholeRecording() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        writer.information = RecordingInformation(
            creator: "mitmproxy 11.0.2",
            isRedacted: true,
            archiveLog: ["version": .string("1.2"), "pages": .array([])]
        )
        for number in 1...100 {
            var exchange = Exchange.sample(number)
            exchange.ordinal = 7
            #expect(try writer.append(exchange) == number)
        }
        for (index, action) in Self.actions.enumerated() {
            try writer.append(
                UserAction(ordinal: 0, occurredAt: Instant(microsecondsSince1970: Int64(index)), action: action)
            )
        }
        try writer.finish()

        let file = try RecordingFile.open(path)
        #expect(file.information == writer.information)
        #expect(file.isFinished)
        #expect(file.exchangeCount == 100)
        #expect(file.userActionCount == Self.actions.count)
        let recording = try file.recording()
        #expect(recording.exchanges == (1...100).map { Exchange.sample($0) })
        #expect(recording.userActions.map(\.action) == Self.actions)
        #expect(recording.userActions.map(\.ordinal) == Array(1...Self.actions.count))
        #expect(try file.verify().isEmpty)
    }

    private static let actions: [UserAction.Action] = [
        .launch, .selectProvider("Meadowlark"), .closeWebView, .cancel, .play(resource: "KITE1"),
        .preauthorize(resources: []), .preauthorize(resources: ["a", "\u{0}\"é"]), .readUserMetadata, .logOut,
    ]

    @Test("Ranges are read piece by piece, and the file may be read meanwhile")
    func ranges() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write((1...100).map { .sample($0) }, to: path)
        let file = try RecordingFile.open(path)
        for range in [1...1, 31...33, 32...32, 64...100, 90...400, 101...200, 1...100] {
            var ordinals: [Int] = []
            try file.forEachExchange(in: range) { exchange in
                ordinals.append(exchange.ordinal)
                let again = try file.exchange(ordinal: exchange.ordinal)
                #expect(again == exchange)
            }
            #expect(ordinals == Array(range.clamped(to: 1...101)).filter { $0 <= 100 })
        }
    }

    @Test("An entry nested as deep as the importer allows comes back")
    func deepEntry() throws {
        var trace = JSONValue.string("innermost")
        for _ in 0..<HARLimits.default.depth { trace = .object(["parent": trace]) }
        var exchange = Exchange.sample(1)
        exchange.harExtras = ["_initiator": trace]
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([exchange], to: path)
        #expect(try RecordingFile.open(path).exchange(ordinal: 1) == exchange)
    }

    @Test("A summary has all but headers and bodies")
    func summaries() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        var failed = Exchange.sample(2)
        failed.outcome = .failure("timed out")
        failed.request.body = []
        try write([.sample(1), failed], to: path)
        let summaries = try RecordingFile.open(path).summaries()
        #expect(summaries.map(\.ordinal) == [1, 2])
        #expect(summaries.map(\.status) == [200, nil])
        #expect(summaries.map(\.failure) == [nil, "timed out"])
        #expect(summaries.map(\.url) == [Exchange.sample(1).request.url, failed.request.url])
        #expect(summaries.map(\.requestBodyCount) == [nil, 0])
        #expect(summaries.map(\.responseBodyCount) == [21, nil])
        #expect(summaries.map(\.operation) == ["authorize", "authorize"])
        #expect(summaries.map(\.startedAt) == [Exchange.sample(1).startedAt, failed.startedAt])
    }

    @Test("The first match after an ordinal is found by its key")
    func matching() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write((1...10).map { .sample($0) }, to: path) { $0.ordinal == 4 ? nil : "key \($0.ordinal % 3)\u{0}'" }
        let file = try RecordingFile.open(path)
        #expect(try file.firstMatch(key: "key 1\u{0}'") == 1)
        #expect(try file.firstMatch(key: "key 1\u{0}'", after: 1) == 7)
        #expect(try file.firstMatch(key: "key 1\u{0}'", after: 10) == nil)
        #expect(try file.firstMatch(key: "key 0\u{0}'", after: 3) == 6)
        #expect(try file.firstMatch(key: "key 1") == nil)
        #expect(try file.firstMatch(key: "") == nil)
    }

    @Test("What is not there is nil, not an error")
    func nothingThere() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        try write([], to: path)
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == 0)
        for ordinal in [Int.min, -1, 0, 1, .max] { #expect(try file.exchange(ordinal: ordinal) == nil) }
        #expect(try file.recording() == Recording())
        #expect(try file.summaries().isEmpty)
        #expect(try file.verify().isEmpty)
    }

    @Test("VSA calls come back, and a person reads their members in the view")
    func vsaCalls() throws {
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.includeAccountProviderIdentifier = true
        request.attributeNames = ["uid", "householdID"]
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        metadata.authenticationExpirationDate = Instant(secondsSince1970: 1_797_803_952)
        metadata.samlAttributeQueryResponse = "<saml2p:Response>\n\t\"é\"</saml2p:Response>"
        let error = AccountError(
            code: 1,
            userInfo: [.init("VSErrorInfoKeyUnsupportedProviderIdentifier", "com.example")]
        )
        let pairs: [(VSARequest, VSAResult)] = [
            (.checkAccessStatus(prompt: true), .accessStatus(.granted, nil)),
            (.checkAccessStatus(prompt: false), .accessStatus(.denied, nil)),
            (.enqueue(request), .metadata(metadata, nil)),
            (.enqueue(AccountMetadataRequest()), .metadata(nil, error)),
        ]
        let responses = pairs.enumerated().map { index, pair in
            VSACall(
                ordinal: index + 1,
                answeredAt: Instant(microsecondsSince1970: 1_795_211_956_721_366 + Int64(index)),
                question: pair.0,
                answer: pair.1
            )
        }
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        for response in responses { try writer.append(response) }
        try writer.finish()

        let file = try RecordingFile.open(path)
        #expect(file.vsaCallCount == 4)
        #expect(try file.vsaCalls() == responses)
        #expect(try file.verify().isEmpty)
        let rows = try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: "SELECT * FROM vsa_calls") }
        #expect(rows.map { $0["call"] as String } == ["checkAccessStatus", "checkAccessStatus", "enqueue", "enqueue"])
        #expect(rows.map { $0["access_status"] as String? } == ["granted", "denied", nil, nil])
        file.close()
        try change(path, "UPDATE vsa_call SET line = replace(line, 'granted', 'denied')")
        #expect(try RecordingFile.open(path).verify().map(\.place) == [.vsaCall(1)])
        try change(path, "UPDATE vsa_call SET line = '{}' WHERE ordinal = 3")
        #expect(
            throws: RecordingStoreError(path, .damaged("VSA call 3 is not a line of a VSA log"))
        ) { try RecordingFile.open(path).vsaCalls() }
    }

    @Test("A line that its time has made longer than a log's may be is read all the same")
    func longLine() throws {
        var response = VSACall(
            ordinal: 1,
            answeredAt: Instant(microsecondsSince1970: 1_795_211_956_721_366),
            question: .checkAccessStatus(prompt: true),
            answer: .accessStatus(.granted, nil)
        )
        let note = "\"" + String(repeating: "a", count: LogLimits.default.lineBytes - 100) + "\""
        response.logNotes.append(VSALogNote(.line, "note", json: note))
        #expect(VSALog.line(for: response).utf8.count > LogLimits.default.lineBytes)
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path)
        try writer.append(response)
        try writer.finish()
        #expect(try RecordingFile.open(path).vsaCalls() == [response])
    }

    @Test("Each capture of this repository comes back exchange for exchange", arguments: captures)
    func capture(_ name: String) throws {
        let captures = Checkout.top.appending(path: "Recordings/captures")
        func bytes(_ name: String) -> [UInt8] {
            (try? Data(contentsOf: captures.appendingPathComponent(name))).map(Array.init) ?? []
        }
        var recording = try HAR.recording(parsing: bytes(name + ".har"))
        recording.vsaCalls = try VSALog.parse(bytes(name + ".accounts.jsonl"))
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try RecordingWriter.create(at: path, information: recording.information)
        for exchange in recording.exchanges { try writer.append(exchange) }
        for response in recording.vsaCalls { try writer.append(response) }
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(try file.recording() == recording)
        #expect(try file.verify().isEmpty)
    }

    private static let captures = [
        "access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos",
        "ytdlp-cached-second-play", "ytdlp-sign-on",
    ]
}
