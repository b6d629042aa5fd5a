import PassAPI
import SubscriberAccount
import VirtualTime

/// One turn of the SDK: what every part of it works with while it takes in one input.
struct SDKTurn {
    /// True time: what only the world knows.
    let now: Instant
    /// What the device's wall clock shows: by it tokens are judged.
    let wall: Instant
    private(set) var effects: [ClientEffect] = []
    var numbers: Numbers

    init(now: Instant, wall: Instant, numbers: Numbers) {
        self.now = now
        self.wall = wall
        self.numbers = numbers
    }

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
