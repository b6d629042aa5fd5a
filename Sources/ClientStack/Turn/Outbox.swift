import PassAPI
import SubscriberAccount
import VirtualTime

/// The effects of one turn as they are decided, and what is needed to decide them.
struct Outbox: EffectCollector {
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

    mutating func add(_ effect: ClientEffect) { effects.append(effect) }

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
