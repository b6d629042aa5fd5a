import ClientStack
import Exchanges
import PassAPI
import SubscriberAccount
import VirtualTime

/// A user, a platform and a service that do whatever chance says, often right and often wrong.
struct Monkey {
    private var chance: SeededGenerator
    /// The percentage of answers that are right.
    var sanity = 60

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    mutating func below(_ bound: Int) -> Int { Int(chance.next() % UInt64(bound)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func configuration() -> ClientConfiguration {
        var configuration = below(2) == 0 ? Kite.configuration() : Kite.fresh()
        configuration.platform = pick(ClientPlatform.allCases)
        configuration.osVersion = pick([
            PlatformVersion(10), PlatformVersion(10, 3), PlatformVersion(11), PlatformVersion(18, 1),
        ])
        configuration.options.tokenCheck = pick([.checkAuthentication, .readAuthenticationToken])
        configuration.options.pollWith = pick([.checkAuthentication, .readAuthenticationToken])
        configuration.options.usesPlatformSignOn = below(8) > 0
        configuration.options.nilExpirationDate = pick([.neverExpires, .countsAsExpired])
        configuration.options.refreshesAccessToken = below(2) == 0
        configuration.options.logoutOnFirstScreen = pick([.webViewAndRequest, .webView, .request])
        return configuration
    }

    /// Returns the next input for the client of this dialogue.
    mutating func nextInput(_ dialogue: Dialogue) -> ClientInput {
        if below(100) < 3 { return stray() }
        var inputs: [ClientInput] = []
        if let open = dialogue.openRequests.last {
            inputs.append(
                below(30) == 0 ? .requestFailed(open.id, "lost") : .responseArrived(open.id, answer(to: open.request))
            )
        }
        if let open = dialogue.openQuestions.last {
            inputs.append(.vsaAnswered(open.id, answer(to: open.question)))
        }
        if let timer = dialogue.openTimers.min(by: { ($0.due, $0.id.number) < ($1.due, $1.id.number) }),
            inputs.isEmpty || below(30) == 0
        {
            inputs.append(.timerFired(timer.id))
        }
        if inputs.isEmpty || below(100) < 12 { return .userActionOccurred(userAction()) }
        return pick(inputs)
    }

    mutating func userAction() -> UserAction.Action {
        switch below(20) {
        case 0: .launch
        case 1: .cancel
        case 2: .logOut
        case 3: .preauthorize(resources: pick([[], ["KITE1"], ["KITE1", "KITE2"]]))
        case 4: .readUserMetadata
        case 5...8: .selectProvider(pick(["Plover", "Meadowlark", "Curlew"]))
        case 9...13: .closeWebView
        default: .play(resource: pick(["KITE1", "KITE2"]))
        }
    }

    /// An input about something that was never asked, or was answered long ago.
    private mutating func stray() -> ClientInput {
        let number = pick([-1, 0, 1, 2, 999_999_999])
        return switch below(4) {
        case 0: .responseArrived(RequestID(number), .noContent)
        case 1: .requestFailed(RequestID(number), "stray")
        case 2: .vsaAnswered(QuestionID(number), .granted)
        default: .timerFired(TimerID(number))
        }
    }
}

// MARK: Answers

extension Monkey {
    mutating func answer(to question: VSARequest) -> VSAResult {
        switch question {
        case .checkAccessStatus:
            if below(100) < max(85, sanity) { return .granted }
            return pick([.denied, .accessStatus(.restricted, nil), .accessStatus(.notDetermined, nil), .nobody])
        case .enqueue(let request):
            if below(100) < sanity {
                return request.verificationToken == nil ? .signedIn() : .saml(pick(["<a>\n</a>", "ÿ?>\u{2028}\r\n x"]))
            }
            return pick([
                .nobody, .error(1, identifier: "com.example.sandpiper"), .error(1, identifier: "com.example.curlew"),
                .error(below(8)), .signedIn(until: Kite.now - .seconds(1)), .signedIn(until: nil),
                .signedIn("com.example.curlew"), .saml(nil), .saml(""), .metadata(nil, nil), .granted,
            ])
        }
    }

    mutating func answer(to request: PassRequest) -> PassResponse {
        if below(100) < sanity { return rightAnswer(to: request) }
        return pick([
            .forbidden, .notFound, .error(410), .error(412), .error(400), .error(500), .error(401),
            .error(403, "invalid_client"), .error(400, "invalid_client"), .error(403, "authentication_session_missing"),
            .throttled, .noContent, PassResponse(status: 200, .empty),
            PassResponse(status: 200, .unreadable("garbage")),
            .authentication(requestor: "OTHER"), .configuration(requestor: "OTHER"), .configuration([]),
            .authorization("KITE9"), .media("KITE9"), .metadata(tokenSource: "apple"), .code(requestor: "OTHER"),
            PassResponse(status: 200, .pendingLogout(reason: nil)), PassResponse(status: -1, .page("")),
        ])
    }

    func rightAnswer(to request: PassRequest) -> PassResponse {
        let resource = request["resource"] ?? ""
        switch request.operation {
        case .register: return .registration()
        case .accessToken: return .token("token-1")
        case .configuration: return .configuration()
        case .profileRequest: return .profile
        case .createRegistrationCode: return .code(mvpd: request["mvpd"])
        case .exchangeToken, .logout: return .noContent
        case .authorize: return .authorization(resource)
        case .mediaToken: return .media(resource)
        case .userMetadata: return .metadata(tokenSource: "Apple")
        case .preauthorize: return PassResponse(status: 200, .preauthorization([]))
        case .readAuthenticationToken: return .authentication("Meadowlark")
        default: return PassResponse(status: 200, .empty)
        }
    }
}
