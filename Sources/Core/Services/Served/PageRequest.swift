import Documents
import Exchanges
import PassAPI

/// A request that is no operation of Adobe Pass, taken apart: by method and URL it is found, its client's own values are held
/// against the recorded ones.
struct PageRequest: Hashable, Sendable {
    /// The method, as written.
    @ExactText var method: String
    /// `https`, in small letters; empty if the URL has none.
    @ExactText var scheme: String
    /// Host and port, in small letters, without a port that is the scheme's default.
    @ExactText var authority: String
    /// The path, cut at its slashes, as written.
    var segments: [ExactText]
    /// The fields of the query by their names, the names decoded and the values escaped in one way: how they are, and in what order
    /// they come, is the client's affair.
    var query: [Field]
    /// The fields of the body and the headers, decoded.
    var others: [Field]
    /// The fields of the body as they are compared; nil outside Adobe's hosts, where no body is.
    var content: [BodyField]?

    /// A named value.
    struct Field: Hashable, Sendable {
        @ExactText var name: String
        @ExactText var value: String

        init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The parts of a request.
    init(_ request: HTTPRequest) {
        let parts = URLParts(request.url)
        let host = parts.hostAndPort
        (segments, query) = (Self.segments(of: parts), Self.query(of: parts))
        others = PassRequest.bodyFields(of: request).map { Field($0.name, $0.value) }
        others += request.headers.compactMap { header in
            if header.isNamed("Authorization") {
                guard case .bearer(let token) = AuthorizationHeader(header.value) else { return nil }
                return Field("Authorization", token)
            }
            return Self.passedOver.contains { header.isNamed($0) } ? nil : Field(header.name.lowercased(), header.value)
        }
        content = ServiceEnvironment.isAdobe(host: host) ? BodyField.fields(of: request) : nil
        (method, scheme, authority) = (request.method, parts.scheme.lowercased(), host)
    }

    /// The same request as if it went to `url`.
    func moved(to url: String) -> PageRequest {
        let parts = URLParts(url)
        var page = self
        (page.segments, page.query) = (Self.segments(of: parts), Self.query(of: parts))
        (page.scheme, page.authority) = (parts.scheme.lowercased(), parts.hostAndPort)
        return page
    }

    private static func segments(of url: URLParts) -> [ExactText] {
        url.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            ExactText(String(Substring($0)))
        }
    }

    private static func query(of url: URLParts) -> [Field] {
        // What has no name is a value: a redactor replaces it as one, and a name would be a part of the shape.
        // Nothing between two ampersands, or behind the last, is no field.
        FormField.parse(url.query ?? "").filter { !$0.rawName.isEmpty || $0.rawValue != nil }.map { field in
            field.rawValue.map { Field(field.name, written($0)) } ?? Field("", written(field.rawName))
        }
        .enumerated()
        .sorted { one, other in
            one.element.$name == other.element.$name
                ? one.offset < other.offset
                : one.element.name.utf8.lexicographicallyPrecedes(other.element.name.utf8)
        }
        .map(\.element)
    }

    /// The header fields that no client has for values of its own.
    private static let passedOver = [
        "Cookie", "Referer", "Origin", "Host", "User-Agent", "Content-Type", "Content-Length",
    ]

    /// What is the same in requests that differ in values alone: the method, the host, the length of the path, the names in
    /// the query.
    var shape: String {
        "\(method) \(authority) \(segments.count) " + query.map(\.name).joined(separator: "&")
    }

    /// The method and the URL without its scheme and fragment.
    var address: String {
        "\(method) \(authority)" + segments.map(\.wrappedValue).joined(separator: "/") + "?"
            + query.map { $0.name + "=" + $0.value }.joined(separator: "&")
    }

    /// The values by the place where they stand, decoded once.
    ///
    /// `path 3` is the third segment of the path; of a query, body or header it is the field's name.
    func forEachField(_ body: (_ place: Place, _ value: String) -> Void) {
        for (index, segment) in segments.enumerated() where !segment.wrappedValue.isEmpty {
            body(.path(index), PercentEncoding.decode(segment.wrappedValue))
        }
        for (index, field) in query.enumerated() where !field.value.isEmpty {
            body(.query(index, field.$name), PercentEncoding.decode(field.value))
        }
        for field in others where !field.value.isEmpty { body(.other(field.$name), field.value) }
    }

    /// A value of a query as it is compared, however it was escaped.
    ///
    /// A plus sign is a space, as forms have it, but in Base64, where it often is not escaped.
    private static func written(_ raw: String) -> String {
        let plain = PercentEncoding.decode(raw)
        let isForm =
            raw.utf8.contains(UInt8(ascii: "+")) && (plain.utf8.count < 16 || (try? Base64.decode(plain)) == nil)
        return PercentEncoding.component(isForm ? PercentEncoding.decodeForm(raw) : plain)
    }

    /// The name of a field of a query for a person; what has none is called by where it stands.
    fileprivate static func shown(_ name: ExactText) -> String {
        name.wrappedValue.isEmpty ? "query" : name.wrappedValue
    }

    /// The place of a value.
    enum Place: Hashable, Sendable {
        case path(Int)
        case query(Int, ExactText)
        case other(ExactText)

        /// Its name for a person and for a program.
        var name: String {
            switch self {
            case .path(let index): "path \(index)"
            case .query(_, let name): PageRequest.shown(name)
            case .other(let name): name.wrappedValue
            }
        }
    }

    /// The value at a place, decoded once; nil if there is none.
    func value(at place: Place) -> String? {
        switch place {
        case .path(let index):
            segments.indices.contains(index) ? PercentEncoding.decode(segments[index].wrappedValue) : nil
        case .query(let index, let name):
            query.indices.contains(index) && query[index].$name == name
                ? PercentEncoding.decode(query[index].value) : nil
        case .other(let name):
            others.first { $0.$name == name }?.value
        }
    }

    /// The fields in which the address differs from that of a recorded request; `isAtPath` where the path is the same for whoever
    /// sends it.
    func differences(from recorded: PageRequest, isAtPath: Bool) -> [FieldDifference] {
        var found: [FieldDifference] = []
        func compare(_ name: String, _ old: String?, _ new: String?) {
            if ExactText(old) != ExactText(new) { found.append(FieldDifference(name, recorded: old, replayed: new)) }
        }
        compare("method", recorded.method, method)
        compare("host", recorded.authority, authority)
        if !isAtPath { compare("path", recorded.path, path) }
        var seen: Set<ExactText> = []
        for name in (recorded.query + query).map(\.$name) where seen.insert(name).inserted {
            let (old, new) = (recorded.value(named: name), value(named: name))
            compare(Self.shown(name), old, new)
        }
        return found
    }

    private var path: String { segments.map(\.wrappedValue).joined(separator: "/") }

    private func value(named name: ExactText) -> String? {
        let values = query.filter { $0.$name == name }.map { PercentEncoding.decode($0.value) }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
