import Documents
import Exchanges
import FuzzReadings
import Redaction
import VirtualTime

/// A secret that stands in a message several times, written in another way each time: it must have one pseudonym.
///
/// The ways are undone by other means than the redactor's. The bytes of an exchange draw which there are.
struct SpelledSecret {
    private let value: [UInt8]
    private let draw: UInt64

    /// A secret that the bytes of an exchange draw.
    init(in exchange: Exchange) {
        var digest = Digest()
        for text in RedactionChecks.texts(of: exchange) { digest.absorb(text) }
        self.init(digest.value ^ digest.value >> 32)
    }

    /// The secret of this number.
    init(_ draw: UInt64) {
        self.draw = draw
        // Something of what each way escapes.
        value = Array("kite/Lantern\(String(draw, radix: 16))/plum+tree=42&a".utf8)
    }

    /// The exchange with the secret in a header field, in the query and in the answer's body.
    var exchange: Exchange {
        let text = String(decoding: value, as: UTF8.self)
        return Exchange(
            ordinal: 1,
            startedAt: Instant(secondsSince1970: 1_795_132_800),
            durationMicroseconds: 1,
            request: HTTPRequest(
                method: "GET",
                url: "https://api.auth.adobe.com/api/v1/checkauthn?access_token=\(percent(0))",
                version: "HTTP/1.1",
                headers: [HeaderField("Authorization", "Bearer \(text)")],
                body: nil
            ),
            outcome: .response(
                HTTPResponse(
                    status: 200,
                    headers: [HeaderField("Content-Type", isJSON ? "application/json" : "application/xml")],
                    body: Array((isJSON ? json : xml).utf8)
                )
            )
        )
    }

    /// Redacted, it is one other text everywhere.
    ///
    /// - Throws: the property, if two ways of writing it came to say something else.
    func requireOnePseudonym(_ key: [UInt8]) throws(PropertyFailure) {
        var redactor = Redactor(key: key)
        redactor.study(exchange)
        let said = Self.said(by: redactor.redact(exchange))
        let name = "equal-secrets-have-one-pseudonym"
        try require(said.count == 3 && !said.contains(value), name, "\(said.count) are left")
        for other in said.dropFirst() {
            try requireEqual(String(decoding: other, as: UTF8.self), String(decoding: said[0], as: UTF8.self), name)
        }
    }

    /// Returns the values in the header field, in the query and in the body, the ways of writing undone.
    static func said(by exchange: Exchange) -> [[UInt8]] {
        let header = exchange.request.headers[first: "Authorization"].map {
            Array($0.utf8.dropFirst("Bearer ".utf8.count))
        }
        let query = Array(exchange.request.url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
        let parameter = HandReadForm.fields(query).first?.last
        let body = exchange.response?.body ?? []
        let root = LibXML2Element(parsing: body)
        let member = (try? JSONValue(parsing: body)).flatMap { _ in IndependentJSON.string(string(in: body)) }
        return [header, parameter, root?.elements.first?.content ?? member].compactMap { $0 }
    }

    /// The value of the only member of an object.
    private static func string(in object: [UInt8]) -> [UInt8] {
        let colon = object.firstIndex(of: UInt8(ascii: ":")) ?? object.startIndex
        return Array(object[(colon + 1)...].dropLast())
    }

    // MARK: Ways of writing it

    private var isJSON: Bool { draw & 1 == 0 }

    /// Checks whether the character at this place is written in another way than need be.
    private func isEscaped(_ index: Int) -> Bool { draw >> UInt64(index % 60) & 1 == 1 }

    private func percent(_ start: Int) -> String {
        value.enumerated().map { index, byte in
            let mustBe = "+&=%".utf8.contains(byte)
            guard mustBe || isEscaped(index + start) else { return String(UnicodeScalar(byte)) }
            return "%" + hexadecimal(byte)
        }.joined()
    }

    private var json: String {
        let text = value.enumerated().map { index, byte in
            if byte == UInt8(ascii: "/") {
                return ["/", "\\/", "\\u002f", "\\u002F"][Int(draw >> UInt64(2 * index % 60) & 3)]
            }
            return isEscaped(index) ? "\\u00" + hexadecimal(byte) : String(UnicodeScalar(byte))
        }.joined()
        return "{\"access_token\":\"\(text)\"}"
    }

    private var xml: String {
        let text = value.enumerated().map { index, byte in
            if byte == UInt8(ascii: "&"), !isEscaped(index) { return "&amp;" }
            guard byte == UInt8(ascii: "&") || isEscaped(index) else { return String(UnicodeScalar(byte)) }
            return draw >> 2 & 1 == 0 ? "&#\(byte);" : "&#x\(hexadecimal(byte));"
        }.joined()
        return "<result><accessToken>\(text)</accessToken></result>"
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
    }
}
