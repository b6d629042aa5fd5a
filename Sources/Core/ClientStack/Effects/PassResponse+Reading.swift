import PassAPI

// How the client reads an answer, beyond what it means for one operation.

extension PassResponse {
    /// The body as an error, if it is one.
    var error: PassError? { if case .error(let error) = content { error } else { nil } }

    /// The body as a description of an AuthN token, if it is one.
    var authentication: AuthenticationDetails? {
        if case .authentication(let details) = content { details } else { nil }
    }

    /// Checks whether it shows a valid AuthN token: 200, from `tokens/authn` with the token's description.
    ///
    /// The body of `checkauthn` is not described anywhere (rest-api-v1.md §7.4).
    func showsToken(asAnswerTo call: ClientOptions.TokenCall) -> Bool {
        switch call {
        case .checkAuthentication: status == 200 && isSuccess
        case .readAuthenticationToken: status == 200 && authentication != nil
        }
    }

    /// Too many calls: to be made again later.
    var isThrottled: Bool { status == 429 || content == .throttled }

    /// The credentials were revoked (rest-api-v1.md §3.3; status and code may disagree there).
    var isInvalidClient: Bool { error?.code == "invalid_client" && (400...403).contains(status) }

    /// The access token has ended or is none; an AuthN session that has ended is another matter.
    var refusesAccessToken: Bool {
        status == 401 && error?.action != "authentication" && error?.code?.hasPrefix("authentication_") != true
    }

    /// The user has to sign on again (rest-api-v1.md §5, §7.9).
    var asksForAuthentication: Bool {
        if case .pendingLogout = content { return true }
        if status == 401 || status == 412 { return true }
        guard let error else { return false }
        return error.action == "authentication" || error.status == 412
            || error.code?.hasPrefix("authentication_") == true
            || error.code?.hasPrefix("preauthorization_authentication_") == true
    }

    /// True if a response to `authorize` asks for authentication: 410 too is about the AuthN token there
    /// (rest-api-v1.md §7.5), unless its code speaks of an authorization, for the call is made to get one.
    var asksForAuthenticationByAuthorize: Bool {
        asksForAuthentication || status == 410 && error?.code?.hasPrefix("authorization_") != true
    }

    /// The reason for a person to read: the service's words where it has some, the status in any case.
    var reason: String {
        switch content {
        case .error(let error):
            let words = [error.code, error.message, error.details].compactMap { $0 }.filter { !$0.isEmpty }
            return words.isEmpty ? "status \(status)" : "status \(status), " + words.joined(separator: ", ")
        case .notAuthorized(let details): return "not authorized" + (details.map { ", " + $0 } ?? "")
        case .pendingLogout(let reason): return "signed out by the service" + (reason.map { ", " + $0 } ?? "")
        // Not in the parser's words: an app shows it, and what is shown is in digests.
        case .unreadable: return "status \(status), unreadable"
        case .throttled: return "status \(status), too many calls"
        default: return "status \(status)"
        }
    }
}
