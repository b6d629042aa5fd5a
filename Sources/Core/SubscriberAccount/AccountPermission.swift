/// The memory of a device about one app's access to the user's subscription information (rows K-5, K-6, K-7).
///
/// Each app asks for itself, as for the camera, and the device remembers the answer until the user changes it in
/// Settings. Source: video-subscriber-account.md §1 and §2.
public struct AccountPermission: Hashable, Sendable {
    /// The status that `checkAccessStatus` answers without a prompt.
    public private(set) var status: AccountAccessStatus

    /// A permission that stands so.
    public init(_ status: AccountAccessStatus = .notDetermined) { self.status = status }

    /// Checks whether a check shows the system's question: only with leave to prompt, and only while it is unanswered.
    public func asksUser(prompt: Bool) -> Bool { prompt && status == .notDetermined }

    /// The user answered the system's question; without effect where none was shown.
    public mutating func questionAnswered(isGranted: Bool) {
        if status == .notDetermined { status = isGranted ? .granted : .denied }
    }

    /// The user moved the switch in Settings (row K-9); without effect under restrictions.
    public mutating func settingChanged(isGranted: Bool) {
        if status != .restricted { status = isGranted ? .granted : .denied }
    }

    /// The answer of `checkAccessStatus`: every status but granted comes with the error `accessNotGranted`.
    ///
    /// Source: video-subscriber-account.md §2: if access was not granted, the error says why.
    public var answer: VSAResult {
        .accessStatus(status, status == .granted ? nil : AccountError(.accessNotGranted))
    }
}
