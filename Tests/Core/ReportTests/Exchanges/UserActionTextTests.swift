import Documents
import Exchanges
import Report
import Testing
import VirtualTime

@Suite struct UserActionTextTests {
    private static let play = UserAction(
        ordinal: 2,
        occurredAt: Instant(secondsSince1970: 1_800_000_000),
        action: .play(resource: "KITE1")
    )

    @Test("An action is a line with its number, its time of day, its name and a sentence")
    func line() {
        let line = UserActionText().line(for: Self.play)
        #expect(line.hasPrefix("   2  08:00:00         play    ") && line.hasSuffix("  the user plays KITE1\n"))
        #expect(UserActionText(TextStyle(showsColor: true)).line(for: Self.play).contains("\u{1B}[1mplay"))
    }

    @Test("As JSON it has the keys of a log of user actions")
    func json() {
        #expect(
            JSONValue.object(UserActionJSON.object(for: Self.play)).serialized
                == #"{"type":"userAction","ordinal":2,"at":"2027-01-15T08:00:00Z","action":"play","#
                + #""resource":"KITE1","message":"the user plays KITE1"}"#
        )
    }
}
