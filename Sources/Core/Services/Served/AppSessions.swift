import Documents
import PassAPI
import VirtualTime

/// A name by which the session of an app is found; of several with the same one the last that had it.
enum SessionName: Hashable, Sendable {
    /// Its device.
    case device(ExactText)
    /// A code, token or credential that it has of its own.
    case given(ExactText)
    /// The address that its requests come from.
    case address(ExactText)
    /// A host that its app wants a browser to be sent back to.
    case host(ExactText)
    /// The exchange whose registration codes it was given as they are recorded.
    case codes(of: Int)

    static func device(_ text: String) -> Self { .device(ExactText(text)) }
    static func given(_ text: String) -> Self { .given(ExactText(text)) }
    static func address(_ address: String) -> Self { .address(ExactText(address)) }
}

/// The sessions of apps over a recording, found by what their requests name: looking through all of them for each request would
/// cost more than answering it.
struct AppSessions: Sendable {
    /// The sessions, in no order; a place is an index of these, and holds until its session goes.
    private(set) var all: [AppSession] = []
    /// The places of sessions that are there, by number, and those that nobody has.
    private var places: [Int: Int] = [:]
    private var free: [Int] = []
    private var numbers: [SessionName: Int] = [:]
    /// The number of sessions whose apps want a browser to be sent back to a host.
    private var hostCounts: [ExactText: Int] = [:]
    /// The numbers in the order in which they were heard from, the last one last.
    private var recency: [Int] = []

    /// So many of its own codes, tokens and credentials are kept of a session, and so many names in all: 64 and 4096.
    private static let (givenLimit, namesLimit) = (64, 4_096)

    // MARK: Finding

    /// The number of sessions.
    var count: Int { places.count }

    /// The places, in order of the sessions' numbers.
    var inOrder: [Int] { places.sorted { $0.key < $1.key }.map(\.value) }

    /// The place of the session with this number; nil if there is none.
    func place(of number: Int) -> Int? { places[number] }

    /// The place of the session that is found by a name; nil if there is none.
    func place(named name: SessionName) -> Int? { numbers[name].flatMap { places[$0] } }

    /// Checks whether the app of some session wants a browser to be sent back to a host.
    func isAnyApps(host: ExactText) -> Bool { hostCounts[host] != nil }

    // MARK: Changing

    /// Adds a session of a number that none has had, and returns its place.
    mutating func begin(_ number: Int) -> Int {
        let place: Int
        if let last = free.popLast() {
            place = last
            all[place] = AppSession(number)
        } else {
            place = all.count
            all.append(AppSession(number))
        }
        places[number] = place
        recency.append(number)
        return place
    }

    /// Forgets the session with this number, and returns it; nil if there is none.
    @discardableResult
    mutating func forget(_ number: Int) -> AppSession? {
        guard let place = places.removeValue(forKey: number) else { return nil }
        // Mostly the first or the last one.
        if recency.last == number {
            recency.removeLast()
        } else if let index = recency.firstIndex(of: number) {
            recency.remove(at: index)
        }
        let session = all[place]
        for name in session.names {
            if numbers[name] == number { numbers[name] = nil }
            if case .host(let host) = name, let count = hostCounts[host] {
                hostCounts[host] = count > 1 ? count - 1 : nil
            }
        }
        all[place] = AppSession(0)
        free.append(place)
        return session
    }

    /// The number of the session that was heard from the longest ago.
    var oldest: Int? { recency.first }

    /// The session at a place is found by a name from now on.
    mutating func name(_ place: Int, _ name: SessionName) {
        let number = all[place].number
        guard numbers[name] != number else { return }
        if !all[place].names.contains(name) {
            guard all[place].names.count < Self.namesLimit else { return }
            if case .given = name {
                let given = all[place].names.count { if case .given = $0 { true } else { false } }
                guard given < Self.givenLimit else { return }
            }
            if case .host(let host) = name { hostCounts[host, default: 0] += 1 }
            all[place].names.append(name)
        }
        numbers[name] = number
    }

    /// A request of the session at a place came from an address.
    mutating func hear(from address: String, at place: Int) {
        name(place, .address(address))
        let number = all[place].number
        guard recency.last != number, let index = recency.lastIndex(of: number) else { return }
        recency.remove(at: index)
        recency.append(number)
    }

    /// Lets `change` change the session at a place, where it is: it is large.
    mutating func change<Result>(_ place: Int, _ change: (inout AppSession) -> Result) -> Result { change(&all[place]) }

    /// The app of the session at a place has `text` for a recorded value.
    mutating func bind(_ value: Int, to text: String, in table: OwnValueTable, at place: Int) {
        all[place].values.bind(value, to: text, in: table)
        let (kind, isRecorded) = (table.kind(of: value), ExactText(table.texts[value]) == text)
        if kind == .device { name(place, .device(text)) }
        if kind.isGiven, !isRecorded { name(place, .given(text)) }
        if kind == .redirectURL, !isRecorded { name(place, .host(ExactText(URLParts(text).hostAndPort))) }
    }

    /// The app of the session at a place is given the values of an exchange; other registration codes, if another app has those.
    mutating func give(valuesOf exchange: Int, of index: RecordingIndex, at place: Int) {
        guard let values = index.givenValues[exchange] else { return }
        for value in values { all[place].values.give(value, in: index.values) }
        let codes = values.filter { index.values.kind(of: $0) == .registrationCode }
        guard !codes.isEmpty else { return }
        let holder = self.place(named: .codes(of: exchange))
        guard let holder, holder != place else { return name(place, .codes(of: exchange)) }
        for code in codes
        where !all[place].values.isBound(code) && all[place].values.offered(for: code) == nil {
            let other = OtherCode.of(index.values.texts[code], all[place].number) { text in
                index.values.index(of: text) != nil || numbers[.given(text)] != nil
            }
            guard let other else { continue }
            all[place].values.offer(other, for: code, in: index.values)
            name(place, .given(other))
        }
    }
}
