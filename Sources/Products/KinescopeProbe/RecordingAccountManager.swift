public import SubscriberAccount

/// An account manager that passes everything through unchanged, and reports what was asked and answered.
public struct RecordingAccountManager: AccountManaging {
    private let manager: any AccountManaging
    private let probe: Probe

    /// A wrapper of `manager` that reports to `probe`.
    public init(_ manager: any AccountManaging, reportingTo probe: Probe) {
        self.manager = manager
        self.probe = probe
    }

    /// Asks the wrapped manager; the answer is reported before the handler is called.
    public func checkAccessStatus(
        prompt: Bool,
        completionHandler: @escaping @Sendable (AccountAccessStatus, AccountError?) -> Void
    ) {
        manager.checkAccessStatus(prompt: prompt) { [probe] status, error in
            probe.report(.checkAccessStatus(prompt: prompt), .accessStatus(status, error))
            completionHandler(status, error)
        }
    }

    /// Asks the wrapped manager; the answer is reported before the handler is called.
    @discardableResult
    public func enqueue(
        _ request: AccountMetadataRequest,
        completionHandler: @escaping @Sendable (AccountMetadata?, AccountError?) -> Void
    ) -> AccountManagerResult {
        manager.enqueue(request) { [probe] metadata, error in
            probe.report(.enqueue(request), .metadata(metadata, error))
            completionHandler(metadata, error)
        }
    }
}
