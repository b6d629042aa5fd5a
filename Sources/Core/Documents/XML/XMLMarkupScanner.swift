/// A look at the markup alone, byte by byte: enough to refuse what libxml2 should not even begin with.
///
/// It evaluates no grammar: where it meets nonsense it stops, and libxml2 says what is wrong.
struct XMLMarkupScanner {
    let limits: XMLLimits
    private let maximumDepth: Int
    private var depth = 0
    /// The number of namespaces that each open element declares, and of all of them together.
    private var declared: [Int] = []
    private var inScope = 0

    init(limits: XMLLimits) {
        self.limits = limits
        maximumDepth = min(limits.depth, XMLConverter.depthCeiling)
    }

    /// The first document type declaration, tag with too many attributes, element too deep or with too many namespaces
    /// in scope, and where it stands.
    mutating func firstFault(in input: Span<UInt8>) -> (XMLError.Cause, Int)? {
        var index = 0
        while let start = firstOffset(of: UInt8(ascii: "<"), in: input, from: index) {
            index = start
            let end: Int?
            if has(Mark.comment, at: index, input) {
                // XML allows it, HTML and libxml2's push parser take it for the whole comment: two answers, so neither.
                if has(Mark.emptyStart, at: index &+ 4, input) || has(Mark.dashStart, at: index &+ 4, input) {
                    return (.comment, index)
                }
                // Two hyphens end a comment or break it; libxml2 reports each such break with all the text so far.
                end = find(Mark.hyphens, from: index &+ 4, input).map { $0 &+ 1 }
                if let end, !has(Mark.commentEnd, at: end &- 3, input) {
                    return (.malformed("two hyphens inside a comment"), end &- 3)
                }
            } else if has(Mark.section, at: index, input) {
                end = find(Mark.sectionEnd, from: index &+ 9, input)
            } else if has(Mark.instruction, at: index, input) {
                end = find(Mark.instructionEnd, from: index &+ 2, input)
            } else if has(Mark.documentType, at: index, input) {
                return (.documentType, index)
            } else {
                switch tag(at: index, input) {
                case .success(let tagEnd): end = tagEnd
                case .failure(let fault): return (fault.cause, index)
                }
            }
            guard let end else { return nil }
            index = end
        }
        return nil
    }

    private struct Fault: Error {
        let cause: XMLError.Cause

        init(_ limit: String, _ value: Int) { cause = .limit(name: limit, value: value) }
    }

    /// The end of the tag at `start`, or nil if it has none.
    private mutating func tag(at start: Int, _ input: Span<UInt8>) -> Result<Int?, Fault> {
        var attributes = 0
        var namespaces = 0
        var quote: UInt8?
        var index = start &+ 1
        while index < input.count {
            let byte = input[index]
            index &+= 1
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "x"):
                // What begins with it is one, or has a name that XML reserves.
                if input[index &- 2] <= 0x20, has(Mark.namespace, at: index &- 1, input) { namespaces &+= 1 }
            case UInt8(ascii: "="):
                attributes &+= 1
                guard attributes <= limits.attributesPerElement else {
                    return .failure(Fault("attributesPerElement", limits.attributesPerElement))
                }
            case UInt8(ascii: ">"):
                if has(Mark.endTag, at: start, input) {
                    close()
                } else if let fault = open(namespaces, isEmpty: input[index &- 2] == UInt8(ascii: "/")) {
                    return .failure(fault)
                }
                return .success(index)
            default: break
            }
        }
        return .success(nil)
    }

    private mutating func open(_ namespaces: Int, isEmpty: Bool) -> Fault? {
        guard depth < maximumDepth else { return Fault("depth", maximumDepth) }
        guard inScope &+ namespaces <= limits.namespacesInScope else {
            return Fault("namespacesInScope", limits.namespacesInScope)
        }
        guard !isEmpty else { return nil }
        depth &+= 1
        declared.append(namespaces)
        inScope &+= namespaces
        return nil
    }

    private mutating func close() {
        depth &-= 1
        if let last = declared.popLast() { inScope &-= last }
    }

    private func has(_ text: [UInt8], at start: Int, _ input: Span<UInt8>) -> Bool {
        guard input.count &- start >= text.count else { return false }
        for offset in 0..<text.count where input[start &+ offset] != text[offset] { return false }
        return true
    }

    /// The end of the next `text` from `start` on.
    private func find(_ text: [UInt8], from start: Int, _ input: Span<UInt8>) -> Int? {
        var index = start
        while let first = firstOffset(of: text[0], in: input, from: index) {
            if has(text, at: first, input) { return first &+ text.count }
            index = first &+ 1
        }
        return nil
    }
}

/// The marks that markup begins and ends with.
private enum Mark {
    static let comment = Array("<!--".utf8)
    static let emptyStart = Array(">".utf8)
    static let dashStart = Array("->".utf8)
    static let hyphens = Array("--".utf8)
    static let commentEnd = Array("-->".utf8)
    static let section = Array("<![CDATA[".utf8)
    static let sectionEnd = Array("]]>".utf8)
    static let instruction = Array("<?".utf8)
    static let instructionEnd = Array("?>".utf8)
    static let documentType = Array("<!DOCTYPE".utf8)
    static let endTag = Array("</".utf8)
    static let namespace = Array("xmlns".utf8)
}
