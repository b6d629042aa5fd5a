import Device
import PassAPI
import SubscriberAccount
import VirtualTime

/// The effects of a client's turn as they are decided, the numbers of what will be answered, and the step of the flow.
///
/// It is part of the client. Between turns it holds neither effect nor time, so that clients that know the same are
/// equal.
struct EffectBuffer: Hashable, Sendable {
    /// True time, which only the world knows; a client that cannot know it is given the time of its device's clock.
    private(set) var now = Instant.distantPast
    /// The time on the device's clock: by it tokens are evaluated.
    private(set) var wall = Instant.distantPast
    /// The step that the flow is at; nil while none runs.
    private(set) var step: FlowStep?
    /// Never begun anew in an app's life: a late answer to an earlier process finds nobody.
    var numbers = IDGenerator()
    private(set) var effects: [ClientEffect] = []

    init(step: FlowStep? = nil) { self.step = step }

    /// A turn begins.
    mutating func begin(at now: Instant, wall: Instant) { (self.now, self.wall) = (now, wall) }

    /// The turn is over: what is to be done, in order.
    mutating func end() -> [ClientEffect] {
        defer { (now, wall, effects) = (.distantPast, .distantPast, []) }
        return effects
    }

    mutating func add(_ effect: ClientEffect) { effects.append(effect) }

    mutating func send(_ request: PassRequest) -> RequestID {
        let id = numbers.nextRequest()
        add(.sendRequest(id, request))
        return id
    }

    mutating func ask(_ question: VSARequest) -> QuestionID {
        let id = numbers.nextQuestion()
        add(.askAccount(id, question))
        return id
    }

    mutating func startTimer(_ duration: Duration) -> TimerID {
        let id = numbers.nextTimer()
        add(.startTimer(id, duration))
        return id
    }

    mutating func cancel(_ timer: TimerID) { add(.cancelTimer(timer)) }

    mutating func present(_ presentation: Presentation) { add(.present(presentation)) }

    mutating func play(_ resource: String, _ serializedToken: String) {
        add(.play(resource: resource, serializedToken: serializedToken))
    }

    mutating func note(_ change: StorageChange?) {
        if let change { add(.changeStorage(change)) }
    }

    /// Notes that the flow is at `step`; a step that the flow is at already is not noted again.
    mutating func enter(_ step: FlowStep?) {
        guard let step, step != self.step else { return }
        self.step = step
        add(.enterStep(step))
    }

    /// No flow runs any more.
    mutating func leaveSteps() { step = nil }
}
