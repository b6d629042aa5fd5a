import FuzzReadings
import Documents
import Exchanges
import Redaction
import VirtualTime

/// A secret that the redactor is not asked about: planted where secrets stand, it must be gone from what is redacted.
///
/// The leak gate knows only what the redactor found. This value is known beforehand, and so is its place; the bytes of
/// the exchange draw both, so that an input that shows a fault shows it again.
struct RedactionCanary {
    /// Where it is planted.
    enum Place: Hashable, CaseIterable {
        case authorization, cookie, query, form, requestJSON, requestNumber, multipart
        case archiveMember, archiveNumber, archivePair, archiveMessage
        case setCookie, challenge, location, link, policy, hiddenInput, script, answerJSON, answerNumber
        /// A header field that no table names.
        case unknownHeader
        /// A place that no table names, while the value also stands in one that does: only the search for what was found,
        /// and the leak gate, can know it there.
        case path, plainBody, reasonPhrase, note
        /// A relative URL, in a header field that is one, of a message to or from a host that is not Adobe's.
        case relative(String)
        /// What is no attribute of a cookie, behind one that is; the second of several path parameters.
        case cookieAttribute, pathParameter
        /// An element that no table names, in an element with user metadata.
        case metadataElement(String)
        /// A document of GraphQL in which a word in a secret place stands for the value.
        case graphQL(String)
        /// A code under a name that tells what it is, in a form, and as a word of the answer.
        case code(String)
        /// A header field of a list that only a recorder keeps.
        case recorded(String)
        /// A number less than zero among user metadata.
        case negativeNumber
        /// A token that is quoted in the answer as far as it goes.
        case cutOff
        /// The rows of the tables: a name in each of the structures that go by names.
        case header(String), parameter(String), field(String), member(String), numberMember(String)
        case element(String), attribute(String), elementOfSAML(String), elementOfToken(String)

        /// Those that are no rows.
        static let allCases: [Place] =
            [
                .authorization, .cookie, .query, .form, .requestJSON, .requestNumber, .multipart, .archiveMember,
                .archiveNumber, .archivePair, .archiveMessage, .setCookie, .challenge, .location, .link, .policy,
                .hiddenInput, .script, .answerJSON, .answerNumber, .unknownHeader, .path, .plainBody, .reasonPhrase,
                .note,
                .cookieAttribute, .pathParameter, .negativeNumber, .cutOff,
                .code("otp"), .code("sid"), .code("userId"), .code("deviceId"),
                .recorded("requestTrailers"), .recorded("responseTrailers"),
            ] + RedactionRows.headersOfURLs.map(Place.relative)
            + RedactionRows.elementsOfMetadata.map(Place.metadataElement) + RedactionRows.queries.map(Place.graphQL)

        /// One for each row of the tables that the redactor goes by, and of the page that they are made after.
        static let ofRows: [Place] = {
            let names = rows(RedactionRows.names, RedactionTables.secretNames)
            let parts = rows(RedactionRows.parts, RedactionTables.secretParts).map { "x-\($0)-y" }
            let headers = rows(RedactionRows.headers, RedactionTables.secretHeaders)
            return headers.map(Place.header)
                + names.flatMap {
                    [.parameter($0), .field($0), .member($0), .numberMember($0), .element($0), .attribute($0)]
                }
                + parts.flatMap { [.parameter($0), .member($0), .element($0)] }
                + RedactionRows.elementsOfSAML.map(Place.elementOfSAML)
                + RedactionRows.elementsOfToken.map(Place.elementOfToken)
        }()

        /// Both lists, each name once.
        private static func rows(_ page: [String], _ tables: [String]) -> [String] {
            page + tables.filter { !page.contains($0) }
        }

        /// Whether the value is a number.
        fileprivate var isNumber: Bool {
            switch self {
            case .requestNumber, .archiveNumber, .archivePair, .answerNumber, .numberMember, .negativeNumber: true
            default: false
            }
        }

        /// Whether it is a few letters and digits.
        fileprivate var isCode: Bool { if case .code = self { true } else { false } }

        /// Whether only its name tells that the value is secret: it must not look drawn by chance.
        fileprivate var isWord: Bool { !isNumber && !Self.drawnPlaces.contains(self) }

        private static let drawnPlaces = Set(allCases.prefix(20))

        /// Whether it is a document of GraphQL.
        fileprivate var isGraphQL: Bool { if case .graphQL = self { true } else { false } }

        /// Whether it is a row of the tables.
        fileprivate var isRow: Bool { !Self.allPlain.contains(self) }

        private static let allPlain = Set(allCases)

        /// Whether the redactor is certain of it, and must search for it everywhere.
        fileprivate var isSearched: Bool {
            switch self {
            case .path, .plainBody, .reasonPhrase, .note: true
            // The value also names a requestor there, which takes it for no secret anywhere else.
            case .header: false
            case .cookieAttribute, .pathParameter, .metadataElement, .graphQL, .cutOff: true
            default: isRow && !isNumber
            }
        }
    }

    let place: Place
    let value: String
    /// The exchange with the canary in it.
    let exchange: Exchange
    private let forms: [[UInt8]]

    /// Bodies that are longer are not built upon, but replaced.
    private static let longestBody = 16 * 1024

    /// A canary in a place that the exchange's bytes draw, of a row in one case of two; nil if its value stands there already.
    init?(in exchange: Exchange) {
        let digest = Self.digest(of: exchange)
        let places = digest >> 40 & 1 == 0 ? Place.allCases : Place.ofRows
        let first = Int(digest % UInt64(places.count))
        for index in places.indices {
            let place = places[(first + index) % places.count]
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
        let value = Self.value(digest, for: place)
        var soil = exchange
        // Elsewhere than at Adobe nearly everything is secret, whatever its name.
        let isAnywhere = place.isRow || place.isGraphQL
        if isAnywhere, digest >> 41 & 1 == 0 { soil.request.url = "https://api.auth.adobe.com/api/v1/checkauthn" }
        guard let planted = Self.planted(value, at: place, in: soil) else { return nil }
        self.place = place
        self.value = value
        self.exchange = planted.measured
        forms = Self.forms(of: Array(value.utf8))
        if stands(in: RedactionChecks.texts(of: exchange)) { return nil }
    }

    // MARK: What holds

    /// It is gone from what was made of its exchange.
    func requireGone(from redacted: Exchange) throws(PropertyFailure) {
        try require(!stands(in: redacted), "no-planted-secret-stays", "planted as \(place)")
    }

    /// The gate would find it, wherever it were left.
    func requireKnown(to gate: LeakGate) throws(PropertyFailure) {
        guard place.isSearched else { return }
        try require(!gate.scan(Array(value.utf8)).isEmpty, "gate-knows-a-planted-secret", "planted as \(place)")
    }

    // MARK: Values

    private static func digest(of exchange: Exchange) -> UInt64 {
        var digest = Digest()
        for text in RedactionChecks.texts(of: exchange) { digest.absorb(text) }
        return digest.value ^ digest.value >> 32
    }

    private static func value(_ digest: UInt64, for place: Place) -> String {
        switch place {
        case .negativeNumber: "-" + number(digest)
        // The gate compares the first 64 bytes of a secret.
        case .cutOff: text(digest) + "Zx" + text(~digest) + "Yw" + text(digest &* 3)
        case .code: code(digest)
        case _ where place.isNumber: number(digest)
        case _ where place.isWord: word(digest)
        default: text(digest)
        }
    }

    /// Of seven letters and digits: those of eight are searched for anyway.
    private static func code(_ digest: UInt64) -> String {
        let digits = String(digest & 0xF_FFFF, radix: 16)
        return "q7" + String(repeating: "x", count: 5 - digits.utf8.count) + digits
    }

    /// No Base64 of a text, since its first byte would be none of ASCII.
    private static func text(_ digest: UInt64) -> String {
        let digits = String(digest, radix: 16)
        return "qCanary9" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Of 11 to 19 digits.
    private static func number(_ digest: UInt64) -> String {
        let count = 10 + Int((digest >> 48) % 9)
        let digits = String(digest % 10_000_000_000)
        return "7" + String(repeating: "1", count: count - digits.utf8.count) + digits
    }

    /// A word of no language, in small letters: nothing but its place tells that it is secret.
    private static func word(_ digest: UInt64) -> String {
        let consonants = Array("bdfghklmnprstvwz")
        let vowels = Array("aeiou")
        return "canary"
            + (0..<12).map { index in
                let nibble = Int(digest >> UInt64(4 * index) & 15)
                return String([consonants[nibble], vowels[(nibble + index) % 5]])
            }.joined()
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
    ///
    /// That of a header field counts in this field only: where it names a requestor it is kept.
    func stands(in exchange: Exchange) -> Bool {
        guard case .header(let name) = place else { return stands(in: RedactionChecks.texts(of: exchange)) }
        return stands(in: exchange.request.headers.filter { $0.isNamed(name) }.map { Array($0.value.utf8) })
    }

    private func stands(in texts: [[UInt8]]) -> Bool {
        texts.contains { text in
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
        case .unknownHeader: result.request.headers.append(HeaderField("X-Canary", value))
        case .path, .plainBody, .reasonPhrase, .note:
            result.request.headers.append(HeaderField("Authorization", "Bearer \(value)"))
            return unnamed(value, at: place, in: result)
        case .header(let name):
            // A guess would be wrong: the same text names a requestor. That this field is secret is none.
            result.request.url = url(exchange.request.url, with: "requestor=\(value)")
            result.request.headers.append(HeaderField(name, value))
        case .parameter(let name): result.request.url = url(exchange.request.url, with: "\(name)=\(value)")
        case .field(let name):
            result.request.headers = typed(result.request.headers, "application/x-www-form-urlencoded")
            result.request.body = Array("\(name)=\(value)&x=1".utf8)
        case .member(let name):
            result.request.headers = typed(result.request.headers, "application/json")
            result.request.body = Array("{\"\(name)\":\"\(value)\",\"x\":1}".utf8)
        case .pathParameter:
            result.request.url = "https://sp.auth.adobe.com/watch;v=2;username=\(value);x?a=1"
        case .graphQL(let document):
            let text = JSONValue.string(document.replacing("canary", with: value))
            result.request.headers = typed(result.request.headers, "application/json")
            result.request.body = Array("{\"query\":\(text.serialized),\"x\":1}".utf8)
        case .relative(let name): return relative(value, in: name, result)
        case .code(let name):
            guard case .response(var response) = exchange.outcome else { return nil }
            result.request.url = "https://api.auth.adobe.com/api/v1/checkauthn"
            result.request.headers = typed(result.request.headers, "application/x-www-form-urlencoded")
            result.request.body = Array("\(name)=\(value)&x=1".utf8)
            response.headers = typed(response.headers, "text/plain")
            response.body = Array("This is \(value), and nothing else.".utf8)
            result.outcome = .response(response)
        case .recorded(let list):
            var entry = exchange.archiveEntry ?? JSONObject()
            let field: JSONObject = ["name": .string("X-Kite-Viewer"), "value": .string(value)]
            entry.members.append(JSONMember("_kinescope", .object([list: .array([.object(field)])])))
            result.archiveEntry = entry
        case .cutOff:
            guard case .response(var response) = exchange.outcome else { return nil }
            result.request.headers.append(HeaderField("Authorization", "Bearer \(value)-and-what-comes-behind-it"))
            response.headers = typed(response.headers, "text/plain")
            response.body = Array("the token \(value)... is too old".utf8)
            result.outcome = .response(response)
        case .numberMember, .element, .attribute, .elementOfSAML, .elementOfToken, .metadataElement, .negativeNumber:
            guard case .response(var response) = exchange.outcome else { return nil }
            let (type, body) = document(value, at: place)
            response.headers = typed(response.headers, type)
            response.body = Array(body.utf8)
            result.outcome = .response(response)
        case .setCookie, .cookieAttribute, .challenge, .location, .link, .policy, .hiddenInput, .script, .answerJSON,
            .answerNumber:
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

    /// The exchange with another host than Adobe's and a relative URL in a header field of one of its messages.
    private static func relative(_ value: String, in name: String, _ exchange: Exchange) -> Exchange? {
        var result = exchange
        result.request.url = "https://login.kite.example/sign/on"
        let url = "welcome?canary=\(value)"
        let field = HeaderField(name, name == "Refresh" ? "0; url=\(url)" : url)
        switch name {
        case "Referer", ":path": result.request.headers.append(field)
        default:
            guard case .response(var response) = result.outcome else { return nil }
            response.headers.append(field)
            result.outcome = .response(response)
        }
        return result
    }

    /// The exchange with the value in a place that no table names.
    private static func unnamed(_ value: String, at place: Place, in exchange: Exchange) -> Exchange? {
        var result = exchange
        if place == .path {
            result.request.url = "https://api.auth.adobe.com/api/v1/\(value)/config"
            return result
        }
        guard case .response(var response) = exchange.outcome else { return nil }
        switch place {
        case .reasonPhrase: response.reason = "No \(value) here"
        case .note:
            response.headers = typed(response.headers, "application/json")
            response.body = Array("{\"note\":\"there was \(value) before\"}".utf8)
        default:
            response.headers = typed(response.headers, "text/plain")
            response.body = Array("there was \(value), and something else".utf8)
        }
        result.outcome = .response(response)
        return result
    }

    /// An answer with the value in a structure that goes by names, and its type.
    private static func document(_ value: String, at place: Place) -> (type: String, body: String) {
        switch place {
        case .element(let name): ("application/xml", "<record><\(name)>\(value)</\(name)></record>")
        case .metadataElement(let name):
            ("application/xml", "<result><a>1</a><\(name)><canary>\(value)</canary></\(name)></result>")
        case .attribute(let name): ("application/xml", "<record \(name)=\"\(value)\"><a/></record>")
        case .elementOfSAML(let name):
            (
                "application/xml",
                "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"><\(name)>\(value)</\(name)></samlp:Response>"
            )
        case .elementOfToken(let name):
            (
                "text/plain",
                "<signatureInfo>AAAA<signatureInfo><simpleAuthenticationToken><\(name)>\(value)</\(name)></simpleAuthenticationToken>"
            )
        case .negativeNumber:
            ("application/json", "{\"updated\":1,\"data\":{\"a\":\(value),\"b\":\(negatives(value))}}")
        case .numberMember(let name): ("application/json", "{\"\(name)\":\(value),\"x\":1}")
        default: ("text/plain", value)
        }
    }

    /// More numbers like one: one in ten of them would come to begin with another digit than may be.
    private static func negatives(_ value: String) -> String {
        "[" + (1...9).map { "-\($0)\(value.dropFirst(2))" }.joined(separator: ",") + "]"
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
        case .cookieAttribute: HeaderField("Set-Cookie", "seen=1; Path=/; viewer=\(value); Secure")
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

extension Exchange {
    /// The exchange with a right length stated of each body, whatever was stated before.
    fileprivate var measured: Exchange {
        var result = self
        result.request.headers = measured(request.headers, request.body)
        if case .response(var response) = outcome {
            response.headers = measured(response.headers, response.body)
            result.outcome = .response(response)
        }
        return result
    }

    private func measured(_ headers: HeaderFields, _ body: [UInt8]?) -> HeaderFields {
        guard let body else { return headers }
        return headers.filter { !$0.isNamed("Content-Length") } + [HeaderField("Content-Length", "\(body.count)")]
    }
}
