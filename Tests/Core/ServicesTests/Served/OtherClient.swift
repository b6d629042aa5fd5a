import Checkout
import Exchanges
import Foundation
import Testing

/// Another client of a recording: it makes the recorded requests with other values in place of what is the recorded client's own,
/// in whatever spelling they stand.
///
/// It finds and replaces texts, and knows nothing of operations.
struct OtherClient {
    /// The recorded values and its own, the longest first.
    var pairs: [(old: String, new: String)]

    init(_ values: [String: String]) {
        pairs = values.map { (old: $0.key, new: $0.value) }.sorted { one, other in
            one.old.count != other.old.count ? one.old.count > other.old.count : one.old < other.old
        }
    }

    /// The client that has another value for each device, code, token, client and redirect that the requests of `exchanges` name.
    init(besides exchanges: [Exchange], step: UInt8 = 1) {
        var values: [String: String] = [:]
        for text in exchanges.flatMap({ Self.texts(of: $0.request) + [$0.response.map(Self.body) ?? ""] }) {
            for name in ["fingerprint", "code", "access_token", "client_id", "client_secret"] {
                for value in Self.matches(#""\#(name)": ?"([^"]{4,})""#, in: text) where !value.contains(" ") {
                    values[value] = Self.shifted(value, by: step)
                }
            }
            for name in ["deviceId", "device_id", "reg_code", "client_id", "client_secret", "access_token"] {
                for value in Self.matches(#"(?:^|[?&])\#(name)=([^&]{4,})"#, in: text) {
                    let value = value.removingPercentEncoding ?? value
                    values[value] = Self.shifted(value, by: step)
                }
            }
            for name in ["redirect_url", "redirectUrl"] {
                for value in Self.matches(#"(?:^|[?&])\#(name)=([^&]+)"#, in: text) {
                    let value = value.removingPercentEncoding ?? value
                    values[value] =
                        "other-\(step)://back.example/\(values.count)?a=b" + (value.contains("&") ? "&c=\(step)" : "")
                }
            }
        }
        for header in exchanges.flatMap(\.request.headers) {
            let value = header.value
            if header.isNamed("AP-Device-Identifier") {
                values[value] = "fingerprint " + Self.shifted(String(value.dropFirst(12)), by: step)
            }
            if value.hasPrefix("Bearer ") {
                values[String(value.dropFirst(7))] = Self.shifted(String(value.dropFirst(7)), by: step)
            }
        }
        // A value made of another one follows it.
        let encoded = Set(values.keys.map { Data($0.utf8).base64EncodedString() })
        self.init(values.filter { !encoded.contains($0.key) })
    }

    // MARK: Replacing

    func request(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.url = replaced(request.url)
        for index in request.headers.indices { request.headers[index].value = replaced(request.headers[index].value) }
        request.body = request.body.map { Array(replaced(String(decoding: $0, as: UTF8.self)).utf8) }
        return request
    }

    /// The response with the values of `seen` replaced; a length that was right stays right.
    func response(_ response: HTTPResponse, seen: Set<String>) -> HTTPResponse {
        let known = OtherClient(
            Dictionary(uniqueKeysWithValues: pairs.filter { seen.contains($0.old) }.map { ($0.old, $0.new) })
        )
        var response = response
        let length = response.body?.count
        response.body = response.body.map { Array(known.replaced(String(decoding: $0, as: UTF8.self)).utf8) }
        for index in response.headers.indices {
            let field = response.headers[index]
            response.headers[index].value =
                field.isNamed("Content-Length") && Int(field.value) == length
                ? String(response.body?.count ?? 0) : known.replaced(field.value)
        }
        return response
    }

    /// The recorded values that a request names, in whatever spelling.
    func seen(in request: HTTPRequest) -> Set<String> {
        let texts = Self.texts(of: request)
        return Set(
            pairs.map(\.old).filter { old in
                let alone = OtherClient([old: "\u{1}"])
                return texts.contains { alone.replaced($0) != $0 }
            }
        )
    }

    func replaced(_ text: String) -> String {
        var text = text
        var marks: [String] = []
        for (old, new) in pairs {
            for (spelled, other) in Self.spellings(old, new) where text.contains(spelled) {
                let mark = "\u{2}\(marks.count)\u{3}"
                marks.append(other)
                text = Self.replaceWords(spelled, by: mark, in: text)
            }
        }
        text = replacedBase64(text)
        for (index, other) in marks.enumerated() {
            text = text.replacingOccurrences(of: "\u{2}\(index)\u{3}", with: other)
        }
        return text
    }

    private static func spellings(_ old: String, _ new: String) -> [(String, String)] {
        let form = { (text: String) in percent(text).replacingOccurrences(of: "%20", with: "+") }
        let markup = { (text: String) in text.replacingOccurrences(of: "&", with: "&amp;") }
        let json = { (text: String) in text.replacingOccurrences(of: "/", with: "\\/") }
        var found: [(String, String)] = []
        for spell in [{ $0 }, percent, form, markup, json, { percent(percent($0)) }] as [(String) -> String] {
            if !found.contains(where: { $0.0 == spell(old) }) { found.append((spell(old), spell(new))) }
        }
        return found
    }

    private static func percent(_ text: String) -> String {
        let kept = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: kept) ?? text
    }

    private static func replaceWords(_ word: String, by mark: String, in text: String) -> String {
        let pattern =
            "(?<![A-Za-z0-9])(?:(?<=%[0-9A-Fa-f]{2})|)" + NSRegularExpression.escapedPattern(for: word)
            + "(?![A-Za-z0-9])"
        let loose = "(?<=%[0-9A-Fa-f]{2})" + NSRegularExpression.escapedPattern(for: word) + "(?![A-Za-z0-9])"
        return [pattern, loose].reduce(text) { text, pattern in
            text.replacingOccurrences(
                of: pattern,
                with: NSRegularExpression.escapedTemplate(for: mark),
                options: .regularExpression
            )
        }
    }

    /// Each word that is Base64 of a text with a value in it.
    private func replacedBase64(_ text: String) -> String {
        let words = Self.matches("([A-Za-z0-9_+/-]{8,}(?:%[23][BFD]|[A-Za-z0-9_+/-])*(?:=|%3D){0,2})", in: text)
        return Set(words).sorted { $0.count > $1.count }.reduce(text) { text, word in
            let plain = word.replacingOccurrences(of: "%2B", with: "+").replacingOccurrences(of: "%2F", with: "/")
                .replacingOccurrences(of: "%3D", with: "=")
            let digits = plain.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
                .replacingOccurrences(of: "=", with: "")
            let padded = digits + String(repeating: "=", count: (4 - digits.count % 4) % 4)
            guard let data = Data(base64Encoded: padded), let inner = String(data: data, encoding: .utf8) else {
                return text
            }
            let changed = replaced(inner)
            guard changed != inner else { return text }
            var other = Data(changed.utf8).base64EncodedString()
            if !plain.hasSuffix("="), plain.count % 4 != 0 { other = other.replacingOccurrences(of: "=", with: "") }
            if plain.contains("-") || plain.contains("_") {
                other = other.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            }
            return text.replacingOccurrences(of: word, with: word == plain ? other : Self.percent(other))
        }
    }

    // MARK: Texts

    static func texts(of request: HTTPRequest) -> [String] {
        [request.url, String(decoding: request.body ?? [], as: UTF8.self)] + request.headers.map(\.value)
    }

    private static func body(_ response: HTTPResponse) -> String {
        String(decoding: response.body ?? [], as: UTF8.self)
    }

    private static func matches(_ pattern: String, in text: String) -> [String] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
            Range($0.range(at: 1), in: text).map { String(text[$0]) }
        }
    }

    /// Each letter and digit `step` places further in its alphabet.
    static func shifted(_ text: String, by step: UInt8) -> String {
        String(
            decoding: text.utf8.map { byte in
                switch byte {
                case 0x30...0x39: 0x30 + (byte - 0x30 + step) % 10
                case 0x41...0x5A: 0x41 + (byte - 0x41 + step) % 26
                case 0x61...0x7A: 0x61 + (byte - 0x61 + step) % 26
                default: byte
                }
            },
            as: UTF8.self
        )
    }
}

/// A bundled capture.
struct BundledCapture: CustomTestStringConvertible, Sendable {
    var path: String

    static let all = Checkout.files(below: "Recordings", suffix: ".har").map { BundledCapture(path: $0) }

    var testDescription: String { path }
    /// Its name without folder and suffix.
    var name: String { String((path.split(separator: "/").last ?? "").dropLast(4)) }

    func exchanges() throws -> [Exchange] { try HAR.recording(parsing: Checkout.bytes(of: path)).exchanges }
}
