/// Bodies: what they are is told by their type and how they begin.
enum BodyVisitor {
    /// The kinds of bodies, where their bytes alone do not show it, or not to everyone.
    enum Shape {
        /// Parts with this between them.
        case multipart([UInt8])
        case form
        /// A whole HTTP message.
        case message
        case page
        /// Neither text nor structure.
        case binary
    }

    /// `part` is where the body stands, if that is not a message.
    static func redact(
        _ body: [UInt8],
        type: ArraySlice<UInt8>,
        isRequest: Bool,
        as part: RecordingPart? = nil,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        sink.enter(part ?? (isRequest ? .requestBody : .responseBody), [])
        let content = body[...].content
        guard let first = content.first else { return nil }
        // Before anything else that it may look like: a number is no hexadecimal, and an escape's letter stays.
        if scope.depth < Scope.maximumDepth, JSONVisitor.isScalar(content) {
            let changed =
                first != 0x22 || scope.everything != nil && isRequest
                ? JSONVisitor.redact(content, scope.deeper, &sink)
                : string(content, type, isRequest: isRequest, part, scope.deeper, &sink)
            return Values.within(body[...], content, changed)
        }
        if let shape = shape(of: content, type: type.trimmed, isRequest: isRequest, scope) {
            let changed = redact(content, as: shape, isRequest: isRequest, part, scope, &sink)
            return Values.within(body[...], content, changed)
        }
        if let everything = scope.everything, isRequest, !beginsStructure(first) {
            return Values.secret(body[...], everything, scope.kind, name: [], scope, &sink)
        }
        return Values.open(body[...], scope, &sink)
    }

    /// A body that is one string of JSON: what it says may be of the type.
    private static func string(
        _ string: ArraySlice<UInt8>,
        _ type: ArraySlice<UInt8>,
        isRequest: Bool,
        _ part: RecordingPart?,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        let raw = string.dropFirst().dropLast()
        let said = Transport.json.decode(raw)
        let changed = redact(said, type: type, isRequest: isRequest, as: part, scope, &sink)
        return changed.map { [0x22] + Rewriting.write($0, .json, like: raw) + [0x22] }
    }

    /// Returns the kind of the content; nil where its beginning shows it, or nothing does.
    static func shape(
        of content: ArraySlice<UInt8>,
        type: ArraySlice<UInt8>,
        isRequest: Bool,
        _ scope: Scope
    ) -> Shape? {
        guard let first = content.first, scope.depth < Scope.maximumDepth else { return nil }
        if type.startsIgnoringCase(with: "multipart/") || MultipartFormat.looksLikeParts(content),
            let boundary = MultipartFormat.boundary(of: type, content)
        {
            return .multipart(boundary)
        }
        if !beginsStructure(first),
            type.startsIgnoringCase(with: "application/x-www-form-urlencoded") || looksLikeForm(content)
        {
            return .form
        }
        // What is sent elsewhere is secret as a whole, unless its bytes show a structure.
        let isLookedInto = !beginsStructure(first) && (scope.everything == nil || !isRequest)
        if isLookedInto, isMessage(type) || MessageVisitor.looksLikeRequest(content) { return .message }
        if isPage(type), first == 0x3C || isLookedInto && content.contains(0x3C) {
            return .page
        }
        if type.startsIgnoringCase(with: "image/"), !type.startsIgnoringCase(with: "image/svg") { return .binary }
        return type.startsIgnoringCase(with: "video/") ? .binary : nil
    }

    static func redact(
        _ content: ArraySlice<UInt8>,
        as shape: Shape,
        isRequest: Bool,
        _ part: RecordingPart?,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        switch shape {
        case .multipart(let boundary):
            return MultipartFormat.redact(content, boundary, isRequest: isRequest, scope.deeper, &sink)
        case .form:
            let place: RecordingPart = part ?? (isRequest ? .requestForm : .responseBody)
            return FormVisitor.redact(content, scope, place, &sink)
        case .message: return MessageVisitor.redact(content, scope.deeper, &sink)
        case .page: return MarkupFormat.redact(content, isPage: true, scope.deeper, &sink)
        // Left to the search for known secrets.
        case .binary: return nil
        }
    }

    /// Checks whether a type says that no one reads this as text.
    static func isMedia(_ type: ArraySlice<UInt8>) -> Bool {
        mediaTypes.contains { type.startsIgnoringCase(with: $0) } && !type.startsIgnoringCase(with: "image/svg")
    }

    private static let mediaTypes: [StaticString] = ["image/", "video/", "audio/", "font/", "application/wasm"]

    /// Base64 may look like a form whose last value is empty.
    private static func looksLikeForm(_ content: ArraySlice<UInt8>) -> Bool {
        FormVisitor.looksLikeForm(content) && (content.last != 0x3D || Base64Text(content) == nil)
    }

    private static func isMessage(_ type: ArraySlice<UInt8>) -> Bool {
        type.startsIgnoringCase(with: "application/http") || type.startsIgnoringCase(with: "message/http")
    }

    private static func isPage(_ type: ArraySlice<UInt8>) -> Bool {
        type.startsIgnoringCase(with: "text/html") || type.startsIgnoringCase(with: "application/xhtml")
    }

    /// Checks whether the byte begins markup or JSON.
    private static func beginsStructure(_ byte: UInt8) -> Bool { byte == 0x3C || byte == 0x7B || byte == 0x5B }
}
