import Exchanges
import Foundation
import PassAPI
import Services
import Testing

/// Changes elsewhere than in a query or form: in the path, a header, the device.
extension ServedChangeTests {
    /// Serves a capture to its own client, but for one request.
    private func serve(
        _ exchanges: [Exchange],
        _ recording: inout ServedRecording,
        changing place: Int,
        to request: HTTPRequest,
        from address: String = ServedCaptureTests.address
    ) -> [ServedCaptureTests.Outcome] {
        exchanges.indices.flatMap { index in
            let asked = index == place ? request : exchanges[index].request
            let sender = index == place ? address : ServedCaptureTests.address
            return ServedCaptureTests.serve([(exchanges[index], asked)], by: &recording, from: sender)
        }
    }

    @Test(
        "Another path is not in the recording, and the nearest exchange is one of the same host",
        arguments: BundledCapture.all
    )
    func path(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        for (place, exchange) in exchanges.enumerated() {
            var request = exchange.request
            let end = request.url.firstIndex(of: "?") ?? request.url.endIndex
            request.url.insert(contentsOf: "/more/more", at: end)
            var recording = fresh
            let outcome = serve(exchanges, &recording, changing: place, to: request)[place]
            let refusal = try #require(outcome.unmatched)
            #expect(refusal.reason == .notRecorded, "\(exchange.ordinal)")
            #expect(refusal.differences.contains { $0.name == "path" && $0.replayed?.hasSuffix("/more/more") == true })
            let nearest = exchanges.first { $0.ordinal == refusal.nearest }
            #expect(nearest.map { URL(string: $0.request.url)?.host() == URL(string: request.url)?.host() } == true)
            #expect(recording.neverRequested.contains(exchange.ordinal) || !recording.neverRequested.isEmpty)
        }
    }

    @Test("Another bearer token contradicts all others, before it and after it", arguments: BundledCapture.all)
    func bearer(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        let bearers = exchanges.indices.filter {
            exchanges[$0].request.headers[first: "Authorization"]?.hasPrefix("Bearer ") ?? false
        }
        // A programmer's own back end has tokens of which nothing is known; some take Adobe's.
        let adobe = bearers.filter { URL(string: exchanges[$0].request.url)?.host()?.hasSuffix("adobe.com") ?? false }
        let tokens = Set(adobe.map { exchanges[$0].request.headers[first: "Authorization"] })
        let users = bearers.filter { tokens.contains(exchanges[$0].request.headers[first: "Authorization"]) }
        for place in bearers {
            var request = exchanges[place].request
            for index in request.headers.indices where request.headers[index].isNamed("Authorization") {
                request.headers[index].value = "Bearer another"
            }
            var recording = fresh
            let outcomes = serve(exchanges, &recording, changing: place, to: request)
            // The first to come has the say.
            let isFirst =
                place == users.first
                && exchanges[..<place].allSatisfy { !OtherClient.texts(of: $0.request)[1].contains("access_token=") }
            let named = outcomes.indices.filter {
                outcomes[$0].unmatched?.differences.contains { $0.name == "Authorization" } ?? false
            }
            let others = isFirst ? Array(users.dropFirst()) : users.contains(place) ? [place] : []
            #expect(named == others, "\(exchanges[place].ordinal)")
            #expect(outcomes.compactMap(\.unmatched).allSatisfy { $0.reason == .fieldMismatch })
        }
    }

    @Test(
        "Other client information is answered: what comes first is the app's own, what differs from it is named",
        arguments: BundledCapture.all
    )
    func clientInformation(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        let others = exchanges.map { Self.withOtherModel($0.request) }
        let places = exchanges.indices.filter { others[$0] != nil }
        for place in places {
            let request = try #require(others[place])
            var recording = fresh
            let outcomes = serve(exchanges, &recording, changing: place, to: request)
            let named = outcomes.indices.filter { outcomes[$0].match?.differences != [] }
            let isFirst = place == places.first
            var expected = FieldDifference("X-Device-Info.model", recorded: "AppleTV", replayed: "AppleTV9")
            if isFirst { (expected.replayed, expected.own) = ("AppleTV", "AppleTV9") }
            #expect(named == (isFirst ? Array(places.dropFirst()) : [place]), "\(exchanges[place].ordinal)")
            #expect(named.allSatisfy { outcomes[$0].match?.differences == [expected] }, "\(exchanges[place].ordinal)")
            #expect(recording.neverRequested == [])
        }
    }

    @Test("Client information of another device that stays the same is no difference", arguments: BundledCapture.all)
    func otherDevice(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        var recording = ServedRecording(of: exchanges)
        let requests = exchanges.map { ($0, Self.withOtherModel($0.request) ?? $0.request) }
        for outcome in ServedCaptureTests.serve(requests, by: &recording) {
            #expect(outcome.match?.differences == [], "\(outcome.recorded.ordinal)")
        }
    }

    /// The request as a device of another model makes it; nil if it names no model, or not to Adobe: headers are not compared
    /// elsewhere.
    private static func withOtherModel(_ request: HTTPRequest) -> HTTPRequest? {
        guard URL(string: request.url)?.host()?.hasSuffix(".adobe.com") == true,
            let index = request.headers.firstIndex(where: { $0.isNamed("X-Device-Info") }),
            let data = Data(base64Encoded: request.headers[index].value),
            let json = String(data: data, encoding: .utf8), json.contains(#""AppleTV""#)
        else { return nil }
        var request = request
        let other = json.replacingOccurrences(of: #""AppleTV""#, with: #""AppleTV9""#)
        request.headers[index].value = Data(other.utf8).base64EncodedString()
        return request
    }

    @Test("Another device is another app, and the first one has not made the request", arguments: BundledCapture.all)
    func device(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let fresh = ServedRecording(of: exchanges)
        let devices: [String?] = exchanges.map { exchange in
            exchange.request.headers[first: "AP-Device-Identifier"]
                ?? PassRequest(recognizing: exchange.request)?.deviceID
        }
        guard let first = devices.firstIndex(where: { $0 != nil }) else { return }
        for place in exchanges.indices where devices[place] != nil && devices[..<place].contains(devices[place]) {
            var request = exchanges[place].request
            let client = OtherClient([devices[place] ?? "": "another-device-1"])
            request.url = client.replaced(request.url)
            request.body = request.body.map { Array(client.replaced(String(decoding: $0, as: UTF8.self)).utf8) }
            for index in request.headers.indices where !request.headers[index].isNamed("Authorization") {
                request.headers[index].value = client.replaced(request.headers[index].value)
            }
            var recording = fresh
            // At one address, what names no device would be the last one's from then on.
            let outcomes = serve(exchanges, &recording, changing: place, to: request, from: "192.0.2.8")
            #expect(outcomes.compactMap(\.unmatched).isEmpty, "\(exchanges[place].ordinal)")
            #expect(outcomes[place].match?.session == 2)
            #expect(recording.apps.map(\.requestCount).reduce(0, +) == exchanges.count)
            let name = PassRequest(recognizing: exchanges[first].request)?.deviceID ?? devices[first]
            #expect(recording.apps.map(\.device) == [name, "another-device-1"])
            // What its response gave goes on with the app that has it.
            #expect(recording.apps.first?.neverRequested.isEmpty == false)
        }
    }
}
