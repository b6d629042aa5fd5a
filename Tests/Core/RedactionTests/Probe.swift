import Documents
import Exchanges
import SubscriberAccount
import VirtualTime

@testable import Redaction

/// Exchanges with one thing in them, and what is left of it.
enum Probe {
    static let at = Instant(secondsSince1970: 1_795_000_000)

    static func exchange(
        _ method: String = "GET",
        _ url: String = "https://api.auth.adobe.com/api/v1/checkauthn",
        headers: [(String, String)] = [],
        body: String? = nil,
        answerHeaders: [(String, String)] = [],
        answer: String? = nil,
        entry: JSONObject? = nil,
        ordinal: Int = 1
    ) -> Exchange {
        Exchange(
            ordinal: ordinal,
            startedAt: at,
            durationMicroseconds: 1000,
            request: HTTPRequest(
                method: method,
                url: url,
                headers: headers.map { HeaderField($0.0, $0.1) },
                body: body.map { Array($0.utf8) }
            ),
            outcome: .response(
                HTTPResponse(
                    status: 200,
                    headers: answerHeaders.map { HeaderField($0.0, $0.1) },
                    body: answer.map { Array($0.utf8) }
                )
            ),
            harExtras: entry
        )
    }

    static func account(saml: String, ordinal: Int = 1) -> VSACall {
        var metadata = AccountMetadata()
        metadata.samlAttributeQueryResponse = saml
        return VSACall(
            ordinal: ordinal,
            answeredAt: at,
            question: .enqueue(AccountMetadataRequest()),
            answer: .metadata(metadata, nil)
        )
    }

    static func redact(_ exchanges: Exchange...) -> [Exchange] {
        var redactor = Redactor(key: Captures.key)
        for exchange in exchanges { redactor.study(exchange) }
        return exchanges.map { redactor.redact($0) }
    }

    /// Returns what is left of one header of a request to Adobe.
    static func header(_ name: String, _ value: String) -> String {
        redact(exchange(headers: [(name, value)]))[0].request.headers[0].value
    }

    /// Returns what is left of a form sent to this URL.
    static func form(_ body: String, to url: String = "https://api.auth.adobe.com/api/v1/tokens/authn") -> String {
        text(redact(exchange("POST", url, headers: [formType], body: body))[0].request.body)
    }

    /// Returns what is left of a response of Adobe.
    static func answer(_ body: String, url: String = "https://api.auth.adobe.com/api/v1/checkauthn") -> String {
        text(redact(exchange("GET", url, answer: body))[0].response?.body)
    }

    static func url(_ url: String) -> String { redact(exchange("GET", url))[0].request.url }

    static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    /// The value between two texts, which must both stay.
    static func part(of text: String, between prefix: String, and suffix: String) -> String {
        guard let start = text.firstRange(of: prefix), let end = text[start.upperBound...].firstRange(of: suffix) else {
            return "«\(prefix)…\(suffix) is gone from \(text)»"
        }
        return String(text[start.upperBound..<end.lowerBound])
    }

    /// Returns the replacement of a secret that stands alone.
    static func pseudonym(_ value: String) -> String {
        text(Pseudonyms(key: Captures.key).pseudonym(for: Array(value.utf8)))
    }

    static func base64(_ text: String) -> String { Self.text(Base64Text.encode(Array(text.utf8))) }

    static let formType = ("Content-Type", "application/x-www-form-urlencoded")
}
