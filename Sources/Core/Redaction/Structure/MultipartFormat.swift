import Documents

/// `multipart/form-data` and its kin: the parts by their names, and by what they are themselves.
enum MultipartFormat {
    private static let hyphens = Array("--".utf8)

    /// Returns the boundary in the body: as its type says, or else as its first line shows.
    static func boundary(of type: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> [UInt8]? {
        // Every delimiter begins a line with hyphens: where there are none, a long type need not be read for each of
        // many texts.
        if hasHyphens(body),
            let value = ListVisitor.parameter("boundary", in: ListVisitor.items(type, separators: [0x3B]))
        {
            let boundary = hyphens + value
            if isUsable(boundary), !delimiters(in: body, boundary).isEmpty { return boundary }
        }
        let line = Array(body.prefix { $0 != 0x0A }.trimmed)
        return line.starts(with: hyphens) && isUsable(line) ? line : nil
    }

    private static func hasHyphens(_ body: ArraySlice<UInt8>) -> Bool {
        body.starts(with: hyphens) || body.firstRange(of: "\n--") != nil
    }

    /// Checks whether the body begins as parts do, whatever its type: two hyphens, and a field of a part in the next
    /// line.
    static func looksLikeParts(_ body: ArraySlice<UInt8>) -> Bool {
        guard body.starts(with: hyphens), let end = body.firstIndex(of: 0x0A) else { return false }
        return body[(end + 1)...].startsIgnoringCase(with: "content-")
    }

    /// RFC 2046 §5.1.1 allows 70 bytes; far longer ones would only make the search for them slow.
    private static func isUsable(_ boundary: [UInt8]) -> Bool { (3...258).contains(boundary.count) }

    static func redact(
        _ body: ArraySlice<UInt8>,
        _ boundary: [UInt8],
        isRequest: Bool,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var visitor = MultipartVisitor(body, scope, isRequest: isRequest)
        var start = body.startIndex
        var isPart = false
        for delimiter in delimiters(in: body, boundary) {
            visitor.piece(body[start..<delimiter.lowerBound], isPart: isPart, &sink)
            start = delimiter.upperBound
            isPart = true
        }
        visitor.piece(body[start...], isPart: isPart, &sink)
        return visitor.edits.result()
    }

    /// The lines that part the body: a boundary, perhaps two hyphens, and blanks.
    ///
    /// The same bytes elsewhere in a line are a value's.
    private static func delimiters(in body: ArraySlice<UInt8>, _ boundary: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = body.startIndex
        while start < body.endIndex {
            let end = body[start...].firstIndex(of: 0x0A) ?? body.endIndex
            let next = Swift.min(end + 1, body.endIndex)
            if isDelimiter(body[start..<end], boundary) { found.append(start..<next) }
            start = next
        }
        return found
    }

    private static func isDelimiter(_ line: ArraySlice<UInt8>, _ boundary: [UInt8]) -> Bool {
        guard line.starts(with: boundary) else { return false }
        let rest = line.dropFirst(boundary.count)
        return (rest.starts(with: hyphens) ? rest.dropFirst(2) : rest).allSatisfy(isWhiteSpace)
    }
}

/// One walk through what stands between boundaries.
private struct MultipartVisitor {
    private(set) var edits: Edits
    private let scope: Scope
    private let isRequest: Bool

    init(_ body: ArraySlice<UInt8>, _ scope: Scope, isRequest: Bool) {
        edits = Edits(body)
        self.scope = scope
        self.isRequest = isRequest
    }

    mutating func piece(_ text: ArraySlice<UInt8>, isPart: Bool, _ sink: inout some SecretSink) {
        guard text.contains(where: { !isWhiteSpace($0) }) else { return }
        let head = VisitedHead(text)
        // Without an empty line nobody can tell the fields of a part from its value.
        guard isPart, head.end != nil || scope.everything == nil else { return unknown(text, &sink) }
        let start = head.end ?? head.lines.first(where: \.name.isEmpty)?.value.startIndex ?? text.endIndex
        for line in head.lines where line.value.startIndex < start { self.line(line, &sink) }
        value(text[start...], head, &sink)
    }

    /// Redacts text that is not understood: secret where everything is, and else looked into.
    private mutating func unknown(_ text: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        let content = text.trimmed
        if let everything = scope.everything {
            replace(content, with: Values.secret(content, everything, scope.kind, name: [], scope, &sink))
        } else {
            replace(content, with: Values.open(content, scope, &sink))
        }
    }

    private mutating func replace(_ text: ArraySlice<UInt8>, with changed: [UInt8]?) {
        if let changed { edits.replace(text.startIndex..<text.endIndex, with: changed) }
    }

    // MARK: Fields

    private mutating func line(_ line: VisitedHead.Line, _ sink: inout some SecretSink) {
        switch NameRules.normalized(line.name) {
        case "": unknown(line.value, &sink)
        case "contentdisposition": parameters(line.value, naming: true, &sink)
        case "contenttype": parameters(line.value, naming: false, &sink)
        case "contenttransferencoding", "mimeversion": break
        default:
            let value = line.value.trimmed
            let changed = HeaderVisitor.redact(Array(line.name), value, isRequest: isRequest, scope, &sink)
            replace(value, with: changed)
        }
    }

    /// `form-data; name="…"; filename="…"`: the part's name stays, and what says how to read it.
    private mutating func parameters(
        _ value: ArraySlice<UInt8>,
        naming: Bool,
        _ sink: inout some SecretSink
    ) {
        for item in ListVisitor.items(value, separators: [0x3B]).dropFirst() {
            guard let parameter = ListVisitor.parameter(item) else { continue }
            let name = parameter.name.prefix { $0 != Self.asterisk }
            let normalized = NameRules.normalized(name)
            if naming && normalized == "name" || Self.keptParameters.contains(normalized) { continue }
            sink.enter(.requestForm, parameter.name)
            replace(parameter.value, with: Values.named(name, parameter.value, scope, &sink))
        }
    }

    private static let keptParameters: Set<String> = ["boundary", "charset", "type", "format", "delsp"]
    private static let asterisk: UInt8 = 0x2A

    // MARK: Values

    private mutating func value(
        _ text: ArraySlice<UInt8>,
        _ head: VisitedHead,
        _ sink: inout some SecretSink
    ) {
        let name = Self.name(in: head)
        let value = text.trimmed
        sink.enter(.requestForm, name)
        let treatment = scope.treatment(of: name)
        let type = head.value(of: "content-type") ?? []
        // A part that no name makes secret may be a form, have parts itself, or be a whole request.
        if treatment == .open || treatment == .entropyCheck,
            let shape = BodyVisitor.shape(of: value.content, type: type, isRequest: isRequest, scope)
        {
            let part: RecordingPart = isRequest ? .requestForm : .responseBody
            let changed = BodyVisitor.redact(value.content, as: shape, isRequest: isRequest, part, scope.deeper, &sink)
            replace(value.content, with: changed)
        } else {
            replace(value, with: Values.treated(treatment, name, value, scope, &sink))
        }
    }

    /// The name of the part; of several, one that tells of a secret.
    private static func name(in head: VisitedHead) -> ArraySlice<UInt8> {
        var names: [ArraySlice<UInt8>] = []
        for line in head.lines where line.name.equalsIgnoringCase("content-disposition") {
            var pieces: [UInt8] = []
            for item in ListVisitor.items(line.value, separators: [0x3B]) {
                guard let parameter = ListVisitor.parameter(item) else { continue }
                if parameter.name.equalsIgnoringCase("name") {
                    names.append(parameter.value)
                } else if parameter.name.startsIgnoringCase(with: "name*") {
                    pieces += extended(parameter.value, isEncoded: parameter.name.last == asterisk)
                }
            }
            if !pieces.isEmpty { names.append(pieces[...]) }
        }
        return names.first(where: tellsSecret) ?? names.first ?? []
    }

    /// `utf-8''pass%77ord` (RFC 8187), or a piece of such a name (RFC 2231).
    private static func extended(_ value: ArraySlice<UInt8>, isEncoded: Bool) -> [UInt8] {
        guard isEncoded else { return Array(value) }
        let parts = value.split(separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
        return Transport.percent.decode(parts.count == 3 ? parts[2] : value)
    }

    private static func tellsSecret(_ name: ArraySlice<UInt8>) -> Bool {
        if case .secret = NameRules.verdict(name) { true } else { false }
    }
}
