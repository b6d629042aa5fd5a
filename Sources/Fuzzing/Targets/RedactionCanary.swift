import Documents
import Exchanges
import VirtualTime

/// A secret that the redactor is not asked about: planted where secrets stand, it must be gone from what is redacted.
///
/// The leak gate knows only what the redactor found. This value is known beforehand, and so is its place; the bytes of
/// the exchange draw both, so that an input that shows a fault shows it again.
struct RedactionCanary {
    /// Where it is planted.
    enum Place: CaseIterable {
        case authorization, cookie, query, form, requestJSON, requestNumber, multipart
        case archiveMember, archiveNumber, archivePair, archiveMessage
        case setCookie, challenge, location, link, policy, hiddenInput, script, answerJSON, answerNumber
    }

    let place: Place
    let value: String
    /// The exchange with the canary in it.
    let exchange: Exchange
    private let forms: [[UInt8]]

    /// Bodies that are longer are not built upon, but replaced.
    private static let longestBody = 16 * 1024

    /// A canary in a place that the exchange's bytes draw; nil if its value stands there already.
    init?(in exchange: Exchange) {
        let digest = Self.digest(of: exchange)
        let count = Place.allCases.count
        let first = Int(digest % UInt64(count))
        let places = (0..<count).map { Place.allCases[(first + $0) % count] }
        for place in places {
            if let canary = RedactionCanary(at: place, in: exchange, digest) {
                self = canary
                return
            }
        }
        return nil
    }

    /// A canary in this place; nil if the exchange has no such place, or holds the value already.
    init?(at place: Place, in exchange: Exchange) {
        self.init(at: place, in: exchange, Self.digest(of: exchange))
    }

    private init?(at place: Place, in exchange: Exchange, _ digest: UInt64) {
        let isNumber = [.requestNumber, .archiveNumber, .archivePair, .answerNumber].contains(place)
        let value = isNumber ? Self.number(digest) : Self.text(digest)
        guard let planted = Self.planted(value, at: place, in: exchange) else { return nil }
        self.place = place
        self.value = value
        self.exchange = planted
        forms = Self.forms(of: Array(value.utf8))
        if stands(in: exchange) { return nil }
    }

    // MARK: Values

    private static func digest(of exchange: Exchange) -> UInt64 {
        var digest = Digest()
        for text in RedactionChecks.texts(of: exchange) { digest.absorb(text) }
        return digest.value ^ digest.value >> 32
    }

    /// No Base64 of a text, since its first byte would be none of ASCII.
    private static func text(_ digest: UInt64) -> String {
        let digits = String(digest, radix: 16)
        return "qCanary9" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func number(_ digest: UInt64) -> String {
        let digits = String(digest % 100_000_000_000_000)
        return "7" + String(repeating: "1", count: 14 - digits.utf8.count) + digits
    }

    /// The value itself, and what certainly stands in Base64 of it behind no, one and two other bytes.
    private static func forms(of value: [UInt8]) -> [[UInt8]] {
        var forms = [value]
        for lead in 0..<3 {
            let digits = Array(Base64.encode([UInt8](repeating: 0, count: lead) + value).utf8)
            let form = Array(digits[(lead * 8 + 5) / 6..<(lead + value.count) * 8 / 6])
            forms.append(form)
            forms.append(form.map(urlSafe))
        }
        return forms
    }

    private static func urlSafe(_ digit: UInt8) -> UInt8 {
        switch digit {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: digit
        }
    }

    // MARK: Finding

    /// Whether the canary stands in any text of the exchange: as it is, percent-encoded, or in Base64.
    func stands(in exchange: Exchange) -> Bool {
        RedactionChecks.texts(of: exchange).contains { text in
            stands(in: text) || text.contains(UInt8(ascii: "%")) && stands(in: Self.percentDecoded(text))
        }
    }

    private func stands(in text: [UInt8]) -> Bool {
        var begins = [Bool](repeating: false, count: 256)
        for form in forms { begins[Int(form[0])] = true }
        return text.indices.contains { start in
            begins[Int(text[start])] && forms.contains { text[start...].starts(with: $0) }
        }
    }

    private static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
        func nibble(_ byte: UInt8) -> UInt8? { UInt8(String(UnicodeScalar(byte)), radix: 16) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = nibble(text[index + 1]),
                let low = nibble(text[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output
    }
}

// MARK: Planting

extension RedactionCanary {
    /// The exchange with the value in this place; nil if it has no such place.
    private static func planted(_ value: String, at place: Place, in exchange: Exchange) -> Exchange? {
        var result = exchange
        switch place {
        case .authorization: result.request.headers.append(HeaderField("Authorization", "Bearer \(value)"))
        case .cookie: result.request.headers.append(HeaderField("Cookie", "a=1; b=\"x; y=\(value)\""))
        case .query: result.request.url = url(exchange.request.url, with: "access_token=\(value)")
        case .form, .requestJSON, .requestNumber, .multipart:
            let (type, body) = built(value, at: place, upon: exchange.request.body ?? [])
            result.request.headers = typed(result.request.headers, type)
            result.request.body = body
        case .archiveMember, .archiveNumber, .archivePair, .archiveMessage:
            var entry = exchange.archiveEntry ?? JSONObject()
            entry.members.append(member(value, at: place))
            result.archiveEntry = entry
        case .setCookie, .challenge, .location, .link, .policy, .hiddenInput, .script, .answerJSON, .answerNumber:
            guard case .response(var response) = exchange.outcome else { return nil }
            if let field = field(value, at: place) {
                response.headers.append(field)
            } else {
                let (type, body) = built(value, at: place, upon: response.body ?? [])
                response.headers = typed(response.headers, type)
                response.body = body
            }
            result.outcome = .response(response)
        }
        return result
    }

    /// Only the body is to be read as the type says, which must be the only one.
    private static func typed(_ headers: HeaderFields, _ type: String) -> HeaderFields {
        headers.filter { !$0.isNamed("Content-Type") } + [HeaderField("Content-Type", type)]
    }

    /// The URL with another parameter in its query, before the fragment.
    private static func url(_ url: String, with parameter: String) -> String {
        let bytes = Array(url.utf8)
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        var changed = Array(bytes[..<fragment])
        changed.append(changed.contains(UInt8(ascii: "?")) ? UInt8(ascii: "&") : UInt8(ascii: "?"))
        changed += parameter.utf8
        changed += bytes[fragment...]
        return String(decoding: changed, as: UTF8.self)
    }

    private static func field(_ value: String, at place: Place) -> HeaderField? {
        switch place {
        case .setCookie: HeaderField("Set-Cookie", "a=\"x; y=\(value)\"; Path=/")
        case .challenge: HeaderField("WWW-Authenticate", "Digest realm=\"x\", nonce = \"a, \(value)\"")
        case .location: HeaderField("Location", "//idp.example.org/cb?relay=\(value)")
        case .link: HeaderField("Link", "<https://idp.example.org/cb?sid=\(value)>; rel=\"next\"")
        case .policy:
            HeaderField("Content-Security-Policy", "default-src 'self'; report-uri https://a.example/b?sid=\(value)")
        default: nil
        }
    }

    /// A member that HAR does not know, or messages of a WebSocket.
    private static func member(_ value: String, at place: Place) -> JSONMember {
        let number = JSONNumber(value).map { JSONValue.number($0) } ?? .null
        switch place {
        case .archiveNumber: return JSONMember("_canary", .object(["userId": number]))
        case .archivePair:
            return JSONMember("_canary", .array([.object(["name": .string("pin"), "value": number])]))
        case .archiveMessage:
            let message: JSONObject = ["type": .string("send"), "data": .string("access_token=\(value)&x=1")]
            return JSONMember("_webSocketMessages", .array([.object(message)]))
        default: return JSONMember("_accessToken", .object(["raw": .string(value)]))
        }
    }

    /// A body with the value in it, built upon another if that begins as one of its kind, and its type.
    ///
    /// The value comes before what was there, where that could hide it: behind a quote that is never closed.
    private static func built(_ value: String, at place: Place, upon body: [UInt8]) -> (type: String, body: [UInt8]) {
        let kept = body.count <= longestBody ? body : []
        switch place {
        case .form:
            let isForm = kept.first.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } ?? false
            let parameter = Array("access_token=\(value)".utf8)
            return ("application/x-www-form-urlencoded", isForm ? kept + Array("&".utf8) + parameter : parameter)
        case .multipart:
            let part = "Content-Disposition: form-data; name=\"password\"\r\n\r\n\(value)"
            let text = "--canary\r\nContent-Type: text/plain; name=\"a\"\r\n\(part)\r\n--canary--\r\n"
            return ("multipart/form-data; boundary=canary", Array(text.utf8))
        case .hiddenInput, .script:
            let input = "<input type=\"hidden\" name=\"csrf_token\" value=\"\(value)\">"
            let json = "{\"html\":\"<p>Hello</p>\",\"accessToken\":\"\(value)\"}"
            let element = place == .script ? "<script type=\"application/json\">\(json)</script>" : input
            let isMarkup = kept.first == UInt8(ascii: "<")
            return ("text/html; charset=utf-8", Array(element.utf8) + (isMarkup ? kept : []))
        default:
            let isNumber = place == .requestNumber || place == .answerNumber
            let member = isNumber ? "\"deviceId\":\(value)" : "\"access_token\":\"\(value)\""
            let isObject = kept.first == UInt8(ascii: "{")
            let rest: [UInt8] = isObject ? [UInt8(ascii: ",")] + Array(kept.dropFirst()) : [UInt8(ascii: "}")]
            return ("application/json", Array("{\(member)".utf8) + rest)
        }
    }
}
