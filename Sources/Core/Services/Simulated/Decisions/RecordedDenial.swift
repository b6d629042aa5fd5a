import PassAPI

/// A denial that a recording showed: a fork repeats it, word for word, for the same resource.
struct RecordedDenial: Hashable, Sendable {
    /// The response as it was recorded.
    var response: PassResponse
    /// The protocol in which it was given.
    var interface: OperationSpecification.Interface
    /// The error of a decision of REST API V2; nil in the others, whose whole response it is.
    var error: PassError?

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
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: Its response.
    ///   - resource: The resource, where one response is about several; nil: the first that was denied.
    init?(_ request: PassRequest, _ response: PassResponse, of resource: String? = nil) {
        guard request.operation.purpose == .authorization, request.resource != nil else {
            return nil
        }
        switch response.content {
        case .decisions(let decisions):
            let denied = decisions.first { decision in
                decision.isDenial && (resource.map { decision.resource == $0 } ?? true)
            }
            guard let denied else { return nil }
            error = denied.error
        case .notAuthorized: break
        case .error(let error) where response.status == 403:
            guard error.isAboutTheResource else { return nil }
        default: return nil
        }
        self.response = response
        interface = request.operation.interface
    }

    /// The text of the MVPD in it.
    var details: String? {
        switch response.content {
        case .notAuthorized(let details): details
        case .error(let error): error.details ?? error.message
        case .decisions: error?.details ?? error?.message
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
