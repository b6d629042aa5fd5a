import Documents
import Tokens
import VirtualTime

extension FuzzTarget {
    /// AuthN tokens.
    public static let authenticationToken = FuzzTarget(
        "AuthNToken",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in
            try TokenChecks.check(input, read: Seams.authenticationToken) { (token: AuthenticationToken) in
                TokenChecks.Facts(
                    signed: token.signed,
                    validity: token.validity,
                    dates: [token.expires],
                    texts: [
                        token.guid, token.sessionIndex, token.requestorID, token.domainName, token.msoID,
                        token.subMvpdID, token.fingerprint, token.nameID, token.transientPartOfGuid, token.zAll,
                    ] + token.authorizedResources
                )
            }
        },
        mutate: TokenMutation.authentication
    )

    /// AuthZ tokens.
    public static let authorizationToken = FuzzTarget(
        "AuthZToken",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in
            try TokenChecks.check(input, read: Seams.authorizationToken) { (token: AuthorizationToken) in
                TokenChecks.Facts(
                    signed: token.signed,
                    validity: token.validity,
                    dates: [token.expires],
                    texts: [token.requestorID, token.resourceID, token.msoID, token.fingerprint]
                )
            }
        },
        mutate: TokenMutation.authorization
    )

    /// Short media tokens.
    public static let mediaToken = FuzzTarget(
        "MediaToken",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in
            try TokenChecks.check(input, read: Seams.mediaToken) { (token: MediaToken) in
                TokenChecks.Facts(
                    signed: token.signed,
                    validity: token.validity,
                    dates: [token.issueTime],
                    texts: [
                        token.sessionGUID, token.requestorID, token.resourceID, token.mvpdID, token.proxyMvpdID,
                        token.ttl.map { "\($0)" },
                    ]
                )
            }
        },
        mutate: TokenMutation.media
    )
}

/// What holds for a token in the signature wrapper, of whichever kind.
enum TokenChecks {
    /// What a token says, apart from its bytes.
    struct Facts: Equatable {
        var signed: SignedToken
        var validity: Validity
        var dates: [TokenDate?]
        var texts: [String?]
    }

    static func check<Value>(
        _ input: [UInt8],
        read: (String) -> Result<Value, TokenError>,
        facts: (Value) -> Facts
    ) throws(PropertyFailure) {
        let text = String(decoding: input, as: UTF8.self)
        try encoding(input, text)
        let value: Value
        switch read(text) {
        case .success(let token): value = token
        case .failure(let error):
            try require(!"\(error)".isEmpty && !"\(error)".contains("\n"), "error-in-one-line", "\(error)")
            return
        }
        let said = facts(value)
        try wrapper(said.signed, text)
        try monotone(said.validity)
        for date in said.dates.compactMap({ $0 }) { try DateChecks.agrees(date) }
        try printing(said, read: read, facts: facts)
    }

    /// Bytes that are not UTF-8 are an error, never repaired.
    private static func encoding(_ input: [UInt8], _ text: String) throws(PropertyFailure) {
        guard Array(text.utf8) != input else { return }
        do {
            _ = try SignedToken(parsing: input)
        } catch {
            return
        }
        throw PropertyFailure("no-repair-of-utf-8", "accepted bytes that are no text")
    }

    /// The parts are the text's, byte for byte.
    private static func wrapper(_ signed: SignedToken, _ text: String) throws(PropertyFailure) {
        try require(signed.text.utf8.elementsEqual(text.utf8), "keeps-its-text", signed.text)
        let bytes = Array(text.utf8)
        try require((0...bytes.count).contains(signed.payloadOffset), "offset-in-the-text", "\(signed.payloadOffset)")
        try requireEqual(Array(bytes[signed.payloadOffset...]), Array(signed.payload.utf8), "payload-where-it-says")
        let digits = signed.signature.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        try requireEqual(
            Base64.encode(signed.signatureBytes),
            String(decoding: digits, as: UTF8.self),
            "signature-gives-it-back"
        )
        // The literal tag stands twice, and the first thing in the text is one.
        let tags =
            text.replacing("</signatureInfo>", with: "<signatureInfo>")
            .components(separatedBy: "<signatureInfo>").count - 1
        try requireEqual(tags, 2, "two-tags")
    }

    /// What is printed of it reads the same, signature and all.
    private static func printing<Value>(
        _ said: Facts,
        read: (String) -> Result<Value, TokenError>,
        facts: (Value) -> Facts
    ) throws(PropertyFailure) {
        let payload = said.signed.document.serialized
        // Printing can make it longer, for escapes; then it may pass the limit.
        guard payload.utf8.count + said.signed.signature.utf8.count < XMLLimits.default.totalBytes / 2 else { return }
        let printed = SignedToken.text(payload: payload) { _ in said.signed.signatureBytes }
        switch read(printed) {
        case .success(let again):
            let other = facts(again)
            try requireEqual(other.texts, said.texts, "printed-fields")
            try requireEqual(other.dates, said.dates, "printed-dates")
            try requireEqual(other.validity, said.validity, "printed-validity")
        case .failure(let error):
            throw PropertyFailure("reads-what-it-prints", "\(error)")
        }
    }
}

extension String {
    /// The pieces between occurrences of `separator`.
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = self[...]
        while let range = rest.utf8Range(of: separator) {
            pieces.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return pieces + [rest]
    }
}

extension Substring {
    /// Where the bytes of `text` first stand.
    fileprivate func utf8Range(of text: String) -> Range<String.Index>? {
        let (mine, other) = (Array(utf8), Array(text.utf8))
        guard mine.count >= other.count else { return nil }
        for start in 0...(mine.count - other.count) where mine[start..<start + other.count].elementsEqual(other) {
            let lower = utf8.index(startIndex, offsetBy: start)
            return lower..<utf8.index(lower, offsetBy: other.count)
        }
        return nil
    }
}
