import Documents

/// The body of a HAR message: text, or Base64 where it is no text.
enum ArchiveBody {
    /// The bytes that `text` stands for under `encoding`.
    ///
    /// Charles and Chrome write `base64`; an empty or missing encoding is plain text. White space in Base64 is tolerated
    /// and not kept.
    static func bytes(
        of text: String,
        encoding: JSONValue?,
        limits: HTTPArchiveLimits,
        at offset: Int
    ) throws(ImportFault) -> [UInt8] {
        let bytes: [UInt8]
        switch encoding {
        case nil, .null?, .string("")?: bytes = Array(text.utf8)
        case .string(let name)? where isBase64(name):
            do { bytes = try Base64.decode(text, allowsWhitespace: true) } catch {
                throw ImportFault(problem: .notBase64(error), byteOffset: offset)
            }
        default: throw ImportFault(problem: .unknownWord(expected: ["base64"]), byteOffset: offset)
        }
        guard bytes.count <= limits.bodyBytes else {
            throw ImportFault(problem: .limit(name: "bodyBytes", value: limits.bodyBytes), byteOffset: offset)
        }
        return bytes
    }

    /// `body` as the members `text` and, where it takes one, `encoding`.
    ///
    /// It is Base64 where the body is no UTF-8 or the original was Base64.
    static func members(of body: [UInt8], residue: JSONValue?) -> [JSONMember] {
        let wanted = residue?["encoding"]
        if wanted.flatMap(\.string).map(isBase64) != true, let text = text(of: body) {
            return [JSONMember("text", .string(text))]
        }
        return [JSONMember("text", .string(Base64.encode(body))), JSONMember("encoding", .string("base64"))]
    }

    /// The text whose UTF-8 the bytes are, or nil if they are none.
    static func text(of body: [UInt8]) -> String? {
        let text = String(decoding: body, as: UTF8.self)
        return text.utf8.count == body.count && text.utf8.elementsEqual(body) ? text : nil
    }

    static func isBase64(_ encoding: String) -> Bool { sameLetters(encoding, "base64") }
}
