import Documents
public import SubscriberAccount

extension ServedRecording {
    /// The session of the app that was heard last from an address; nil if none was heard from there.
    ///
    /// - Parameter address: the address of the client.
    /// - Returns: the number of its session.
    public func latestSession(from address: String) -> Int? {
        sessions.place(named: .address(address)).map { sessions.all[$0].number }
    }

    /// A question to VSA as the recorded app would have put it: its verification token is what the service gave the app.
    ///
    /// - Parameters:
    ///   - question: the app's question.
    ///   - session: the number of its session; nil takes it as it is.
    /// - Returns: the question with the recorded values in place of the app's own.
    public func translated(_ question: VSARequest, session: Int?) -> VSARequest {
        guard case .enqueue(var request) = question, let token = request.verificationToken,
            let place = session.flatMap(sessions.place(of:)), let own = sessions.all[place].translated(token)
        else { return question }
        request.verificationToken = own
        return .enqueue(request)
    }
}
