import FuzzReadings
import Documents
import Exchanges
import Redaction
import VirtualTime

/// A secret that the redactor is not asked about: planted where secrets stand, it must be gone from what is redacted.
///
/// The secret scanner knows only what the redactor found. This value is known beforehand, and so is its place; the
/// bytes of the exchange draw both, so that an input that shows a fault shows it again.
struct RedactionCanary {
    /// The places where it is planted.
    enum Place: Hashable, CaseIterable {
        case authorization, cookie, query, form, requestJSON, requestNumber, multipart
        case archiveMember, archiveNumber, archivePair, archiveMessage
        case setCookie, challenge, location, link, policy, hiddenInput, script, answerJSON, answerNumber
        /// A header field that no table names.
        case unknownHeader
        /// A place that no table names, while the value also stands in one that does: only the search for what was
        /// found, and the secret scanner, can know it there.
        case path, plainBody, reasonPhrase, note
        /// A relative URL, in a header field that is one, of a message to or from a host that is not Adobe's.
        case relative(String)
        /// A part that is not an attribute of a cookie, behind one that is; the second of several path parameters.
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
        /// A page and its script, in which the value is written in another way, while it also stands in a place of its
        /// own.
        case written(Way)
        /// The rows of the tables: a name in each of the structures that go by names.
        case header(String), parameter(String), field(String), member(String), numberMember(String)
        case element(String), attribute(String), elementOfSAML(String), elementOfToken(String)

        /// Those that are no rows.
        static let allCases: [Place] =
            everywhere + [
                .unknownHeader, .path, .plainBody, .reasonPhrase, .note, .cookieAttribute, .pathParameter,
                .negativeNumber, .cutOff, .written(.percent), .written(.reference), .written(.escape),
                .written(.hexadecimal), .written(.base64),
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

        /// True if the value is a number.
        fileprivate var isNumber: Bool {
            switch self {
            case .requestNumber, .archiveNumber, .archivePair, .answerNumber, .numberMember, .negativeNumber: true
            default: false
            }
        }

        /// True if only its name shows that the value is secret: it must not look random.
        fileprivate var isWord: Bool { !isNumber && !Self.everywhere.contains(self) }

        /// Those that the tables' rules know whatever name stands there.
        private static let everywhere: [Place] = [
            .authorization, .cookie, .query, .form, .requestJSON, .requestNumber, .multipart, .archiveMember,
            .archiveNumber, .archivePair, .archiveMessage, .setCookie, .challenge, .location, .link, .policy,
            .hiddenInput, .script, .answerJSON, .answerNumber,
        ]

        /// True if it is a document of GraphQL.
        fileprivate var isGraphQL: Bool { if case .graphQL = self { true } else { false } }

        /// True if it is a row of the tables.
        fileprivate var isRow: Bool { !Self.allPlain.contains(self) }

        private static let allPlain = Set(allCases)

        /// True if the redactor is certain of it, and must search for it everywhere.
        fileprivate var isSearched: Bool {
            switch self {
            case .path, .plainBody, .reasonPhrase, .note: true
            // The value also names a requestor there, which takes it for no secret anywhere else.
            case .header: false
            case .cookieAttribute, .pathParameter, .metadataElement, .graphQL, .cutOff, .written: true
            default: isRow && !isNumber
            }
        }
    }

    /// The ways in which it may be written where no rule looks for it.
    enum Way: Hashable, CaseIterable {
        case percent, reference, escape, hexadecimal, base64

        func callAsFunction(_ value: String) -> String {
            func escaped(_ before: String, _ radix: Int, _ after: String = "") -> String {
                value.utf8.map { before + String($0, radix: radix) + after }.joined()
            }
            return switch self {
            case .percent: escaped("%", 16)
            case .reference: escaped("&#", 10, ";")
            case .escape: escaped("\\u00", 16)
            case .hexadecimal: escaped("", 16)
            case .base64: Base64.encode(Array(value.utf8))
            }
        }
    }

    let place: Place
    let value: String
    /// The exchange with the canary in it.
    let exchange: Exchange
    private let forms: [[UInt8]]

    /// Bodies that are longer are not built upon, but replaced.
    static let longestBody = 16 * 1024

    /// A canary in a place that the exchange's bytes draw, of a row in one case of two; nil if its value stands there
    /// already.
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
    func requireKnown(to gate: SecretScanner) throws(PropertyFailure) {
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

    /// The value itself, as it is written with escapes throughout, and what certainly stands in Base64 of it behind no,
    /// one and two other bytes.
    private static func forms(of value: [UInt8]) -> [[UInt8]] {
        let text = String(decoding: value, as: UTF8.self)
        var forms = [value] + Way.allCases.filter { $0 != .base64 }.map { Array($0(text).utf8) }
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

    /// Checks whether the canary is in any text of the exchange: as it is, with escapes, in hexadecimal or in Base64.
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
