import Documents
public import Exchanges

extension PassResponse {
    /// The meaning of `response` as the response to `operation`.
    ///
    /// It never fails: what cannot be read is ``Content/unreadable(_:)``. JSON and XML are distinguished by the bytes,
    /// unknown members are ignored, and times may be numbers or strings. Precedence: 429 is throttling whatever the
    /// body contains; a redirect is its target; a logout or refusal in the SDKs' XML counts in any response of any
    /// status.
    public init(reading response: HTTPResponse, for operation: Operation) {
        let content = Self.content(of: response, for: operation)
        self.init(status: response.status, content.completed(by: response))
    }

    private static func content(of response: HTTPResponse, for operation: Operation) -> Content {
        if response.status == 429 { return .throttled }
        if (300...399).contains(response.status), let location = response.headers[first: "Location"] {
            return .redirect(location)
        }
        let isError = response.status >= 400
        let answer = operation.specification.answer
        let isPage = answer.format == .browser && !isError
        func meaning(of text: String) -> Content? { isError ? nil : answer.text?(text) }
        switch AnswerBody(response.body) {
        case .blank: return isError || answer.mayBeEmpty ? .empty : .unreadable("an empty body")
        case .html(let page): return isPage ? .page(page) : .unreadable("a page of HTML")
        case .text(let text): return meaning(of: text) ?? .unreadable("plain text")
        case .malformed(let text, let reason):
            return AnswerSignal(inText: text)?.content ?? meaning(of: text) ?? .unreadable(reason)
        case .refused(let text, let reason):
            return AnswerSignal(inText: text)?.content ?? (isPage ? .page(text) : .unreadable(reason))
        case .garbled(let reason): return .unreadable(reason)
        case .document(let node): return documentContent(node, isError: isError, response.body, answer)
        }
    }

    private static func documentContent(
        _ node: AnswerNode,
        isError: Bool,
        _ body: [UInt8]?,
        _ answer: AnswerSpecification
    ) -> Content {
        if case .xml(let element) = node, let signal = AnswerSignal(in: element) { return signal.content }
        let error = { try? PassError(reading: node) }
        if isError { return error().map { .error($0) } ?? .unreadable("no error body") }
        if case .xml(let element) = node, element.name.$local == "error" {
            return error().map { .error($0) } ?? .unreadable("an error without status, code and message")
        }
        do throws(AnswerFailure) {
            return try answer.document(node, body)
        } catch let failure {
            // A body of success that says it is an error is believed.
            return PassError.failure(in: node).map { .error($0) } ?? .unreadable(failure.reason)
        }
    }
}

extension PassResponse {
    /// The error that a redirect carries in its target's query, `access_denied` for one (rest-api-v1.md §3.3); nil if the
    /// answer is no redirect or carries none.
    public var redirectError: String? {
        guard case .redirect(let location) = content else { return nil }
        return FormField.parse(URLParts(location).query ?? "").first { ExactText($0.name) == "error" }?.value
    }
}
