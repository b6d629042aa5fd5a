import PassAPI
import Testing
import VirtualTime

@testable import History

/// The refusals of calls without what they need: rest-api-v1.md §6, §7; access-enabler.md §14.4; tokens.md §11.
@Suite("What an expiration does to the next call") struct ExpirationEffectRefusalsTests {
    /// The call, the kind, the status, and whether the documents say so.
    static let statuses: [(operation: PassAPI.Operation, kind: HoldingKind, status: Int, isDocumented: Bool)] = [
        // §7.3, §7.4, §7.5, §7.9, §7.10, §7.11, §7.12
        (.checkAuthenticationByCode, .authenticationToken, 403, true), (.checkAuthentication, .tempPass, 403, true),
        (.readAuthenticationToken, .authenticationToken, 410, true),
        (.readAuthorizationToken, .authenticationToken, 412, true),
        (.readAuthorizationToken, .authorizationToken, 410, true),
        (.mediaToken, .authenticationToken, 403, true), (.mediaToken, .authorizationToken, 403, true),
        (.preauthorize, .authenticationToken, 412, true), (.userMetadata, .authenticationToken, 412, true),
        // §7.2: 400 when the code does not exist; §3.3
        (.initiateAuthentication, .registrationCode, 400, true), (.authorize, .accessToken, 401, true),
        // §6.2: unconfirmed; §7.8: not documented
        (.readRegistrationRecord, .registrationCode, 404, false), (.authorize, .authenticationToken, 412, false),
    ]

    @Test("A refusal is the documents', or it is named as the simulated service's", arguments: statuses)
    func status(row: (operation: PassAPI.Operation, kind: HoldingKind, status: Int, isDocumented: Bool)) {
        let refusal = ExpirationEffect.refusal(of: row.operation, without: row.kind)
        let rule: Assumption = row.isDocumented ? .documentedRefusal : .simulatedService
        #expect(refusal == Known(.status(row.status), .assumed(rule)))
    }

    @Test(
        "No source says what becomes of an AuthZ token of the SDKs that has expired; by the documents another comes first"
    )
    func authorizationOfSDKs() {
        for (media, authorize) in [
            (PassAPI.Operation.deviceShortAuthorize, .authorizeDevice), (.shortAuthorize, .sdkAuthorize),
        ] as [(PassAPI.Operation, PassAPI.Operation)] {
            let refusal = ExpirationEffect.refusal(of: media, without: .authorizationToken)
            #expect(refusal == Known(.member("notAuthorized"), .assumed(.simulatedService)))
            #expect(ExpirationEffect.renewal(of: .authorizationToken, before: media) == authorize)
        }
        #expect(ExpirationEffect.renewal(of: .authorizationToken, before: .mediaToken) == nil)
    }

    @Test("Whatever a call needs, something is said of the call without it", arguments: PassAPI.Operation.allCases)
    func everyNeed(operation: PassAPI.Operation) {
        // No source describes these two, and nothing simulates them.
        guard operation != .sdkOAuth2, operation != .sdkGetMetadata else { return }
        let row = operation.specification
        let kinds = (row.grants.needed + [row.grants.questioned].compactMap { $0 })
        // Of what the user's platform says of them no page states what its want does (rest-api-v2.md §3.4, §14), nor is
        // anything refused for the want of a decision: the service makes another.
        let carried = row.parameters.compactMap(\.grant).filter { !$0.isOfUser }
        for kind in kinds + carried where kind != .decision {
            let next = ExpirationEffect.use(of: kind, after: operation, speaksSDK: false)
            #expect(ExpirationEffect.refusal(of: next, without: kind) != nil, "\(kind)")
        }
    }

    @Test("A thing that nothing has used yet is missed by the call that it was made for")
    func unused() throws {
        var staged = StagedRecording()
        staged.makeCode("ABC1234")
        staged.readAuthentication(expires: 9_000)
        staged.authorize("KITE1", expires: 900)
        let effects = staged.history.effects.map(\.effect)
        #expect(effects.map(\.next) == [.mediaToken, .initiateAuthentication, .authorize])
        #expect(effects.map(\.call?.operation) == [.authorize, .createRegistrationCode, .authorize])
        #expect(effects.map { $0.refusal?.value } == [.status(403), .status(400), .status(412)])
        #expect(
            ExpirationEffect.use(of: .registrationCode, after: .createRegistrationCode, speaksSDK: true)
                == .sdkAuthenticate
        )
        #expect(ExpirationEffect.use(of: .accessToken, after: .accessToken, speaksSDK: false) == nil)
    }

    @Test("What the recording shows of a refusal outweighs the table, in the SDKs' words too")
    func shown() throws {
        let history = try Captures.history("clients/kodi-native-authn-expired-second-play")
        let effects = history.effects
        // README: 7, 8: pendingLogout is answered to the AuthN token that has expired.
        let authentication = try #require(effects.first { $0.expiration.holding.kind == .authenticationToken })
        #expect(
            authentication.effect.refusal
                == Known(.member("pendingLogout"), .shown(.exchange(7), field: "pendingLogout"))
        )
        let authorization = try #require(effects.first { $0.expiration.holding.kind == .authorizationToken })
        #expect(authorization.effect.next == .deviceShortAuthorize)
        #expect(authorization.effect.refusal?.knowledge == .assumed(.simulatedService))
    }
}
