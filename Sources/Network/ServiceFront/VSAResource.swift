import Exchanges
import NIOCore
import NIOHTTP1
import Proxy
import ProxyProtocol
import Report
import Services
import Simulation
import SubscriberAccount

/// The resource at the proxy's own address that gives the results of VSA: `POST /vsa-requests`.
///
/// A question is a line of a VSA log without time and result; the response is that line with both. It is an entrance of what
/// is served, and no part of the control interface: it needs no token, and whoever reaches the service reaches it. No page
/// of a browser has business here, whatever its origin.
struct VSAResource: Sendable {
    static let path = "/vsa-requests"
    /// The header by which clients at one address tell themselves apart.
    static let clientHeader = "X-Kinescope-Client"
    /// The bytes of that header at most.
    static let longestName = 200

    let opening: ServedOpening
    let onServed: @Sendable (ServedEntry) -> Void

    /// Checks whether a path is its own.
    static func covers(_ path: String) -> Bool { path.prefix { $0 != "?" && $0 != "#" } == Self.path }

    /// The answer to a request for its path.
    func reply(to request: LocalRequest) async -> LocalReply {
        let headers = request.head.headers
        if let origin = headers["origin"].first(where: { !$0.isEmpty }) {
            return LocalReply(
                answer: .vsa(.forbidden, "no web page asks VSA, and this is one of \(origin.prefix(200))")
            )
        }
        guard request.head.method == .POST else {
            var answer = LocalAnswer.vsa(.methodNotAllowed, "this path takes POST")
            answer.headers.add(name: "Allow", value: "POST")
            return LocalReply(answer: answer)
        }
        let name = headers.first(name: Self.clientHeader)
        guard name?.utf8.count ?? 0 <= Self.longestName else {
            return LocalReply(
                answer: .vsa(.badRequest, "\(Self.clientHeader) has more than \(Self.longestName) bytes")
            )
        }
        guard request.body.readableBytes > 0 else {
            return LocalReply(
                answer: .vsa(.badRequest, "the body is empty: send a line of a VSA log without time and result")
            )
        }
        let question: VSARequest
        do {
            question = try VSALog.question(parsing: Array(request.body.readableBytesView))
        } catch {
            return LocalReply(answer: .vsa(.badRequest, "\(error)"))
        }
        let client = ServedVSA.Client(address: request.client, name: name)
        let received = HTTPRequest(method: "POST", url: "http://\(OwnHost.name)\(Self.path)")
        let backend: ServedState
        do throws(ServedOpening.Failure) {
            backend = try await opening.served().state
        } catch {
            return LocalReply(answer: .vsa(.internalServerError, "\(error)"))
        }
        let reply = backend.answerVSA(at: request.arrivedAt, onServed: onServed) {
            $0.answer(question, from: client, in: received, at: request.arrivedAt)
        }
        guard let call = reply.call ?? ServedVSAText.unmatched(question, reply.entry) else {
            return LocalReply(answer: .vsa(.badGateway, "there is no result"))
        }
        var answer = LocalAnswer(
            status: HTTPResponseStatus(statusCode: reply.entry.status ?? 200),
            headers: [
                "Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            ],
            body: ByteBuffer(string: VSALog.line(for: call) + "\n")
        )
        if case .unmatched(let unmatched) = reply.entry.source {
            answer.headers.add(name: HTTPResponse.unmatchedHeader, value: unmatched.reason.rawValue)
        }
        let recorded = ServedJSON.noted(call, on: reply.entry, at: request.arrivedAt)
        return LocalReply(answer: answer, events: [.vsaCalls([recorded])])
    }
}

extension LocalAnswer {
    /// A refusal of the resource.
    fileprivate static func vsa(_ status: HTTPResponseStatus, _ message: String) -> LocalAnswer {
        LocalAnswer(status, text: message, ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"])
    }
}
