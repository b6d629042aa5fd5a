import PassAPI
import Services
import Testing
import VirtualTime

@testable import Replay

/// Documentation/explanation/replay.md, When two requests are the same: requestor, resource and MVPD have to be those
/// that were requested, `tokenSource` has to fit the way the user signed in (rest-api-v1.md §7.12).
@Suite("Whether an answer fits what came before it") struct AnswerCheckTests {
    /// The steps of a session, by what they show of the user.
    enum Step: Hashable {
        /// Apple's sign-on: an assertion is exchanged for a token of Meadowlark.
        case platform
        /// A registration code is made.
        case code
        /// The AuthN token is read.
        case token(mvpd: String)
        /// The AuthN token is looked for, and is not there.
        case noToken(status: Int)
        /// The user is logged out; refused where the status is not 204.
        case logout(status: Int)
        /// User metadata with this `tokenSource`.
        case metadata(source: String?)
        /// KITE1 is authorized by this MVPD.
        case authorized(mvpd: String)

        static let token = Step.token(mvpd: "Meadowlark")
        static let logout = Step.logout(status: 204)

        fileprivate var call: (PassRequest, PassResponse) {
            let device = StagedSession.device
            func error(_ status: Int) -> PassResponse {
                PassResponse(status: status, .error(PassError(status: status, message: "Refused")))
            }
            func ends() -> Instant { StagedSession.start + .seconds(86_400) }
            switch self {
            case .platform:
                return (
                    .exchangeToken(device, mvpd: "Meadowlark", deviceType: "iOS", samlResponse: "PHg+"),
                    PassResponse(status: 204, .empty)
                )
            case .code:
                return (.createRegistrationCode(device), StagedSession.code)
            case .token(let mvpd):
                let details = AuthenticationDetails(requestor: "KITETV", mvpd: mvpd, expires: ends())
                return (.readAuthenticationToken(device), PassResponse(status: 200, .authentication(details)))
            case .noToken(let status):
                return (
                    status == 403 ? .checkAuthentication(device) : .readAuthenticationToken(device), error(status)
                )
            case .logout(let status):
                return (.logout(device), status == 204 ? PassResponse(status: 204, .empty) : error(status))
            case .metadata(let source):
                var metadata = UserMetadata(data: ["userID": .string("u-1")])
                if let source { metadata.data["tokenSource"] = .string(source) }
                return (.userMetadata(device), PassResponse(status: 200, .userMetadata(metadata)))
            case .authorized(let mvpd):
                let details = AuthorizationDetails(
                    requestor: "KITETV",
                    resource: "KITE1",
                    mvpd: mvpd,
                    expires: ends()
                )
                return (
                    .authorize(device, resource: "KITE1"), PassResponse(status: 200, .authorization(details))
                )
            }
        }
    }

    /// The names of the fields that do not agree in the answer of the last step; those before it agree in all.
    private static func disagreements(_ steps: [Step]) throws -> [String] {
        var staged = StagedSession()
        for (index, step) in steps.enumerated() { try staged.call(Double(index), step.call.0, step.call.1) }
        let calls = try RecordedSession(staged.recording).calls
        #expect(calls.count == steps.count)
        var check = AnswerCheck()
        var names: [String] = []
        for (index, call) in calls.enumerated() {
            names = check.disagreements(of: call, with: call.request).map(\.name)
            if index < calls.count - 1 { #expect(names == [], "\(steps[index])") }
        }
        return names
    }

    /// The ways to metadata, and the source that it has to name: Apple, another or none, or whatever there is.
    static let ways: [(steps: [Step], isFromPlatform: Bool?)] = [
        ([.platform], true), ([.code, .token], false), ([.code, .noToken(status: 404), .token], false),
        // How somebody signed in before the recording begins does not show.
        ([], nil), ([.token], nil),
        // A logout, and what comes after it.
        ([.platform, .logout, .code, .token], false), ([.code, .token, .logout, .platform], true),
        ([.platform, .logout], nil), ([.code, .token, .logout], nil), ([.platform, .logout, .token], nil),
        ([.code, .token, .logout, .token], nil), ([.platform, .logout, .platform], true),
        ([.platform, .metadata(source: "Apple"), .logout, .code, .token], false),
        ([.platform, .logout, .code, .token, .logout, .platform], true),
        // A logout that was refused ends nothing.
        ([.platform, .logout(status: 500)], true), ([.code, .token, .logout(status: 503)], false),
        // Without a logout, the token that was there being over.
        ([.platform, .noToken(status: 403), .code, .noToken(status: 404), .token], false),
        ([.platform, .noToken(status: 410), .code, .token], false),
        ([.code, .token, .noToken(status: 403), .platform], true),
        ([.code, .token, .noToken(status: 403), .platform, .noToken(status: 404), .token], nil),
        // That the service was down says nothing of the token.
        ([.platform, .noToken(status: 500)], true), ([.platform, .noToken(status: 429)], true),
        // A code that was made before Apple's sign-on, and not used.
        ([.code, .platform, .token], true),
    ]

    @Test("The token's source fits the last way the user signed in, as far as the recording shows it", arguments: ways)
    func source(steps: [Step], isFromPlatform: Bool?) throws {
        for source in ["Apple", "Plover", nil] {
            let isFitting = isFromPlatform.map { $0 == (source == "Apple") } ?? true
            let names = try Self.disagreements(steps + [.metadata(source: source)])
            #expect(names == (isFitting ? [] : ["data.tokenSource"]), "\(source ?? "none") after \(steps)")
        }
    }

    @Test("An authorization is by the MVPD of the sign-on, until the user has logged out")
    func provider() throws {
        for signOn in [[Step.platform], [.code, .token], [.token]] {
            #expect(try Self.disagreements(signOn + [.authorized(mvpd: "Meadowlark")]) == [])
            #expect(try Self.disagreements(signOn + [.authorized(mvpd: "Plover")]) == ["mvpd"])
            #expect(try Self.disagreements(signOn + [.logout(status: 500), .authorized(mvpd: "Plover")]) == ["mvpd"])
            let later = signOn + [.logout]
            #expect(try Self.disagreements(later + [.authorized(mvpd: "Plover")]) == [])
            let again = later + [.token(mvpd: "Plover")]
            #expect(try Self.disagreements(again + [.authorized(mvpd: "Plover")]) == [])
            #expect(try Self.disagreements(again + [.authorized(mvpd: "Meadowlark")]) == ["mvpd"])
        }
    }
}
