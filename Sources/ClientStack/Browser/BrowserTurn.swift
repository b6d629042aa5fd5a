import Device
import PassAPI
import VirtualTime

/// The effects of one turn of a browser client as they are decided.
struct BrowserTurn {
    /// What the device's clock shows.
    let wallTime: Instant
    var numbers: Numbers
    private(set) var step: FlowStep?
    private(set) var effects: [ClientEffect] = []

    init(wallTime: Instant, numbers: Numbers, step: FlowStep?) {
        self.wallTime = wallTime
        self.numbers = numbers
        self.step = step
    }

    mutating func send(_ request: PassRequest) -> RequestID {
        let id = numbers.nextRequest()
        effects.append(.sendRequest(id, request))
        return id
    }

    mutating func present(_ presentation: Presentation) { effects.append(.present(presentation)) }

    mutating func play(_ resource: String, _ token: String) {
        effects.append(.play(resource: resource, serializedToken: token))
    }

    mutating func note(_ change: StorageChange?) {
        if let change { effects.append(.changeStorage(change)) }
    }

    /// Notes that the flow is at `step`; a step that the flow is at already is not noted again.
    mutating func enter(_ step: FlowStep) {
        guard step != self.step else { return }
        self.step = step
        effects.append(.enterStep(step))
    }

    mutating func leaveSteps() { step = nil }
}
