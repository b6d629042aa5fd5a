import ClientStack
import PassAPI
import Services
import Simulation
import VirtualTime

/// An app with random behavior, and a person and a service with which the behavior can show.
///
/// Combinations that make no sense are not drawn: an app without access tokens does not register, one whose own back end
/// knows when the user has logged in does not ask Adobe, and the person does not sign in for reasons of their own.
struct GeneratedBehavior {
    /// In which protocol the app speaks.
    enum Kind { case rest, native, secondScreen }

    var kind = Kind.rest
    var behavior = ClientBehavior()
    var service = ServiceConfiguration.example
    /// The time between the code and the person's login.
    var loginDelay = Duration.zero
    /// True if the person lets the first code expire.
    var letsCodeExpire = false
    var resource = "KITE1"
    /// The fault that occurs once, after the first playbacks.
    var fault: FaultPlan.Rule?

    init(_ dice: inout Dice) {
        kind = dice.one([.rest, .rest, .rest, .rest, .rest, .rest, .rest, .native, .native, .secondScreen])
        service.lifetimes.authentication = .seconds(3 * 86_400)
        service.lifetimes.authorization = .seconds(dice.one([600, 4 * 86_400]))
        if dice.isOne(in: 4) { resource = "KITE7" }
        switch kind {
        case .rest: drawREST(&dice)
        case .native: drawNative(&dice)
        case .secondScreen: drawSecondScreen()
        }
        // What a recording shows to need no access token needs none.
        service.quirks.acceptsSignedAuthorization = behavior.access != .bearer
        service.quirks.openOperations =
            behavior.access == .bearer
            ? [.initiateAuthentication, .checkAuthenticationByCode] : Set(PassAPI.Operation.allCases)
    }

    // MARK: REST API V1

    private mutating func drawREST(_ dice: inout Dice) {
        behavior.access = dice.one([.bearer, .bearer, .bearer, .signedEachCall, .signedOnce, .none])
        behavior.registration =
            behavior.access == .bearer ? dice.one([.whenNeeded, .whenRefused, .eachStart, .tokenEachStart]) : .never
        drawSignIn(&dice)
        behavior.authorization = dice.one(ClientBehavior.Authorization.allCases)
        // Where the resource is denied, an authorization of several requests is not to be told from a reaction.
        let isSingle = behavior.authorization == .afterRefusedMediaToken || resource == "KITE7"
        behavior.authorizeCount = isSingle ? 1 : dice.one([1, 1, 2])
        behavior.afterAuthorization = dice.one([[], [], [.readAuthorizationToken]])
        behavior.afterPlay = dice.one([[], [], [.userMetadata]])
        behavior.mediaTokenUse = dice.one([.none, .none, .query, .form, .json, .header])
        behavior.logoutCalls = dice.one([[.logout], [.userMetadata, .logout]])
        behavior.expiryCheck = dice.one(ClientBehavior.ExpiryCheck.allCases)
        drawReactions(&dice)
        drawFault(&dice)
    }

    private mutating func drawSignIn(_ dice: inout Dice) {
        behavior.launchCalls = dice.one([[], [.checkAuthentication], [.readAuthenticationToken]])
        behavior.playChecks = dice.one([
            [], [], [.checkAuthentication], [.checkAuthentication, .readAuthenticationToken],
        ])
        behavior.authenticationCall = dice.one([
            .readAuthenticationToken, .readAuthenticationToken, .checkAuthentication, .readAuthenticationByCode,
            .readAuthenticationByCode, nil,
        ])
        let isOwnBackEnd = behavior.authenticationCall == nil
        if isOwnBackEnd { behavior.playChecks = [] }
        let asks = !behavior.launchCalls.isEmpty
        behavior.signInStart = asks ? dice.one([.menu, .check, .check, .refusal]) : dice.one([.menu, .refusal])
        behavior.beforeCode = dice.one([[], [.configuration]])
        behavior.afterSignIn = isOwnBackEnd ? [] : dice.one([[], [.userMetadata], [.configuration]])
        behavior.pollPace = isOwnBackEnd ? .user : dice.one([.timer, .timer, .user])
        guard behavior.pollPace == .timer else {
            if !isOwnBackEnd { loginDelay = .seconds(dice.one([0, 0, 8, 24])) }
            return
        }
        behavior.pollInterval = .seconds(dice.one([4, 7, 9]))
        behavior.pollDelay = .seconds(dice.one([0, 2, 5]))
        behavior.codeExpiry = dice.one([.stops, .pollsOn])
        loginDelay = .seconds(dice.one([0, 0, 19]))
        letsCodeExpire = dice.isOne(in: 3)
        if letsCodeExpire { service.lifetimes.registrationCode = .seconds(30) }
    }

    private mutating func drawReactions(_ dice: inout Dice) {
        let again = [BehaviorReactions.Step.call(.authorize)]
        let loggingOut: [BehaviorReactions.Step] = [
            .call(.readAuthenticationToken), .call(.authorize), .call(.logout),
        ]
        behavior.reactions[.authorize, .denied] = dice.one([[], loggingOut, again])
        behavior.reactions[.media, .denied] =
            behavior.authorization == .afterRefusedMediaToken ? again : dice.one([[], again])
        let gone = dice.one(behavior.signInStart == .refusal ? [412, 412, 410, 401] : [412, 412, 410, 401, 404])
        service.quirks.unauthenticatedAuthorizeStatus = gone
        if behavior.signInStart != .refusal, dice.isOne(in: 4), let refusal = BehaviorReactions.RefusalKind("\(gone)") {
            behavior.reactions[.authorize, refusal] = []
        }
        let noMedia = dice.one([403, 412, 410, 404, 401])
        service.quirks.unauthenticatedMediaStatus = noMedia
        if noMedia != 403, let refusal = BehaviorReactions.RefusalKind("\(noMedia)") {
            behavior.reactions[.media, refusal] = dice.one([nil, [], [.signIn, .call(.authorize)]])
        }
    }

    private mutating func drawFault(_ dice: inout Dice) {
        guard dice.isOne(in: 2) else { return }
        let check = (behavior.launchCalls + behavior.playChecks).first?.named
        let calls: [(PassAPI.Operation, [Int])] = [
            (check ?? .authorize, check == nil ? [412] : [401, 412, 429, 500]), (.authorize, [410, 412, 429, 500]),
            (.mediaToken, [410, 412, 429, 500]),
        ]
        let (operation, statuses) = dice.one(calls)
        fault = .init(.status(dice.one(statuses)), operations: [operation], count: 1)
    }

    // MARK: Others

    private mutating func drawNative(_ dice: inout Dice) {
        behavior.access = .none
        behavior.registration = .never
        behavior.launchCalls = []
        behavior.signInStart = .menu
        behavior.login = .page
        behavior.authenticationCall = .sessionDevice
        behavior.pollPace = .user
        behavior.authorization = dice.one([.eachPlayback, .whenExpired, .oncePerResource])
        behavior.authorizeCount = dice.one([1, 1, 2])
        behavior.expiryCheck = dice.one(ClientBehavior.ExpiryCheck.allCases)
        behavior.mediaTokenUse = dice.one([.none, .sign])
        behavior.reactions[.authorize, .denied] = dice.one([[], [.call(.authorize)]])
        behavior.reactions[.authorize, .pendingLogout] = dice.one([nil, nil, []])
        behavior.reactions[.media, .denied] = dice.one([[], [.call(.authorize)]])
        behavior.reactions[.media, .pendingLogout] = dice.one([nil, nil, []])
    }

    private mutating func drawSecondScreen() {
        behavior.access = .none
        behavior.registration = .never
        behavior.launchCalls = []
        behavior.signInStart = .menu
        behavior.login = .secondScreen
        behavior.authenticationCall = .checkAuthenticationByCode
        behavior.pollPace = .user
        loginDelay = .seconds(1)
    }
}

extension BehaviorReactions.RefusalKind {
    fileprivate init?(_ status: String) { self.init(rawValue: status) }
}

/// Draws from a seed.
struct Dice {
    private var random: SeededGenerator

    init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func one<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

    mutating func isOne(in count: Int) -> Bool { random.below(count) == 0 }
}
