import Documents

/// The content of a response, read from JSON and XML alike and written as JSON.
protocol JSONPayload: Sendable {
    /// The payload of an answer; members it does not know are ignored.
    init(reading node: AnswerNode) throws(AnswerFailure)
    /// The payload as JSON.
    func json(_ choices: WireChoices) -> JSONObject
}

/// The content of a response in either format.
protocol AnswerPayload: JSONPayload {
    /// The payload as XML.
    func xml(_ choices: WireChoices) -> XMLElement
}
