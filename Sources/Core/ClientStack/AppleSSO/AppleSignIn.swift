import PassAPI
import SubscriberAccount
import Tokens

/// The requirements of Apple's sign-in on a client: the platform that is asked, the service, and a decision.
protocol AppleSignInDesk {
    var buffer: EffectBuffer { get set }
    var nilExpirationDate: ClientOptions.MissingExpiry { get }

    mutating func ask(_ question: VSARequest)
    mutating func requestProfile(for mvpd: MVPD)
    /// `saml` is Base64 and not percent-encoded yet (row K-61).
    mutating func exchange(_ saml: String, for mvpd: MVPD)
    /// The step of the client's flow that a question to the framework is.
    func step(of stage: AppleSignIn.Stage) -> FlowStep
}

extension AppleSignInDesk {
    /// The cookbook's.
    func step(of stage: AppleSignIn.Stage) -> FlowStep {
        switch stage {
        case .account: .checkPlatform
        case .picker: .startPlatformLogin
        case .forwarding: .forwardToPlatform
        }
    }
}

/// What the TV provider is to be asked through Apple's framework.
struct ForwardedRequest: Hashable, Sendable {
    /// The payload, which becomes `verificationToken` as it is.
    var verificationToken: String
    /// SAML attribute names: those of the MVPD's configuration in V1 (row K-52), the response's in V2 (rest-api-v2.md §5.12).
    var attributeNames: [String]

    /// The request that a response holds; nil if it holds none.
    init?(in response: PassResponse, for mvpd: MVPD) {
        switch response.content {
        case .profileRequest(let payload): (verificationToken, attributeNames) = (payload, mvpd.requiredMetadataFields)
        case .session(let session):
            guard session.actionName == .partnerProfile, let request = session.partnerRequest else { return nil }
            (verificationToken, attributeNames) = (request.request, request.attributesNames)
        default: return nil
        }
    }
}

/// Apple's sign-in, S2 and S4 to S8: permission, account, picker, profile request, forwarding, exchange.
///
/// It asks and reads the answers; what an answer leads to is its client's affair. Source: apple-sso-flow.md §3, §9;
/// access-enabler.md §8.
struct AppleSignIn: Hashable, Sendable {
    private var state = State.resting
    /// True if Apple's question for permission may be shown.
    private let prompts: Bool
    /// True to ask for permission again before the picker and before forwarding.
    private let asksAnew: Bool

    private enum State: Hashable, Sendable {
        case resting
        case askingAccess(Stage)
        case askingPlatform(Stage)
        case requestingProfile(MVPD)
        case exchanging(MVPD)
    }

    /// A step that touches the framework.
    enum Stage: Hashable, Sendable {
        /// S2: who is signed in?
        case account
        /// S4.
        case picker(AccountMetadataRequest)
        /// S7, with the payload of S6.
        case forwarding(MVPD, ForwardedRequest)

        fileprivate var request: AccountMetadataRequest {
            switch self {
            case .account: .platformCheck()
            case .picker(let request): request
            case .forwarding(_, let request): .forwarding(request)
            }
        }
    }

    /// The outcomes of one event; nil stands for a response that did not come.
    enum Outcome: Hashable, Sendable {
        case goesOn
        /// Permission is not granted.
        case noAccess(VSAResult)
        /// S2: the provider that the user is signed in with.
        case account(provider: String?, VSAResult)
        /// S4: the same, after the picker.
        case picked(provider: String?, VSAResult)
        case noProfile(PassResponse?)
        /// S7 brought nothing to be exchanged.
        case notForwarded(VSAResult)
        case exchanged(MVPD, PassResponse?)
    }

    init(prompts: Bool = true, asksAnew: Bool = true) {
        (self.prompts, self.asksAnew) = (prompts, asksAnew)
    }

    /// One that waits for the answer to a call that somebody else has made.
    static func requestingProfile(_ mvpd: MVPD) -> AppleSignIn {
        var signIn = AppleSignIn()
        signIn.state = .requestingProfile(mvpd)
        return signIn
    }

    /// The same for S8.
    static func exchanging(_ mvpd: MVPD) -> AppleSignIn {
        var signIn = AppleSignIn()
        signIn.state = .exchanging(mvpd)
        return signIn
    }

    /// Asks the platform, for permission first.
    mutating func ask(_ stage: Stage, _ desk: inout some AppleSignInDesk) {
        desk.buffer.enter(desk.step(of: stage))
        guard asksAnew || state == .resting else { return askPlatform(stage, &desk) }
        state = .askingAccess(stage)
        desk.ask(.checkAccessStatus(prompt: prompts))
    }

    private mutating func askPlatform(_ stage: Stage, _ desk: inout some AppleSignInDesk) {
        state = .askingPlatform(stage)
        desk.ask(.enqueue(stage.request))
    }

    /// Shows the picker; permission was asked for already.
    mutating func pick(_ request: AccountMetadataRequest, _ desk: inout some AppleSignInDesk) {
        desk.buffer.enter(desk.step(of: .picker(request)))
        askPlatform(.picker(request), &desk)
    }

    /// S6.
    mutating func requestProfile(_ mvpd: MVPD, _ desk: inout some AppleSignInDesk) {
        state = .requestingProfile(mvpd)
        desk.requestProfile(for: mvpd)
    }

    mutating func handle(_ event: FlowEvent, _ desk: inout some AppleSignInDesk) -> Outcome {
        switch (state, event) {
        case (.askingAccess(let stage), .vsaAnswered(let answer)):
            // Only granted goes on; the error is not looked at (rows K-15, K-16).
            guard case .accessStatus(.granted, _) = answer else { return .noAccess(answer) }
            askPlatform(stage, &desk)
            return .goesOn
        case (.askingPlatform(.account), .vsaAnswered(let answer)):
            return .account(provider: provider(in: answer, desk), answer)
        case (.askingPlatform(.picker), .vsaAnswered(let answer)):
            return .picked(provider: provider(in: answer, desk), answer)
        case (.askingPlatform(.forwarding(let mvpd, _)), .vsaAnswered(let answer)):
            // The provider should be the one from before (row K-50); no edition's code compares them.
            guard let saml = answer.metadata?.samlAttributeQueryResponse else { return .notForwarded(answer) }
            state = .exchanging(mvpd)
            desk.exchange(SAMLNormalization.base64(saml), for: mvpd)
            return .goesOn
        case (.requestingProfile(let mvpd), .answered(let response)):
            guard response.status == 200, let request = ForwardedRequest(in: response, for: mvpd) else {
                return .noProfile(response)
            }
            ask(.forwarding(mvpd, request), &desk)
            return .goesOn
        case (.requestingProfile, .failed): return .noProfile(nil)
        case (.exchanging(let mvpd), .answered(let response)): return .exchanged(mvpd, response)
        case (.exchanging(let mvpd), .failed): return .exchanged(mvpd, nil)
        default: return .goesOn
        }
    }

    private func provider(in answer: VSAResult, _ desk: some AppleSignInDesk) -> String? {
        answer.metadata?.signedInProvider(at: desk.buffer.wall, desk.nilExpirationDate)
    }
}
