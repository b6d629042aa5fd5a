/// The response of Adobe Pass, as a value: the HTTP status and what the body means for the operation.
public struct PassResponse: Hashable, Sendable {
    /// The HTTP status code.
    public var status: Int
    /// The meaning of the body.
    public var content: Content

    /// A response with this status and content.
    public init(status: Int, _ content: Content) {
        self.status = status
        self.content = content
    }

    /// True if the status is 2xx and the body is not an error.
    public var isSuccess: Bool {
        guard (200...299).contains(status) else { return false }
        switch content {
        case .error, .throttled, .unreadable, .pendingLogout, .notAuthorized: return false
        case .empty, .clientRegistration, .accessToken, .registrationRecord, .configuration, .authentication,
            .profileRequest, .authorization, .mediaToken, .preauthorization, .userMetadata, .individualizedDevice,
            .tokens, .shortMediaToken, .signedURL, .page, .redirect, .session, .sessionStatus, .profiles, .decisions,
            .logouts:
            return true
        }
    }
}
