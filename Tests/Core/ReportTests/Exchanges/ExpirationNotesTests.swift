import Checkout
import Exchanges
import Foundation
import Report
import Testing

@Suite struct ExpirationNotesTests {
    private func exchange(_ name: String, _ ordinal: Int) throws -> Exchange {
        let directory = Checkout.top.appending(path: "Recordings/captures/clients")
        let bytes = try Data(contentsOf: directory.appending(path: name + ".har"))
        return try #require(try HAR.recording(parsing: Array(bytes)).exchanges.first { $0.ordinal == ordinal })
    }

    @Test(
        "What a response gives out expires at an instant, so long after it",
        arguments: [
            ("kodi-espn3-sign-on", 1, "registration-code 26C1805: expires 2026-11-24T07:09:47.827Z, 30 min after"),
            ("kodi-espn3-sign-on", 2, "authn-token KITETV: expires 2026-12-24T06:39:47.870Z, 30 d after"),
            ("eplus-nesn-sign-on", 2, "access-token: expires 2026-11-24T12:38:02.111Z, 6 h after"),
            ("eplus-nesn-sign-on", 7, "authn-token KITETV: expires 2026-12-24T06:38:12Z, 30 d after"),
            ("eplus-nesn-sign-on", 8, "authz-token KITE1: expires 2026-11-25T06:38:12Z, 1 d after"),
            ("eplus-nesn-sign-on", 10, "media-token KITE1: expires 2026-11-24T06:43:12Z, 5 min after"),
        ]
    )
    func lines(name: String, ordinal: Int, line: String) throws {
        #expect(ExpirationNotes.lines(for: try exchange(name, ordinal)) == [line])
    }

    @Test("The JSON of a response shows instants and distances in place of milliseconds since 1970")
    func body() throws {
        let text = ExchangeText().text(of: try exchange("kodi-espn3-sign-on", 1), name: "Registration Code Request")
        #expect(text.contains(#""expires": 2026-11-24T07:09:47.827Z, 30 min after"#))
        #expect(!text.contains("1795504187827"))
        let token = ExchangeText().text(of: try exchange("kodi-espn3-sign-on", 2), name: "")
        #expect(token.contains(#""expires": 2026-12-24T06:39:47.870Z, 30 d after"#))
    }

    @Test("Where nothing expires there is nothing to note")
    func nothing() throws {
        #expect(ExpirationNotes.lines(for: try exchange("kodi-espn3-logout", 5)).isEmpty)
        #expect(ExpirationNotes.lines(for: try exchange("eplus-nesn-sign-on", 1)).isEmpty)
    }
}
