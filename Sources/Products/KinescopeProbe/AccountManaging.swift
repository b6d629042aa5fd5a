public import SubscriberAccount

/// The requests of an app to Apple's Video Subscriber Account framework: `VSAccountManager`, also where there is no
/// framework.
///
/// As with Apple's, a completion handler is called exactly once, on any thread, possibly before the call returns.
public protocol AccountManaging: Sendable {
    /// `checkAccessStatus(options:completionHandler:)`.
    ///
    /// - Parameters:
    ///   - prompt: Whether the system may ask the user, `VSCheckAccessOption.prompt`.
    ///   - completionHandler: Takes the status, and why access was not granted.
    func checkAccessStatus(
        prompt: Bool,
        completionHandler: @escaping @Sendable (AccountAccessStatus, AccountError?) -> Void
    )

    /// `enqueue(_:completionHandler:)`.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - completionHandler: Takes metadata and error, of which either may be missing.
    /// - Returns: What cancels the request.
    @discardableResult
    func enqueue(
        _ request: AccountMetadataRequest,
        completionHandler: @escaping @Sendable (AccountMetadata?, AccountError?) -> Void
    ) -> AccountManagerResult
}

/// A request that was enqueued: `VSAccountManagerResult`.
public struct AccountManagerResult: Sendable {
    private let onCancel: @Sendable () -> Void

    /// A request that is cancelled so.
    public init(onCancel: @escaping @Sendable () -> Void = {}) { self.onCancel = onCancel }

    /// Advises the framework to give the request up; its handler is called all the same.
    public func cancel() { onCancel() }
}
