import Exchanges
import Testing
import VirtualTime

@testable import History

/// Cookies of the service that state an end (RFC 6265 §5.2, §5.3), as a history holds them.
@Suite struct HistoryFoldCookiesTests {
    private static let start = StagedRecording.start

    /// A call of tokens/authn, with what it sends and what its response sets.
    private static func history(_ calls: [(sent: String?, set: [String])]) -> History {
        var staged = StagedRecording()
        for _ in calls { staged.readAuthentication(expires: 1_000) }
        var recording = staged.recording
        for (index, call) in calls.enumerated() {
            if let sent = call.sent { recording.exchanges[index].request.headers.append(HeaderField("Cookie", sent)) }
            guard var response = recording.exchanges[index].response else { continue }
            response.headers += call.set.map { HeaderField("set-cookie", $0) }
            recording.exchanges[index].outcome = .response(response)
        }
        return History(recording)
    }

    private static func cookies(_ history: History) -> [Holding] { history.entries.filter { $0.kind == .cookie } }

    @Test(
        "The end of a cookie is what its attributes state, in each form that servers write",
        arguments: [
            ("A=1; expires=Wed, 25-Nov-2026 06:45:34 GMT; path=/", "2026-11-25T06:45:34Z"),
            ("A=1; Expires=Wed, 25 Nov 2026 06:45:34 GMT", "2026-11-25T06:45:34Z"),
            ("A=1; Path=/; Max-Age=60", "2026-11-24T08:01:00.100Z"),
            ("A=1; expires=Wed, 25-Nov-26 06:45:34 GMT; max-age=60", "2026-11-24T08:01:00.100Z"),
            ("A=a=b; EXPIRES=\"Wed Nov 25 06:45:34 2026\"", "2026-11-25T06:45:34Z"),
            // Like a time, and none: the next one counts.
            ("A=1; expires=Wed, 25 Nov 06:45 2026 06:45:34 GMT", "2026-11-25T06:45:34Z"),
            ("A=1; expires=Wed, 25 Nov 06:45:3x 2026 06:45:34 GMT", "2026-11-25T06:45:34Z"),
        ]
    )
    func ends(text: String, end: String) throws {
        let cookie = try #require(Self.cookies(Self.history([(nil, [text])])).first)
        #expect(cookie.name == "cookie A" && cookie.expires?.value == Instant(iso8601: end))
        #expect(cookie.expires?.knowledge == .shown(.exchange(1), field: "Set-Cookie"))
    }

    @Test(
        "Without an end, or with one that nobody can read, there is nothing to expire",
        arguments: [
            "A=1", "A=1; Secure", "A", "=1; max-age=60", "A=1; max-age=x", "A=1; max-age=0", "A=1; expires=soon",
            "A=1; expires=Wed, 45-Nov-2026 06:45:34 GMT", "A=1; expires=Tue, 24-Nov-2026 07:59:59 GMT",
        ]
    )
    func none(text: String) { #expect(Self.cookies(Self.history([(nil, [text])])).isEmpty) }

    @Test(
        "One that is set again is the same with another end, one that is sent is used, one with an end that is over is deleted"
    )
    func life() throws {
        let calls: [(sent: String?, set: [String])] = [
            (nil, ["A=1; max-age=60", "B=1; max-age=60"]), ("B=1; A=1", []), ("A=1", ["A=2; max-age=600"]),
            (nil, ["B=; expires=Thu, 01-Jan-1970 00:00:00 GMT"]),
        ]
        let found = Self.cookies(Self.history(calls))
        #expect(found.map(\.name) == ["cookie A", "cookie B"])
        #expect(found[0].expires?.value == Self.start + .milliseconds(2_100 + 600_000))
        #expect(
            found[0].firstUsed?.event == .exchange(2) && found[0].lastUsed?.event == .exchange(3)
                && found[0].ending == nil
        )
        #expect(found[1].lastUsed?.event == .exchange(2) && found[1].ending?.value.cause == .deleted(by: .exchange(4)))
    }

    @Test("An age of zero or less deletes a cookie (RFC 6265 §5.2.2)", arguments: ["0", "-1"])
    func deleted(age: String) throws {
        let found = Self.cookies(Self.history([(nil, ["A=1; max-age=60"]), (nil, ["A=; max-age=\(age)"])]))
        #expect(found.count == 1)
        #expect(try #require(found.first).ending?.value.cause == .deleted(by: .exchange(2)))
    }

    @Test("A cookie of the native capture is the app's, whichever call set it, and ends as the last one states")
    func native() throws {
        let found = Self.cookies(try Captures.history("clients/kodi-native-sign-on"))
        // README: the client looks at the cookie BIGipServerAdobe_Pass_Prod, which holds 24 h.
        #expect(found.map(\.name) == ["cookie BIGipServerAdobe_Pass_Prod"])
        #expect(found.first?.expires?.value == Instant(iso8601: "2026-11-25T06:45:35Z"))
        #expect(found.first?.lastUsed?.event == .exchange(10))
    }
}
