import Documents
import Exchanges
import VirtualTime

/// Invented exchanges of about two kilobytes, each with tokens of its own.
struct ExchangeGenerator {
    private var number = 0
    private var random = SeededGenerator(seed: 20_261_120)

    struct Item {
        var exchange: Exchange
        var operation: String
        var key: String
    }

    mutating func next() -> Item {
        number += 1
        let device = base64(16)
        let resource = "KITE\(number % 500)"
        let operation = ["authorize", "tokens/media", "checkauthn", "regcode"][number % 4]
        let url =
            "https://api.auth.adobe.com/api/v1/\(operation)?requestor=KITETV&deviceId=\(device)&resource=\(resource)"
        let body =
            """
            {"resource": "\(resource)", "requestor": "KITETV", "expires": "\(1_795_212_258_158 + number)", \
            "serializedToken": "\(base64(420))", "userId": "\(hex(32))", "mvpdId": "Plover"}
            """
        let exchange = Exchange(
            ordinal: number,
            startedAt: Instant(microsecondsSince1970: 1_795_211_956_577_353 + Int64(number) * 250_000),
            durationMicroseconds: 45_000 + Int64(number % 1_000),
            request: HTTPRequest(
                method: operation == "regcode" ? "POST" : "GET",
                url: url,
                headers: [
                    HeaderField("Host", "api.auth.adobe.com"),
                    HeaderField("User-Agent", "KiteTV/4.2 CFNetwork/1327 Darwin/21.2"),
                    HeaderField("Accept-Encoding", "gzip, deflate"),
                    HeaderField("Accept", "application/json"),
                    HeaderField("X-Device-Info", base64(160)),
                    HeaderField("Authorization", "Bearer \(hex(32))"),
                ],
                body: operation == "regcode" ? Array("deviceId=\(device)&ttl=1800".utf8) : nil
            ),
            outcome: .response(
                HTTPResponse(
                    status: 200,
                    reason: "OK",
                    headers: [
                        HeaderField("Server", "openresty"),
                        HeaderField("Date", "Fri, 20 Nov 2026 21:59:18 GMT"),
                        HeaderField("Content-Type", "application/json; charset=UTF-8"),
                        HeaderField("Content-Length", "\(body.utf8.count)"),
                        HeaderField("X-Request-Id", hex(32)),
                    ],
                    body: Array(body.utf8)
                )
            )
        )
        return Item(exchange: exchange, operation: operation, key: "\(operation) KITETV \(device) \(resource)")
    }

    private mutating func base64(_ count: Int) -> String {
        Base64.encode((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }

    private mutating func hex(_ count: Int) -> String {
        String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
    }
}
