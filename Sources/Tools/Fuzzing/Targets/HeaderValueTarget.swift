import Documents
import Exchanges
import FuzzReadings
import PassAPI
import VirtualTime

extension FuzzTarget {
    /// Values of the headers of REST API V2: the first line names the header, the value follows.
    public static let headerValue = FuzzTarget(
        "HeaderValue",
        maximumBytes: 64 * 1024,
        check: { input throws(PropertyFailure) in try HeaderValueChecks.check(HeaderValueInput(input)) },
        mutate: HeaderValueInput.mutated
    )
}

/// An input taken apart: a header's name, a line end, its value.
private struct HeaderValueInput {
    var name: String
    var value: [UInt8]

    static let names = [PartnerFrameworkStatus.header, ServiceToken.header, "X-Device-Info", "AP-Device-Identifier"]

    init(_ input: [UInt8]) {
        let line = input.prefix { $0 != 0x0A }
        name = String(decoding: line, as: UTF8.self)
        value = Array(input.dropFirst(line.count + 1))
    }

    /// Another header, or a value with a change inside what its Base64 holds.
    static let mutated: @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]? = { input, generator in
        var header = HeaderValueInput(input)
        if generator.below(16) == 0 { header.name = generator.element(of: names) ?? header.name }
        if header.name.utf8.elementsEqual(ServiceToken.header.utf8) {
            header.value = WebTokenMutation.mutated(header.value, &generator) ?? header.value
        } else {
            let scheme = Array("fingerprint ".utf8)
            let head = header.value.starts(with: scheme) ? scheme : []
            let body = Array(header.value.dropFirst(head.count))
            let inner = (try? Base64.decode(body, padding: .optional)) ?? Array("{}".utf8)
            let json = JSONMutation.mutated(inner, &generator)
            let changed = json ?? Array(TextMutation.changed(String(decoding: inner, as: UTF8.self), &generator).utf8)
            header.value = head + Array(Base64.encode(changed).utf8)
        }
        return Array(header.name.utf8) + [0x0A] + header.value
    }
}

private enum HeaderValueChecks {
    static func check(_ input: HeaderValueInput) throws(PropertyFailure) {
        let text = String(decoding: input.value, as: UTF8.self)
        switch HeaderValueInput.names.firstIndex(where: { $0.utf8.elementsEqual(input.name.utf8) }) {
        case 0: try check(status: text)
        case 1: try check(serviceToken: text)
        case 2: try check(information: text)
        case 3: try check(identifier: text)
        default: break
        }
    }

    /// The permission, the provider and the end are what Foundation finds at their places; what is written reads the same.
    private static func check(status text: String) throws(PropertyFailure) {
        guard let status = PartnerFrameworkStatus(decoding: text) else { return }
        let again = PartnerFrameworkStatus(decoding: status.headerValue)
        try requireEqual(again, status, "written-reads-the-same")
        guard let bytes = tolerant(text), let value = try? JSONValue(parsing: bytes),
            let tree = IndependentJSON.tree(of: value, in: bytes)
        else { return }
        let root = AnswerTree.json(tree)
        let permission = root.child("frameworkPermissionInfo")
        try require(permission != nil, "has-a-permission", text)
        if let access = status.accessStatus {
            try AnswerReadings(permission ?? root, "").text(access, ["accessStatus"])
        }
        if let provider = status.providerID {
            try AnswerReadings(root.child("frameworkProviderInfo") ?? root, "").text(provider, ["id"])
        }
        if let end = status.expirationDate {
            try AnswerReadings(root.child("frameworkProviderInfo") ?? root, "").milliseconds(end, "expirationDate")
        }
    }

    /// The next token is the same user's, lives as long, and its text says what it says.
    private static func check(serviceToken text: String) throws(PropertyFailure) {
        guard let token = ServiceToken(decoding: text) else { return }
        let now = Instant(secondsSince1970: 1_795_132_800) + .milliseconds(700)
        let next = token.renewed(at: now)
        let reading = ServiceToken(decoding: next.headerValue { _ in Array("signature".utf8) })
        try requireEqual(reading?.expires, next.expires, "the-next-has-its-end")
        try requireEqual(reading?.subject, token.subject, "the-next-is-the-same-user's")
        try require(
            next.expires.map { $0 >= now + .milliseconds(300) } ?? false,
            "the-next-is-valid",
            "\(String(describing: next.expires))"
        )
    }

    /// The same members in another order say the same; one more does not.
    private static func check(information text: String) throws(PropertyFailure) {
        guard let bytes = tolerant(text), let object = (try? JSONValue(parsing: bytes))?.object,
            object.duplicateKeys.isEmpty
        else { return }
        func request(_ members: [JSONMember]) -> PassRequest {
            let value = JSONValue.object(JSONObject(members))
            return PassRequest(.profiles, [.init("X-Device-Info", Base64.encode(value.serializedBytes))])
        }
        let given = PassRequest(.profiles, [.init("X-Device-Info", text)])
        let reversed = request(object.members.reversed())
        // Beyond 256 members the order counts.
        guard object.members.count <= 255 else { return }
        try requireEqual(reversed.differences(from: given), [], "any-order-is-the-same")
        let more = request(object.members + [JSONMember("\u{1}", .string("one more"))])
        guard object["\u{1}"] == nil else { return }
        try require(!more.differences(from: given).isEmpty, "one-more-is-a-difference", text)
    }

    /// An id is either a text without control characters, which is sent on as it came, or the value itself.
    private static func check(identifier text: String) throws(PropertyFailure) {
        let id = PassRequest(.profiles, [.init("AP-Device-Identifier", text)])
        guard let sent = try? id.with(serviceProvider: "KITETV").httpRequest(to: .production),
            let read = PassRequest(recognizing: sent)
        else { return }
        let again = try? read.httpRequest(to: .production)
        let values = [sent, again ?? sent].map { $0.headers[first: "AP-Device-Identifier"] }
        try requireEqual(values[0], values[1], "sent-on-as-it-came")
    }

    private static func tolerant(_ text: String) -> [UInt8]? {
        IndependentBase64.decodeTolerantly(Array(text.utf8), isURLSafe: false)
    }
}

extension PassRequest {
    fileprivate func with(serviceProvider: String) -> PassRequest {
        var request = self
        request["serviceProvider"] = serviceProvider
        return request
    }
}
