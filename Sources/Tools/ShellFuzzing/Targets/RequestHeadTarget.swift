import FuzzReadings
public import Fuzzing
import NIOHTTP1
import ProxyProtocol
import VirtualTime

extension FuzzTarget {
    /// The bytes that a client sends to the recorder: heads of HTTP/1.1 and the bodies behind them, or a list of fields
    /// of HTTP/2.
    public static let requestHead = FuzzTarget(
        "HTTPHead",
        maximumBytes: 64 * 1024,
        check: RequestHeadChecks.check,
        quickCheck: RequestHeadChecks.quickCheck,
        mutate: { input, generator in NumberMutation.mutated(input, &generator, or: LineMutation.mutated) }
    )
}

/// The checks of requests on their way through the recorder.
enum RequestHeadChecks {
    /// The ways in which a connection may have come: to a proxy, behind CONNECT, or to a recorder that is in front of
    /// one server.
    ///
    /// The servers are those that most seeds name, so that a request may be for them or for another.
    static let entrances: [SimulatedRelay.Entrance] = [
        .proxy, .tunnel(Origin(isSecure: true, host: "kite.example")),
        .reverse(Origin(isSecure: false, host: "kite.example", port: 8443)),
    ]

    /// All there is to check, by every entrance.
    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        if let text = HTTP2Text(input) {
            for entrance in entrances { try rehearse(text, by: entrance) }
            return
        }
        let read = try read(input)
        for entrance in entrances { try rehearse(read, by: entrance) }
    }

    /// The same by the one entrance that the sum of the bytes draws.
    static func quickCheck(_ input: [UInt8]) throws(PropertyFailure) {
        let sum = input.reduce(0) { $0 &+ Int($1) }
        let entrance = entrances[sum % entrances.count]
        if let text = HTTP2Text(input) { return try rehearse(text, by: entrance) }
        try rehearse(try read(input), by: entrance)
    }

    /// A list of fields is a request, or its stream is refused.
    private static func rehearse(
        _ text: HTTP2Text,
        by entrance: SimulatedRelay.Entrance
    ) throws(PropertyFailure) {
        guard let request = text.request else { return }
        var requests = ReadRequests([])
        requests.requests = [request]
        let isReverse = if case .reverse = entrance { true } else { false }
        for sent in try rehearse(requests, by: entrance) { try text.check(sent, keepsHost: !isReverse) }
    }

    private static func read(_ input: [UInt8]) throws(PropertyFailure) -> ReadRequests {
        let read = ReadRequests([input[...]])
        try inPieces(input, read)
        try likeAStrictReader(input, read)
        return read
    }

    /// Returns what is sent for the requests, as servers read it.
    @discardableResult
    private static func rehearse(
        _ read: ReadRequests,
        by entrance: SimulatedRelay.Entrance
    ) throws(PropertyFailure) -> [StrictRequest] {
        var all: [StrictRequest] = []
        var rehearsal = SimulatedRelay(port: 8080, entrance: entrance)
        for request in read.requests where !rehearsal.hasEnded {
            var sent: [HTTPClientRequestPart] = []
            var sentTo = ""
            for part in request.parts {
                switch rehearsal.receive(part) {
                case .sent(let parts, let server):
                    try require(sent.isEmpty && server.hasPrefix("http"), "one-server-a-request", server)
                    sent = parts
                    sentTo = server
                case .more(let parts): sent += parts
                case .answered(let status):
                    try require(sent.isEmpty && (400...599).contains(status), "refused-is-not-sent", "\(status)")
                case .connects(let host, let port):
                    try require(entrance == .proxy, "connects-as-a-proxy", "\(host):\(port)")
                    try require(!host.isEmpty && (1...65_535).contains(port), "connects-to-a-host", "\(host):\(port)")
                case .nothing: break
                }
            }
            guard !sent.isEmpty, let strict = try forwarded(request, sent), let target = rehearsal.target else {
                continue
            }
            try NamedServer.check(strict, to: sentTo, target, of: request.head, by: entrance)
            all.append(strict)
        }
        return all
    }

    /// However the bytes are cut on their way, they are the same requests.
    private static func inPieces(_ input: [UInt8], _ read: ReadRequests) throws(PropertyFailure) {
        guard input.count <= 8192 else { return }
        let length = 1 + input.count % 7
        let pieces = stride(from: 0, to: input.count, by: length).map { input[$0..<min($0 + length, input.count)] }
        let again = ReadRequests(pieces)
        try requireEqual(again.requests, read.requests, "pieces-read-the-same")
        try requireEqual(again.fault == nil, read.fault == nil, "pieces-fail-the-same")
    }

    /// Checks that what a reader that forgives nothing takes for requests are the same requests here, one after the
    /// other.
    private static func likeAStrictReader(_ input: [UInt8], _ read: ReadRequests) throws(PropertyFailure) {
        var rest = input[...]
        for request in read.requests {
            guard request.head.version == .http1_1, let (strict, after) = try? StrictRequest.read(Array(rest)) else {
                return
            }
            try requireEqual(request.method, strict.method, "strict-method")
            try requireEqual(request.head.uri, strict.target, "strict-target")
            try HeaderComparison.same(request.head.headers, strict.fields, "strict-fields")
            // Nothing is read behind a request for another protocol.
            guard request.hasEnded, !request.head.headers.contains(name: "upgrade"), request.head.method != .CONNECT
            else { return }
            try requireEqual(request.body, strict.body, "strict-body")
            try HeaderComparison.same(request.trailers ?? [:], strict.trailers, "strict-trailers")
            rest = after
        }
    }

    // MARK: What is sent on

    /// Returns what is sent on, as a server reads it; nil if it is only a part.
    private static func forwarded(
        _ request: ReadRequests.Request,
        _ sent: [HTTPClientRequestPart]
    ) throws(PropertyFailure) -> StrictRequest? {
        let bytes = try attempt("writes-what-it-sends") { try WrittenRequest.bytes(sent) }
        let strict: StrictRequest
        let rest: ArraySlice<UInt8>
        do throws(StrictRequest.Fault) {
            (strict, rest) = try StrictRequest.read(bytes)
        } catch {
            // Half of a body is no request yet.
            guard request.hasEnded else { return nil }
            let text = String(decoding: bytes.prefix(300), as: UTF8.self)
            throw PropertyFailure("sends-strict-requests", "\(error.what), byte \(error.offset) of \(text)")
        }
        try require(rest.isEmpty, "sends-one-request", String(decoding: rest.prefix(200), as: UTF8.self))
        try requireEqual(strict.method, request.method, "keeps-the-method")
        try requireEqual(strict.body, request.body, "keeps-the-body")
        try require(strict.target.hasPrefix("/") || strict.target == "*", "target-is-a-path", strict.target)
        try require(!strict.target.contains("#"), "target-without-fragment", strict.target)
        try onlyForTheServer(request, strict)
        try asksForNoHTTP2(strict)
        return strict
    }

    /// Checks that no change to HTTP/2 is requested, since no one here reads what would come after it.
    private static func asksForNoHTTP2(_ strict: StrictRequest) throws(PropertyFailure) {
        let upgrades = strict.values("upgrade")
        try require(upgrades.count <= 1, "sends-one-upgrade", "\(upgrades.count)")
        let asked = upgrades.flatMap { $0.split(separator: UInt8(ascii: ",")) }
            .map { Array($0.trimming { $0 == 0x20 || $0 == 0x09 }.map(HeaderComparison.lowercased)) }
        try require(!asked.contains(Array("h2c".utf8)), "asks-for-no-HTTP/2", "\(asked.count)")
        let hasOption = strict.values("connection").contains { $0.elementsEqual("Upgrade".utf8) }
        try requireEqual(hasOption, !upgrades.isEmpty, "connection-names-the-upgrade")
    }

    /// Fields of one connection end here, all others go on in their order (RFC 9110 §7.6.1).
    private static func onlyForTheServer(
        _ request: ReadRequests.Request,
        _ strict: StrictRequest
    ) throws(PropertyFailure) {
        for name in ["keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate"] {
            try require(strict.values(name).isEmpty, "keeps-the-connections-own", name)
        }
        let handled: Set<String> = [
            "connection", "te", "upgrade", "host", "transfer-encoding", "content-length", "accept-encoding",
            "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate",
        ]
        func others(_ fields: HTTPHeaders) -> HTTPHeaders {
            HeaderComparison.others(fields, than: handled, request.head.headers)
        }
        // What the connection names is gone: it is not taken out here.
        let after = strict.fields.filter { !handled.contains($0.name) }
        try HeaderComparison.same(others(request.head.headers), after, "keeps-other-fields")
        // Of trailers nothing that is handled goes on, and none at all but behind chunks: elsewhere HTTP/1.1 has no
        // place for them. Nor has it one for control characters, which HTTP/2 lets pass.
        let trailers = strict.values("transfer-encoding").isEmpty ? [:] : request.trailers ?? [:]
        let plain = others(trailers).filter { $0.value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F } }
        try HeaderComparison.same(
            HTTPHeaders(plain.map { ($0.name, $0.value) }),
            strict.trailers,
            "keeps-other-trailers"
        )
    }
}
