import PassAPI
import Testing
import VirtualTime

@testable import History

/// Documentation/explanation/time.md, After an expiration: what the call meets is what the recording shows of the same refusal,
/// else what the documents say (rest-api-v1.md §7.3 to §7.5).
@Suite("What the next call meets is shown by a refusal of something that was there") struct HistoryEffectsTests {
    /// An expiration, with the call that misses what expired and what that call meets.
    private struct Met: Equatable {
        var name: String
        var next: PassAPI.Operation?
        var refusal: Known<ExpirationEffect.Refused>?
    }

    private static func met(_ staged: StagedRecording, _ kind: HoldingKind = .authenticationToken) -> [Met] {
        staged.history.effects.filter { $0.expiration.holding.kind == kind }.map { expiration, effect in
            Met(name: expiration.name, next: effect.next, refusal: effect.refusal)
        }
    }

    @Test("Polls that were refused until the user had logged in show nothing: §7.5 says 410", arguments: [1, 2, 5])
    func pollsBeforeLogin(count: Int) {
        for withCode in [false, true] {
            var staged = StagedRecording()
            if withCode { staged.makeCode("ABC1234") }
            for _ in 0..<count {
                staged.add("GET", "/api/v1/tokens/authn", 404, #"{"status":404,"message":"Not Found"}"#)
            }
            staged.readAuthentication(expires: 90_000)
            #expect(
                Self.met(staged) == [
                    Met(
                        name: "authn-token KITETV",
                        next: .readAuthenticationToken,
                        refusal: Known(.status(410), .assumed(.documentedRefusal))
                    )
                ]
            )
        }
    }

    @Test("A check that was refused before the login shows nothing, by a device or by a code: §7.3 and §7.4 say 403")
    func checksBeforeLogin() {
        for (path, device, operation) in [
            ("/api/v1/checkauthn", "kite-box-1", .checkAuthentication),
            ("/api/v1/checkauthn/ABC1234?requestor=KITETV", nil, .checkAuthenticationByCode),
        ] as [(String, String?, PassAPI.Operation)] {
            var staged = StagedRecording()
            staged.makeCode("ABC1234")
            staged.add("GET", path, device: device, 403, #"{"status":403,"message":"Forbidden"}"#)
            staged.readAuthentication(expires: 90_000)
            staged.add("GET", path, device: device, 200)
            let met = Self.met(staged)
            #expect(met.map(\.next) == [operation])
            #expect(met.map(\.refusal) == [Known(.status(403), .assumed(.documentedRefusal))])
        }
    }

    @Test("A refusal of a token that was there is what the recording shows, whatever the polls before met")
    func refusedToken() {
        for polls in [0, 1, 3] {
            var staged = StagedRecording()
            for _ in 0..<polls {
                staged.add("GET", "/api/v1/tokens/authn", 404, #"{"status":404,"message":"Not Found"}"#)
            }
            staged.readAuthentication(expires: 30)
            staged.wait(.seconds(60))
            // Not what the documents say.
            staged.add("GET", "/api/v1/tokens/authn", 403, #"{"status":403,"message":"Forbidden"}"#)
            staged.readAuthentication(expires: 90_000)
            let refusal = Known(
                ExpirationEffect.Refused.status(403),
                .shown(.exchange(polls + 2), field: "status")
            )
            #expect(Self.met(staged).map(\.refusal) == [refusal, refusal])
        }
    }

    @Test("What the MVPD denies shows nothing of an AuthZ token that has expired")
    func denial() {
        var staged = StagedRecording()
        staged.readAuthentication(expires: 90_000)
        let denied = #"{"status":403,"message":"User not authorized","details":"Not in your package"}"#
        staged.add("GET", "/api/v1/authorize?resource=KITE1", 403, denied)
        staged.authorize("KITE1", expires: 900)
        staged.authorize("KITE2", expires: 901)
        let met = Self.met(staged, .authorizationToken)
        #expect(met.map(\.name) == ["authz-token KITE1", "authz-token KITE2"])
        #expect(met.map(\.next) == [.mediaToken, .mediaToken])
        let documented = Known(ExpirationEffect.Refused.status(403), .assumed(.documentedRefusal))
        #expect(met.map(\.refusal) == [documented, documented])
    }
}
