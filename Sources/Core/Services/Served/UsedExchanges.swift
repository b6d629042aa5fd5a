/// The exchanges of a recording that a session has used, by index.
///
/// They are kept in runs, since most are used one after the other: of a hundred thousand exchanges that a thousand apps share, a
/// bit for each would be more than all else that is known of an app.
struct UsedExchanges: Hashable, Sendable {
    /// In order, with a gap between each and the next.
    private var runs: [Run] = []

    private struct Run: Hashable {
        var start: Int32
        /// The index behind the last one.
        var end: Int32
    }

    /// Checks whether an exchange is among them.
    func contains(_ index: Int) -> Bool {
        let place = place(behind: index)
        return place > 0 && index < runs[place - 1].end
    }

    /// Adds an exchange.
    mutating func insert(_ index: Int) {
        let place = place(behind: index)
        let index = Int32(clamping: index)
        guard place == 0 || index >= runs[place - 1].end else { return }
        let followsRun = place > 0 && runs[place - 1].end == index
        let isBeforeRun = place < runs.count && runs[place].start == index + 1
        switch (followsRun, isBeforeRun) {
        case (true, true):
            runs[place - 1].end = runs[place].end
            runs.remove(at: place)
        case (true, false): runs[place - 1].end = index + 1
        case (false, true): runs[place].start = index
        case (false, false): runs.insert(Run(start: index, end: index + 1), at: place)
        }
    }

    /// Takes an exchange out.
    mutating func remove(_ index: Int) {
        let place = place(behind: index) - 1
        let index = Int32(clamping: index)
        guard place >= 0, index < runs[place].end else { return }
        let run = runs[place]
        let parts = [Run(start: run.start, end: index), Run(start: index + 1, end: run.end)]
        runs.replaceSubrange(place...place, with: parts.filter { $0.start < $0.end })
    }

    /// Returns those that are not among `others`, in order.
    func subtracting(_ others: UsedExchanges) -> [Int] {
        guard self != others else { return [] }
        var found: [Int] = []
        var place = 0
        for run in runs {
            var index = run.start
            while index < run.end {
                while place < others.runs.count, others.runs[place].end <= index { place += 1 }
                let other = place < others.runs.count ? others.runs[place] : Run(start: .max, end: .max)
                if other.start <= index {
                    index = min(run.end, other.end)
                } else {
                    let end = min(run.end, other.start)
                    found += (index..<end).map(Int.init)
                    index = end
                }
            }
        }
        return found
    }

    /// The number of runs that begin at this index or before it.
    private func place(behind index: Int) -> Int {
        // Most requests follow the last one.
        if let last = runs.last, last.start <= index { return runs.count }
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].start <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
