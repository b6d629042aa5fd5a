import Documents
import Exchanges
import PassAPI
import VirtualTime

/// The sessions of apps over a recording, found by what their requests name: looking through all of them for each request would
/// cost more than answering it.
struct ServedSessions: Sendable {
    /// The sessions, in order of their numbers; a place is an index of these, and holds until a session goes.
    private(set) var all: [ServedSession] = []
    /// The numbers of those whose apps named a device so, and of those to which a text is their app's own value.
    private var numbersByDevice: [ExactText: [Int]] = [:]
    private var numbersByOwnValue: [ExactText: [Int]] = [:]
    /// The numbers in the order in which they were heard from, the last one last.
    private(set) var recency: [Int] = []

    // MARK: Finding

    /// The place of the session with this number; nil if there is none.
    func place(of number: Int) -> Int? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].number == number ? low : nil
    }

    /// The numbers of the sessions whose apps named their device so.
    func numbers(named device: String) -> [Int] { numbersByDevice[ExactText(device)] ?? [] }
    /// The numbers of the sessions whose apps have this value in place of a recorded one.
    func numbers(owning text: String) -> [Int] { numbersByOwnValue[ExactText(text)] ?? [] }

    // MARK: Changing

    /// Adds a session, of a higher number than all others, and returns its place.
    mutating func begin(_ session: ServedSession) -> Int {
        all.append(session)
        recency.append(session.number)
        return all.count - 1
    }

    /// Takes the session that was added last away, which came of nothing.
    mutating func abandonLast() {
        guard let number = all.last?.number else { return }
        recency.removeAll { $0 == number }
        all.removeLast()
    }

    /// Only exchanges from this index on answer the session at a place.
    mutating func begin(_ place: Int, at index: Int) { all[place].begin(at: index) }

    /// The recording's time, as the app of the session with this number has it, is so far ahead.
    mutating func set(_ number: Int, ahead duration: Duration) {
        if let place = place(of: number) { all[place].ahead = duration }
    }

    /// The exchange of this index has not answered the session with this number.
    mutating func putBack(_ index: Int, in number: Int) {
        if let place = place(of: number) { all[place].putBack(index) }
    }

    /// The app of the session with this number had one before.
    mutating func markAgain(_ number: Int) {
        if let place = place(of: number) { all[place].isAgain = true }
    }

    /// For the app of the session with this number the service is not the recorded one any more.
    mutating func markDeparted(_ number: Int) {
        if let place = place(of: number) { all[place].hasDeparted = true }
    }

    /// The app of the session with this number has signed on with the simulated service.
    mutating func signOn(_ number: Int) {
        if let place = place(of: number) { all[place].hasSignedOn = true }
    }

    /// The app of the session at a place has logged out.
    mutating func logOut(at place: Int) { all[place].hasSignedOn = false }

    /// The same for those of all sessions that there are.
    mutating func departAll() {
        for place in all.indices { all[place].hasDeparted = true }
    }

    /// Forgets the session that was heard from the longest ago.
    mutating func forgetOldest() {
        if let number = recency.first { forget(number) }
    }

    /// Forgets the session with this number, and returns it; nil if there is none.
    @discardableResult
    mutating func forget(_ number: Int) -> ServedSession? {
        guard let place = place(of: number) else { return nil }
        let session = all.remove(at: place)
        recency.removeAll { $0 == number }
        if let device = session.device { Self.remove(number, from: &numbersByDevice, device) }
        for text in session.ownValues { Self.remove(number, from: &numbersByOwnValue, text) }
        return session
    }

    private static func remove(_ number: Int, from numbers: inout [ExactText: [Int]], _ text: String) {
        numbers[ExactText(text)]?.removeAll { $0 == number }
        if numbers[ExactText(text)]?.isEmpty == true { numbers[ExactText(text)] = nil }
    }

    /// Returns what the session at a place has for a request.
    mutating func match(_ search: ServedSession.Search, at place: Int) -> ServedMatch { all[place].match(search) }

    /// A request of the session at a place came from there.
    mutating func hear(from connection: ClientConnection, at place: Int) { all[place].hear(from: connection) }

    /// The app of the session at a place has `text` for a recorded value.
    mutating func bind(_ value: Int, to text: String, in table: OwnValueTable, at place: Int) {
        guard all[place].bind(value, to: text, in: table) else { return }
        let number = all[place].number
        if numbersByOwnValue[ExactText(text)]?.contains(number) != true {
            numbersByOwnValue[ExactText(text), default: []].append(number)
        }
    }

    /// The app of the session at a place is given the values of an exchange; other registration codes, if another app has those.
    mutating func give(valuesOf exchange: Int, of index: ServedIndex, at place: Int) {
        guard let values = index.givenValues[exchange] else { return }
        for value in values { all[place].give(value, in: index.values) }
        let codes = values.filter { index.values.kind(of: $0) == .registrationCode }
        guard !codes.isEmpty, all.indices.contains(where: { $0 != place && all[$0].hasRequested(exchange) }) else {
            return
        }
        for code in codes where !all[place].isBound(code) && all[place].offered(for: code) == nil {
            let number = all[place].number
            guard
                let other = OtherCode.of(
                    index.values.texts[code],
                    number,
                    isTaken: { text in
                        index.values.index(of: text) != nil || numbersByOwnValue[ExactText(text)] != nil
                    }
                )
            else { continue }
            all[place].offer(other, for: code, in: index.values)
            numbersByOwnValue[ExactText(other), default: []].append(number)
        }
    }

    /// The app of the session at a place names its device, which counts the first time.
    mutating func name(device text: String, at place: Int) {
        guard all[place].device == nil else { return }
        all[place].name(device: text)
        numbersByDevice[ExactText(text), default: []].append(all[place].number)
    }

    /// A request of the session at a place, answered by an exchange of this index, may state something new of the app's device.
    mutating func learn(_ request: ServedRequest, from entry: Int, in index: ServedIndex, at place: Int) {
        all[place].learn(request, from: entry, in: index)
    }

    /// The session at a place is answered, at `now`, from an exchange of the recording.
    mutating func use(_ found: ServedMatch.Found, at now: Instant, in place: Int, of index: ServedIndex) {
        for passed in found.passedOver { all[place].use(passed) }
        all[place].use(found.entry)
        if index.entries[found.entry].isPoll { all[place].lastPolls[index.entries[found.entry].list] = found.entry }
        all[place].count(at: now, recorded: index.exchanges[found.entry].startedAt)
        let number = all[place].number
        guard recency.last != number, let index = recency.lastIndex(of: number) else { return }
        recency.remove(at: index)
        recency.append(number)
    }
}
