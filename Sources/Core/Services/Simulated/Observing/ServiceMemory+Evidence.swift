import VirtualTime
import History
import PassAPI

extension ServiceMemory {
    /// What a recording shows, by the exchange that shows it.
    struct Evidence: Sendable {
        let history: History
        let calls: [RecordedCall]
        private let holdings: HoldingIndex
        private var callPlaces: [Int: Int] = [:]
        private var refusalPlaces: [Int: [Int]] = [:]

        init(_ calls: [RecordedCall], _ history: History) {
            (self.calls, self.history) = (calls, history)
            holdings = HoldingIndex(history)
            for (place, call) in calls.enumerated() where callPlaces[call.ordinal] == nil {
                callPlaces[call.ordinal] = place
            }
            for (place, refusal) in history.refusals.enumerated() {
                guard let exchange = refusal.at.event.exchange else { continue }
                refusalPlaces[exchange, default: []].append(place)
            }
        }

        func call(_ exchange: Int?) -> RecordedCall? { exchange.flatMap { callPlaces[$0] }.map { calls[$0] } }

        func refusals(by exchange: Int) -> [RecordedRefusal] {
            (refusalPlaces[exchange] ?? []).map { history.refusals[$0] }
        }

        func issued(by exchange: Int) -> [Holding] {
            holdings.issued(by: .exchange(exchange)).map { history.entries[$0] }
        }

        func ended(by exchange: Int) -> [Holding] {
            holdings.ended(by: .exchange(exchange)).map { history.entries[$0] }
        }

        func used(by exchange: Int) -> [Holding] {
            holdings.used(by: exchange).map { history.entries[$0] }
        }

        /// The exchanges that the history knows, and those of `calls` up to `last`, rising.
        func exchanges(upTo last: Int) -> [Int] {
            var found = Set(calls.map(\.ordinal).filter { $0 <= last })
            for entry in history.entries { entry.issued.value.event.exchange.map { _ = found.insert($0) } }
            return found.sorted()
        }
    }
}
