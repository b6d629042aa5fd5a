import Foundation
import KinescopeProbe
import SubscriberAccount

/// A framework that answers what it is told to, before the call returns, as Apple's may.
struct FakeAccountManager: AccountManaging {
    var status = AccountAccessStatus.granted
    var metadata: AccountMetadata?
    var error: AccountError?
    var cancelled = HandlerCalls()

    func checkAccessStatus(
        prompt: Bool,
        completionHandler: @escaping @Sendable (AccountAccessStatus, AccountError?) -> Void
    ) {
        completionHandler(prompt ? status : .notDetermined, error)
    }

    @discardableResult
    func enqueue(
        _ request: AccountMetadataRequest,
        completionHandler: @escaping @Sendable (AccountMetadata?, AccountError?) -> Void
    ) -> AccountManagerResult {
        completionHandler(request.includeAccountProviderIdentifier ? metadata : nil, error)
        return AccountManagerResult { cancelled.add(status, nil) }
    }
}

/// The arguments that handlers were called with, on whatever thread.
final class HandlerCalls: @unchecked Sendable {
    private let lock = NSLock()
    private var calls: [(AccountAccessStatus, AccountError?)] = []

    func add(_ status: AccountAccessStatus, _ error: AccountError?) { lock.withLock { calls.append((status, error)) } }

    var count: Int { lock.withLock { calls.count } }
    var statuses: [AccountAccessStatus] { lock.withLock { calls.map(\.0) } }
}
