extension PassResponse {
    /// The reason with which the MVPD denied a resource, in its own words or the service's; nil where nothing shows that it did.
    ///
    /// A 403 alone does not: its `details` are the MVPD's text (rest-api-v1.md §7.8), and the codes of enhanced errors that begin with
    /// `authorization_denied_by_` and need no other action name who denied (§5).
    public var denialReason: String? {
        switch content {
        case .notAuthorized(let details): Self.words(details)
        case .error(let error) where status == 403:
            Self.words(error.details) ?? (error.isDenial ? Self.words(error.message) ?? error.code : nil)
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
