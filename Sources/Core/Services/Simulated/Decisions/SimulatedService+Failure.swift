import PassAPI

extension SimulatedService {
    /// An error body, plain or enhanced as the account has it.
    ///
    /// - Parameters:
    ///   - status: HTTP's status, and the plain body's.
    ///   - message: The plain body's message.
    ///   - details: The MVPD's text.
    ///   - code: The code of the enhanced error, or one of the front end's; nil where none is documented.
    /// - Returns: The answer.
    mutating func failure(_ status: Int, _ message: String, details: String? = nil, code: String? = nil)
        -> PassResponse
    {
        PassResponse(status: status, .error(error(status, message, details: details, code: code)))
    }

    /// The error inside such a body (rest-api-v1.md §5).
    ///
    /// A plain error has no code, but for the two that the front end says in a header and every client reads as the code.
    mutating func error(_ status: Int, _ message: String, details: String?, code: String?) -> PassError {
        guard enhancesErrors, let code else {
            return PassError(status: status, code: frontEndCode(code), message: message, details: details)
        }
        return enhanced(code, status: status, message: message, details: details)
    }

    /// An enhanced error: its status is one that its code is listed with.
    mutating func enhanced(_ code: String, status: Int, message: String, details: String?) -> PassError {
        let listed = EnhancedErrorCode.named(code)
        return PassError(
            status: listed.map { $0.statuses.contains(status) ? status : $0.statuses.first ?? status } ?? status,
            code: code,
            message: message,
            details: details,
            action: (listed?.action ?? .none).rawValue,
            helpURL: "https://adobe.example/errors/" + code,
            trace: makeUUID()
        )
    }

    private func frontEndCode(_ code: String?) -> String? {
        switch code {
        case FrontEndCode.authorizesNone?: FrontEndCode.authorizesNone
        case "malformed_authz_request"?: FrontEndCode.invalid
        default: nil
        }
    }
}

extension SimulatedService {
    /// A refused authorization in the SDKs' dialect (access-enabler.md §14.4).
    ///
    /// It is a status of 200 that says otherwise, unless the front end has a code of its own for it.
    func sdkRefusal(_ denial: AuthorizationDecision.Denial) -> PassResponse {
        guard let code = frontEndCode(denial.code) else {
            return PassResponse(status: 200, .notAuthorized(details: denial.details))
        }
        return PassResponse(status: 403, .error(PassError(status: 403, code: code, details: denial.details)))
    }
}
