import Documents

/// The cookies that HAR lists a second time beside the header fields they came in.
enum HARCookies {
    /// The names and values of the `Cookie` header fields, as written.
    static func sent(in headers: HeaderFields) -> [HeaderField] {
        headers.filter { $0.isNamed("cookie") }.flatMap { field in
            parts(of: field.value).filter { !$0.isEmpty }.map { HeaderField($0.name, $0.value) }
        }
    }

    /// The cookies of the `Set-Cookie` header fields, as mitmproxy lists them.
    static func set(in headers: HeaderFields) -> JSONValue {
        var cookies: [JSONValue] = []
        for field in headers where field.isNamed("set-cookie") {
            let parts = parts(of: field.value)
            guard let cookie = parts.first else { continue }
            func value(_ name: String) -> String? {
                parts.dropFirst().last { sameLetters($0.name, name) }?.value
            }
            let object: JSONObject = [
                "name": .string(cookie.name),
                "value": .string(cookie.value),
                "path": .string(value("path") ?? "/"),
                "domain": .string(value("domain") ?? ""),
                "httpOnly": .bool(value("httponly") != nil),
                "secure": .bool(value("secure") != nil),
            ]
            cookies.append(.object(object))
        }
        return .array(cookies)
    }

    private struct Part {
        var name: String
        var value: String
        /// Nothing but blanks between two semicolons.
        var isEmpty: Bool
    }

    /// Returns the parts between semicolons, split at the first equals sign; by bytes, as peers read it.
    private static func parts(of text: String) -> [Part] {
        text.utf8.split(separator: UInt8(ascii: ";")).map { part in
            let pair = part.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return Part(
                name: String(Substring(pair[..<equals])),
                value: String(Substring(pair[equals...].dropFirst())),
                isEmpty: pair.isEmpty
            )
        }
    }
}
