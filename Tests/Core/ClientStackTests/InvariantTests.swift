import ClientStack
import Documents
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

/// The sentences of apple-sso-flow.md §13, over dialogues that chance makes up.
@Suite("What every dialogue keeps")
struct InvariantTests {
    @Test(
        "Invariants 1 to 9 hold, and the client never loses track, over thousands of random steps",
        arguments: 0..<120
    )
    func holds(_ seed: Int) throws {
        var monkey = Monkey(seed: UInt64(seed))
        let configuration = monkey.configuration()
        var dialogue = Dialogue(configuration)
        var witness = Witness(configuration: configuration)
        for _ in 0..<500 {
            let input = monkey.nextInput(dialogue)
            if case .timerFired(let id) = input, let due = dialogue.openTimers.first(where: { $0.id == id })?.due {
                dialogue.now = max(dialogue.now, due)
            }
            let questions = dialogue.openQuestions
            let requests = dialogue.openRequests
            let before = dialogue.client
            let effects = dialogue.hear(input)
            witness.watch(input, questions, requests, before, effects, dialogue)
            try #require(witness.complaints.isEmpty, "seed \(seed): \(witness.complaints)")
        }
    }

    @Test("The same seed makes the same dialogue", arguments: [1, 2, 3])
    func repeats(_ seed: Int) {
        func run() -> [ClientEffect] {
            var monkey = Monkey(seed: UInt64(seed))
            var dialogue = Dialogue(monkey.configuration())
            for _ in 0..<500 { dialogue.hear(monkey.nextInput(dialogue)) }
            return dialogue.effects
        }
        #expect(run() == run())
    }

    @Test("Chance reaches every step, and plays")
    func reachesAll() {
        var steps: Set<FlowStep> = []
        var plays = 0
        for seed in 0..<40 {
            var monkey = Monkey(seed: UInt64(seed))
            var dialogue = Dialogue(monkey.configuration())
            for _ in 0..<500 { dialogue.hear(monkey.nextInput(dialogue)) }
            steps.formUnion(dialogue.steps)
            plays += dialogue.played.count
        }
        #expect(steps == Set(FlowStep.allCases.prefix { $0 != .access }))
        #expect(plays > 100)
    }

    @Test("When faults end, a launch signs on and plays", arguments: 0..<60)
    func recovers(_ seed: Int) {
        var monkey = Monkey(seed: UInt64(1_000 + seed))
        var dialogue = Dialogue(monkey.configuration())
        for _ in 0..<200 { dialogue.hear(monkey.nextInput(dialogue)) }
        monkey.sanity = 100
        dialogue.user(.launch)
        dialogue.user(.play(resource: "KITE1"))
        let plays = dialogue.played.count
        for _ in 0..<40 {
            if let open = dialogue.openRequests.last {
                dialogue.hear(.responseArrived(open.id, monkey.rightAnswer(to: open.request)))
            } else if dialogue.openQuestions.last != nil {
                dialogue.platform(monkey.answer(to: dialogue.openQuestions[0].question))
            }
        }
        #expect(dialogue.client.isSignedIn && dialogue.client.isIdle && dialogue.played.count == plays + 1)
    }
}

/// Watches a dialogue and complains where a sentence does not hold.
private struct Witness {
    let configuration: ClientConfiguration
    private(set) var complaints: [String] = []
    private var step: FlowStep?
    private var isWebViewOpen = false
    private var picked: String?
    private var preselected: String?
    private var mapped: String?
    private var profile: String?
    private var seenRequests: Set<RequestID> = []
    private var seenQuestions: Set<QuestionID> = []
    private var seenTimers: Set<TimerID> = []

    init(configuration: ClientConfiguration) { self.configuration = configuration }

    mutating func watch(
        _ input: ClientInput,
        _ questions: [(id: QuestionID, question: VSARequest)],
        _ requests: [(id: RequestID, request: PassRequest)],
        _ before: Client,
        _ effects: [ClientEffect],
        _ dialogue: Dialogue
    ) {
        listen(to: input, before, questions, requests)
        var isPrompted = false
        for effect in effects {
            switch effect {
            case .enterStep(let step): self.step = step
            case .sendRequest(let id, let request):
                check(seenRequests.insert(id).inserted, "a request's number is used twice")
                watch(request)
            case .askAccount(let id, let question):
                check(seenQuestions.insert(id).inserted, "a question's number is used twice")
                watch(question)
            case .startTimer(let id, let duration):
                check(seenTimers.insert(id).inserted, "a timer's number is used twice")
                check(duration >= .seconds(1) || step == .regularLogin, "a timer is too short")
            case .cancelTimer: break
            case .present(let presentation):
                if case .signOutPrompt = presentation { isPrompted = true }
                watch(presentation)
            case .play: check(step == .authorization, "a media token outside S11")
            case .callBack, .changeStorage, .assume: break
            }
        }
        evaluate(input, before, dialogue, questions, requests, isPrompted)
    }

    /// Remembers what the witness has to know of an input that the client will take in.
    private mutating func listen(
        to input: ClientInput,
        _ before: Client,
        _ questions: [(id: QuestionID, question: VSARequest)],
        _ requests: [(id: RequestID, request: PassRequest)]
    ) {
        switch input {
        case .userActionOccurred(.selectProvider(let id)): picked = id
        case .userActionOccurred(.closeWebView), .userActionOccurred(.launch): isWebViewOpen = false
        case .userActionOccurred(.cancel): isWebViewOpen = false
        case .vsaAnswered(let id, let answer)
        where questions.contains { $0.id == id } && before.step == .startPlatformLogin:
            mapped = nil
            if case .metadata(nil, let error?) = answer, error.code == 1, let identifier = error.userInfo.first?.value {
                mapped = Kite.mvpds.first { $0.platformMappingID == identifier }?.id
            }
        case .responseArrived(let id, let response)
        where requests.contains { $0.id == id && $0.request.operation == .profileRequest }:
            if case .profileRequest(let payload) = response.content { profile = payload }
        default: break
        }
    }

    private mutating func watch(_ request: PassRequest) {
        switch request.operation {
        case .profileRequest:
            check(Kite.mvpds.contains { $0.id == request["mvpd"] }, "1: a profile request without Adobe's id")
        case .createRegistrationCode:
            // One that is repeated after 429 has its own, whatever was picked meanwhile.
            let allowed = configuration.platform.usesSecondScreen ? [mapped] : [mapped, picked, preselected]
            check(request["mvpd"] == nil || allowed.contains(request["mvpd"]), "4: a preselection out of nowhere")
            preselected = request["mvpd"]
        case .checkAuthentication, .readAuthenticationToken:
            check(!isWebViewOpen, "7: a poll while the web view is open")
            check(step == .checkToken || step == .regularLogin, "7: a poll outside S1 and S10")
        case .exchangeToken:
            let bytes = request["SAMLResponse"].flatMap { try? Base64.decode($0) }
            let text = bytes.map { String(decoding: $0, as: UTF8.self) }
            let newlines: [Unicode.Scalar] = ["\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
            check(text != nil, "9: no Base64")
            check(text?.unicodeScalars.contains(where: newlines.contains) == false, "9: a newline in the SAML answer")
        default: break
        }
        let isRegistering = request.operation == .register || request.operation == .accessToken
        check(isRegistering == (step == .registration), "S0 is not where registration is")
    }

    private mutating func watch(_ question: VSARequest) {
        check(
            [.checkPlatform, .startPlatformLogin, .forwardToPlatform].contains(step),
            "a question outside S2, S4, S7"
        )
        switch question {
        case .checkAccessStatus(let prompt): check(prompt, "permission without prompt")
        case .enqueue(let request):
            check(request.isInterruptionAllowed == (step == .startPlatformLogin), "2: interruption outside S4")
            check((request.verificationToken != nil) == (step == .forwardToPlatform), "1: S7 without a profile request")
            check(
                request.verificationToken == nil || request.verificationToken == profile,
                "1: another profile request"
            )
            check(
                request.featuredAccountProviderIdentifiers.isEmpty || configuration.osVersion >= PlatformVersion(11),
                "K-35: featured providers before 11"
            )
        }
    }

    private mutating func watch(_ presentation: Presentation) {
        switch presentation {
        case .registrationCode: check(configuration.platform == .tvOS, "6: a code on a phone's screen")
        case .providerPicker: check(configuration.platform != .tvOS, "a picker on tvOS")
        case .webView(let request):
            check(configuration.platform != .tvOS, "a web view on tvOS")
            if request.operation == .initiateAuthentication { isWebViewOpen = true }
        case .signOutPrompt(let path):
            check(path == configuration.platform.settingsPath, "8: the path of another platform")
        case .message, .preauthorization: break
        }
    }

    /// Checks what must hold once the client has taken in an input.
    private mutating func evaluate(
        _ input: ClientInput,
        _ before: Client,
        _ dialogue: Dialogue,
        _ questions: [(id: QuestionID, question: VSARequest)],
        _ requests: [(id: RequestID, request: PassRequest)],
        _ isPrompted: Bool
    ) {
        let client = dialogue.client
        if client.step == nil { isWebViewOpen = false }
        step = client.step
        var isApple = false
        switch input {
        case .responseArrived(let id, let response):
            guard client != before else { break }
            let operation = requests.first { $0.id == id }?.request.operation
            if operation == .exchangeToken, client.isSignedIn {
                check(response.status == 204, "5: a token without 204")
            }
            if operation == .userMetadata, before.step == .readTokenSource,
                case .userMetadata(let data) = response.content
            {
                isApple = data.tokenSource == "Apple" && response.status == 200
            }
        case .vsaAnswered(let id, let answer) where client != before:
            check(!client.isSignedIn, "3: signed in by a question to the platform")
            let question = questions.first { $0.id == id }?.question
            if question == .checkAccessStatus(prompt: true), answer != .granted {
                check([.regularLogin, .registration, nil].contains(client.step), "3: not granted, but not S10")
            }
        default: break
        }
        check(isPrompted == isApple, "8: the prompt appears iff the token source is Apple")
        let isOpen = !dialogue.openRequests.isEmpty || !dialogue.openQuestions.isEmpty || !dialogue.openTimers.isEmpty
        if client.isIdle { check(dialogue.openTimers.isEmpty, "idle with a timer running") }
        if let waiting = client.waitingFor, !waiting.isUser {
            check(isOpen, "waits for nothing that is open")
        }
        if client.isSignedIn { check(dialogue.openTimers.count <= 1, "timers left over") }
    }

    private mutating func check(_ holds: Bool, _ complaint: String) {
        if !holds { complaints.append(complaint) }
    }
}
