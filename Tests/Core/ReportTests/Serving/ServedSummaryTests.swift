import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Report
@testable import Simulation

/// What is said when serving is over.
///
/// Source: json.md, "serve and control"; the exit codes of how-to/serve.md.
@Suite struct ServedSummaryTests {
    private static let wall = Instant(secondsSince1970: 1_800_000_000)

    /// A simulated service that has met nobody yet.
    private static func served() -> ServedBackend {
        let service = Service.simulated(SimulatedService(.example, seed: 1))
        let world = World(Backend(at: wall, service: service))
        return ServedBackend(world, from: wall, showing: wall, at: wall, rate: 0)
    }

    private static func append(
        _ source: ServedEntry.Source,
        _ status: Int,
        fault: Fault? = nil,
        to backend: inout ServedBackend
    ) {
        let request = HTTPRequest(method: "GET", url: "https://a.example/")
        let ordinal = backend.log.count + 1
        backend.log.append(ServedEntry(ordinal, at: wall, request, nil, source, status: status, fault: fault))
    }

    /// Four requests: one unmatched, one with a fault, one that differs, one plain; and a warning.
    private static func appendAll(to backend: inout ServedBackend) {
        append(.foreignHost, 502, to: &backend)
        append(.fault, 503, fault: .status(503), to: &backend)
        let match = RecordedMatch(
            exchange: 1,
            session: 1,
            differences: [FieldDifference("mvpd", recorded: "Meadowlark", replayed: "Juniper")],
            isRepeated: false,
            beginsAgain: false,
            distance: 0,
            signatures: [],
            unmoved: []
        )
        append(.recorded(match), 200, to: &backend)
        append(.simulated, 200, to: &backend)
        backend.warn(.connectionClosed, "closed before a request", at: wall)
    }

    @Test("A step that lets time pass names what has expired, each once")
    func expired() {
        func expiration(_ kind: HoldingKind, _ subject: String?, _ seconds: Int64) -> Expiration {
            Expiration(kind, subject, at: Self.wall + .seconds(seconds), source: "")
        }
        let next = expiration(.authenticationToken, "Meadowlark", 86_400)
        let all = [
            expiration(.mediaToken, "KITE1", -9), expiration(.mediaToken, "KITE1", -8),
            expiration(.authorizationToken, "KITE1", -7),
        ]
        #expect(
            ServedText.step("advance 1d", at: Self.wall, expired: all, next: next)
                == "advance 1d: it is 2027-01-15 08:00:00.000 UTC; media-token KITE1 and authz-token KITE1 have expired; "
                + "authn-token Meadowlark expires in 1 d"
        )
        let one = ServedJSON.step("advance 1d", at: Self.wall, expired: [all[0]], next: nil)
        #expect(one["message"]?.string?.hasSuffix("; media-token KITE1 has expired; nothing else expires") == true)
        #expect(one["expired"]?.array?.count == 1 && one["next"] == .null)
        #expect(ServedText.step("rate 2", at: Self.wall, next: nil).hasSuffix("; nothing expires"))
    }

    @Test("A device id that changed is a warning, with both ids shortened")
    func changedDevice() {
        var backend = Self.served()
        var difference = FieldDifference("deviceId", recorded: "r", replayed: "new-device-0002")
        difference.own = "old-device-0001"
        backend.log.warn(ServedWarning(ChangedDevice(session: 3, difference: difference), at: Self.wall))
        let text = ServedText.summary(of: backend)
        #expect(text.contains("app 3 changed its device id") && text.contains("\"old-…, 15 characters\""))
        #expect(!text.contains("new-device-0002") && !text.contains("old-device-0001"))
        #expect(ServedJSON.verdict(of: backend)["warnings"]?.array?.first?["code"]?.string == "deviceChanged")
        #expect(backend.log.strictCount == 1)
    }

    @Test("Apps that are forgotten are a warning, with the first one's number and its device shortened")
    func forgottenApp() {
        var backend = Self.served()
        backend.log.warn(ServedWarning(ForgottenApp(session: 7, device: "living-room-0007"), at: Self.wall))
        let text = ServedText.summary(of: backend)
        #expect(text.contains("more than 1024 apps") && text.contains("app 7 (device livi…, 16 characters) first"))
        #expect(!text.contains("living-room-0007"))
        #expect(ServedJSON.verdict(of: backend)["warnings"]?.array?.first?["code"]?.string == "appForgotten")
    }

    @Test("Without a reset nothing is said of one")
    func plain() {
        var backend = Self.served()
        #expect(ServedText.summary(of: backend) == "0 requests, none unmatched\n")
        Self.appendAll(to: &backend)
        #expect(!ServedText.summary(of: backend).contains("reset"))
        let summary = ServedJSON.summary(of: backend, digest: nil)
        let verdict = ServedJSON.verdict(of: backend)
        #expect(summary.members.map(\.key) == verdict.members.map(\.key) + ["digest"])
        #expect(summary["isComplete"] == .bool(false) && verdict["isComplete"] == .bool(false))
    }

    @Test("After a reset the text counts what was since then, and in a line of its own what was before")
    func text() {
        var backend = Self.served()
        backend.reset(at: Self.wall)
        let none = "before the last reset: 0 requests, none unmatched\n"
        #expect(ServedText.summary(of: backend) == "0 requests, none unmatched\n" + none)
        Self.appendAll(to: &backend)
        backend.reset(at: Self.wall)
        Self.append(.simulated, 200, to: &backend)
        let before =
            "before the last reset: 4 requests, 1 fault, 1 unmatched, 1 with other fields than recorded, 1 warning\n"
        #expect(ServedText.summary(of: backend) == "1 request, none unmatched\n" + before)
    }

    @Test("After a reset the verdict is that since then, and the summary's that of the whole run, with what was before")
    func json() {
        var backend = Self.served()
        Self.appendAll(to: &backend)
        backend.reset(at: Self.wall)
        Self.append(.simulated, 200, to: &backend)
        let verdict = ServedJSON.verdict(of: backend)
        #expect(verdict["requestCount"] == .count(1) && verdict["unmatchedCount"] == .count(0))
        #expect(verdict["isComplete"] == .bool(true) && verdict["beforeReset"] == nil)
        let summary = ServedJSON.summary(of: backend, digest: "0123456789abcdef")
        #expect(summary["requestCount"] == .count(1) && summary["unmatchedCount"] == .count(0))
        #expect(summary["isComplete"] == .bool(false) && summary["digest"] == .string("0123456789abcdef"))
        let before: JSONObject = [
            "requestCount": .count(4), "unmatchedCount": .count(1), "faultCount": .count(1),
            "differingCount": .count(1), "warningCount": .count(1),
        ]
        #expect(summary["beforeReset"] == .object(before))
        // A second time it adds up, and what is complete by then stays incomplete as a run.
        backend.reset(at: Self.wall)
        let last = ServedJSON.summary(of: backend, digest: nil)
        #expect(
            last["beforeReset"]?["requestCount"] == .count(5) && last["beforeReset"]?["unmatchedCount"] == .count(1)
        )
        #expect(last["isComplete"] == .bool(false))
    }
}
