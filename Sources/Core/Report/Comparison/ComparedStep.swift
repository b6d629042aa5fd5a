import Documents
public import Exchanges
import PassAPI
public import SubscriberAccount
import Tokens
import VirtualTime

/// An exchange or a VSA call as two recordings can be compared by it.
public struct ComparedStep: Sendable {
    /// What it is.
    public enum Kind: String, Hashable, Sendable {
        case exchange
        case vsaCall
    }

    /// What it is.
    public let kind: Kind
    /// Its place among its kind, from 1.
    public let ordinal: Int
    /// What it is called.
    public let name: String

    /// What it asks about, without what differs from device to device.
    let key: String
    /// How it ended, in a word.
    let ending: String
    /// How it ended, for people and for programs: an exchange without a response has no status.
    var endingValue: DifferingValue {
        guard kind == .exchange else { return DifferingValue(ending) }
        return DifferingValue(ending, Int(ending).map { .count($0) } ?? .null)
    }
    let request: PassRequest?
    private let redactedRequest: PassRequest?
    let fields: [ComparedField]

    /// Checks whether a parameter of the request has a pseudonym.
    func hasPseudonym(for parameter: String) -> Bool {
        redactedRequest.map { ExactText($0[parameter]) != ExactText(request?[parameter]) } ?? false
    }

    /// The faults in how the SAML response of a token exchange was sent; nil if there is no response.
    var samlTransport: DifferingValue? {
        guard let request, request.operation == .exchangeToken, let value = request["SAMLResponse"] else { return nil }
        let faults = SAMLTransportFault.all(in: value)
        let text = faults.isEmpty ? "sent as documented" : "suspicious: " + faults.map(\.name).joined(separator: ", ")
        return DifferingValue(text, .texts(faults.map(\.code)))
    }

    /// The exchange called `name`.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - name: what it is called.
    ///   - redactedAgain: of a recording whose secrets were replaced, the exchange with secrets replaced once more: what
    ///     that changes is a pseudonym.
    public init(_ exchange: Exchange, name: String, redactedAgain: Exchange? = nil) {
        kind = .exchange
        ordinal = exchange.ordinal
        self.name = name
        request = PassRequest(recognizing: exchange.request)
        redactedRequest = redactedAgain.flatMap { PassRequest(recognizing: $0.request) }
        switch exchange.outcome {
        case .response(let response):
            ending = "\(response.status)"
            fields =
                ComparedField.fields(
                    of: response.body,
                    redactedAgain: redactedAgain?.response?.body,
                    at: exchange.endedAt
                ) + ComparedField.expirations(of: exchange, request)
        case .failure(let reason):
            ending = "no response: \(reason)"
            fields = []
        }
        if let request {
            let subjects = [request.requestor, request.mvpd, request.resource].map { $0 ?? "" }
            key = "\(request.operation.rawValue) \(subjects)"
        } else {
            let url = URLParts(exchange.request.url)
            key = "\(exchange.request.method) \(url.host) \(url.path)"
        }
    }

    /// The VSA call.
    ///
    /// - Parameters:
    ///   - response: the call.
    ///   - redactedAgain: the same with its secrets replaced once more, as of an exchange.
    public init(_ response: VSACall, redactedAgain: VSACall? = nil) {
        kind = .vsaCall
        ordinal = response.ordinal
        (request, redactedRequest) = (nil, nil)
        let line = Self.line(of: response)
        name = line["call"]?.string ?? ""
        key = name
        ending = line["error"]?.object.map { _ in "error" } ?? line["accessStatus"]?.string ?? "metadata"
        let own = ComparedField.fields(of: .object(line), at: response.answeredAt)
        let again = redactedAgain.map { ComparedField.fields(of: .object(Self.line(of: $0)), at: $0.answeredAt) }
        fields = again.map { ComparedField.marking(own, by: $0) } ?? own
    }

    /// The line of a VSA log without when it was.
    private static func line(of call: VSACall) -> JSONObject {
        var line = (try? JSONValue(parsing: Array(VSALog.line(for: call).utf8)))?.object ?? JSONObject()
        line["at"] = nil
        return line
    }
}

extension SAMLTransportFault {
    /// The code that JSON has.
    fileprivate var code: String {
        switch self {
        case .encodedTwice: "encodedTwice"
        case .wrappedBase64: "wrappedBase64"
        case .notNormalized: "notNormalized"
        }
    }

    /// The fault in a few words.
    fileprivate var name: String {
        switch self {
        case .encodedTwice: "percent-encoded twice"
        case .wrappedBase64: "Base64 wrapped in lines"
        case .notNormalized: "not normalized (line feeds, tabs or outer white space)"
        }
    }
}

/// A named value within a message.
struct ComparedField: Hashable, Sendable {
    var name: String
    var value: ComparedValue
    /// The text as it is in the message; nil where there is none, as of `null`.
    var written: String?

    init(name: String, value: ComparedValue) { (self.name, self.value) = (name, value) }

    private init(_ name: String, _ text: String, under label: String, at instant: Instant) {
        (self.name, written) = (name, text)
        value = ComparedValue(text, under: label, at: instant)
    }

    /// The values in a body; those that are others in the same one with its secrets replaced once more are pseudonyms.
    static func fields(of body: [UInt8]?, redactedAgain: [UInt8]?, at instant: Instant) -> [ComparedField] {
        let fields = fields(of: body, at: instant)
        guard let redactedAgain else { return fields }
        return marking(fields, by: self.fields(of: redactedAgain, at: instant))
    }

    /// The fields of which those are pseudonyms that are others in the same message with its secrets replaced once more.
    static func marking(_ fields: [ComparedField], by others: [ComparedField]) -> [ComparedField] {
        guard others.count == fields.count else { return fields }
        return zip(fields, others).map { field, other in
            // Whatever it looks like: a number may look like a time.
            guard let text = field.written, let again = other.written, ExactText(text) != again else { return field }
            return ComparedField(name: field.name, value: .pseudonym(text))
        }
    }

    /// The values in a body: those of JSON and XML by path, any other as a whole.
    static func fields(of body: [UInt8]?, at instant: Instant) -> [ComparedField] {
        guard let body, let first = body.first(where: { !($0 == 0x20 || (0x09...0x0D).contains($0)) }) else {
            return []
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let value = try? JSONValue(parsing: body) {
            return fields(of: value, at: instant)
        }
        if first == UInt8(ascii: "<"), let document = try? XMLDocument(parsing: body) {
            var fields: [ComparedField] = []
            collect(document.root, path: document.root.name.local, at: instant, into: &fields)
            return fields
        }
        let text = String(validating: body, as: UTF8.self) ?? Base64.encode(body)
        // Markup that is no XML, such as a token with its unclosed tag or a login page, is compared as a whole.
        var field = ComparedField("body", text, under: "body", at: instant)
        if first == UInt8(ascii: "<") { field.value = .opaque(text) }
        return [field]
    }

    /// When what the response gives out expires, where that is no field of its own: in a token's text, or as a
    /// lifetime.
    static func expirations(of exchange: Exchange, _ request: PassRequest?) -> [ComparedField] {
        guard let request, let response = PassResponse(of: exchange, for: request.operation) else { return [] }
        return response.grants(of: request.operation)
            .compactMap { grant in
                guard let expires = grant.expires, let field = grant.issue.expires, field.form != .milliseconds else {
                    return nil
                }
                return ComparedField(
                    name: "\(grant.issue.kind.rawValue.camelCased).\(field.name)",
                    value: .time(expires, from: exchange.endedAt)
                )
            }
    }

    static func fields(of value: JSONValue, at instant: Instant) -> [ComparedField] {
        var fields: [ComparedField] = []
        collect(value, path: "", name: "", at: instant, into: &fields)
        return fields
    }

    private static func collect(
        _ value: JSONValue,
        path: String,
        name: String,
        at instant: Instant,
        into fields: inout [ComparedField]
    ) {
        switch value {
        case .object(let object) where !object.members.isEmpty:
            for member in object.members {
                collect(
                    member.value,
                    path: FieldPath.joining(path, member.key),
                    name: member.key,
                    at: instant,
                    into: &fields
                )
            }
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() {
                collect(element, path: FieldPath.joining(path, index: index), name: name, at: instant, into: &fields)
            }
        case .string(let text):
            fields.append(ComparedField(path, text, under: name, at: instant))
        case .number(let number):
            fields.append(ComparedField(path, number.text, under: name, at: instant))
        default:
            fields.append(ComparedField(name: path, value: .plain(value.serialized)))
        }
    }

    private static func collect(
        _ element: XMLElement,
        path: String,
        at instant: Instant,
        into fields: inout [ComparedField]
    ) {
        for attribute in element.attributes {
            let name = attribute.name.local
            fields.append(ComparedField("\(path)@\(name)", attribute.value, under: name, at: instant))
        }
        let children = element.elements
        var twins: [String: Int] = [:]
        for child in children {
            let count = twins[child.name.local, default: 0]
            twins[child.name.local] = count + 1
            let label = child.name.local + (count > 0 ? "[\(count)]" : "")
            collect(child, path: FieldPath.joining(path, label, separator: "/"), at: instant, into: &fields)
        }
        if children.isEmpty {
            fields.append(ComparedField(path, element.text, under: element.name.local, at: instant))
        }
    }
}
