public import Exchanges
public import VirtualTime

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
        let values = sessions.all[place].values
        return (values.translation(request), values.rewriting)
    }

    /// Checks whether a text is one of the values that the recorded client sent or was given.
    public func hasValue(_ text: String) -> Bool { index.values.index(of: text) != nil }

    /// What a text of an app's is called in the recording.
    ///
    /// - Parameters:
    ///   - text: A value that the app sends.
    ///   - session: The number of the app's session.
    /// - Returns: The text as the recording has it; nil where that app has another one for the recorded value.
    public func recordedName(of text: String, session: Int) -> String? {
        guard let place = sessions.place(of: session) else { return text }
        if let recorded = sessions.all[place].translated(text) { return recorded }
        return sessions.all[place].values.rewriting.replacing(text) == nil ? text : nil
    }

    /// What holds for an app with its own names in place of the recorded ones: its device's, above all.
    ///
    /// - Parameters:
    ///   - entries: what holds, in the recording's words.
    ///   - session: the number of the app's session; nil takes them as they are.
    /// - Returns: the entries in the app's words.
    public func inOwnWords(_ entries: [StateEntry], session: Int?) -> [StateEntry] {
        guard let place = session.flatMap(sessions.place(of:)) else { return entries }
        let rewriting = sessions.all[place].values.rewriting
        guard !rewriting.isEmpty else { return entries }
        return entries.map { entry in
            var own = entry
            for index in own.values.indices {
                guard case .identity(let text) = own.values[index].content, let name = rewriting.replacing(text) else {
                    continue
                }
                own.values[index] = .identity(own.values[index].key, name)
            }
            return own
        }
    }
}
