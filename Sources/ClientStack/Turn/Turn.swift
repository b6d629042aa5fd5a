import PassAPI
import SubscriberAccount

/// One turn of the client: what every part of it works with while it takes in one input.
struct Turn {
    var outbox: Outbox
    var line: ServiceLine
    /// The question that the platform has not answered yet; there is never more than one.
    var question: PendingQuestion?
    /// The configuration of S3, once it was fetched.
    var providers: Configuration?

    struct PendingQuestion: Hashable, Sendable {
        var id: QuestionID
        var question: AccountQuestion
    }

    var configuration: ClientConfiguration { outbox.configuration }
    var options: ClientOptions { outbox.options }

    /// Calls the service in the name of `step`.
    mutating func call(_ request: PassRequest, for step: FlowStep) {
        line.begin(request, for: step, &outbox)
    }

    /// Asks the platform.
    mutating func ask(_ question: AccountQuestion) {
        self.question = PendingQuestion(id: outbox.ask(question), question: question)
    }

    /// Forgets whatever was asked: late answers find nobody.
    mutating func forgetAll() {
        line.hangUp(&outbox)
        question = nil
    }
}
