import Exchanges
import Documents
import PassAPI
import VirtualTime

/// One app's way through a recording: what it was answered from, and the values that are its own.
struct AppSession: Sendable {
    /// Its number, from 1, in order of first requests.
    let number: Int
    /// The app's device, as it first named it; nil as long as it has not.
    private(set) var device: String?
    /// The texts and addresses by which it may be found (``AppSessions``).
    var names: [SessionName] = []
    /// Whether its app had one before.
    var origin = Origin.first
    /// Who answers its app.
    var service = Service.recorded
    /// The time by which the recording's, as this app has it, is ahead of the clock by which the recording is served.
    var ahead = Duration.zero
    /// What it was answered from.
    var progress = Progress()
    /// The app's values in place of the recorded ones.
    var values = OwnValues()
    /// What the app states of its device.
    private(set) var information = OwnInformation()

    /// The ways in which an app begins.
    enum Origin: Sendable {
        /// The app had no session.
        case first
        /// Its first request repeats one: it had a session, or another app at its address had.
        case again
    }

    /// The services that answer an app.
    enum Service: Sendable {
        /// The recorded one.
        case recorded
        /// The recorded one, but for what says "not yet": the app has signed on with the simulated service that goes on after the
        /// recording, and has not logged out.
        case signedOn
        /// Another one: none of its calls are answered from the recording.
        case departed
    }

    /// A session in which nothing was requested.
    init(_ number: Int) { self.number = number }

    /// The app has signed on with the simulated service that goes on after the recording.
    mutating func signOn() { if case .recorded = service { service = .signedOn } }

    /// The app has logged out.
    mutating func logOut() { if case .signedOn = service { service = .recorded } }

    /// The app's device is named so, if it has had no name.
    mutating func name(device text: String) { device = device ?? text }

    /// What a request states of its device is the app's own, as far as it has stated nothing before.
    mutating func learn(_ request: AppRequest, from entry: Int, in index: RecordingIndex) {
        guard Self.comparesInformation(of: request, with: entry, in: index) else { return }
        information.learn(recorded: index.entries[entry].information, replayed: request.information)
    }

    /// Returns a text of the app's in the recording's words; nil if none of the app's own stands in it.
    func translated(_ text: String) -> String? { values.translation.replacing(text) }
}

// MARK: What was answered

extension AppSession {
    /// The exchanges of a recording that an app was answered from.
    struct Progress: Sendable {
        /// The index of the first exchange that can answer.
        private var first = 0
        /// The exchanges that answered it or were passed over.
        private var consumed = UsedExchanges()
        /// The number of its requests that were answered.
        private(set) var requestCount = 0
        /// The first place of each list that may be open.
        private var cursors: [Int: Int] = [:]
        /// The poll of each list that was answered last.
        private(set) var lastPolls: [Int: Int] = [:]
        /// Its first request: on the recording's clock, and on the one by which it is answered.
        private var beginning: (recorded: Instant, served: Instant)?

        /// Checks whether the exchange of this index has been used, or is one that does not come any more.
        func hasUsed(_ index: Int) -> Bool { index < first || hasRequested(index) }

        /// Checks whether the exchange of this index has answered a request, or was passed over.
        func hasRequested(_ index: Int) -> Bool { consumed.contains(index) }

        /// Returns the exchanges that answered it or were passed over and are not among `known`, where they are afterwards.
        func requested(beyond known: inout UsedExchanges) -> [Int] {
            let new = consumed.subtracting(known)
            known = consumed
            return new
        }

        /// Only exchanges from this index on answer.
        mutating func begin(at index: Int) { first = index }

        /// An exchange answers at `now`, and others before it do not any more.
        mutating func use(_ found: SessionMatch.Found, at now: Instant, of index: RecordingIndex) {
            for passed in found.passedOver { consumed.insert(passed) }
            consumed.insert(found.entry)
            if index.entries[found.entry].isPoll { lastPolls[index.entries[found.entry].list] = found.entry }
            if beginning == nil { beginning = (index.exchanges[found.entry].startedAt, now) }
            requestCount += 1
        }

        /// The exchange of this index is used no longer.
        mutating func putBack(_ index: Int) {
            consumed.remove(index)
            cursors = [:]
        }

        /// Moves the first place of a list that may be open, and returns it.
        mutating func firstOpen(in list: Int, of index: RecordingIndex) -> Int {
            var place = cursors[list] ?? 0
            while place < index.lists[list].count, hasUsed(index.lists[list][place]) { place += 1 }
            cursors[list] = place
            return place
        }

        /// The instant of the recording that is as long after its beginning as `now` is after the session's first request.
        func recordedInstant(at now: Instant) -> Instant? { beginning.map { $0.recorded + (now - $0.served) } }
    }
}

// MARK: Values

extension AppSession {
    /// The values that an app has in place of a recording's.
    struct OwnValues: Sendable {
        /// The app's value for each of the recording's.
        private var bound: [Int: Binding] = [:]
        /// The values that the app was given in place of the recording's, and has not sent yet.
        private var offered: [Int: String] = [:]
        /// The recording's values that each of the app's stands for.
        private var meanings: [ExactText: [Int]] = [:]
        /// The recording's values by the app's.
        private(set) var rewriting = Rewriting()
        /// The app's values by the recording's.
        private(set) var translation = Rewriting()

        /// The app's value for one of the recording's.
        private enum Binding: Sendable {
            case same
            case other(String)
        }

        /// A longer value is not kept: 64 KiB.
        static let longest = 1 << 16

        /// The app's value for one of the recording's; nil if it has not been seen.
        func value(of index: Int, in table: OwnValueTable) -> String? {
            switch bound[index] {
            case nil: nil
            case .same?: table.texts[index]
            case .other(let text)?: text
            }
        }

        /// Checks whether the app has a value of its own for one of the recording's.
        func isBound(_ index: Int) -> Bool { bound[index] != nil }

        /// The recording's values that one of the app's own stands for.
        func meanings(of text: String) -> [Int] { meanings[ExactText(text)] ?? [] }

        /// The recorded values for which a value of the app's is known, in order.
        var all: [Int] { bound.keys.sorted() }

        /// The app is given one of the recording's values: what it had in that one's place is an earlier one, which it may still
        /// send.
        mutating func give(_ index: Int, in table: OwnValueTable) {
            guard case .other? = bound[index] else { return }
            bound[index] = nil
            offered[index] = nil
            rewriting.forget(table.texts[index])
        }

        /// The app is given `text` in place of one of the recording's values; what it sends is its own all the same.
        mutating func offer(_ text: String, for index: Int, in table: OwnValueTable) {
            guard bound[index] == nil else { return }
            offered[index] = text
            meanings[ExactText(text), default: []].append(index)
            rewriting.replace(table.texts[index], by: text, isURL: false)
            translation.replace(text, by: table.texts[index], isURL: false)
        }

        /// The value that the app was given in place of one of the recording's; nil if it is not known to be another one.
        func offered(for index: Int) -> String? { bound[index] == nil ? offered[index] : nil }

        /// From now on the app's value for one of the recording's is `text`.
        mutating func bind(_ index: Int, to text: String, in table: OwnValueTable) {
            guard bound[index] == nil else { return }
            let recorded = table.texts[index]
            let isOffered = offered[index].map { ExactText($0) == text }
            // What it was given in that one's place it does not use.
            if isOffered == false { rewriting.forget(recorded) }
            guard ExactText(recorded) != text else {
                bound[index] = .same
                return
            }
            bound[index] = .other(text)
            // A placeholder may be anything elsewhere.
            if isOffered == true || table.kind(of: index) == .placeholder { return }
            meanings[ExactText(text), default: []].append(index)
            let isURL = table.kind(of: index) == .redirectURL
            rewriting.replace(recorded, by: text, isURL: isURL)
            translation.replace(text, by: recorded, isURL: isURL)
            // What is served is taken for HTTPS, however a browser got here.
            if isURL, sameLetters(String(text.prefix(7)), "http://") {
                translation.replace("https://" + text.dropFirst(7), by: recorded, isURL: true)
            }
        }
    }
}
