/// The next number of each kind; none is ever used twice.
struct IDGenerator: Hashable, Sendable {
    private var requests = 0
    private var questions = 0
    private var timers = 0

    /// The number of requests that have been numbered.
    var requestsSoFar: Int { requests }

    mutating func nextRequest() -> RequestID {
        requests &+= 1
        return RequestID(requests)
    }

    mutating func nextQuestion() -> QuestionID {
        questions &+= 1
        return QuestionID(questions)
    }

    mutating func nextTimer() -> TimerID {
        timers &+= 1
        return TimerID(timers)
    }
}
