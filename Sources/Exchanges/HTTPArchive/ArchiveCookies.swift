import Documents

/// The cookies that HAR lists a second time beside the header fields they came in.
enum ArchiveCookies {
    /// The names and values of the `Cookie` header fields, as written.
    static func sent(in headers: HeaderFields) -> [HeaderField] {
        var cookies: [HeaderField] = []
        for field in headers where field.isNamed("cookie") {
            for part in field.value.split(separator: ";") {
                let pair = part.drop { $0 == " " || $0 == "\t" }
                guard !pair.isEmpty else { continue }
                let equals = pair.firstIndex(of: "=") ?? pair.endIndex
                cookies.append(HeaderField(String(pair[..<equals]), String(pair[equals...].dropFirst())))
            }
        }
        return cookies
    }

    /// The cookies of the `Set-Cookie` header fields, as mitmproxy lists them.
    static func set(in headers: HeaderFields) -> JSONValue {
        var cookies: [JSONValue] = []
        for field in headers where field.isNamed("set-cookie") {
            var attributes: [(name: Substring, value: Substring)] = []
            for part in field.value.split(separator: ";") {
                let pair = part.drop { $0 == " " || $0 == "\t" }
                let equals = pair.firstIndex(of: "=") ?? pair.endIndex
                attributes.append((pair[..<equals], pair[equals...].dropFirst()))
            }
            guard let cookie = attributes.first else { continue }
            func value(_ name: String) -> String? {
                attributes.dropFirst().last { $0.name.lowercased() == name }.map { String($0.value) }
            }
            let object: JSONObject = [
                "name": .string(String(cookie.name)),
                "value": .string(String(cookie.value)),
                "path": .string(value("path") ?? "/"),
                "domain": .string(value("domain") ?? ""),
                "httpOnly": .bool(value("httponly") != nil),
                "secure": .bool(value("secure") != nil),
            ]
            cookies.append(.object(object))
        }
        return .array(cookies)
    }
}
