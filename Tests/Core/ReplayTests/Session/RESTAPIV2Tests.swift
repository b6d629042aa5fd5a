import Checkout
import Exchanges
import Foundation
import Replay
import Testing

@Suite("A recording of REST API V2 is refused by its name, once")
struct RESTAPIV2Tests {
    private static func recording(_ name: String) throws -> Recording {
        let file = Checkout.top.appending(path: "Recordings/v2/\(name).har")
        return try HAR.recording(parsing: Array(Data(contentsOf: file)))
    }

    @Test(
        "Its calls and its exchanges are counted",
        arguments: [("v2-choose-there", 14, 20), ("v2-second-screen", 11, 17)]
    )
    func refused(name: String, calls: Int, exchanges: Int) throws {
        let recording = try Self.recording(name)
        #expect(throws: ReplayError.usesRESTAPIV2(calls: calls, exchanges: exchanges)) {
            try Replayer.replay(recording)
        }
    }

    @Test("What is wrong is said as the issue has it")
    func text() {
        #expect(
            "\(ReplayError.usesRESTAPIV2(calls: 14, exchanges: 20))"
                == "This recording uses REST API V2 (14 of 20 exchanges). "
                + "replay supports REST API V1, AccessEnabler and the browser protocol."
        )
    }

    @Test("An app that uses both versions is replayed with what it has of V1; one of V1 alone is none of this")
    func both() throws {
        let old = try Captures.recording("second-screen-tvos")
        var recording = old
        recording.exchanges += try Self.recording("v2-second-screen").exchanges.map { exchange in
            var exchange = exchange
            exchange.ordinal += old.exchanges.count
            return exchange
        }
        #expect(try Replayer.replay(recording).replayedCount > 5)
        #expect(try Replayer.replay(old).replayedCount > 5)
    }

    @Test("The browser of a second screen is replayed by itself, whatever else is on the way")
    func secondScreen() throws {
        let name = "clients/secondscreen-sign-on"
        var recording = try Captures.recording(name)
        let count = try Replayer.replay(recording).replayedCount
        let v2 = try Self.recording("v2-second-screen").exchanges.first { $0.request.url.contains("/api/v2/") }
        var call = try #require(v2)
        call.ordinal = recording.exchanges.count + 1
        recording.exchanges.append(call)
        #expect(try Replayer.replay(recording).replayedCount == count && count > 0)
    }

    @Test("Without a call of either there is no sign-on in it")
    func neither() throws {
        var recording = try Self.recording("v2-second-screen")
        recording.exchanges.removeAll { $0.request.url.contains("adobe.com") }
        #expect(throws: ReplayError.noSignOn) { try Replayer.replay(recording) }
    }
}
