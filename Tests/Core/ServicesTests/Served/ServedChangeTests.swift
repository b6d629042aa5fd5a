import Documents
import Exchanges
import Foundation
import PassAPI
import Services
import Testing

/// One request changed, dropped or added: of every request of every bundled capture, made by another client.
@Suite("One request changed, dropped or added") struct ServedChangeTests {
    /// What makes two requests the same for a server that looks at neither cookies, signatures nor random numbers, but at tokens
    /// of its own or Adobe's: the bearer token of a programmer's own back end is another one after each fetch, and says nothing.
    private static func identity(of request: HTTPRequest) -> [String] {
        let signed = request.headers[first: "Authorization"].map {
            $0.contains("nonce=") ? "signed" : $0.hasPrefix("Bearer pb-") ? "" : $0
        }
        let body = String(decoding: request.body ?? [], as: UTF8.self)
            .replacingOccurrences(of: "session_guid=[^&]*", with: "", options: .regularExpression)
        let tokens = ["kite-tve-token", "x-adobe-authorization", "AP-Device-Identifier"].map {
            request.headers[first: $0] ?? ""
        }
        return [request.method, request.url, body, signed ?? ""] + tokens
    }

    /// The last of the exchanges whose requests are the same as one: which of them was meant no one can tell.
    private static func lastTwin(of exchange: Exchange, in exchanges: [Exchange]) -> Exchange {
        exchanges.last { identity(of: $0.request) == identity(of: exchange.request) } ?? exchange
    }

    /// The request to the address that another request alone names as the one to be sent back to.
    private static func target(of exchange: Exchange, in exchanges: [Exchange]) -> Exchange? {
        let url = exchange.request.url.removingPercentEncoding ?? ""
        return exchanges.first { url.hasSuffix("redirect_url=" + $0.request.url) }
    }

    private static func unmatched(_ outcomes: [ServedCaptureTests.Outcome]) -> [AppAnswer.Unmatched] {
        outcomes.compactMap(\.unmatched)
    }

    @Test("A dropped request is never requested, and all others are answered", arguments: BundledCapture.all)
    func dropped(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        let client = OtherClient(besides: exchanges)
        let requests = exchanges.map { client.request($0.request) }
        for (place, dropped) in exchanges.enumerated() {
            var recording = fresh
            var rest = Array(zip(exchanges, requests))
            rest.remove(at: place)
            let outcomes = ServedCaptureTests.serve(rest, by: &recording)
            let unmatched = Self.unmatched(outcomes)
            if let target = Self.target(of: dropped, in: exchanges) {
                // Nobody said where the browser is sent back to.
                #expect(unmatched.map(\.nearest) == [target.ordinal])
                #expect(unmatched.flatMap(\.differences).map(\.name) == ["redirect_url"])
                #expect(recording.neverRequested == [dropped.ordinal, target.ordinal])
            } else {
                #expect(unmatched == [], "without \(dropped.ordinal)")
                #expect(recording.neverRequested == [Self.lastTwin(of: dropped, in: exchanges).ordinal])
            }
        }
    }

    @Test("Tokens come back with their instants moved, and any request may be dropped", arguments: BundledCapture.all)
    func moved(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        // As who moves the instants of what is served would have it: dates stand in tokens, and in nothing else that is sent.
        let client = OtherClient(["2026": "2031"])
        let requests = exchanges.map { client.request($0.request) }
        for (place, dropped) in exchanges.enumerated() {
            var recording = fresh
            var rest = Array(zip(exchanges, requests))
            rest.remove(at: place)
            let outcomes = ServedCaptureTests.serve(rest, by: &recording)
            #expect(Self.unmatched(outcomes) == [], "without \(dropped.ordinal)")
            #expect(recording.neverRequested == [Self.lastTwin(of: dropped, in: exchanges).ordinal])
        }
    }

    @Test("An added request is answered already, the nearest one named", arguments: BundledCapture.all)
    func added(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        let client = OtherClient(besides: exchanges)
        let requests = exchanges.map { client.request($0.request) }
        for (place, added) in exchanges.enumerated() {
            var recording = fresh
            var more = Array(zip(exchanges, requests))
            more.insert(more[place], at: place)
            let outcomes = ServedCaptureTests.serve(more, by: &recording)
            let unmatched = Self.unmatched(outcomes)
            #expect(unmatched.map(\.reason) == [.alreadyReplayed], "with \(added.ordinal) twice")
            #expect(unmatched.map(\.nearest) == [Self.lastTwin(of: added, in: exchanges).ordinal])
            #expect(unmatched.map(\.session) == [1])
            #expect(recording.neverRequested == [])
        }
    }

    // MARK: Changed

    /// What only chooses a format, says how a request travels, or is another one in each call.
    private static let meaningless = ["format", "_method", "networkType", "session_guid", "", "device_info"]
    /// A device that no one knows is another app.
    private static let devices = ["deviceId", "device_id"]
    private static let documented = [
        "requestor_id": ["requestor", "requestor_id"], "access_token": ["Authorization"],
        "reg_code": ["code", "reg_code"],
        "RelayState": ["RelayState", "relayState"],
    ]

    /// The requests that differ from one in a field of the query or form.
    private static func changes(of request: HTTPRequest) -> [(name: String, request: HTTPRequest)] {
        func changed(_ text: String) -> [(name: String, text: String)] {
            let pieces = text.components(separatedBy: "&")
            return pieces.indices.compactMap { index in
                let parts = pieces[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init
                )
                guard parts.count == 2, !meaningless.contains(parts[0]), !devices.contains(parts[0]), !parts[1].isEmpty
                else {
                    return nil
                }
                var other = pieces
                other[index] = parts[0] + "=changed"
                return (parts[0], other.joined(separator: "&"))
            }
        }
        var found: [(name: String, request: HTTPRequest)] = []
        if let mark = request.url.firstIndex(of: "?") {
            for (name, query) in changed(String(request.url[request.url.index(after: mark)...])) {
                var other = request
                other.url = request.url[...mark] + query
                found.append((name, other))
            }
        }
        let isForm = request.headers[first: "Content-Type"]?.contains("x-www-form-urlencoded") ?? false
        if isForm, let body = request.body, PassRequest(recognizing: request) != nil {
            for (name, form) in changed(String(decoding: body, as: UTF8.self)) {
                var other = request
                other.body = Array(form.utf8)
                found.append((name, other))
            }
        }
        return found
    }

    /// Those of which another value is the first and the last of its kind, with the exchange: nothing contradicts it.
    private static let unopposed: [String: [String]] = [
        "apple-sso-tvos": ["2 client_id", "2 client_secret", "6 SAMLResponse"],
        "access-denied-tvos": ["2 client_id", "2 client_secret"],
        "eplus-espn-authz-expired-second-play": ["6 token"],
        "eplus-espn-sign-on": ["6 token", "8 token"],
        "eplus-nesn-sign-on": ["2 client_id", "2 client_secret", "7 reg_code", "8 authentication_token"],
        "kodi-native-authn-expired-second-play": ["1 redirect_url", "3 SAMLResponse"],
        "kodi-native-sign-on": ["1 redirect_url", "3 SAMLResponse", "7 mediaToken", "10 mediaToken"],
        "kodi-rest2-sign-on": ["5 mediaToken", "8 mediaToken"],
        "secondscreen-both": ["3 SAMLRequest", "5 SAMLResponse"],
        "secondscreen-sign-on": ["2 SAMLRequest", "4 SAMLResponse"],
        "eplus-gotham-sign-on": ["3 client_id", "3 client_secret"],
        "second-screen-tvos": ["2 client_id", "2 client_secret"],
        "unsupported-provider-tvos": ["2 client_id", "2 client_secret"],
        "ytdlp-sign-on": ["3 client_id", "3 client_secret", "5 redirect_url", "9 authentication_token"],
        "ytdlp-cached-second-play": ["3 client_id", "3 client_secret", "5 redirect_url", "9 authentication_token"],
        "v2-choose-there": ["2 client_id", "2 client_secret", "10 redirectUrl", "12 SAMLRequest", "20 redirectUrl"],
        "v2-degraded": ["2 client_id", "2 client_secret", "5 redirectUrl", "11 redirectUrl"],
        "v2-denied": ["2 client_id", "2 client_secret", "5 redirectUrl", "9 SAMLRequest", "16 redirectUrl"],
        "v2-preview": ["2 client_id", "2 client_secret"],
        "v2-returning": ["2 client_id", "2 client_secret", "5 redirectUrl", "9 SAMLRequest"],
        "v2-second-screen": ["2 client_id", "2 client_secret", "5 redirectUrl", "9 SAMLRequest", "17 redirectUrl"],
        "v2-sso": ["2 client_id", "2 client_secret", "5 redirectUrl", "6 SAMLResponse", "12 redirectUrl"],
    ]

    @Test("A changed field of a query or form is named, with the reason", arguments: BundledCapture.all)
    func changed(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        let client = OtherClient(besides: exchanges)
        let requests = exchanges.map { client.request($0.request) }
        var unopposed: [String] = []
        var count = 0
        for (place, exchange) in exchanges.enumerated() {
            for (name, request) in Self.changes(of: exchange.request) {
                count += 1
                var recording = fresh
                var changed = requests
                changed[place] = client.request(request)
                let answers = zip(exchanges, changed).map { recorded, request in
                    recording.respond(to: request, from: ServedCaptureTests.address, at: recorded.startedAt)
                }
                let unmatched = answers.compactMap { if case .unmatched(let found) = $0 { found } else { nil } }
                let matches = answers.compactMap { if case .exchange(let found) = $0 { found } else { nil } }
                let named = unmatched.flatMap(\.differences) + matches.flatMap(\.differences)
                let names = Self.documented[name] ?? [name]
                if named.contains(where: { names.contains($0.name) }) {
                    // What comes after may follow from it; of an address that no one named nothing else is known.
                    let expected: UnmatchedReason = name == "redirect_url" ? .notRecorded : .fieldMismatch
                    #expect(unmatched.first.map { $0.reason == expected } ?? true, "\(exchange.ordinal) \(name)")
                    #expect(unmatched.allSatisfy { $0.nearest != nil })
                } else {
                    unopposed.append("\(exchange.ordinal) \(name)")
                    #expect(named.isEmpty && unmatched.isEmpty && recording.neverRequested.isEmpty)
                }
            }
        }
        #expect(unopposed == Self.unopposed[capture.name] ?? [])
        #expect(count > 1)
    }
}
