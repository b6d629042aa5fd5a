import PassAPI
import SubscriberAccount
import VirtualTime

/// The effects of one turn as they are decided, and what is needed to decide them.
struct Outbox {
    let now: Instant
    let configuration: ClientConfiguration
    var numbers: Numbers
    /// The step of the cookbook that the client is at.
    private(set) var step: FlowStep?
    private(set) var effects: [ClientEffect] = []

    init(now: Instant, configuration: ClientConfiguration, numbers: Numbers, step: FlowStep?) {
        self.now = now
        self.configuration = configuration
        self.numbers = numbers
        self.step = step
    }

    var options: ClientOptions { configuration.options }

    mutating func send(_ request: PassRequest) -> RequestID {
        let id = numbers.nextRequest()
        effects.append(.sendRequest(id, request))
        return id
    }

    mutating func ask(_ question: AccountQuestion) -> QuestionID {
        let id = numbers.nextQuestion()
        effects.append(.askAccount(id, question))
        return id
    }

    mutating func startTimer(_ duration: Duration) -> TimerID {
        let id = numbers.nextTimer()
        effects.append(.startTimer(id, duration))
        return id
    }

    mutating func cancel(_ timer: TimerID) { effects.append(.cancelTimer(timer)) }

    mutating func present(_ presentation: Presentation) { effects.append(.present(presentation)) }

    mutating func play(_ resource: String, _ serializedToken: String) {
        effects.append(.play(resource: resource, serializedToken: serializedToken))
    }

    /// Notes that the flow is at `step`; a step that the flow is at already is not noted again.
    mutating func enter(_ step: FlowStep) {
        guard step != self.step else { return }
        self.step = step
        effects.append(.enterStep(step))
    }

    /// No flow runs any more.
    mutating func leaveSteps() { step = nil }
}
