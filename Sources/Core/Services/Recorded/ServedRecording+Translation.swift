public import Exchanges

extension ServedRecording {
    /// A request of an app with the recorded values in place of its own, and what a response to it has to be rewritten by.
    ///
    /// For whoever answers in the recording's stead and knows what was recorded.
    ///
    /// - Parameters:
    ///   - request: the app's request.
    ///   - session: the number of its session; nil takes it as it is.
    /// - Returns: the request as the recorded app would have sent it, and the rewriting.
    public func translated(_ request: HTTPRequest, session: Int?) -> (request: HTTPRequest, rewriting: Rewriting) {
        guard let session = sessions.first(where: { $0.number == session }) else { return (request, Rewriting()) }
        return (session.translation(request), session.rewriting)
    }
}
