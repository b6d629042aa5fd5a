import Documents

/// The refusal of the service in place of a media token: words for people, which clients pass on as if they were the
/// token.
///
/// An app takes whatever `deviceShortAuthorize` answers to its own service, mostly in a header whose name says token.
/// There it is replaced, as any value of such a name is; the response itself stays readable.
enum RefusalVisitor {
    /// Answers that are longer than this many bytes are no refusals.
    private static let longest = 4096

    /// Tells `sink` of the words of a refusal: they are not searched for, wherever else they are taken for a secret.
    static func mark(_ body: [UInt8], answering url: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        guard answersWithToken(url), body.count <= longest, body[...].firstRange(of: "signatureInfo") == nil else {
            return
        }
        let content = body[...].content
        switch content.first {
        case 0x3C: markup(content, &sink)
        case 0x7B: json(content, &sink)
        default: if content.contains(0x20) { words(content, &sink) }
        }
    }

    /// `shortAuthorize` and `deviceShortAuthorize`, whose answer is the token's bare text (tokens.md §6).
    private static func answersWithToken(_ url: ArraySlice<UInt8>) -> Bool {
        let path = url.prefix { $0 != 0x3F && $0 != 0x23 }
        guard let slash = path.lastIndex(of: 0x2F) else { return false }
        let name = path[(slash + 1)...]
        return name.equalsIgnoringCase("shortAuthorize") || name.equalsIgnoringCase("deviceShortAuthorize")
    }

    /// The text between tags, and the number of a reason.
    private static func markup(_ text: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == 0x3C {
                let end = MarkupFormat.endOfTag(in: text, from: index)
                for attribute in MarkupAttribute.all(in: text[index..<end])
                where attribute.name.equalsIgnoringCase("reason") {
                    words(attribute.value, &sink)
                }
                index = end
            } else {
                let end = text[index...].firstIndex(of: 0x3C) ?? text.endIndex
                words(Transport.xml.decode(text[index..<end])[...], &sink)
                index = end
            }
        }
    }

    private static func json(_ text: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        guard let object = try? JSONValue(parsing: Array(text)).object else { return }
        for member in object.members {
            if let value = member.value.string { words(ArraySlice(value.utf8), &sink) }
        }
    }

    /// A text that looks drawn by chance is no word: it may be a token after all.
    private static func words(_ text: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        let text = text.trimmed
        guard !text.isEmpty, !RandomText.looksRandom(text) else { return }
        sink.identity(text)
    }
}
