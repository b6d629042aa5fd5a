import Documents
import Tokens

// What a text holds: tokens, web tokens and SAML messages, as they are or in the encodings that they travel in.

extension InstantMover {
    /// What may be opened in a text.
    enum Openable: Hashable, Sendable {
        /// Tokens, web tokens and SAML messages.
        case everything
        /// SAML messages.
        case saml
    }

    /// Encodings inside each other that are taken off: `saml/base64-percent-encoded-twice` has three.
    private static let maximumLayers = 5
    /// No token or message is shorter than this many bytes.
    static let shortest = 16

    /// Moves the instants of what stands at `range` of `text`, if it is a token, a web token or a SAML message.
    mutating func opened(
        _ text: [UInt8],
        _ range: Range<Int>,
        _ openable: Openable,
        layers: Int = maximumLayers
    ) -> [ByteEdit] {
        let range = text.trimmed(range)
        guard range.count >= Self.shortest, layers > 0 else { return [] }
        let (first, second) = (text[range.lowerBound], text[range.lowerBound + 1])
        switch first {
        case UInt8(ascii: "<"): return markup(text, range, openable)
        case 0xEF where second == 0xBB && text[range.lowerBound + 2] == 0xBF:
            return opened(text, range.lowerBound + 3..<range.upperBound, openable, layers: layers - 1)
        case 0xFE where second == 0xFF, 0xFF where second == 0xFE:
            let decoded = SpelledText(text, range.dropFirst(2), .utf16(isBigEndian: first == 0xFE))
            return decoded.lifted(opened(decoded.bytes, 0..<decoded.bytes.count, openable, layers: layers - 1))
        case UInt8(ascii: "e"):
            if openable == .everything, let edits = webToken(text, range) { return edits }
        case UInt8(ascii: "&"):
            return inside(text, range, .entities) { $0.opened($1, $2, openable, layers: layers - 1) }
        case UInt8(ascii: "P"), UInt8(ascii: "7"), UInt8(ascii: "/"), UInt8(ascii: "_"):
            // What begins with `<` or a byte order mark begins so in Base64.
            guard let decoded = Base64Spelling(text, range) else { break }
            guard [0x3C, 0xEF, 0xFE, 0xFF].contains(decoded.bytes.first) else { break }
            return decoded.lifted(opened(decoded.bytes, 0..<decoded.bytes.count, openable, layers: layers - 1))
        default: break
        }
        if text[range].contains(UInt8(ascii: "%")) {
            let decoded = SpelledText(text, range, .percent(plusIsSpace: false))
            guard decoded.bytes.count < range.count else { return [] }
            return decoded.lifted(opened(decoded.bytes, 0..<decoded.bytes.count, openable, layers: layers - 1))
        }
        if openable == .saml { except(text, range, .unreadable) }
        return []
    }

    /// A token or a SAML message as markup; anything else, such as a resource in MRSS, stays.
    private mutating func markup(_ text: [UInt8], _ range: Range<Int>, _ openable: Openable) -> [ByteEdit] {
        let inner = range.count == text.count ? text : Array(text[range])
        let edits: [ByteEdit]
        var names: [Range<Int>] = []
        names.reserveCapacity(3)
        var walk = MarkupWalk(inner)
        while names.count < 3, let piece = walk.next() { if case .tag(let tag) = piece { names.append(tag.name) } }
        func isNamed(_ name: String) -> Bool { names.contains { inner.has(name, at: $0) } }
        if openable == .everything, let kind = SignedKind.all.first(where: { isNamed($0.element) }) {
            edits = token(inner, kind)
        } else if let root = names.first, Self.messageNames.contains(where: { inner.has($0, at: root) }) {
            edits = saml(inner)
        } else {
            return []
        }
        let offset = range.lowerBound
        return offset == 0
            ? edits
            : edits.map {
                ByteEdit(range: $0.range.lowerBound + offset..<$0.range.upperBound + offset, bytes: $0.bytes)
            }
    }

    /// The root elements of SAML's protocol and of assertions by themselves (SAML Core 2.0 §2.3.3, §3).
    private static let messageNames = [
        "Response", "Assertion", "AuthnRequest", "AttributeQuery", "AuthnQuery", "AuthzDecisionQuery", "LogoutRequest",
        "LogoutResponse", "ManageNameIDRequest", "ManageNameIDResponse", "ArtifactResolve", "ArtifactResponse",
        "EncryptedAssertion",
    ]

    private mutating func saml(_ text: [UInt8]) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        var isSigned = false
        for case .tag(let tag) in MarkupWalk(text) {
            isSigned = isSigned || text.has("Signature", at: tag.name)
            if text.has("EncryptedAssertion", at: tag.name) { except(text, 0..<0, .encrypted) }
            for attribute in tag.attributes {
                guard SAMLResponse.instantAttributes.contains(where: { text.has($0, at: attribute.name) }) else {
                    continue
                }
                edits += inside(text, attribute.value, .entities) { $0.instant($1, $2, .dateTime) }
            }
        }
        if isSigned, !edits.isEmpty { signatureBroke(.samlMessage) }
        return edits
    }
}

// MARK: Tokens of Adobe's

/// A kind of token whose text has a signature before it.
private struct SignedKind {
    var element: String
    var dates: [String]
    var kind: InstantShift.BrokenSignature.Kind

    static let all = [
        SignedKind(
            element: AuthenticationToken.elementName,
            dates: AuthenticationToken.dateElements,
            kind: .authenticationToken
        ),
        SignedKind(
            element: AuthorizationToken.elementName,
            dates: AuthorizationToken.dateElements,
            kind: .authorizationToken
        ),
        SignedKind(element: MediaToken.elementName, dates: MediaToken.dateElements, kind: .mediaToken),
    ]
}

extension InstantMover {
    private mutating func token(_ text: [UInt8], _ kind: SignedKind) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        var walk = MarkupWalk(text)
        while let piece = walk.next() {
            guard case .text(let range, let isVerbatim) = piece, let name = walk.name,
                kind.dates.contains(where: { text.has($0, at: name) })
            else { continue }
            guard !walk.isPart else {
                except(text, range, .unreadable)
                continue
            }
            edits += inside(text, range, isVerbatim ? nil : .entities) { $0.instant($1, $2, .date) }
        }
        guard !edits.isEmpty else { return [] }
        guard let signer, let signature = signature(of: text, moved: text.applying(edits), by: signer) else {
            signatureBroke(kind.kind)
            return edits
        }
        signatureBroke(kind.kind, isSignedAgain: true)
        return [signature] + edits
    }

    /// Another signature in the place of the token's; nil where it is not a token that can be read.
    private func signature(of text: [UInt8], moved: [UInt8], by signer: TokenSigner) -> ByteEdit? {
        guard let token = try? SignedToken(parsing: moved), let start = text.place(of: ">", from: 0) else { return nil }
        // What follows of the payload alone, so that the same token is the same text each time it is served.
        let salt = Array(signer.pseudonym(of: token.payload).utf8.prefix(TokenSigner.saltLength))
        let signature = Base64.encode(signer.signature(of: token.payload, salt: salt))
        let range = text.trimmed(start + 1..<start + 1 + token.signature.utf8.count)
        return ByteEdit(range: range, bytes: Array(signature.utf8))
    }

    /// The claims of a web token that are instants; nil where it is not a web token.
    private mutating func webToken(_ text: [UInt8], _ range: Range<Int>) -> [ByteEdit]? {
        // `{` begins so in Base64.
        guard text[range.lowerBound] == UInt8(ascii: "e") else { return nil }
        let parts = text[range].split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 5, let header = Base64Spelling(text, parts[0].indices),
            header.bytes.first == UInt8(ascii: "{")
        else { return nil }
        guard parts.count == 3 else {
            except(text, range, .encrypted)
            return []
        }
        guard let claims = Base64Spelling(text, parts[1].indices, isNeverPadded: true),
            claims.bytes.first == UInt8(ascii: "{")
        else {
            return nil
        }
        var edits: [ByteEdit] = []
        JSONLeaf.visit(claims.bytes) { leaf, _ in
            guard leaf.depth == 1, let name = leaf.name, JSONWebToken.instantClaims.contains(exactly: name) else {
                return
            }
            edits += instant(claims.bytes, leaf.range, .seconds)
        }
        edits = claims.lifted(edits)
        // Without a signature there is none to break (RFC 7515, appendix A.5).
        guard !edits.isEmpty, !parts[2].isEmpty else { return edits }
        if let signer {
            let moved = text.applying(edits)
            let end = parts[1].endIndex + moved.count - text.count
            let signed = String(decoding: moved[range.lowerBound..<end], as: UTF8.self)
            let salt = Array(signer.pseudonym(of: signed).utf8.prefix(TokenSigner.saltLength))
            let signature = signer.signature(of: signed, salt: salt, count: 256)
            let written = Base64.encode(signature, alphabet: .urlSafe, padding: false)
            edits.append(ByteEdit(range: parts[2].indices, bytes: Array(written.utf8)))
        }
        signatureBroke(.webToken, isSignedAgain: signer != nil)
        return edits
    }
}
