import Documents
import Exchanges
import PassAPI
import Testing

@testable import Services

/// Source: rest-api-v1.md §2: client information is JSON in Base64, in a header, a query or a form.
@Suite("What an app states of its device") struct OwnInformationTests {
    private typealias Served = ServedRecordingTests

    private static func encoded(_ json: String) -> String { Base64.encode(Array(json.utf8)) }

    /// The differences of requests with these texts, one after the other, each in place of the recorded one beside it.
    private static func differences(_ pairs: [(recorded: String?, replayed: String?)]) -> [[FieldDifference]] {
        var information = OwnInformation()
        return pairs.map { recorded, replayed in
            let found = information.differences(recorded: recorded, replayed: replayed)
            information.learn(recorded: recorded, replayed: replayed)
            return found
        }
    }

    private static func difference(
        _ field: String,
        recorded: String?,
        own: String?,
        replayed: String?
    ) -> FieldDifference {
        var difference = FieldDifference("X-Device-Info" + field, recorded: recorded, replayed: replayed)
        difference.own = own
        return difference
    }

    private static let recorded = encoded(#"{"model":"KiteBox","osName":"tvOS"}"#)
    private static let mine = encoded(#"{"osName":"Android","model":"Other"}"#)

    @Test("The first value of each field is the app's own, and what differs from it is named, the recorded one too")
    func fields() {
        let changed = Self.encoded(#"{"model":"Third","osName":"Android","version":"2"}"#)
        let model = Self.difference(".model", recorded: "KiteBox", own: "Other", replayed: "Third")
        #expect(
            Self.differences([
                (Self.recorded, Self.mine), (Self.recorded, Self.mine), (Self.recorded, changed),
                (Self.recorded, changed), (Self.recorded, Self.recorded), (Self.recorded, Self.mine),
            ]) == [
                [], [],
                // The version is one that the app has not stated before.
                [model], [model],
                [
                    Self.difference(".model", recorded: "KiteBox", own: "Other", replayed: "KiteBox"),
                    Self.difference(".osName", recorded: "tvOS", own: "Android", replayed: "tvOS"),
                ],
                [],
            ]
        )
    }

    @Test(
        "For another recorded value the app may have another one, and where it has the recorded one it is held to that"
    )
    func otherRecorded() {
        let later = Self.encoded(#"{"model":"KiteBox","osName":"tvOS 2"}"#)
        #expect(
            Self.differences([
                (Self.recorded, Self.recorded), (later, Self.recorded), (Self.recorded, Self.recorded),
                (later, later), (Self.recorded, later),
            ]) == [
                [], [], [], [Self.difference(".osName", recorded: "tvOS 2", own: "tvOS", replayed: "tvOS 2")],
                [FieldDifference("X-Device-Info.osName", recorded: "tvOS", replayed: "tvOS 2")],
            ]
        )
    }

    @Test("Where nothing was recorded, the app is held to what it states")
    func unrecorded() {
        let changed = Self.encoded(#"{"osName":"Android","model":"Third"}"#)
        #expect(
            Self.differences([(nil, nil), (nil, Self.mine), (nil, nil), (nil, Self.mine), (nil, changed)])
                == [[], [], [], [], [Self.difference(".model", recorded: nil, own: "Other", replayed: "Third")]]
        )
    }

    @Test(
        "An app that states nothing has no differences; one that has, and does not any more, has, with the names alone"
    )
    func absent() {
        let none = Self.difference("", recorded: "model, osName", own: "osName, model", replayed: nil)
        #expect(
            Self.differences([
                (Self.recorded, nil), (Self.recorded, nil), (Self.recorded, Self.mine), (Self.recorded, nil),
                (Self.recorded, Self.mine),
            ]) == [[], [], [], [none], []]
        )
    }

    @Test("What cannot be read is compared as a whole, and of a long one the beginning shown")
    func unreadable() {
        let (one, other) = (String(repeating: "!", count: 120), String(repeating: "?", count: 121))
        #expect(
            Self.differences([(Self.recorded, one), (Self.recorded, one), (Self.recorded, other), (one, one)]) == [
                [], [],
                [
                    Self.difference(
                        "",
                        recorded: "model, osName",
                        own: one,
                        replayed: String(repeating: "?", count: 120) + "…, 121 characters"
                    )
                ], [],
            ]
        )
    }

    @Test("What is too much to be kept is compared with the recorded value, as if it were not the app's own")
    func limit() {
        // The name, the recorded value and the app's.
        let rest = "X-Device-Info.modelKiteBox".utf8.count
        for (length, isKept) in [(OwnInformation.longest - rest, true), (OwnInformation.longest - rest + 1, false)] {
            let model = String(repeating: "m", count: length)
            let text = Self.encoded(#"{"model":"\#(model)"}"#)
            let recorded = Self.encoded(#"{"model":"KiteBox"}"#)
            let found = Self.differences([(recorded, text), (recorded, text)])
            let expected = FieldDifference("X-Device-Info.model", recorded: "KiteBox", replayed: model)
            #expect(found == (isKept ? [[], []] : [[expected], [expected]]))
        }
    }

    // MARK: Served

    /// What comes of requests with this information in place of the recorded, at one address.
    private static func served(_ call: String, _ requests: [HTTPRequest], _ recorded: HTTPRequest)
        -> [[FieldDifference]?]
    {
        let exchanges = requests.indices.map { index in
            var exchange = Served.exchange(index + 1, call)
            exchange.request = recorded
            return exchange
        }
        var recording = ServedRecording(of: exchanges)
        return requests.map { request in
            let answer = recording.respond(to: request, from: Served.here, at: Served.start)
            return Served.match(answer)?.differences
        }
    }

    @Test("A query or form states it as a header does, and a call of REST API V2 that leaves it out is named")
    func places() {
        func query(_ text: String) -> HTTPRequest {
            Served.request(Served.authorize(device: "mine") + "&device_info=\(PercentEncoding.component(text))")
        }
        let changed = Self.encoded(#"{"model":"Third","osName":"Android"}"#)
        let model = Self.difference(".model", recorded: "KiteBox", own: "Other", replayed: "Third")
        let header = [HeaderField("x-device-info", Self.mine)]
        #expect(
            Self.served(
                Served.authorize(device: "box-0001"),
                [query(Self.mine), query(changed), Served.request(Served.authorize(device: "mine"), headers: header)],
                query(Self.recorded)
            ) == [[], [model], []]
        )
        // In a header alone (rest-api-v2.md §3.3); the table asks for it here (§3.1).
        let call = "POST \(Served.api)/api/v2/KITETV/sessions"
        func sent(_ text: String) -> HTTPRequest {
            Served.request(call, headers: [HeaderField("X-Device-Info", text)])
        }
        let found = Self.served(call, [sent(Self.mine), Served.request(call), sent(changed)], sent(Self.recorded))
        #expect(found.count == 3 && found[0] == [] && found[2] == [model])
        #expect(found[1]?.isEmpty == false && found[1]?.allSatisfy { $0.name.hasPrefix("X-Device-Info") } == true)
    }

    @Test("Each app has its own")
    func apps() {
        let recorded = Served.exchange(
            1,
            Served.authorize(device: "box-0001"),
            headers: [HeaderField("X-Device-Info", Self.recorded)]
        )
        var recording = ServedRecording(of: [recorded])
        for (device, text) in [("first", Self.mine), ("second", Self.encoded(#"{"model":"Third"}"#))] {
            let request = Served.request(
                Served.authorize(device: device),
                headers: [HeaderField("X-Device-Info", text)]
            )
            let answer = recording.respond(to: request, from: Served.here, at: Served.start)
            #expect(Served.match(answer)?.differences == [])
        }
        #expect(recording.apps.count == 2)
    }
}
