import Documents

/// The form of a success, and how it is read.
struct AnswerSpecification: Sendable {
    /// The formats that a response can be written in.
    enum Format: Hashable, Sendable {
        /// JSON or XML, as the request selects; without a selection the given one, or as is chosen where no page says.
        case selectable(otherwise: ResponseFormat?)
        /// JSON, always.
        case json
        /// XML, always.
        case xml
        /// Text or bytes that are neither.
        case text
        /// A page or redirect for a browser.
        case browser
    }

    /// The format that it is written in.
    let format: Format
    /// True if success may come without a body, or with one that means nothing.
    let mayBeEmpty: Bool
    /// The element around the SDKs' tokens.
    let root: String
    /// Returns the meaning of a document, given the body that it was read from too.
    let document: @Sendable (AnswerNode, [UInt8]?) throws(AnswerFailure) -> PassResponse.Content
    /// Returns the meaning of a text that is neither JSON nor XML; nil where it means nothing.
    let text: (@Sendable (String) -> PassResponse.Content)?

    private init(
        _ format: Format,
        mayBeEmpty: Bool = false,
        root: String = "result",
        text: (@Sendable (String) -> PassResponse.Content)? = nil,
        document: @escaping @Sendable (AnswerNode, [UInt8]?) throws(AnswerFailure) -> PassResponse.Content
    ) {
        self.format = format
        self.mayBeEmpty = mayBeEmpty
        self.root = root
        self.document = document
        self.text = text
    }

    /// A document with a payload in it.
    static func document<Payload: JSONPayload>(
        _ format: Format = .selectable(otherwise: nil),
        _ content: @escaping @Sendable (Payload) -> PassResponse.Content
    ) -> AnswerSpecification {
        AnswerSpecification(format) { node, _ throws(AnswerFailure) in content(try Payload(reading: node)) }
    }

    /// XML with token texts in it.
    static func tokens(in root: String) -> AnswerSpecification {
        AnswerSpecification(.xml, root: root) { node, _ throws(AnswerFailure) in
            let tokens = try SDKTokens(reading: node)
            return .tokens(
                authentication: tokens.authentication,
                authorization: tokens.authorization,
                userMetadata: tokens.userMetadata
            )
        }
    }

    /// The status alone says it: nothing in the body matters, unless it says that the status is a lie.
    static func status(_ format: Format = .selectable(otherwise: nil)) -> AnswerSpecification {
        AnswerSpecification(format, mayBeEmpty: true, text: { _ in .empty }, document: anything)
    }

    /// A text that is opaque: well-formed XML is as good as anything else, an error in JSON is not.
    static func text(_ content: @escaping @Sendable (String) -> PassResponse.Content) -> AnswerSpecification {
        AnswerSpecification(.text, text: content) { node, body throws(AnswerFailure) in
            if case .json = node { throw AnswerFailure("JSON in place of a token") }
            return content(try AnswerBody.text(of: body))
        }
    }

    /// A text, or a status alone.
    static func textOrStatus(_ content: @escaping @Sendable (String) -> PassResponse.Content) -> AnswerSpecification {
        AnswerSpecification(.text, mayBeEmpty: true, text: content, document: anything)
    }

    /// A page for a browser, or what sends it on.
    static let page = AnswerSpecification(.browser, mayBeEmpty: true, text: { .page($0) }) {
        _,
        body throws(AnswerFailure) in .page(try AnswerBody.text(of: body))
    }

    private static let anything: @Sendable (AnswerNode, [UInt8]?) throws(AnswerFailure) -> PassResponse.Content = {
        node,
        _ in
        PassError.failure(in: node).map { .error($0) } ?? .empty
    }
}
