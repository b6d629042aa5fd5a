public import SubscriberAccount

#if canImport(FoundationNetworking)
public import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// An account manager for development builds whose results come from a running `kinescope serve`.
///
/// It takes the place of ``VideoSubscriberAccountManager`` by one line, on every system: nothing of Apple's framework is
/// asked, and nothing is shown. What it would present is decided by what Settings hold in `kinescope serve`, and who is signed
/// in and who may know can be changed there while the app runs (`kinescope control 'vsa sign out'`).
///
/// Where no result can be had, the app gets an error of the framework's, `serviceTemporarilyUnavailable`, which says why under
/// `NSLocalizedDescriptionKey`; ``errorStatusKey`` has the status if there was a response.
public struct ServedAccountManager: AccountManaging {
    /// A response of the server.
    public struct Response: Hashable, Sendable {
        /// The status code.
        public var status: Int
        /// The body.
        public var body: Data

        /// A response of this status and body.
        public init(status: Int, body: Data) {
            self.status = status
            self.body = body
        }
    }

    /// Sends a request and answers its response: the app's own HTTP stack.
    ///
    /// It should end by itself where nobody responds; the standard one does after 30 seconds.
    public typealias Send = @Sendable (_ request: URLRequest) async throws -> Response

    /// The key of the response's status in an error's user info, as a number.
    public static let errorStatusKey = "KinescopeStatus"
    /// The header that names the client.
    static let clientHeader = "X-Kinescope-Client"
    /// The time limit of a request: 30 seconds.
    static let timeout = 30.0

    private let server: String
    private let client: String?
    private let send: Send

    /// An account manager.
    ///
    /// - Parameters:
    ///   - server: The URL of `kinescope serve`: the standard one goes through it as proxy, `http://127.0.0.1:8080` without.
    ///   - client: A name for the app where several at one address are to be told apart, at most 200 bytes. Each begins with
    ///     the first recorded call.
    ///   - send: How requests are sent.
    public init(
        at server: String = Reporter.recorder,
        client: String? = nil,
        send: @escaping Send = ServedAccountManager.urlSession()
    ) {
        self.server = server
        self.client = client
        self.send = send
    }

    /// Asks for the access status; no prompt is shown.
    ///
    /// The handler is called on any thread, with `notDetermined` and an error if there is no result.
    public func checkAccessStatus(
        prompt: Bool,
        completionHandler: @escaping @Sendable (AccountAccessStatus, AccountError?) -> Void
    ) {
        let question = VSARequest.checkAccessStatus(prompt: prompt)
        Task.detached {
            switch await result(of: question) {
            case .accessStatus(let status, let error): completionHandler(status, error)
            case .metadata(_, let error): completionHandler(.notDetermined, error)
            }
        }
    }

    /// Asks for metadata; no picker is shown, and no delegate is asked.
    ///
    /// The handler is called once, on any thread; with the error `userCancelled` if the request is canceled first.
    @discardableResult
    public func enqueue(
        _ request: AccountMetadataRequest,
        completionHandler: @escaping @Sendable (AccountMetadata?, AccountError?) -> Void
    ) -> AccountManagerResult {
        let handler = Locked<(@Sendable (AccountMetadata?, AccountError?) -> Void)?>(completionHandler)
        let complete: @Sendable (AccountMetadata?, AccountError?) -> Void = { metadata, error in
            handler.withLock { handler in
                defer { handler = nil }
                return handler
            }?(metadata, error)
        }
        let task = Task.detached {
            switch await result(of: .enqueue(request)) {
            case .metadata(let metadata, let error): complete(metadata, error)
            case .accessStatus(_, let error): complete(nil, error)
            }
        }
        return AccountManagerResult {
            complete(nil, AccountError(.userCancelled))
            task.cancel()
        }
    }

    /// The platform's own HTTP stack, with its proxy; without cookies or caches.
    public static func urlSession() -> Send {
        let session = ReportSession(timeout: timeout)
        return { try await session.response(to: $0) }
    }
}

// MARK: Asking

extension ServedAccountManager {
    private func result(of question: VSARequest) async -> VSAResult {
        guard let url = URL(string: "\(server)/vsa-requests"), url.host != nil else {
            return Self.failure(of: question, "\(server) is not a URL. Name the address that kinescope serve prints")
        }
        var request = URLRequest(url: url, timeoutInterval: Self.timeout)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let client { request.setValue(client, forHTTPHeaderField: Self.clientHeader) }
        request.httpBody = Data(VSALine.text(question).utf8)
        let response: Response
        do {
            response = try await send(request)
        } catch {
            return Self.failure(
                of: question,
                "\(server) does not respond: \(error.localizedDescription). Start kinescope serve, and let the device use "
                    + "it as its proxy"
            )
        }
        do throws(VSALineReading.Unreadable) {
            return try VSALineReading.result(of: question, in: response.body)
        } catch {
            return Self.failure(of: question, Self.reason(response, error, server), status: response.status)
        }
    }

    private static func reason(
        _ response: Response,
        _ problem: VSALineReading.Unreadable,
        _ server: String
    ) -> String {
        guard (200..<300).contains(response.status) else {
            let text = String(decoding: response.body.prefix(500), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let hint = response.status == 404 ? ". kinescope record gives no results: start kinescope serve" : ""
            return "\(server) refused with status \(response.status)" + (text.isEmpty ? "" : ": \(text)") + hint
        }
        let place = problem.key.map { ": \($0)" } ?? ""
        return "the response of \(server) is not a VSA result\(place). Kinescope may not be what responds there"
    }

    /// The result that says why there is none.
    private static func failure(of question: VSARequest, _ reason: String, status: Int? = nil) -> VSAResult {
        var info = [AccountError.UserInfoEntry(NSLocalizedDescriptionKey, "Kinescope: \(reason)")]
        if let status { info.append(.init(errorStatusKey, "\(status)", isString: false)) }
        let error = AccountError(.serviceTemporarilyUnavailable, userInfo: info)
        return switch question {
        case .checkAccessStatus: .accessStatus(.notDetermined, error)
        case .enqueue: .metadata(nil, error)
        }
    }
}
