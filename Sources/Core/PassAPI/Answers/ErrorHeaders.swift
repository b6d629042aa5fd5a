import Exchanges

extension PassResponse.Content {
    /// The content with what the front end says of a refusal in headers, where the body does not say it.
    ///
    /// `Authzf-Error-Code` (`authzNone`, `invalid`) is the code, `Authzf-Sub-Error-Code` (`1010`) stands in for a missing
    /// message, `Authzf-Error-Details` for missing details (rest-api-v1.md §4; access-enabler.md §14.4).
    func completed(by response: HTTPResponse) -> PassResponse.Content {
        guard response.status >= 400, let code = response.headers[first: "Authzf-Error-Code"], !code.isEmpty else {
            return self
        }
        var error: PassError
        switch self {
        case .error(let found): error = found
        case .empty, .unreadable: error = PassError()
        default: return self
        }
        error.code = error.code ?? code
        error.message = error.message ?? response.headers[first: "Authzf-Sub-Error-Code"]
        error.details = error.details ?? response.headers[first: "Authzf-Error-Details"]
        return .error(error)
    }
}
