import Exchanges
import NIOCore
import NIOHTTP1
import VirtualTime
import ProxyProtocol

/// The kinds of report that an app can make, by the path that it posts to.
enum ReportKind: String, CaseIterable {
    /// Calls of the Video Subscriber Account framework, with their results.
    case vsaCalls = "/vsa-calls"
    /// User actions: what reached the app from outside.
    case userActions = "/user-actions"

    /// The kind of a path; the paths of older probes, `/account-responses` and `/stimuli`, still count.
    init?(path: some StringProtocol) {
        switch path {
        case "/account-responses": self = .vsaCalls
        case "/stimuli": self = .userActions
        default: self.init(rawValue: String(path))
        }
    }
}

/// A report that an app sends: all of it is taken, or none.
struct ReportRequest {
    var kind: ReportKind
    var headers: HTTPHeaders
    var arrivedAt: Instant
    /// False where nobody keeps what is reported, and none of it is recorded.
    var isRecorded = true

    /// The answer: how many objects were taken, or the first that cannot be.
    ///
    /// Whose pages may report was decided before, by `ReverseAccess`. There are no headers that let a page read the
    /// answer.
    func reply(to body: ByteBuffer) -> LocalReply {
        let clock: ReportClock
        switch sentAt {
        case .absent: clock = ReportClock(arrivedAt: arrivedAt)
        case .at(let instant): clock = ReportClock(arrivedAt: arrivedAt, sentAt: instant)
        case .unreadable:
            let reason = "\(LocalEndpoint.sentAtHeader): \(ImportProblem.notAnInstant)"
            return LocalReply(answer: .endpoint(.badRequest, reason))
        }
        do throws(LogLineError) {
            return try taken(Array(body.readableBytesView), clock)
        } catch {
            return LocalReply(answer: .endpoint(.badRequest, error.description))
        }
    }

    private enum SentAt {
        case absent
        case at(Instant)
        case unreadable
    }

    private var sentAt: SentAt {
        guard let text = headers.first(name: LocalEndpoint.sentAtHeader) else { return .absent }
        return Instant(iso8601: text).map(SentAt.at) ?? .unreadable
    }

    private func taken(_ body: [UInt8], _ clock: ReportClock) throws(LogLineError) -> LocalReply {
        switch kind {
        case .vsaCalls:
            let responses = try VSALog.parse(report: body, clock: clock)
            return taken(responses.count, .vsaCalls(responses))
        case .userActions:
            let userActions = try UserActionLog.parse(report: body, clock: clock)
            return taken(userActions.count, .userActions(userActions))
        }
    }

    private func taken(_ count: Int, _ event: RecorderEvent) -> LocalReply {
        guard count > 0 else {
            let reason = "nothing is reported. Send one JSON object a line, or an array"
            return LocalReply(answer: .endpoint(.badRequest, reason))
        }
        let headers: HTTPHeaders = ["Content-Type": "application/json", "Cache-Control": "no-store"]
        let body = ByteBuffer(string: "{\"recorded\":\(isRecorded ? count : 0)}\n")
        let answer = LocalAnswer(status: .ok, headers: headers, body: body)
        return LocalReply(answer: answer, events: isRecorded ? [event] : [])
    }
}
