import PassAPI

/// Failures: calls that went wrong without refusing anything.
extension HistoryFold {
    /// Remembers a call that neither succeeded nor was refused.
    mutating func fail(_ call: HistoryCall) {
        var subject = Holding.Subject()
        subject.device = call.device
        subject.requestor = requestor(of: call)
        subject.mvpd = call.request.mvpd
        subject.code = call.request.registrationCode
        subject.resource = call.request.resource
        let (code, message) = call.response?.failureWords ?? (nil, call.failure)
        failures.append(
            FailedCall(
                operation: call.request.operation,
                subject: subject,
                at: call.end,
                cause: call.response?.failureCause ?? .noResponse,
                status: call.response?.status,
                code: code,
                message: message
            )
        )
    }
}

extension HistoryFold {
    /// Remembers what a success does not say of a resource that it was asked about, or says to have failed.
    mutating func failParts(of response: PassResponse, _ call: HistoryCall) {
        for part in response.failedParts(of: call.request) {
            var subject = Holding.Subject()
            (subject.device, subject.requestor) = (call.device, requestor(of: call))
            (subject.mvpd, subject.resource) = (part.mvpd ?? call.request.mvpd, part.resource)
            failures.append(
                FailedCall(
                    operation: call.request.operation,
                    subject: subject,
                    at: call.end,
                    cause: part.error == nil ? .undecided : .rejected,
                    status: response.status,
                    code: part.error?.code,
                    message: part.error.flatMap { $0.details ?? $0.message }
                )
            )
        }
    }
}

extension PassResponse {
    /// The cause of failure of a response that is neither a success nor a refusal.
    fileprivate var failureCause: FailedCall.Cause {
        if status == 429 { return .throttled }
        if status >= 500 { return .serverError }
        if case .unreadable = content, status < 400 { return .unreadable }
        return .rejected
    }

    /// The code and the words that it gives for that.
    fileprivate var failureWords: (code: String?, message: String?) {
        switch content {
        case .error(let error): (error.code, error.details ?? error.message)
        case .redirect: (redirectError, nil)
        case .unreadable(let reason) where status < 400: (nil, reason)
        default: (nil, nil)
        }
    }
}
