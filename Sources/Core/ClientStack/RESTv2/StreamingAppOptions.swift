public import PassAPI
import VirtualTime

/// What an app does where the documents of REST API V2 leave it open, or otherwise than they say (rest-api-v2.md §6, §9).
public struct StreamingAppOptions: Hashable, Sendable {
    /// The calls with which a run begins (§6.1).
    public var startCheck = StartCheck.profiles
    /// The list that the user chooses a provider from (§6.2).
    public var providerList = ProviderList.ofService
    /// The place where the user chooses the provider.
    public var providerChoice = ProviderChoice.here
    /// The user agent in which the user logs in, where the service asks for one.
    public var userAgent = UserAgent.ofPlatform
    /// The call that is repeated while the user logs in elsewhere (§9.1); until April 2025 the documents had the profile of the MVPD.
    public var pollWith = PollCall.code
    /// The call that follows a login, whatever the last poll has shown (§5.6: attributes may have changed).
    public var afterLogin = CheckCall.none
    /// Tries to sign in with the platform's account before the app's own picker (§6.6).
    public var usesPartnerSignOn = true
    /// Asks the platform for its account's status again after a logout that leads to Settings.
    public var asksAfterPartnerLogout = false

    /// The user's id at an identity service of the Programmer, whose token (`AD-Service-Token`) the app brings (§6.7); empty: there is
    /// no such service.
    public var serviceTokenUser = ""
    /// The value of `Adobe-Subject-Token`, with which a platform names its user to all apps (§6.7); empty: it does not.
    public var subjectToken = ""

    /// The number of times that it repeats what the service could not decide and asks to repeat, with a pause that doubles from one
    /// second on (§9.3: two or three).
    public var retries = 2

    /// The documents' client.
    public init() {}

    /// What a run begins with.
    public enum StartCheck: String, Hashable, Sendable, CaseIterable {
        /// The profiles, or that of the provider who was chosen before.
        case profiles
        /// Nothing: who is not signed on by the app's own memory is sent to a login.
        case none
    }

    /// The lists of providers.
    public enum ProviderList: String, Hashable, Sendable, CaseIterable {
        /// The configuration's.
        case ofService = "service"
        /// One that the app brings along.
        case own
    }

    /// The calls that can be repeated until there is a profile.
    public enum PollCall: String, Hashable, Sendable, CaseIterable {
        /// `profiles/code/{code}`.
        case code
        /// `profiles/{mvpd}`.
        case mvpd
        /// `profiles`.
        case profiles

        /// The operation that it is.
        public var operation: PassAPI.Operation {
            switch self {
            case .code: .profileForCode
            case .mvpd: .profileForMVPD
            case .profiles: .profiles
            }
        }
    }

    /// The calls that ask once for a profile.
    public enum CheckCall: String, Hashable, Sendable, CaseIterable {
        case none
        /// `profiles/{mvpd}`.
        case mvpd
        /// `profiles`.
        case profiles

        /// The operation that it is; nil if it is none.
        public var operation: PassAPI.Operation? {
            switch self {
            case .none: nil
            case .mvpd: .profileForMVPD
            case .profiles: .profiles
            }
        }
    }

    /// The places where a provider can be chosen.
    public enum ProviderChoice: String, Hashable, Sendable, CaseIterable {
        /// In the app: the session is begun with all that it needs (§6.2, §6.3).
        case here
        /// On the second screen, which resumes the session (§6.4).
        case secondScreen = "second-screen"
    }

    /// The user agents.
    public enum UserAgent: String, Hashable, Sendable, CaseIterable {
        /// The app's own where its platform has one, else another device's.
        case ofPlatform = "platform"
        /// The app's own (§6.2).
        case own
        /// Another device's, with the code on screen (§6.3).
        case secondScreen = "second-screen"
    }

    /// A pause after which what comes next is another run of the app: it looks for its profile again (conformance-rules.md §B).
    static let runEnd = Duration.seconds(30 * 60)
}
