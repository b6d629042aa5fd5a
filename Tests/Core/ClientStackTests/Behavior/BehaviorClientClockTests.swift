import ClientStack
import PassAPI
import Testing
import VirtualTime

@Suite("What an app knows of the ends of what it holds") struct BehaviorClientClockTests {
    private static func signedIn(until end: Instant) -> PassResponse {
        PassResponse(status: 200, .authentication(.init(requestor: "KITETV", mvpd: "Plover", expires: end)))
    }

    /// An app that has signed in with a token of three days, and waits.
    private static func app(wait: Duration, _ change: (inout ClientBehavior) -> Void) throws -> AppDialogue {
        var app = AppDialogue(change)
        app.user(.selectProvider("Plover"))
        try app.answer(.newCode())
        try app.answer(signedIn(until: app.now + .seconds(3 * 86_400)))
        app.requests = []
        app.now = app.now + wait
        return app
    }

    @Test(
        "From a day before the end of the AuthN token on, or from its end on, a playback begins with a sign-in",
        arguments: [
            (.aDayAhead, 172_799, false), (.aDayAhead, 172_800, true), (.atExpiry, 259_199, false),
            (.atExpiry, 259_200, true), (.never, 259_200, false),
        ] as [(ClientBehavior.ExpiryCheck, Int64, Bool)]
    )
    func expiryCheck(check: ClientBehavior.ExpiryCheck, seconds: Int64, signsIn: Bool) throws {
        var app = try Self.app(wait: .seconds(seconds)) { $0.expiryCheck = check }
        app.user(.play(resource: "KITE1"))
        #expect(app.operations == [signsIn ? .createRegistrationCode : .authorize])
    }

    @Test("Who asks the service before a playback looks at the clock before that")
    func clockBeforeChecks() throws {
        var app = try Self.app(wait: .seconds(3 * 86_400)) {
            $0.expiryCheck = .atExpiry
            $0.playChecks = [.checkAuthentication]
        }
        app.user(.play(resource: "KITE1"))
        try app.answer(.newCode())
        try app.answer(Self.signedIn(until: app.now + .seconds(3 * 86_400)))
        #expect(app.operations == [.createRegistrationCode, .readAuthenticationToken, .checkAuthentication])
    }

    @Test("After a sign-in of which nothing says how long it holds, the end of the last token is forgotten")
    func forgottenEnd() throws {
        var app = AppDialogue {
            $0.launchCalls = [.readAuthenticationToken]
            $0.authenticationCall = .checkAuthentication
            $0.expiryCheck = .atExpiry
        }
        app.user(.launch)
        try app.answer(Self.signedIn(until: app.now + .seconds(60)))
        app.now = app.now + .seconds(60)
        for _ in 0..<2 {
            app.user(.play(resource: "KITE1"))
            if app.operations.last == .createRegistrationCode {
                try app.answer(.newCode())
                try app.answer(PassResponse(status: 200, .empty))
            }
            try app.answer(.authorized())
            try app.answer(.newMediaToken())
        }
        // Once: the second playback knows no end.
        #expect(app.operations.count { $0 == .createRegistrationCode } == 1)
        #expect(app.played.count == 2)
    }

    @Test("An authorization that is requested with the sign-in is requested with the next sign-in again")
    func atSignIn() throws {
        var app = AppDialogue { $0.authorization = .atSignIn }
        for _ in 0..<2 {
            app.user(.selectProvider("Plover"))
            try app.answer(.newCode())
            try app.answer(.signedIn)
            for _ in 0..<2 {
                app.user(.play(resource: "KITE1"))
                if app.operations.last == .authorize { try app.answer(.authorized()) }
                try app.answer(.newMediaToken())
            }
        }
        #expect(app.operations.count { $0 == .authorize } == 2)
        #expect(app.played.count == 4)
    }
}
