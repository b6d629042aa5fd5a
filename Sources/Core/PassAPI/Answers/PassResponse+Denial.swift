extension PassResponse {
    /// The reason with which the MVPD denied a resource, in its own words or the service's; nil where nothing shows that it did.
    ///
    /// A 403 alone does not: the `details` of a plain error are the MVPD's text (rest-api-v1.md §7.8), and codes of enhanced errors that
    /// begin with `authorization_denied_by_` and advise no sign-in name who denied (§5).
    public var denialReason: String? {
        switch content {
        case .notAuthorized(let details): Self.words(details)
        case .error(let error) where status == 403:
            // An enhanced error with another code is about the session, the request or the network, whatever its details say.
            if let code = error.code {
                error.isDenial ? Self.words(error.details) ?? Self.words(error.message) ?? code : nil
            } else {
                Self.words(error.details)
            }
        default: nil
        }
    }

    private static func words(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}

extension PassError {
    /// True if its code says that the MVPD, or what its user has set, denied the resource.
    fileprivate var isDenial: Bool {
        code?.hasPrefix("authorization_denied_by_") == true && advisedAction != .authentication
    }
}
