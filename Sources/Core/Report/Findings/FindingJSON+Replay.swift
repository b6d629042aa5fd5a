import ClientStack
import Documents
import PassAPI
import Replay
import Services
import Simulation
import VirtualTime

extension FindingJSON {
    /// A warning of a replay; `step` is the step of the event that tells of it.
    init(_ warning: ReplayWarning, step: String?) {
        self.init(
            code: warning.code.rawValue,
            warning.level,
            at: warning.instant,
            from: SourceJSON(.recording),
            message: warning.summary
        )
        exchanges = warning.exchanges
        vsaCalls = warning.vsaCalls
        rule = warning.brokenRule
        self.step = warning.step?.rawValue ?? step
        fields = warning.fields.map { Field($0) }
    }

    /// An error of a replay; `step` is the step of the event that tells of it.
    init(_ divergence: Divergence, step: String?) {
        self.init(
            code: divergence.reason.rawValue,
            divergence.level,
            at: divergence.instant,
            from: SourceJSON(.recording),
            message: divergence.summary
        )
        exchanges = divergence.exchange.map { [$0] } ?? []
        vsaCalls = divergence.vsaCall.map { [$0] } ?? []
        fields = divergence.fields.map { Field($0) }
        cause = divergence.cause.map { cause in
            // The providers that a configuration offers are a list.
            let offered = divergence.content == .providerNotOffered ? cause.value : nil
            let value =
                offered.map { JSONValue.texts($0.commaSeparated) }
                ?? .text(FoundSecret.text(cause.value, of: cause.field))
            return Cause(exchange: cause.exchange, field: cause.field, value: value)
        }
        self.step = step
        switch divergence.content {
        case .unanswered(_, let own?, _, _, _), .questionUnanswered(let own?): self.step = own.rawValue
        case .missing(let last, _):
            if let first = divergence.exchange, last > first { exchanges = Array(first...min(last, first + 9_999)) }
        case .outOfTurn(_, let overtaken): exchanges += overtaken
        case .copy(let original): exchanges.append(original)
        case .damaged: code = CheckCode.damaged.rawValue
        case .questionDiffers(let difference) where fields.isEmpty:
            fields = [Field(difference)]
        default: break
        }
    }

    /// A row in which the app does other than the documents' client: a warning if it breaks a rule.
    init(_ difference: BehaviorDifference) {
        self.init(
            code: difference.code.rawValue,
            difference.level,
            at: nil,
            from: SourceJSON(.recording),
            message: BehaviorText.line(for: difference)
        )
        exchanges = difference.exchanges
        rule = difference.brokenRule
        fields = ([difference.value] + difference.alternatives).map {
            Field(row: difference.row, recorded: $0, replayed: difference.documented)
        }
    }

    /// A row of the app's behavior, written `row=value`, that the recording does not show.
    init(assumedRow row: String) {
        self.init(
            code: ReplayNote.Code.behaviorAssumed.rawValue,
            .note,
            at: nil,
            from: SourceJSON(.replay),
            message: row
        )
        let parts = row.split(separator: "=", maxSplits: 1).map(String.init)
        fields = [Field(row: parts.first ?? "", recorded: nil, replayed: parts.count > 1 ? parts[1] : nil)]
    }

    /// An expectation of a scenario that was not met.
    init(_ failure: ExpectationFailure, of file: String?, step: String?) {
        let line = failure.line > 0 ? failure.line : nil
        self.init(
            .expectationNotMet,
            .error,
            at: failure.instant,
            from: SourceJSON(.scenario, file, line: line),
            message: "expected \(failure.expected); found \(failure.found)"
        )
        self.step = step
        fields = [Field(failure)]
    }
}
