import Exchanges
import Testing
import VirtualTime

@testable import History

/// What a call shows beside the token that it brings: whose it is, and since when.
@Suite struct HistoryFoldEvidenceTests {
    @Test("A code that a login page takes is known from that call on")
    func code() throws {
        // README: 1 authenticate 302 with the code of another device.
        let history = try Captures.history("clients/secondscreen-sign-on")
        let code = try #require(history.entries.first { $0.kind == .registrationCode })
        #expect(code.issued.value.event == .exchange(1) && code.firstUsed?.event == .exchange(1) && code.isFromBefore)
    }

    @Test("A name that the app makes up for each call is no user")
    func madeUp() throws {
        // README: each play is one deviceShortAuthorize with a random session_guid.
        let tokens = try Captures.history("clients/eplus-nesn-sign-on").entries.filter { $0.kind == .mediaToken }
        #expect(tokens.count == 2 && tokens.allSatisfy { $0.subject.user == nil })
    }

    @Test("The MVPD of an authorization is the one that the user is signed in with, where nothing else names that")
    func provider() throws {
        // README: AuthN is learnt through the programmer's back end only; 3 authorize 200.
        for name in ["kodi-rest2-sign-on", "eplus-gotham-sign-on"] {
            let token = try #require(
                Captures.history("clients/" + name).entries.first { $0.kind == .authenticationToken }
            )
            #expect(token.subject.mvpd == "Plover", "\(name)")
        }
    }

    @Test("An end with a fraction of a second and without it is one token's; another second is another's")
    func fraction() {
        func ends(_ milliseconds: [Int64]) -> [Instant?] {
            var staged = StagedRecording()
            for end in milliseconds {
                let body = #"{"requestor":"KITETV","mvpd":"Plover","userId":"u-1","expires":"\#(end)"}"#
                staged.add("GET", "/api/v1/tokens/authn", 200, body)
            }
            let entries = History(staged.recording).entries
            return entries.filter { $0.kind == .authenticationToken }.map { $0.expires?.value }
        }
        let end = StagedRecording.milliseconds(5_000)
        #expect(ends([end + 552, end]).count == 1 && ends([end, end + 552]).count == 1)
        #expect(ends([end + 552, end + 553]).count == 2 && ends([end + 552, end + 1_000]).count == 2)
    }

    @Test("A token that a call carries after a login in the recording is not from before it")
    func login() throws {
        var recording = try Captures.recording("clients/kodi-native-sign-on")
        // Without sessionDevice no response brings the token.
        recording.exchanges.removeAll { $0.ordinal == 4 }
        let token = try #require(History(recording).entries.first { $0.kind == .authenticationToken })
        #expect(!token.isFromBefore)
        recording.exchanges.removeAll { $0.ordinal < 4 }
        let other = try #require(History(recording).entries.first { $0.kind == .authenticationToken })
        #expect(other.isFromBefore)
    }
}
