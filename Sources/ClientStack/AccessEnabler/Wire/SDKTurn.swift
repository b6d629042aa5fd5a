import PassAPI
import SubscriberAccount
import VirtualTime

/// One turn of the SDK: what every part of it works with while it takes in one input.
struct SDKTurn: EffectCollector {
    /// True time: what only the world knows.
    let now: Instant
    /// What the device's wall clock shows: by it tokens are judged.
    let wall: Instant
    private(set) var effects: [ClientEffect] = []
    var numbers: Numbers
    /// The step that the flow is at; nil where none runs.
    private(set) var step: FlowStep?

    init(now: Instant, wall: Instant, numbers: Numbers, step: FlowStep?) {
        self.now = now
        self.wall = wall
        self.numbers = numbers
        self.step = step
    }

    /// Notes that a flow is at `step`; a step that it is at already is not noted again.
    mutating func enter(_ step: FlowStep?) {
        guard let step, step != self.step else { return }
        self.step = step
        effects.append(.enterStep(step))
    }

    /// A flow has come to its end.
    mutating func leaveSteps() { step = nil }

    mutating func callBack(_ callback: AccessEnablerCallback) { effects.append(.callBack(callback)) }
    mutating func add(_ effect: ClientEffect) { effects.append(effect) }

    /// `status:` with a code of the table.
    mutating func tell(
        _ status: AdvancedStatus,
        message: String? = nil,
        resource: String? = nil,
        details: String? = nil
    ) {
        callBack(
            .status(
                errorID: status.id,
                level: status.level.rawValue,
                message: message,
                resource: resource,
                details: details
            )
        )
    }
}
