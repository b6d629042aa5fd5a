import Documents
import Exchanges
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

@testable import Replay

/// Faults that the recording shows by itself, whatever the replayed client does.
@Suite("What an app does with tokens, and at logout") struct FindingsTokensTests {
    private static func codes(_ result: ReplayResult) -> [ReplayWarning.Code] { result.warnings.map(\.code) }

    private static func found(_ code: ReplayWarning.Code, _ result: ReplayResult) -> [ReplayWarning] {
        result.warnings.filter { $0.code == code }
    }

    // MARK: The captures of other people's clients: their README has the truth about each

    @Test(
        "A media token with a raw + is told of, with the exchanges that send it",
        arguments: [
            // 8 of the second sends the device id for a token.
            ("clients/eplus-espn-sign-on", [6, 8]), ("clients/eplus-espn-authz-expired-second-play", [6]),
        ]
    )
    func captures(name: String, exchanges: [Int]) throws {
        let result = try Replayer.replay(Captures.recording(name))
        let found = Self.found(.mediaTokenNotEncoded, result)
        #expect(found.map(\.exchanges) == [exchanges] && found.map(\.level) == [.warning])
        #expect(found.map(\.brokenRule) == ["V1-AUTHN-002"])
        #expect(found.map(\.content) == [.mediaTokenNotEncoded("broadband.kite.example", field: "token")])
    }

    @Test(
        "A logout without requestor is a note, of all logouts at once",
        arguments: [("clients/kodi-espn3-logout", [5]), ("clients/kodi-espn3-denied", [6, 12])]
    )
    func logouts(name: String, exchanges: [Int]) throws {
        let found = Self.found(.logoutWithoutRequestor, try Replayer.replay(Captures.recording(name)))
        #expect(found.map(\.exchanges) == [exchanges] && found.map(\.level) == [.note])
    }

    @Test("An authorization with a valid AuthZ token in hand is a note where AccessEnabler speaks, else nothing")
    func authorizations() throws {
        // authorizeDevice before each media token, although the AuthZ token of 5 holds for 24 h.
        let found = Self.found(
            .authorizationNotNeeded,
            try Replayer.replay(Captures.recording("clients/kodi-native-sign-on"))
        )
        #expect(found.map(\.exchanges) == [[8]] && found.map(\.level) == [.note])
        #expect(found.map(\.content) == [.authorizationNotNeeded(.authorizeDevice, .deviceShortAuthorize)])
        // An AuthZ token of 4 s that has expired; media tokens alone; and the REST API, where each playback is authorized.
        for name in [
            "clients/kodi-native-authn-expired-second-play", "clients/eplus-nesn-sign-on", "clients/clientless-sign-on",
            "clients/kodi-espn3-authz-expired-second-play",
        ] {
            let result = try Replayer.replay(Captures.recording(name))
            #expect(!Self.codes(result).contains(.authorizationNotNeeded), "\(name)")
        }
    }

    @Test("Good captures have none of them", arguments: Captures.cookbook + Captures.browser)
    func good(name: String) throws {
        let codes = Self.codes(try Replayer.replay(Captures.recording(name)))
        for code in [ReplayWarning.Code.mediaTokenNotEncoded, .logoutWithoutRequestor, .authorizationNotNeeded] {
            #expect(!codes.contains(code))
        }
    }

    // MARK: Around them

    /// The capture of a good client whose first verification carries its token as `change` makes it of the encoded one.
    private static func verifying(_ type: String? = nil, as change: (String) -> String) throws -> [ReplayWarning] {
        var recording = try Captures.recording("apple-sso-tvos")
        let place = try #require(recording.exchanges.firstIndex { $0.request.url.contains("play.kite.example") })
        let body = String(decoding: try #require(recording.exchanges[place].request.body), as: UTF8.self)
        #expect(body.contains("%2B"), "the token has a +")
        recording.exchanges[place].request.body = Array(change(body).utf8)
        if let type {
            recording.exchanges[place].request.headers.removeAll { $0.isNamed("Content-Type") }
            recording.exchanges[place].request.headers.append(HeaderField("Content-Type", type))
        }
        return found(.mediaTokenNotEncoded, try Replayer.replay(recording))
    }

    private static func withRawPlus(_ text: String) -> String { text.replacing("%2B", with: "+") }

    @Test("A raw + counts in a form, percent-encoded it does not, and in another body it is a plus sign")
    func forms() throws {
        #expect(try Self.verifying(as: Self.withRawPlus).map(\.exchanges) == [[9]])
        #expect(try Self.verifying("application/x-www-form-urlencoded; charset=utf-8", as: Self.withRawPlus).count == 1)
        #expect(try Self.verifying("text/plain", as: Self.withRawPlus).isEmpty)
        #expect(try Self.verifying(as: { $0 }).isEmpty)
    }

    @Test("They are read from the recording, and no digest takes them in")
    func digest() throws {
        let plain = try Replayer.replay(Captures.recording("apple-sso-tvos"))
        var recording = try Captures.recording("apple-sso-tvos")
        for place in recording.exchanges.indices where recording.exchanges[place].request.url.contains("play.kite") {
            let body = String(decoding: recording.exchanges[place].request.body ?? [], as: UTF8.self)
            recording.exchanges[place].request.body = Array(Self.withRawPlus(body).utf8)
        }
        let result = try Replayer.replay(recording)
        #expect(result.warnings.count == plain.warnings.count + 1 && result.digest == plain.digest)
    }

    @Test("After a logout, a sign-in or a refusal an authorization is needed again, and so is one of another resource")
    func needed() throws {
        let capture = try Captures.recording("clients/kodi-native-sign-on")
        // 8 authorizes again, 9 is its media token. The refusal of a media token before it makes it needed.
        var refused = capture
        let media = capture.exchanges[5]
        refused.exchanges[5].outcome = .response(HTTPResponse(status: 403, headers: [], body: Array("no".utf8)))
        #expect(media.request.url.contains("deviceShortAuthorize"))
        #expect(try Self.found(.authorizationNotNeeded, Replayer.replay(refused)).isEmpty)
        // So does another resource.
        var other = capture
        let body = String(decoding: try #require(capture.exchanges[7].request.body), as: UTF8.self)
        #expect(body.contains("KITE1"))
        other.exchanges[7].request.body = Array(body.split(separator: "KITE1").joined(separator: "KITE2").utf8)
        #expect(try Self.found(.authorizationNotNeeded, Replayer.replay(other)).isEmpty)
    }
}
