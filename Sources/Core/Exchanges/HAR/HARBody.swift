import Documents

/// The body of a HAR message: text, or Base64 where it is no text.
struct HARBody {
    /// The bytes that the text stands for.
    var bytes: [UInt8]
    /// The way in which it is written, where that does not follow from the bytes.
    var writing: HARWriting?

    /// The bytes that `text` stands for under `encoding`.
    ///
    /// Charles and Chrome write `base64`; an empty or missing encoding is plain text. White space in Base64 is
    /// tolerated and not kept. Under any other encoding, and where it is not Base64, the text is taken as it is.
    static func read(
        _ text: (String, offset: Int),
        encoding: (JSONValue, offset: Int)?,
        limits: HARLimits,
        _ cursor: inout ImportCursor
    ) throws(ImportFault) -> HARBody {
        var body = HARBody(bytes: Array(text.0.utf8))
        switch encoding?.0 {
        case nil, .null?: break
        case .string(let name)? where name.isEmpty: break
        case .string(let name)? where isBase64(name): body = try decoded(text.0, at: text.offset, &cursor)
        default:
            try cursor.tolerate(
                .unknownEncoding,
                else: .unknownWord(expected: ["base64"]),
                at: encoding?.offset ?? text.offset
            )
        }
        guard body.bytes.count <= limits.bodyBytes else {
            throw ImportFault(problem: .limit(name: "bodyBytes", value: limits.bodyBytes), byteOffset: text.offset)
        }
        return body
    }

    private static func decoded(
        _ text: String,
        at offset: Int,
        _ cursor: inout ImportCursor
    ) throws(ImportFault) -> HARBody {
        do { return HARBody(bytes: try Base64.decode(text, allowsWhitespace: true)) } catch {
            if let reading = try? Base64.read(text.utf8), let writing = HARWriting(reading.writing) {
                try cursor.tolerate(.irregularBase64, else: .notBase64(error), at: offset)
                return HARBody(bytes: reading.bytes, writing: writing)
            }
            try cursor.tolerate(.brokenBase64, else: .notBase64(error), at: offset)
            return HARBody(bytes: Array(text.utf8), writing: .broken)
        }
    }

    /// `body` as the members `text` and, where it takes one, `encoding`.
    ///
    /// It is Base64 where the body is no UTF-8 or the original was Base64.
    static func members(of body: [UInt8], extras: JSONValue?) -> [JSONMember] {
        let writing = extras?["text"].flatMap(HARWriting.init)
        let isBase64 = extras?["encoding"].flatMap(\.string).map(Self.isBase64) == true && writing != .broken
        if !isBase64, writing == nil || writing == .broken, let text = text(of: body) {
            return [JSONMember("text", .string(text))]
        }
        let text = writing.map { Base64.encode(body, as: $0.base64) } ?? Base64.encode(body)
        return [JSONMember("text", .string(text)), JSONMember("encoding", .string("base64"))]
    }

    /// The text whose UTF-8 the bytes are, or nil if they are none.
    static func text(of body: [UInt8]) -> String? {
        let text = String(decoding: body, as: UTF8.self)
        return text.utf8.count == body.count && text.utf8.elementsEqual(body) ? text : nil
    }

    static func isBase64(_ encoding: String) -> Bool { sameLetters(encoding, "base64") }
}
