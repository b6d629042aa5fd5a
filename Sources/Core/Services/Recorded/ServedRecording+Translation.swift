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
        guard let place = session.flatMap(sessions.place(of:)) else { return (request, Rewriting()) }
        let session = sessions.all[place]
        return (session.translation(request), session.rewriting)
    }
}
