import Exchanges
import PassAPI
import Replay
import Report
import Services
import SubscriberAccount
import Testing
import VirtualTime

/// Documentation/reference/findings.md, "Errors": each has a recording that brings it about, and nothing else.
@Suite("Each reason of a divergence is told by itself, with its place, its fields and its cause") struct DivergenceTests
{
    /// A divergence without its sentence.
    struct Found: Equatable {
        var reason: UnmatchedReason
        var exchange: Int?
        var vsaCall: Int?
        var fields: [FieldDifference] = []
        var cause: Divergence.Cause?

        init(
            _ reason: UnmatchedReason,
            _ exchange: Int?,
            vsaCall: Int? = nil,
            fields: [FieldDifference] = [],
            cause: Divergence.Cause? = nil
        ) {
            self.reason = reason
            self.exchange = exchange
            self.vsaCall = vsaCall
            self.fields = fields
            self.cause = cause
        }

        init(_ divergence: Divergence) {
            self.init(
                divergence.reason,
                divergence.exchange,
                vsaCall: divergence.vsaCall,
                fields: divergence.fields,
                cause: divergence.cause
            )
        }
    }

    private static let device = StagedSession.device

    /// Returns a case of a reason, and all that is to be reported of it; does not compile as long as a new reason has
    /// none.
    private static func example(of reason: UnmatchedReason) throws -> (recording: Recording, found: [Found]) {
        switch reason {
        case .notRecorded:
            // The second playback at the Programmer's own service was cut out of the file.
            return (try Captures.recording("apple-sso-tvos").cutting(12), [Found(.notRecorded, 12)])
        case .alreadyReplayed:
            // The platform's SAML answer was cut out of the VSA log, and is asked for after the profile request.
            var recording = try Captures.recording("apple-sso-tvos")
            recording.vsaCalls.removeLast()
            let cause = Divergence.Cause(exchange: 5, field: "status", value: "200")
            return (recording, [Found(.alreadyReplayed, nil, vsaCall: 3, cause: cause)])
        case .outOfOrder:
            // The user is signed in already, so that nobody needs a profile request.
            var staged = StagedSession()
            try staged.call(0, .checkAuthentication(device), PassResponse(status: 200, .empty))
            try staged.call(1, .authorize(device, resource: "KITE1"), StagedSession.forbidden)
            try staged.call(
                2,
                .profileRequest(device, mvpd: "Meadowlark", deviceType: "iOS"),
                StagedSession.forbidden
            )
            let cause = Divergence.Cause(exchange: 2, field: "status", value: "403")
            return (staged.recording, [Found(.outOfOrder, 3, cause: cause)])
        case .fieldMismatch:
            // The answer is about another Programmer's app: it authorizes nothing here, and no media token is asked
            // for.
            let recording = try Captures.recording("apple-sso-tvos").changingAnswer(7, "KITETV", "KITEFM")
            let field = FieldDifference("requestor", recorded: "KITEFM", replayed: "KITETV")
            let cause = Divergence.Cause(exchange: 7, field: "status", value: "200")
            return (recording, [Found(.fieldMismatch, 7, fields: [field]), Found(.outOfOrder, 8, cause: cause)])
        case .bodyOmitted:
            // Only `serve` reports it: a replayed client reads what was recorded of a body.
            return (try Captures.recording("apple-sso-tvos"), [])
        case .expiredDuringReplay:
            // An AuthZ token that had ended before the second playback, which sends the end along, is asked for again.
            // The call that brought it had the headers of a login.
            let (before, after) = ("2026/11/21 22:01:05", "2026/11/20 22:01:06")
            let recording = try Captures.recording("ytdlp-cached-second-play").changingAnswer(9, before, after)
            let headers = recording.exchanges[8].request.headers
            let cause = Divergence.Cause(exchange: 9, field: "simpleTokenTTL", value: after + " GMT +0000")
            let end = FieldDifference(
                "authz_token simpleTokenTTL",
                recorded: before + " GMT +0000",
                replayed: after + " GMT +0000"
            )
            let sent = ["Authorization", "AP_21"].map {
                FieldDifference($0, recorded: headers[first: $0], replayed: nil)
            }
            return (
                recording,
                [
                    Found(.fieldMismatch, 10, fields: [end], cause: cause),
                    Found(.expiredDuringReplay, 9, fields: sent, cause: cause),
                ]
            )
        }
    }

    @Test("What is told is all of it", arguments: UnmatchedReason.allCases.filter { $0 != .bodyOmitted })
    func reasons(reason: UnmatchedReason) throws {
        let (recording, expected) = try Self.example(of: reason)
        let result = try Replayer.replay(recording, options: ReplayOptions(client: ClientChoice(.documents)))
        #expect(result.divergences.map(Found.init) == expected, "\(result.divergences.map(\.summary))")
        let times = recording.exchanges.map(\.startedAt)
        for divergence in result.divergences {
            #expect(divergence.instant >= times.min() ?? .distantPast)
            #expect(!divergence.summary.contains("\n"))
        }
        #expect(expected.contains { $0.reason == reason })
    }
}
