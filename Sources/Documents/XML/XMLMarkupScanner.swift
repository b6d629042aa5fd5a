/// A look at the markup alone, byte by byte: enough to refuse what libxml2 should not even begin with.
///
/// It judges no grammar: where it meets nonsense it stops, and libxml2 says what is wrong.
struct XMLMarkupScanner {
    let limits: XMLLimits
    private var depth = 0

    init(limits: XMLLimits) { self.limits = limits }

    /// The first document type declaration, tag with too many attributes or element too deep, and where it stands.
    mutating func firstFault(in input: Span<UInt8>) -> (XMLError.Cause, Int)? {
        var index = 0
        while index < input.count {
            guard input[index] == UInt8(ascii: "<") else {
                index &+= 1
                continue
            }
            let end: Int?
            if has("<!--", at: index, input) {
                end = find("-->", from: index &+ 4, input)
            } else if has("<![CDATA[", at: index, input) {
                end = find("]]>", from: index &+ 9, input)
            } else if has("<?", at: index, input) {
                end = find("?>", from: index &+ 2, input)
            } else if has("<!DOCTYPE", at: index, input) {
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
        var cause: XMLError.Cause
    }

    /// The end of the tag at `start`, or nil if it has none.
    private mutating func tag(at start: Int, _ input: Span<UInt8>) -> Result<Int?, Fault> {
        var attributes = 0
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
            case UInt8(ascii: "="):
                attributes &+= 1
                guard attributes <= limits.attributesPerElement else {
                    let value = limits.attributesPerElement
                    return .failure(Fault(cause: .limit(name: "attributesPerElement", value: value)))
                }
            case UInt8(ascii: ">"):
                if has("</", at: start, input) {
                    depth &-= 1
                } else {
                    guard depth < limits.depth else {
                        return .failure(Fault(cause: .limit(name: "depth", value: limits.depth)))
                    }
                    if input[index &- 2] != UInt8(ascii: "/") { depth &+= 1 }
                }
                return .success(index)
            default: break
            }
        }
        return .success(nil)
    }

    private func has(_ text: StaticString, at start: Int, _ input: Span<UInt8>) -> Bool {
        guard input.count &- start >= text.utf8CodeUnitCount else { return false }
        var index = start
        for byte in text.description.utf8 {
            guard input[index] == byte else { return false }
            index &+= 1
        }
        return true
    }

    /// The end of the next `text` from `start` on.
    private func find(_ text: StaticString, from start: Int, _ input: Span<UInt8>) -> Int? {
        var index = start
        while index < input.count {
            if has(text, at: index, input) { return index &+ text.utf8CodeUnitCount }
            index &+= 1
        }
        return nil
    }
}
