import Documents

/// E-mail addresses, by their shape: a person's wherever they stand.
///
/// `help@`, `support@` and the like belong to nobody.
enum MailAddress {
    /// Checks whether the text is one address and nothing else.
    static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= longest, let at = text.firstIndex(of: 0x40),
            let found = address(around: at..<at + 1, in: text)
        else { return false }
        return found.local.startIndex == text.startIndex && found.domain.endIndex == text.endIndex
    }

    /// The address around a sign that stands for `@`, perhaps as an escape; nil if there is none.
    static func address(
        around sign: Range<Int>,
        in text: ArraySlice<UInt8>
    ) -> (local: ArraySlice<UInt8>, domain: ArraySlice<UInt8>)? {
        let domain = domain(in: text[sign.upperBound...])
        guard !domain.isEmpty, let local = local(in: text[..<sign.lowerBound]), !isUser(local, in: text) else {
            return nil
        }
        let name = String(decoding: local.prefix { $0 != 0x2B }.map(lowercasedASCII), as: UTF8.self)
        return roles.contains(name) ? nil : (local, domain)
    }

    /// RFC 5321 §4.5.3.1: 64 bytes before the sign, 255 behind it.
    private static let longestLocal = 64
    private static let longestDomain = 255
    private static let longest = longestLocal + 1 + longestDomain

    private static func local(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var start = text.endIndex
        while start > text.startIndex, isLocal(text[start - 1]), text.endIndex - start <= longestLocal { start -= 1 }
        // The rest of an escape that ends here belongs to what stands before.
        if start > text.startIndex {
            switch text[start - 1] {
            case 0x25: start += Transport.percent.unit(in: text, at: start - 1).length - 1
            case 0x5C: start += Transport.json.unit(in: text, at: start - 1).length - 1
            default: break
            }
        }
        guard start <= text.endIndex else { return nil }
        let local = text[start...].drop { $0 == 0x2E || $0 == 0x2D || $0 == 0x5F }
        return local.isEmpty || local.count > longestLocal || local.last == 0x2E ? nil : local
    }

    private static func domain(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var domain = text.prefix(longestDomain).prefix { isLabel($0) || $0 == 0x2E }
        while domain.last == 0x2E || domain.last == 0x2D { domain = domain.dropLast() }
        let labels = domain.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard labels.count > 1, let top = labels.last, (2...24).contains(top.count), labels.allSatisfy({ !$0.isEmpty }),
            top.allSatisfy({ isLetter($0) || $0 >= 0x80 }),
            !files.contains(String(decoding: top.map(lowercasedASCII), as: UTF8.self))
        else { return [] }
        return domain
    }

    /// `//user:password@host`, in which nobody's address stands.
    private static func isUser(_ local: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> Bool {
        let before = text[..<local.startIndex].suffix(longestDomain).reversed().prefix {
            !isWhiteSpace($0) && $0 != 0x22 && $0 != 0x27 && $0 != 0x3C && $0 != 0x40
        }
        guard let first = before.first, first == 0x3A || first == 0x2F else { return false }
        guard first == 0x3A else { return before.dropFirst().first == 0x2F }
        let user = before.dropFirst().prefix { $0 != 0x2F }
        return before.dropFirst(1 + user.count).starts(with: [0x2F, 0x2F])
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isLabel(byte) || byte == 0x2E || byte == 0x2B || byte == 0x5F
    }

    private static func isLabel(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == 0x2D || byte >= 0x80 }

    /// RFC 2142's mailboxes, and what services write instead.
    private static let roles: Set<String> = [
        "info", "marketing", "sales", "support", "abuse", "noc", "security", "postmaster", "hostmaster", "usenet",
        "news", "webmaster", "www", "uucp", "ftp", "help", "contact", "feedback", "privacy", "legal", "press", "media",
        "customercare", "customerservice", "service", "care", "noreply", "no-reply", "donotreply", "do-not-reply",
        "admin", "git", "accessibility", "copyright", "dmca", "tve",
    ]

    /// `icon@2x.png` is a file.
    private static let files: Set<String> = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "css", "js", "mjs", "cjs", "jsx", "tsx", "json",
        "map",
        "html", "htm", "xml", "php", "woff", "woff2", "ttf", "otf", "mp3", "mp4", "vtt", "gz", "txt", "pdf", "min",
    ]
}
