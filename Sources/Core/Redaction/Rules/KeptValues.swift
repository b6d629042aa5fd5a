import Documents

/// The facts about a client and its servers in kept header fields and URLs: the same values elsewhere are not secrets.
///
/// A beacon tells the host that it is sent to which browser, languages and host it saw. To take those for secrets would
/// change `User-Agent` and `Host` in the whole recording. Only the values themselves count, and the parts that are the
/// same for very many clients: a name or an id within a `User-Agent` is replaced like everywhere else.
enum KeptValues {
    /// Tells `sink` of the values of a kept header field; `name` is normalized.
    static func mark(_ name: String, _ value: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        guard sink.isStudying else { return }
        switch name {
        case "useragent", "server", "via", "xpoweredby": client(value, &sink)
        case "secchua", "secchuaplatform", "xrequestedwith": brands(value, &sink)
        case "accept", "acceptcharset", "acceptencoding", "acceptlanguage", "contentlanguage", "contenttype":
            list(value, &sink)
        case "host", "authority": host(value.trimmed, &sink)
        case "origin": url(value.trimmed, Host(of: value.trimmed), &sink)
        default: break
        }
    }

    /// Tells `sink` of the host of a URL of the web, and of its origin.
    static func url(_ text: ArraySlice<UInt8>, _ host: Host, _ sink: inout some SecretSink) {
        guard sink.isStudying, isOfWeb(text), host.userInformation == nil, host.name.contains(0x2E),
            host.name.count <= longestHost,
            sink.identity(text[..<host.end])
        else { return }
        if host.end < text.endIndex { sink.identity(text[...host.end]) }
        self.host(host.name, &sink)
    }

    /// Tells `sink` of the place that a request goes to.
    static func place(_ url: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        guard sink.isStudying else { return }
        let place = url.prefix { $0 != 0x3F && $0 != 0x23 && $0 != 0x3B }
        if isOfWeb(place), Host(of: place).userInformation == nil { sink.identity(place) }
    }

    private static func isOfWeb(_ text: ArraySlice<UInt8>) -> Bool {
        text.prefix(8).equalsIgnoringCase("https://") || text.prefix(7).equalsIgnoringCase("http://")
            || text.prefix(6).equalsIgnoringCase("wss://") || text.prefix(5).equalsIgnoringCase("ws://")
    }

    /// A host's name, with its port and without, and the domains that it belongs to.
    private static func host(_ text: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        guard text.contains(0x2E), text.count <= longestHost else { return }
        mark(text, &sink)
        var domain = text.first == 0x5B ? text : text.prefix { $0 != 0x3A }
        while domain.contains(0x2E) {
            mark(domain, &sink)
            guard domain.first != 0x5B, let dot = domain.firstIndex(of: 0x2E) else { return }
            domain = domain[(dot + 1)...]
        }
    }

    /// A name of DNS has 253 bytes at most, and a port follows.
    private static let longestHost = 260

    /// `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) … Chrome/120.0.0.0`: the whole, and products with their
    /// versions.
    private static func client(_ value: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        mark(value.trimmed, &sink)
        for piece in value.split(whereSeparator: { $0 == 0x28 || $0 == 0x29 || $0 == 0x3B || $0 == 0x2C }) {
            let piece = piece.trimmed
            if platforms.contains(where: { piece.startsIgnoringCase(with: $0) }), isVersion(lastWord(piece)) {
                mark(piece, &sink)
            }
            for word in piece.split(separator: 0x20) {
                guard let slash = word.firstIndex(of: 0x2F), isVersion(word[(slash + 1)...]) else { continue }
                mark(word, &sink)
                mark(word[..<slash], &sink)
                mark(word[(slash + 1)...], &sink)
            }
        }
    }

    /// The beginnings of what every browser states about its system.
    private static let platforms: [StaticString] = [
        "Intel Mac OS X", "Mac OS X", "CPU OS", "CPU iPhone OS", "Windows NT", "Android", "CrOS",
    ]

    private static func lastWord(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.prefix { $0 != 0x2F }.split(separator: 0x20).last { isDigit($0[$0.startIndex]) } ?? []
    }

    /// Numbers with points, or with the underscores of a Mac's `10_15_7`; an id has more digits in a row.
    private static func isVersion(_ text: ArraySlice<UInt8>) -> Bool {
        let numbers = text.split(omittingEmptySubsequences: false) { $0 == 0x2E || $0 == 0x5F }
        return numbers.allSatisfy { !$0.isEmpty && $0.count <= 5 && $0.allSatisfy(isDigit) }
    }

    /// `"Chromium";v="120", "Google Chrome";v="120"`: the whole, and what stands in quotes.
    private static func brands(_ value: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        mark(value.trimmed, &sink)
        for (index, quoted) in value.split(separator: 0x22, omittingEmptySubsequences: false).enumerated()
        where index % 2 == 1 {
            mark(quoted, &sink)
        }
    }

    /// `de-DE,de;q=0.9`: the whole, and each item without what follows it.
    private static func list(_ value: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        mark(value.trimmed, &sink)
        for item in ListVisitor.items(value, separators: [0x2C]) {
            let parts = ListVisitor.items(item, separators: [0x3B]).map(\.trimmed)
            mark(item.trimmed, &sink)
            if let first = parts.first { mark(first, &sink) }
            // A boundary is drawn by chance, and is no concern of anyone.
            if let charset = ListVisitor.parameter("charset", in: Array(parts.dropFirst())) { mark(charset, &sink) }
        }
    }

    /// Marks a value as kept, unless it looks random and so may be a secret in the wrong place.
    private static func mark(_ value: ArraySlice<UInt8>, _ sink: inout some SecretSink) {
        guard value.count >= 2, !value.allSatisfy(isDigit), !RandomText.looksRandom(value) else { return }
        sink.identity(value)
    }
}
