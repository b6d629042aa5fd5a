import Documents
import Exchanges

/// The names and values of a request's body, form or JSON.
struct RequestBody {
    let fields: [(name: String, value: String)]
    /// The arrays of a JSON body, with the texts in each.
    private(set) var lists: [(name: String, values: [String])] = []

    /// The fields of the body; none if it is longer than ``PassRequest/recognizedBodyBytes``.
    init(of request: HTTPRequest) {
        guard let body = request.body, body.count <= PassRequest.recognizedBodyBytes,
            let first = body.first(where: { !isWhiteSpace($0) }), Self.canHoldFields(request, first)
        else {
            fields = []
            return
        }
        if first == UInt8(ascii: "{") {
            let members = (try? JSONValue(parsing: body))?.object?.members ?? []
            fields = members.prefix(PassRequest.recognizedFields).compactMap { member in
                member.value.scalarText.map { (member.key, $0) }
            }
            lists = members.prefix(PassRequest.recognizedFields).compactMap { member in
                member.value.array.map { elements in
                    (member.key, elements.prefix(PassRequest.recognizedFields).compactMap(\.scalarText))
                }
            }
        } else {
            let end = body.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } ?? body.startIndex
            fields = FormField.parse(String(decoding: body[...end], as: UTF8.self))
                .prefix(PassRequest.recognizedFields)
                .filter { !$0.isEmpty }.map { ($0.name, $0.value) }
        }
    }

    /// Checks whether the body can be a form or JSON; some clients omit the type.
    static func canHoldFields(_ request: HTTPRequest, _ first: UInt8) -> Bool {
        let type = Array((request.headers[first: "Content-Type"] ?? "").lowercased().utf8)
        return first != UInt8(ascii: "<")
            && !["multipart/", "octet-stream", "xml"].contains { type.firstIndex(of: Array($0.utf8)) != nil }
    }

    /// The request's method, or what `_method` in the form of a POST says it is.
    func effectiveMethod(of request: HTTPRequest) -> String {
        let method = Self.capital(request.method)
        guard ExactText(method) == "POST", let override = fields.first(where: { ExactText($0.name) == "_method" })
        else {
            return method
        }
        return Self.capital(override.value)
    }

    /// In capital letters of ASCII: for Unicode `ſ` is a small `S`, for HTTP it is none.
    private static func capital(_ method: String) -> String {
        String(decoding: method.utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
    }
}

extension JSONValue {
    /// A string, number or truth value as text.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
