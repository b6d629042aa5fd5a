import Exchanges
import Replay
import Report
import Testing

@Suite struct RecordedSessionTests {
    /// A capture whose answer to `operation` a recorder noted something of.
    private func recording(_ operation: String, _ note: (inout RecorderNotes) -> Void) throws -> (Recording, Int) {
        var recording = try Captures.recording("apple-sso-tvos")
        let session = try RecordedSession(recording)
        let call = try #require(session.calls.first { $0.request.operation.rawValue == operation })
        let index = try #require(recording.exchanges.firstIndex { $0.ordinal == call.ordinal })
        var notes = RecorderNotes()
        note(&notes)
        recording.exchanges[index].recorderNotes = notes
        return (recording, call.ordinal)
    }

    @Test("An answer that broke off is none, and the reason says so")
    func interrupted() throws {
        let (recording, ordinal) = try recording("v1.authorize") { $0.interruption = "the server reset the connection" }
        let call = try #require(RecordedSession(recording).calls.first { $0.ordinal == ordinal })
        #expect(call.outcome == .failure("the recorded response broke off: the server reset the connection"))
        let result = try Replayer.replay(recording)
        #expect(
            result.timeline.events.contains { "\($0)".contains("the recorded response broke off") },
            "\(result.divergences.map(\.summary))"
        )
    }

    @Test(
        "An answer of which not all is recorded is not taken for the whole, and the divergence says so",
        arguments: [.limit, .memory, .decodedLimit, .truncated, .damaged, .coding("br")] as [BodyShortfall]
    )
    func cut(shortfall: BodyShortfall) throws {
        let (recording, ordinal) = try recording("v1.authorize") {
            $0.responseBody.shortfall = shortfall
            $0.responseBody.bytes = 1 << 30
        }
        let result = try Replayer.replay(recording)
        let divergence = try #require(result.divergences.first { $0.exchange == ordinal })
        #expect(divergence.summary.contains("not whole: "))
        #expect(divergence.summary.contains("1 GiB"))
    }

    @Test("What is noted of a body that does not matter changes nothing")
    func doesNotMatter() throws {
        let (recording, _) = try recording("v1.authorize") { $0.requestBody.shortfall = .limit }
        #expect(try Replayer.replay(recording).divergences.isEmpty)
    }

    @Test("A browser that looks up the code and names a device of its own is a second screen, all of it")
    func secondScreen() throws {
        var app = WrittenApp()
        app.call(
            "GET",
            "/reggie/v1/KITETV/regcode/AAAAAAA.json",
            200,
            #"{"id":"i","code":"AAAAAAA","requestor":"KITETV","mvpd":null,"generated":\#(WrittenApp.at(0)),"#
                + #""expires":\#(WrittenApp.at(1_800)),"info":{"deviceId":"a2l0ZS0x"}}"#
        )
        app.wait(9)
        app.call(
            "GET",
            "/api/v1/authenticate?reg_code=AAAAAAA&requestor_id=KITETV&mso_id=Plover&domain_name=adobe.com"
                + "&redirect_url=http%3A%2F%2Fkite.example%2Fdone",
            302
        )
        // The login failed: nothing comes back from the MVPD.
        app.wait(20)
        app.refused("/api/v1/checkauthn/AAAAAAA.json?requestor=KITETV&deviceId=dummy", 403, "User not authenticated")
        let session = try RecordedSession(app.recording)
        #expect(session.isSecondScreenAlone)
        #expect(session.calls.map(\.ordinal) == [1, 2, 3])
        #expect(try app.rows()["login"]?.value == "second-screen")
        let notes = try Replayer.replay(app.recording).notes
        #expect(!notes.contains(.signedOnBefore))
    }
}
