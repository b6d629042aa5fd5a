import Exchanges
import PassAPI
import Services
import Testing

/// Requests of apps that write the same in other ways than the recorded one.
@Suite struct ServedSpellingTests {
    private typealias Served = ServedRecordingTests

    /// URL standard §5: in a form a plus is a space, unless it is escaped.
    @Test(
        "The recorded device takes the app's place in a form so that it is read as it was recorded, wherever its field comes"
    )
    func form() throws {
        let regcode = "POST \(Served.api)/reggie/v1/KITETV/regcode"
        let answer = #"{"id":"1","code":"ABC1234","requestor":"KITETV"}"#
        var recording = ServedRecording(of: [
            Served.exchange(1, regcode, form: "deviceId=C9jYth%2B1%2F%3D&ttl=1", status: 201, body: answer)
        ])
        for form in ["deviceId=mine-0001&ttl=1", "ttl=1&deviceId=mine-0001"] {
            let request = Served.request(regcode, form: form)
            _ = recording.respond(to: request, from: Served.here, at: Served.start)
            let (translated, _) = recording.translated(request, session: 1)
            let expected = form.replacing("mine-0001", with: "C9jYth%2B1%2F%3D")
            #expect(String(decoding: translated.body ?? [], as: UTF8.self) == expected)
        }
    }

    @Test("Outside the service's hosts the fields of a query may come in any order, with their values")
    func order() throws {
        let list = "https://play.kite.example/list"
        let exchanges = [Served.exchange(1, list + "?b=2&a=1&c=%26"), Served.exchange(2, list + "?a=1&a=2")]
        func answer(_ query: String) -> AppAnswer {
            var recording = ServedRecording(of: exchanges)
            return recording.respond(to: Served.request(list + query), from: Served.here, at: Served.start)
        }
        #expect(Served.ordinal(answer("?a=1&c=%26&b=2")) == 1)
        let other = try #require(Served.unmatched(answer("?a=3&c=%26&b=2")))
        #expect(other.differences == [FieldDifference("a", recorded: "1", replayed: "3")])
        // An ampersand that nothing follows, or that follows another, is no field; an empty one is.
        #expect(Served.ordinal(answer("?b=2&&a=1&c=%26&")) == 1)
        #expect(Served.unmatched(answer("?a=1&b=2&c=%26&d="))?.reason != nil)
        // Of one name the order counts.
        #expect(Served.ordinal(answer("?a=1&a=2")) == 2)
        #expect(Served.unmatched(answer("?a=2&a=1"))?.reason == .fieldMismatch)
    }
}
