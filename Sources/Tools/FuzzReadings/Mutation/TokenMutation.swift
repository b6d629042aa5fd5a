import Documents
import Tokens
package import VirtualTime

/// Makes other tokens of one: the payload's tree, the signature, the tags.
package enum TokenMutation {
    package static let authentication: @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]? = { input, generator in
        mutated(
            input,
            [
                "simpleAuthenticationToken", "simpleTokenAuthenticationGuid", "simpleSamlSessionIndex",
                "simpleTokenRequestorID", "simpleTokenDomainName", "simpleTokenExpires", "simpleTokenMsoID",
                "simpleTokenSubMvpdID", "simpleTokenDeviceID", "simpleTokenFingerprint", "simpleSamlNameID",
                "simpleTransientPartOfGuid", "zAll", "simpleAuthorizedResources", "simpleAuthorizedResource",
                "authorizedResources", "authorizedResource",
            ],
            &generator
        )
    }

    package static let authorization: @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]? = { input, generator in
        mutated(
            input,
            [
                "simpleAuthorizationToken", "simpleTokenRequestorID", "simpleTokenResourceID", "simpleTokenTTL",
                "simpleTokenMsoID", "simpleTokenDeviceID", "simpleTokenFingerprint",
            ],
            &generator
        )
    }

    package static let media: @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]? = { input, generator in
        mutated(
            input,
            [
                "shortAuthorizationToken", "sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId",
                "proxyMvpdId",
            ],
            &generator
        )
    }

    private static func mutated(
        _ input: [UInt8],
        _ elements: [String],
        _ generator: inout SeededGenerator
    ) -> [UInt8]? {
        let text = String(decoding: input, as: UTF8.self)
        guard let token = try? SignedToken(parsing: text) else { return nil }
        let vocabulary = MarkupMutation.Vocabulary(
            elements: elements + ["signatureInfo", "unknown"],
            attributes: ["simpleResourceID", "resourceID", "a", "xml:id"],
            values: [
                "", " ", "KITETV", "2026/11/20 21:59:12 GMT +0200", "2026/02/29 24:00:00 GMT -0000", "420000", "-1",
                "9223372036854775807", "9223372036854775808", "1795212258158", "&lt;rss&gt;", "<signatureInfo>",
            ]
        )
        var payload = Array(token.payload.utf8)
        var signature = token.signature
        if generator.oneIn(4) {
            signature = TextMutation.changed(signature, &generator)
        } else if let changed = MarkupMutation.mutated(payload, vocabulary, &generator) {
            payload = changed
        }
        let tag =
            generator.oneIn(8)
            ? generator.one("</signatureInfo>", "<signatureinfo>", "<signatureInfo >", "") : "<signatureInfo>"
        return Array("<signatureInfo>\(signature)\(tag)".utf8) + payload
    }
}

/// Makes other web tokens of one: what the parts hold, and how many there are.
package enum WebTokenMutation {
    private static let members = [
        "\"alg\":\"none\"", "\"alg\":\"None\"", "\"alg\":\"HS256\"", "\"alg\":\"RS256\"", "\"alg\":1", "\"alg\":null",
        "\"crit\":[\"exp\"]",
        "\"exp\":1795132800", "\"exp\":\"1795132800\"", "\"exp\":1e9", "\"exp\":-1.5", "\"exp\":9223372036854775807",
        "\"exp\":99999999999999999999", "\"exp\":99999999999", "\"nbf\":999999999999999", "\"iat\":1000000000000000000",
        "\"nbf\":1795132800.999999999", "\"iat\":0", "\"sub\":\"a\"", "\"iss\":\"a\"",
    ]

    package static let mutated: @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]? = { input, generator in
        var parts = input.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
        guard !parts.isEmpty else { return nil }
        let index = generator.below(parts.count)
        switch generator.below(5) {
        case 0: parts.remove(at: index)
        case 1: parts.insert(parts[index], at: index)
        case 2: parts[index] = []
        default:
            guard let inner = try? Base64.decode(parts[index], alphabet: .urlSafe, padding: .optional) else {
                return nil
            }
            var text = String(decoding: inner, as: UTF8.self)
            if let brace = text.firstIndex(of: "{"), generator.oneIn(2) {
                let member = generator.element(of: members) ?? ""
                let comma = text[text.index(after: brace)...].contains("\"") ? "," : ""
                text.replaceSubrange(brace...brace, with: "{" + member + comma)
            } else {
                text = TextMutation.changed(text, &generator)
            }
            parts[index] = Array(Base64.encode(Array(text.utf8), alphabet: .urlSafe, padding: false).utf8)
        }
        return Array(parts.joined(separator: [UInt8(ascii: ".")]))
    }
}

/// Makes other transport forms of one: another layer around it, one less, or a change inside.
package enum TransportMutation {
    private static let digits = Array("0123456789abcdef".utf8)

    package static let mutated: @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]? = { input, generator in
        let text = String(decoding: input, as: UTF8.self)
        switch generator.below(12) {
        case 0: return Array(Base64.encode(input).utf8)
        case 1: return Array(Base64.encode(input, alphabet: .urlSafe, padding: generator.oneIn(2)).utf8)
        case 2: return TokenText.escaped(text).utf8.map { $0 }
        case 3: return Array(JSONValue.string(text).serialized.utf8)
        case 4:
            return Array(
                (generator.one("SAMLResponse=", "authn_token=", "Authorization: Bearer ", "Bearer ", "x=") + text).utf8
            )
        case 5: return input.flatMap { [UInt8(ascii: "%"), digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
        case 6: return try? Base64.decode(input, padding: .optional, allowsWhitespace: true)
        case 7: return PercentEncoding.decodeStrictly(text)
        case 8: return Array(TokenText.unescapedOnce(text).utf8)
        case 9: return TextForm.another(of: input, &generator)
        case 10:
            // A layer off, a change, the layer on again.
            guard let inner = try? Base64.decode(input, padding: .optional, allowsWhitespace: true) else { return nil }
            let changed = TextMutation.changed(String(decoding: inner, as: UTF8.self), &generator)
            return Array(Base64.encode(Array(changed.utf8)).utf8)
        default: return Array(TextMutation.changed(text, &generator).utf8)
        }
    }
}
