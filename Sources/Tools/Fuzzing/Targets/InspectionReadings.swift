import Documents
import FuzzReadings
import Inspection
import Report
import Tokens
import VirtualTime

/// Holds what an inspection tells against the typed reader of the same bytes.
enum InspectionReadings {
    /// The result of a typed reader for some bytes.
    struct Typed: Equatable {
        var kind: InspectedKind
        var validity: Validity

        /// A token's kind and end: what ends after the last year has no end that can be told.
        static func token(_ kind: InspectedKind, expiry: Instant?) -> Typed {
            Typed(kind: kind, validity: Validity(expiry: expiry == .distantFuture ? nil : expiry))
        }
    }

    /// Kind and validity are those of the typed reader of the same bytes, whichever takes them.
    ///
    /// `content` is what is left when the inspection's layers are taken off.
    static func agree(_ found: Inspection, with content: [UInt8]) throws(PropertyFailure) {
        try agree(found, with: typed(content))
    }

    /// Kind and validity are those that a typed reader told; what none takes is not told of as if it had been read.
    static func agree(_ found: Inspection, with typed: Typed?) throws(PropertyFailure) {
        if let name = found.refusal?.name, ["too-long", "too-many-layers"].contains(name) { return }
        guard let typed else {
            let isTyped = [InspectedKind.samlResponse, .authenticationToken, .authorizationToken, .mediaToken, .date]
                .contains(found.kind)
            return try require(
                !isTyped || found.refusal != nil,
                "inspects-what-is-read",
                "\(found.kind.name) of what no reader takes"
            )
        }
        try require(
            found.refusal == nil,
            "inspects-what-is-read",
            "\(typed.kind.name) refused: \(found.refusal?.detail ?? "")"
        )
        try requireEqual(found.kind.name, typed.kind.name, "inspects-the-kind")
        try requireEqual(found.validity, typed.validity, "inspects-the-validity")
    }

    /// Returns the result of the typed readers for the bytes; nil if none of them takes them.
    static func typed(_ content: [UInt8]) -> Typed? {
        guard let text = String(validating: content.drop(while: isBlank), as: UTF8.self),
            let word = String(validating: withoutEnd(content.drop(while: isBlank)), as: UTF8.self)
        else { return nil }
        if let token = try? Token(parsing: text) {
            let kind: InspectedKind =
                switch token {
                case .authentication: .authenticationToken
                case .authorization: .authorizationToken
                case .media: .mediaToken
                }
            return .token(kind, expiry: token.expiry)
        }
        // Blanks before a declaration are remarked on, and passed over.
        if let response = try? SAMLResponse(parsing: text) {
            return Typed(kind: .samlResponse, validity: response.validity)
        }
        if (try? TokenDate(parsing: word)) != nil { return Typed(kind: .date, validity: Validity()) }
        // A token in a token has times of its own.
        if let token = try? JSONWebToken(parsing: word), token.unverifiedHeader["cty"] == nil {
            return Typed(kind: .jsonWebToken, validity: token.validity)
        }
        return nil
    }

    /// Returns the rest of `input` when the encodings are taken off by other means, as far as there are any; nil where
    /// not.
    static func content(of input: [UInt8], inside layers: [TransportLayer]) -> [UInt8]? {
        var content = input
        for layer in layers {
            // Only Base64 says which bytes of it count; all others begin behind the blanks.
            let trimmed = content.drop(while: isBlank)
            guard let inner = peeled(layer, content: content, trimmed: trimmed) else { return nil }
            content = inner
        }
        return content
    }

    private static func peeled(
        _ layer: TransportLayer,
        content: [UInt8],
        trimmed: ArraySlice<UInt8>
    ) -> [UInt8]? {
        switch layer {
        case .byteOrderMark: Array(content.dropFirst(3))
        case .base64: IndependentBase64.decodeTolerantly(Array(trimmed), isURLSafe: false)
        case .base64URL: IndependentBase64.decodeTolerantly(Array(trimmed), isURLSafe: true)
        case .scheme(let scheme): Array(withoutEnd(trimmed).dropFirst(scheme.utf8.count + 1))
        case .header(let name): Array(withoutEnd(trimmed).dropFirst(name.utf8.count + 1))
        case .jsonString: IndependentJSON.string(Array(trimmed))
        // Each of these has a property of its own.
        case .utf16, .deflate, .percent, .form, .entities, .parameter: nil
        }
    }

    private static func withoutEnd(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let last = content.lastIndex(where: { !isBlank($0) }) else { return [] }
        return content[...last]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    // MARK: What follows from what it holds

    /// Checks whether it is ok by itself and in all its parts; the verdict has to be the same.
    static func isOK(_ found: Inspection) throws(PropertyFailure) -> Bool {
        var isOK =
            found.refusal == nil && found.validity.isValid(at: found.instant) && !found.isSessionOver
            && !found.diagnostics.contains { $0.weight != .note }
        for part in found.parts where try !Self.isOK(part.inspection) { isOK = false }
        try requireEqual(found.verdict == .ok, isOK, "verdict-of-all-parts")
        return isOK
    }

    /// A token in a token is looked into, in whatever case its type is written (RFC 7519 §5.2).
    static func tokenInToken(_ draw: UInt64, at instant: Instant) throws(PropertyFailure) {
        let type = "jwt".utf8.enumerated().map { index, byte in draw >> UInt64(index) & 1 == 0 ? byte : byte & 0xDF }
        func part(_ text: String) -> String { Base64.encode(text.utf8, alphabet: .urlSafe, padding: false) }
        let inner = "\(part(#"{"alg":"RS256"}"#)).\(part(#"{"sub":"a"}"#)).\(part("signature"))"
        let header = #"{"alg":"RS256","cty":"\#(String(decoding: type, as: UTF8.self))"}"#
        let found = Inspection(of: Array("\(part(header)).\(part(inner)).\(part("signature"))".utf8), at: instant)
        try require(found.refusal == nil, "looks-into-a-token-in-a-token", "\(header): \(found.refusal?.detail ?? "")")
        let kinds = found.parts.map(\.inspection.kind.name)
        try require(
            kinds.contains(InspectedKind.jsonWebToken.name),
            "looks-into-a-token-in-a-token",
            "\(header): \(kinds)"
        )
    }

    /// A response in a form whose value was encoded twice is told of, and one encoded once is not (apple-sso-flow.md
    /// §4).
    static func encodedTwice(_ response: [UInt8], at instant: Instant) throws(PropertyFailure) {
        let value = Base64.encode(response)
        // Nothing of it has to be escaped.
        guard value.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return }
        let once = PercentEncoding.component(value)
        for (text, isTwice) in [(once, false), (PercentEncoding.component(once), true)] {
            let found = Inspection(of: Array("SAMLResponse=\(text)&requestor_id=KITETV".utf8), at: instant)
            try requireEqual(names(in: found).contains("encoded-twice"), isTwice, "encoded-twice-is-told")
        }
    }

    private static func names(in found: Inspection) -> [String] {
        found.diagnostics.map(\.name) + found.parts.flatMap { names(in: $0.inspection) }
    }
}
