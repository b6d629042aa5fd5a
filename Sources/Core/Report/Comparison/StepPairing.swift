/// Pairs the steps of two recordings, round by round.
struct StepPairing {
    private let first: [ComparedStep]
    private let second: [ComparedStep]
    /// For each step of the first recording its partner's index in the second.
    private(set) var partners: [Int?]
    private var isTaken: [Bool]

    init(_ first: [ComparedStep], _ second: [ComparedStep]) {
        self.first = first
        self.second = second
        partners = Array(repeating: nil, count: first.count)
        isTaken = Array(repeating: false, count: second.count)
    }

    /// Pairs what has the same key and no partner yet, in order.
    mutating func pair(by key: (ComparedStep) -> String) {
        var waiting: [String: [Int]] = [:]
        // Later ones lie deeper, so that taking the next is cheap.
        for index in second.indices.reversed() where !isTaken[index] {
            waiting[key(second[index]), default: []].append(index)
        }
        for index in first.indices where partners[index] == nil {
            guard let partner = waiting[key(first[index])]?.popLast() else { continue }
            partners[index] = partner
            isTaken[partner] = true
        }
    }

    /// The steps of the second recording that have no partner, in order.
    var leftInSecond: [Int] { second.indices.filter { !isTaken[$0] } }

    /// The fewest steps of the first recording without which all pairs would be in the same order.
    ///
    /// Found as what is not on a longest rising run of partners; exchanges and VSA calls each have their own
    /// order.
    var movedFirsts: Set<Int> {
        var moved: Set<Int> = []
        for kind in [ComparedStep.Kind.exchange, .vsaCall] {
            let paired = first.indices.compactMap { index in
                first[index].kind == kind ? partners[index].map { (index: index, partner: $0) } : nil
            }
            // tails[n] ends the best run of n + 1 pairs; before[i] precedes pair i on its run.
            var tails: [Int] = []
            var before = [Int?](repeating: nil, count: paired.count)
            for (position, pair) in paired.enumerated() {
                var low = 0
                var high = tails.count
                while low < high {
                    let middle = (low + high) / 2
                    if paired[tails[middle]].partner < pair.partner { low = middle + 1 } else { high = middle }
                }
                before[position] = low > 0 ? tails[low - 1] : nil
                if low < tails.count { tails[low] = position } else { tails.append(position) }
            }
            var rest = Set(paired.indices)
            var position = tails.last
            while let current = position {
                rest.remove(current)
                position = before[current]
            }
            moved.formUnion(rest.map { paired[$0].index })  // tidy: only membership is asked
        }
        return moved
    }
}
