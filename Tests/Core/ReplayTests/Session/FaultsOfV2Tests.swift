import Checkout
import Documents
import Exchanges
import Foundation
import PassAPI
import Replay
import Testing
import VirtualTime

/// Slips of an app, each planted into a capture in which there is none (conformance-rules.md §A).
@Suite("A slip of an app of REST API V2 shows at its exchange")
struct FaultsOfV2Tests {
    typealias Change = @Sendable (inout [Exchange]) -> Int

    /// Each with the capture, the code of the finding, its rule, and the exchange that it is planted at.
    private static let faults: [(name: String, code: ReplayWarning.Code, rule: String?, change: Change)] = [
        (
            "another device id", .deviceIDChanged, "DEV-001",
            { header(&$0, 13, "AP-Device-Identifier", "fingerprint a2l0ZS0wMDAy") }
        ),
        ("a bare device id", .headerMalformed, "DEV-003", { header(&$0, 13, "AP-Device-Identifier", "kite-0002") }),
        (
            "V1's encoding", .headerMalformed, "HDR-002",
            { exchanges in
                let value = exchanges[12].request.headers[first: "X-Device-Info"] ?? ""
                return header(&exchanges, 13, "X-Device-Info", value.replacing("=", with: "%3D") + "%3D")
            }
        ),
        (
            "no device information", .headerMissing, "HDR-001",
            { exchanges in
                for index in exchanges.indices {
                    exchanges[index].request.headers.removeAll { $0.isNamed("X-Device-Info") }
                }
                return 3
            }
        ),
        (
            "a date that is a number", .headerMalformed, "V2-PFS-002",
            { exchanges in
                let status =
                    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"a","expirationDate":1}}"#
                return header(&exchanges, 3, "AP-Partner-Framework-Status", Base64.encode(Array(status.utf8)))
            }
        ),
        (
            "a media token twice", .mediaTokenReused, "MT-001",
            { exchanges in
                exchanges[15].request.body = exchanges[13].request.body
                exchanges.remove(at: 14)
                return 15
            }
        ),
        (
            "an address encoded twice", .redirectEncodedTwice, "V2-SESS-003",
            { exchanges in
                let body = String(decoding: exchanges[4].request.body ?? [], as: UTF8.self)
                exchanges[4].request.body = Array(body.replacing("%3A%2F%2F", with: "%253A%252F%252F").utf8)
                return 5
            }
        ),
        (
            "a call at once after 429", .throttleIgnored, "THR-001",
            { refused(&$0, status: 429, after: .milliseconds(100)) }
        ),
        (
            "a call once more after 401", .refusedTokenReused, "DCR-004",
            { refused(&$0, status: 401, after: .milliseconds(100)) }
        ),
        (
            "a call of V1", .requestNotNeeded, nil,
            { exchanges in
                var stray = exchanges[12]
                stray.request.method = "GET"
                stray.request.body = nil
                stray.request.url = "https://api.auth.adobe.com/api/v1/tokens/usermetadata?requestor=KITETV&deviceId=a"
                stray.durationMicroseconds = 1_000
                exchanges.insert(stray, at: 12)
                return 13
            }
        ),
    ]

    private static func header(_ exchanges: inout [Exchange], _ ordinal: Int, _ name: String, _ value: String) -> Int {
        exchanges[ordinal - 1].request.headers.removeAll { $0.isNamed(name) }
        exchanges[ordinal - 1].request.headers.append(HeaderField(name, value))
        return ordinal
    }

    /// The first authorization is refused, and made once more after a pause.
    private static func refused(_ exchanges: inout [Exchange], status: Int, after pause: Duration) -> Int {
        var first = exchanges[12]
        first.outcome = .response(HTTPResponse(status: status, body: []))
        first.durationMicroseconds = 1_000
        for index in 12..<exchanges.count {
            exchanges[index].startedAt = exchanges[index].startedAt + .milliseconds(1) + pause
        }
        exchanges.insert(first, at: 12)
        return 14
    }

    @Test("By its code and rule", arguments: faults.indices)
    func shows(index: Int) throws {
        let (name, code, rule, change) = Self.faults[index]
        var recording = try RESTAPIV2Tests.recording("v2-second-screen")
        let found = try Replayer.replay(recording).warnings.map(\.code)
        #expect(!found.contains(code), "\(name)")
        let ordinal = change(&recording.exchanges)
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        let result = try Replayer.replay(recording)
        let warning = result.warnings.first { $0.code == code }
        #expect(warning?.exchanges.contains(ordinal) == true, "\(name): \(result.warnings)")
        #expect(warning?.rule?.id == rule, "\(name)")
    }

    @Test("A wait of a second after 429, and a new token after 401, are no slips")
    func noSlips() throws {
        var recording = try RESTAPIV2Tests.recording("v2-second-screen")
        _ = Self.refused(&recording.exchanges, status: 429, after: .seconds(1))
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        let result = try Replayer.replay(recording)
        #expect(!result.warnings.contains { $0.code == .throttleIgnored })
        #expect(result.divergences.isEmpty, "\(result.divergences)")
    }

    @Test("A start an hour after the login is a start, whatever call the app polls with")
    func laterStart() throws {
        var recording = try RESTAPIV2Tests.recording("v2-returning")
        let code = recording.exchanges[5].request.url.components(separatedBy: "profiles/code/")
        for index in recording.exchanges.indices where recording.exchanges[index].request.url.contains("profiles/code/")
        {
            recording.exchanges[index].request.url = code[0] + "profiles/Meadowlark"
        }
        let result = try Replayer.replay(recording)
        #expect(result.divergences.isEmpty, "\(result.divergences)")
        let launches = result.timeline.events.filter { $0.kind == "launch" }
        #expect(launches.count == 2)
    }
}
