import Documents
import FuzzReadings
import Inspection
import Tokens
import VirtualTime

extension FuzzTarget {
    /// AuthN tokens.
    public static let authenticationToken = token(
        "AuthNToken",
        kind: .authenticationToken,
        mutate: TokenMutation.authentication,
        read: { text in Result { () throws(TokenError) in try AuthenticationToken(parsing: text) } }
    ) { token in
        TokenChecks.Facts(
            signed: token.signed,
            validity: token.validity,
            dates: [token.expires],
            texts: [
                .init("simpleTokenAuthenticationGuid", token.guid),
                .init("simpleSamlSessionIndex", token.sessionIndex),
                .init("simpleTokenRequestorID", token.requestorID), .init("simpleTokenDomainName", token.domainName),
                .init("simpleTokenExpires", token.expires?.text), .init("simpleTokenMsoID", token.msoID),
                .init("simpleTokenSubMvpdID", token.subMvpdID),
                .init("simpleTokenDeviceID/simpleTokenFingerprint", token.fingerprint),
                .init("simpleSamlNameID", token.nameID),
                .init("simpleTransientPartOfGuid", token.transientPartOfGuid), .init("zAll", token.zAll),
            ],
            resources: token.authorizedResources
        )
    }

    /// AuthZ tokens.
    public static let authorizationToken = token(
        "AuthZToken",
        kind: .authorizationToken,
        mutate: TokenMutation.authorization,
        read: { text in Result { () throws(TokenError) in try AuthorizationToken(parsing: text) } }
    ) { token in
        TokenChecks.Facts(
            signed: token.signed,
            validity: token.validity,
            dates: [token.expires],
            texts: [
                .init("simpleTokenRequestorID", token.requestorID), .init("simpleTokenResourceID", token.resourceID),
                .init("simpleTokenTTL", token.expires?.text), .init("simpleTokenMsoID", token.msoID),
                .init("simpleTokenDeviceID/simpleTokenFingerprint", token.fingerprint),
            ]
        )
    }

    /// Short media tokens.
    public static let mediaToken = token(
        "MediaToken",
        kind: .mediaToken,
        mutate: TokenMutation.media,
        read: { text in Result { () throws(TokenError) in try MediaToken(parsing: text) } }
    ) { token in
        TokenChecks.Facts(
            signed: token.signed,
            validity: token.validity,
            dates: [token.issueTime],
            texts: [
                .init("sessionGUID", token.sessionGUID), .init("requestorID", token.requestorID),
                .init("resourceID", token.resourceID), .init("issueTime", token.issueTime?.text),
                .init("mvpdId", token.mvpdID), .init("proxyMvpdId", token.proxyMvpdID),
            ],
            life: token.ttl
        )
    }

    /// A target for tokens in the signature wrapper: how one is read, and what it says.
    private static func token<Value>(
        _ name: String,
        kind: InspectedKind,
        mutate: @escaping @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]?,
        read: @escaping @Sendable (String) -> Result<Value, TokenError>,
        facts: @escaping @Sendable (Value) -> TokenChecks.Facts
    ) -> FuzzTarget {
        FuzzTarget(
            name,
            maximumBytes: 64 * 1024,
            check: { input throws(PropertyFailure) in
                try TokenChecks.check(input, kind: kind, read: read, facts: facts)
            },
            quickCheck: { input throws(PropertyFailure) in
                guard let token = try TokenChecks.read(input, by: read) else { return }
                try monotonic(facts(token).validity)
            },
            mutate: mutate
        )
    }
}

/// The checks of a token in the signature wrapper, of whichever kind.
enum TokenChecks {
    /// The facts that a token states, apart from its bytes.
    struct Facts: Equatable {
        var signed: SignedToken
        var validity: Validity
        var dates: [TokenDate?]
        var texts: [Text]
        /// The lifetime of a media token.
        var life: Duration?
        /// The resources that an AuthN token lists; nil for the other kinds.
        var resources: [String]?
    }

    /// The text of an element.
    struct Text: Equatable {
        /// The names of the elements on the way to it, below the payload's; of several of one name the first is meant.
        var path: [String]
        var text: String?

        init(_ path: String, _ text: String?) {
            self.path = path.split(separator: "/").map { String($0) }
            self.text = text
        }
    }

    /// The token; nil if the input is none.
    static func read<Value>(
        _ input: [UInt8],
        by read: (String) -> Result<Value, TokenError>
    ) throws(PropertyFailure) -> Value? {
        switch read(String(decoding: input, as: UTF8.self)) {
        case .success(let token): return token
        case .failure(let error):
            try requireOneLine("\(error)")
            return nil
        }
    }

    static func check<Value>(
        _ input: [UInt8],
        kind: InspectedKind,
        read: (String) -> Result<Value, TokenError>,
        facts: (Value) -> Facts
    ) throws(PropertyFailure) {
        let text = String(decoding: input, as: UTF8.self)
        try encoding(input, text)
        let inspection = Inspection(of: input, at: .distantPast)
        guard let value = try Self.read(input, by: read) else {
            try refusedDate(in: text)
            if inspection.layers.isEmpty { try InspectionReadings.agree(inspection, with: input) }
            return
        }
        let said = facts(value)
        // Bytes that were repaired are no text for an inspection.
        if text.utf8.elementsEqual(input) {
            try InspectionReadings.agree(inspection, with: .token(kind, expiry: said.validity.expiry))
        }
        try wrapper(said.signed, text)
        try monotonic(said.validity)
        for date in said.dates.compactMap({ $0 }) { try DateChecks.agrees(date) }
        if let root = LibXML2Element(parsing: Array(said.signed.payload.utf8)) { try agree(said, with: root) }
        try folded(said, read: read, facts: facts)
        try printing(said, read: read, facts: facts)
    }

    /// The texts are those that libxml2 has at their places, and so are the resources in the two lists that there are
    /// (tokens.md §3.1).
    static func agree(_ said: Facts, with root: LibXML2Element) throws(PropertyFailure) {
        for text in said.texts {
            var element: LibXML2Element? = root
            for name in text.path { element = element?.elements(name).first { $0.namespace == nil } }
            try requireEqual(text.text.map { Array($0.utf8) }, element?.content, "says-what-libxml2-has")
        }
        guard let resources = said.resources else { return }
        var found: [[UInt8]] = []
        for (list, item, attribute) in [
            ("simpleAuthorizedResources", "simpleAuthorizedResource", "simpleResourceID"),
            ("authorizedResources", "authorizedResource", "resourceID"),
        ] {
            // Of several the first counts.
            let first = root.elements(list).first { $0.namespace == nil }
            for element in first?.elements(item) ?? [] where element.namespace == nil {
                found += element.attributes.filter { $0.local.elementsEqual(attribute.utf8) && $0.namespace == nil }
                    .map(\.value)
            }
        }
        try requireEqual(resources.map { Array($0.utf8) }, found, "says-what-libxml2-has")
    }

    /// With its signature on several lines it is the same token (tokens.md §14.2).
    private static func folded<Value>(
        _ said: Facts,
        read: (String) -> Result<Value, TokenError>,
        facts: (Value) -> Facts
    ) throws(PropertyFailure) {
        let text = Array(said.signed.text.utf8)
        let signature = Array(said.signed.signature.utf8)
        guard let tag = text.firstIndex(of: UInt8(ascii: ">")), tag + 1 + signature.count <= text.count,
            text.count + 4 <= XMLLimits.default.totalBytes
        else { return }
        let middle = tag + 1 + signature.count / 2
        let folded = String(
            decoding: text[...tag] + [0x0A] + text[(tag + 1)..<middle] + [0x0D, 0x0A] + text[middle...],
            as: UTF8.self
        )
        guard case .success(let value) = read(folded) else {
            throw PropertyFailure("reads-a-signature-on-lines", "refused")
        }
        var again = facts(value)
        try requireEqual(again.signed.signatureBytes, said.signed.signatureBytes, "reads-a-signature-on-lines")
        again.signed = said.signed
        try require(again == said, "reads-a-signature-on-lines", "\(again.texts)")
    }

    /// Checks that a date for which a token is refused is not one by counting days either.
    private static func refusedDate(in text: String) throws(PropertyFailure) {
        do {
            _ = try Token(parsing: text)
        } catch TokenError.date(let element, _) {
            let payload = try attempt("refuses-a-date-of-a-payload") {
                Array(try SignedToken(parsing: text).payload.utf8)
            }
            let field = LibXML2Element(parsing: payload)?.elements(element).first { $0.namespace == nil }
            let date = field.map { String(decoding: $0.content, as: UTF8.self) }
            try require(
                date.map { CountedDate.ofToken($0) == nil } ?? false,
                "refuses-only-what-is-no-date",
                date.debugDescription
            )
        } catch {
            return
        }
    }

    /// Bytes that are not UTF-8 are an error, never repaired.
    private static func encoding(_ input: [UInt8], _ text: String) throws(PropertyFailure) {
        guard Array(text.utf8) != input else { return }
        do {
            _ = try SignedToken(parsing: input)
        } catch {
            return
        }
        throw PropertyFailure("no-repair-of-utf-8", "accepted bytes that are not text")
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
        // The literal tag stands twice, opening or closing.
        let tags = bytes.count(of: "<signatureInfo>") + bytes.count(of: "</signatureInfo>")
        try requireEqual(tags, 2, "two-tags")
    }

    /// Checks that what is printed of it reads the same, signature and all.
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
            try requireEqual(other.life, said.life, "printed-life")
            try requireEqual(other.validity, said.validity, "printed-validity")
        case .failure(let error):
            throw PropertyFailure("reads-what-it-prints", "\(error)")
        }
    }
}
