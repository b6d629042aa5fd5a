import Exchanges
import Foundation
import Testing
import VirtualTime

@testable import KinescopeProbe

/// A line of the probe is a line of a user action log.
@Suite struct ProbeUserActionTests {
    static let pairs: [(ProbeUserAction, UserAction.Action)] = [
        (.launch, .launch), (.selectProvider("Kite \"TV\""), .selectProvider("Kite \"TV\"")),
        (.closeWebView, .closeWebView), (.cancel, .cancel), (.play(resource: "a\n"), .play(resource: "a\n")),
        (.preauthorize(resources: ["a", "b"]), .preauthorize(resources: ["a", "b"])),
        (.preauthorize(resources: []), .preauthorize(resources: [])), (.readUserMetadata, .readUserMetadata),
        (.logOut, .logOut), (.foreground, .foreground), (.background, .background),
    ]

    @Test("Every stimulus is read as the action of the same name, and as the stimulus log itself would write it")
    func roundTrip() throws {
        let at = Instant(microsecondsSince1970: 1_763_675_952_741_349)
        for (userAction, action) in Self.pairs {
            let line = JSONText.object([("at", .string(at.description))] + userAction.fields).text
            let meant = UserAction(ordinal: 1, occurredAt: at, action: action)
            #expect(try UserActionLog.parse(Array(line.utf8)) == [meant])
            #expect(UserActionLog.line(for: meant) == line)
        }
        #expect(Set(Self.pairs.map(\.1.name)).count == 10)
    }
}
