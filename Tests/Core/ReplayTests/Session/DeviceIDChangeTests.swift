import ClientStack
import Exchanges
import Foundation
import PassAPI
import Testing
import VirtualTime

@testable import Replay

/// conformance-rules.md DEV-001: a device id never changes; to the service each is another device.
@Suite("An app that changes its device id") struct DeviceIDChangeTests {
    private static let id = "C9jYth1CTh%2BFHWO9BQXapA%3D%3D"

    /// second-screen-tvos, whose app names another device in some of its exchanges.
    private static func recording(_ ids: [Int: String], _ change: (inout HTTPRequest) -> Void = { _ in }) throws
        -> Recording
    {
        var recording = try Captures.recording("second-screen-tvos")
        for (index, exchange) in recording.exchanges.enumerated() {
            guard let other = ids[exchange.ordinal] else { continue }
            var request = exchange.request
            #expect(request.url.contains(id))
            request.url = request.url.replacingOccurrences(of: id, with: other)
            change(&request)
            recording.exchanges[index].request = request
        }
        return recording
    }

    private static let five = [6: "B", 8: "C", 11: "D", 14: "E"]

    private static func replay(_ recording: Recording) throws -> ReplayResult {
        try Replayer.replay(recording, options: ReplayOptions(client: ClientChoice(.documents)))
    }

    @Test("Five ids with one access token and one User-Agent are one client: a warning, and replay continues")
    func oneClient() throws {
        let result = try Self.replay(Self.recording(Self.five))
        let steady = try Self.replay(Captures.recording("second-screen-tvos"))
        #expect(result.divergences == [])
        #expect(result.replayedCount == steady.replayedCount && result.skippedCount == steady.skippedCount)
        #expect(!result.notes.contains { if case .otherDevices = $0 { true } else { false } }, "\(result.notes)")
        let found = result.warnings.filter { $0.code == .deviceIDChanged }
        #expect(found.map(\.exchanges) == [[3, 6, 8, 11, 14]])
        #expect(found.map(\.brokenRule) == ["DEV-001"])
        let ids = found.map { warning -> [String] in
            if case .deviceIDChanged(let ids) = warning.content { ids } else { [] }
        }
        #expect(ids == [["C9jYth1CTh+FHWO9BQXapA==", "B", "C", "D", "E"]])
        #expect(!steady.warnings.contains { $0.code == .deviceIDChanged })
    }

    @Test("Any of the ids chooses the client")
    func chosen() throws {
        let session = try RecordedSession(Self.recording(Self.five), device: "D")
        #expect(session.calls.count == 13 && session.otherDevices == [])
    }

    @Test("Another User-Agent is another device, and so is an address for which a server calls")
    func others() throws {
        let agent = try RecordedSession(
            Self.recording(Self.five) { $0.headers.replace("User-Agent", "KiteTV/4.2 (another)") }
        )
        #expect(agent.otherDevices == ["B"], "the ids of the other one are one device's")
        #expect(agent.changedDeviceIDs.isEmpty)
        let address = try RecordedSession(
            Self.recording(Self.five) { $0.headers.append(HeaderField("X-Forwarded-For", "192.0.2.7")) }
        )
        #expect(address.otherDevices == ["B"] && address.changedDeviceIDs.isEmpty)
        let bearers = try RecordedSession(
            Self.recording(Self.five) { $0.headers.replace("Authorization", "Bearer of-\($0.url.count)") }
        )
        #expect(bearers.otherDevices.count > 1, "tokens of several installations")
    }

    @Test("A new access token of the same registration is the same client's")
    func renewed() throws {
        var recording = try Self.recording([11: "D", 12: "D", 14: "D", 15: "D"]) {
            $0.headers.replace("Authorization", "Bearer another-token")
        }
        #expect(try RecordedSession(recording).otherDevices == ["D"], "nothing shows whose that token is")
        var renewal = recording.exchanges[1]
        let token = try #require(renewal.response?.body.map { String(decoding: $0, as: UTF8.self) })
        let old = try #require(recording.exchanges[2].request.headers[first: "Authorization"]).dropFirst(7)
        renewal.startedAt = recording.exchanges[9].startedAt + .milliseconds(5)
        if case .response(var response) = renewal.outcome {
            response.body = Array(token.replacingOccurrences(of: old, with: "another-token").utf8)
            renewal.outcome = .response(response)
        }
        recording.exchanges.insert(renewal, at: 10)
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        #expect(try RecordedSession(recording).otherDevices == [])
    }
}

extension HeaderFields {
    fileprivate mutating func replace(_ name: String, _ value: String) {
        self = map { $0.name == name ? HeaderField(name, value) : $0 }
    }
}
