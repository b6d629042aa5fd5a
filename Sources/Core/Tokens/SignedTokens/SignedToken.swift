public import Documents

/// A token's text taken apart: a signature, and the payload it covers (tokens.md §2, row K-153).
///
/// The text is `<signatureInfo>`, a Base64 signature, `<signatureInfo>` again (an opening tag too: so it is listed, and so
/// it was captured), and one element. The whole is no XML, so it is split on the literal tag before any of it is parsed.
/// A closed `</signatureInfo>` is read as well, and so is white space around the parts.
///
/// Nothing verifies the signature: which bytes it covers is not documented. ``text`` is kept byte for byte, for a
/// token that is printed otherwise than it came loses it.
public struct SignedToken: Hashable, Sendable {
    /// The whole text, byte for byte as it came.
    public let text: String
    /// The signature's Base64 as written, with any white space in and around it.
    public let signature: String
    /// The signature's bytes.
    public let signatureBytes: [UInt8]
    /// The payload's text as it stands, from after the second tag to the end.
    public let payload: String
    /// The offset of ``payload`` in ``text``, in bytes.
    public let payloadOffset: Int
    /// The payload, parsed.
    public let document: XMLDocument

    /// The token that `text` writes.
    ///
    /// Throws: why it is none, and where.
    public init(parsing text: String, limits: XMLLimits = .default) throws(TokenError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= limits.totalBytes else { throw .tooLong(limit: limits.totalBytes) }
        guard let start = bytes.firstIndex(where: { !isSpace($0) }) else { throw .empty }
        let tags = signatureTags(in: bytes)
        guard let first = tags.first, first.range.lowerBound == start, !first.isClosing else {
            throw .noWrapper(byteOffset: start)
        }
        guard tags.count == 2, let second = tags.last else { throw .signatureTags(count: tags.count) }
        let signature = bytes[first.range.upperBound..<second.range.lowerBound]
        guard signature.contains(where: { !isSpace($0) }) else {
            throw .emptySignature(byteOffset: first.range.upperBound)
        }
        let payload = bytes[second.range.upperBound...]
        do throws(Base64Error) {
            signatureBytes = try Base64.decode(signature, allowsWhitespace: true)
        } catch {
            throw .signature(error)
        }
        do throws(XMLError) {
            document = try XMLDocument(parsing: payload, limits: limits)
        } catch {
            throw .payload(error, payloadOffset: second.range.upperBound)
        }
        // Such as `<signatureInfo >`: for a reader of XML it is the tag, for one that splits the text it is none.
        let others = document.root.signatureTags
        guard others == 0 else { throw .signatureTags(count: tags.count + others) }
        self.text = text
        self.signature = String(decoding: signature, as: UTF8.self)
        self.payload = String(decoding: payload, as: UTF8.self)
        payloadOffset = second.range.upperBound
    }

    /// The token that `bytes` hold as UTF-8.
    ///
    /// Throws: why they hold none, and where.
    public init(parsing bytes: some Collection<UInt8>, limits: XMLLimits = .default) throws(TokenError) {
        guard bytes.count <= limits.totalBytes else { throw .tooLong(limit: limits.totalBytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        // Repairing leaves valid text alone, so a difference is where the text was not UTF-8.
        var offset = 0
        var repaired = text.utf8.makeIterator()
        for byte in bytes {
            guard repaired.next() == byte else { throw .encoding(byteOffset: offset) }
            offset += 1
        }
        try self.init(parsing: text, limits: limits)
    }

    /// The text of a token with this payload, in the form that is observed: two opening tags, one line.
    ///
    /// What `signing` gets is the payload's text exactly as it stands in the result.
    public static func text(payload: String, signing: (_ payload: String) -> [UInt8]) -> String {
        var text = "<signatureInfo>"
        text.reserveCapacity(payload.utf8.count + 256)
        text += Base64.encode(signing(payload))
        text += "<signatureInfo>"
        text += payload
        return text
    }
}

private struct SignatureTag {
    var range: Range<Int>
    var isClosing: Bool
}

/// Every literal `<signatureInfo>` and `</signatureInfo>`, in order.
private func signatureTags(in bytes: [UInt8]) -> [SignatureTag] {
    var tags: [SignatureTag] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
        let isClosing = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
        let mark = isClosing ? closingTag : openingTag
        if bytes[start...].starts(with: mark) {
            tags.append(SignatureTag(range: start..<start + mark.count, isClosing: isClosing))
        }
        index = start + 1
    }
    return tags
}

extension XMLElement {
    /// The number of tags of a signature in the element, in whatever way they are written, and in its sections.
    fileprivate var signatureTags: Int {
        var count = name.$local == "signatureInfo" ? 2 : 0
        // Two sections next to each other are one for some readers, and then hold what neither does alone.
        var section: [UInt8] = []
        for child in children {
            if case .cdata(let text) = child {
                section += text.utf8
                continue
            }
            if !section.isEmpty { count += Tokens.signatureTags(in: section).count }
            section = []
            if case .element(let element) = child { count += element.signatureTags }
        }
        return section.isEmpty ? count : count + Tokens.signatureTags(in: section).count
    }
}

private let openingTag = Array("<signatureInfo>".utf8)
private let closingTag = Array("</signatureInfo>".utf8)
