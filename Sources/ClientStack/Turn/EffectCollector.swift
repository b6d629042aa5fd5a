import PassAPI
import SubscriberAccount

/// What collects the effects of one turn, and numbers what will be answered: the cookbook's ``Outbox``, the SDK's
/// ``SDKTurn``.
protocol EffectCollector {
    var numbers: Numbers { get set }

    mutating func add(_ effect: ClientEffect)
}

extension EffectCollector {
    mutating func send(_ request: PassRequest) -> RequestID {
        let id = numbers.nextRequest()
        add(.sendRequest(id, request))
        return id
    }

    mutating func ask(_ question: AccountQuestion) -> QuestionID {
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
}
