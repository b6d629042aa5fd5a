import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests through `URLSession`, and follows no redirection.
///
/// A recorder sends none, and whoever else answers in its place is not to be sent on what was reported. It takes a
/// delegate of the session to say so: Linux asks no other.
final class ReportSession: Sendable {
    private let session: URLSession
    private let delegate = Delegate()

    /// In seconds.
    private let timeout: Double

    init(timeout: Double) {
        self.timeout = timeout
        let configuration = URLSessionConfiguration.ephemeral
        #if canImport(FoundationNetworking)
        // Linux's session ends the process if a request times out while its delegate is asked about a redirection. So
        // the session's own limit comes a minute later, when nobody waits for the request any more.
        let limit = timeout + 60
        #else
        let limit = timeout
        #endif
        configuration.timeoutIntervalForRequest = limit
        configuration.timeoutIntervalForResource = limit
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// The status of the response to a request.
    func status(of request: URLRequest) async throws -> Int { try await response(to: request).status }

    /// The response to a request: its status, and its body if that is not too long.
    func response(to request: URLRequest) async throws -> ServedAccountManager.Response {
        try await withCheckedThrowingContinuation { continuation in
            let task = session.dataTask(with: request)
            delegate.waiting.withLock { $0[task.taskIdentifier] = Waiting(continuation: continuation) }
            task.resume()
            #if canImport(FoundationNetworking)
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [delegate] in
                delegate.end(task, .failure(URLError(.timedOut)))
            }
            #endif
        }
    }

    /// The bytes of a body at most: 32 MiB.
    private static let mostBytes = 32 * 1024 * 1024

    /// Somebody who waits for a response, of which a part has come.
    private struct Waiting: Sendable {
        var continuation: CheckedContinuation<ServedAccountManager.Response, any Error>
        var body = Data()
    }

    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        let waiting = Locked<[Int: Waiting]>([:])

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let isTooLong = waiting.withLock { waiting in
                waiting[dataTask.taskIdentifier]?.body.append(data)
                return waiting[dataTask.taskIdentifier].map { $0.body.count > ReportSession.mostBytes } ?? false
            }
            guard isTooLong else { return }
            end(dataTask, .failure(URLError(.dataLengthExceedsMaximum)))
            dataTask.cancel()
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            end(task, .success(response.statusCode))
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
            end(task, error.map { .failure($0) } ?? .success(status))
        }

        func end(_ task: URLSessionTask, _ result: Result<Int, any Error>) {
            guard let waiting = waiting.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            waiting.continuation.resume(
                with: result.map { ServedAccountManager.Response(status: $0, body: waiting.body) }
            )
        }
    }
}
