import PassAPI

/// A denial that a recording showed: a fork repeats it, word for word, for the same resource.
struct RecordedDenial: Hashable, Sendable {
    /// The response as it was recorded.
    var response: PassResponse
    /// True if it was given in the SDKs' protocol.
    var isOfSDK: Bool

    /// The resource that was denied, and the MVPD to whose customers.
    struct Key: Hashable, Sendable {
        var requestor: String
        var mvpd: String
        /// The resource in its canonical form (``MRSSResource/canonical``).
        var resource: String
    }

    /// The denial that `response` to `request` is; nil where it is none.
    ///
    /// A refusal for want of a sign-on is none, nor is one that says to try again: they are not about the resource.
    init?(_ request: PassRequest, _ response: PassResponse) {
        guard request.operation.purpose == .authorization, request.resource != nil else {
            return nil
        }
        switch response.content {
        case .notAuthorized: break
        case .error(let error) where response.status == 403:
            guard error.isAboutTheResource else { return nil }
        default: return nil
        }
        self.response = response
        isOfSDK = request.operation.interface == .accessEnabler
    }

    /// The text of the MVPD in it.
    var details: String? {
        switch response.content {
        case .notAuthorized(let details): details
        case .error(let error): error.details ?? error.message
        default: nil
        }
    }
}

extension PassError {
    fileprivate var isAboutTheResource: Bool {
        switch advisedAction {
        case .authentication?, .applicationRegistration?, .configuration?, .retry?: return false
        case .authorization?, .none?, nil: break
        }
        // Some services answer 403 for want of an AuthN token, too.
        return message?.lowercased().hasSuffix("not authenticated") != true
    }
}
