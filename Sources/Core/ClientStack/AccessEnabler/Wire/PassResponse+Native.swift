import PassAPI

// What answers mean to a native client, where they are not what they seem (access-enabler.md §14.4).

extension PassResponse {
    /// 400 with reason 34763 or 34764: the service wants another device id.
    var refusesDeviceID: Bool { status == 400 && ["34763", "34764"].contains(error?.code) }

    /// 401 as an answer of `sessionDevice`: nobody has logged in, unless it names an error of the access token (§14.4).
    var hasNoSession: Bool { status == 401 && error?.code == nil }

    /// The status of a refusal of a resource, by what was seen of the front end's codes and texts.
    var refusalStatus: AdvancedStatus {
        switch content {
        case .notAuthorized(let details) where details == Self.unreachableProvider: return .providerUnreachable
        case .notAuthorized, .throttled: return .noSubscription
        case .error(let error):
            if error.details == Self.unreachableProvider { return .providerUnreachable }
            if error.message == "1010" { return .repeatedDenials }
            switch error.code {
            case "authzNone": return .nothingAuthorized
            case "invalid": return .malformedResource
            default: return (400...499).contains(status) ? .noSubscription : .internalAuthorization
            }
        default: return isThrottled ? .noSubscription : .internalAuthorization
        }
    }

    /// The text that the MVPD wants the user to read, where it has any.
    var refusalText: String {
        switch content {
        case .notAuthorized(let details): details ?? ""
        case .error(let error): error.details ?? error.message ?? ""
        default: ""
        }
    }

    /// The sentence of the service that clients look for word for word, its spelling included.
    private static let unreachableProvider =
        "A network error occured when communicating with the provider\"s authorization service"

    /// The reason that setRequestor failed (access-enabler.md §5).
    var configurationStatus: (status: AdvancedStatus, message: String) {
        switch status {
        case 403: return (.domainRefused, reason)
        case 404: return (.serversNotFound, reason)
        case 410: return (.badRequestor, "API version too old")
        case 429: return (.throttled, reason)
        case 500...: return (AdvancedStatus("CFG\(status)", .error, "server error"), reason)
        default: return isThrottled ? (.throttled, reason) : (.badRequestor, reason)
        }
    }
}

extension CallFailure {
    /// The reason that setRequestor got no response: no server was reached, or not in confidence.
    ///
    /// Nil if the line has reported it: no access.
    var configurationStatus: AdvancedStatus? {
        guard case .unreachable(let reason) = self else { return nil }
        let words = reason.lowercased()
        return words.contains("tls") || words.contains("certificate") ? .insecure : .serversNotFound
    }
}
