import Documents
import Exchanges
import PassAPI
import VirtualTime

/// What a session has for a request, before anything comes of it.
enum SessionMatch: Sendable {
    /// An exchange answers.
    case found(Found)
    /// None does.
    case none(AppAnswer.Unmatched)
    /// The exchange of this index does, and is not as it was recorded.
    case damaged(Int)

    /// An exchange that answers a request.
    struct Found: Sendable {
        /// Its index.
        var entry: Int
        /// The app's values that are seen for the first time.
        var bindings: [(value: Int, text: String)] = []
        /// The polls that are passed over.
        var passedOver: [Int] = []
        /// True if it answered before.
        var isRepeated = false
    }
}

extension AppSession {
    /// Where a request is looked for, and by what.
    struct Search {
        var request: AppRequest
        var index: RecordingIndex
        var polls: PollProgress
        var now: Instant
        /// The recorded devices that some session's app has, with the number of sessions.
        var claims: [Int: Int]
        /// From when on, and after what, responses are not given.
        var ends: ResponseEnds
        /// True if the app goes on after the recording, with what a simulated service gives it.
        var isContinued: Bool
    }

    /// Checks whether the response of this index holds no longer for the app: by its time, or since it has logged out.
    func isOver(_ entry: Int, _ search: Search) -> Bool {
        guard progress.requestCount > 0 else { return false }
        if let end = search.ends.instant(of: entry), search.now + ahead >= end { return true }
        return hasLoggedOut(of: entry, search)
    }

    /// Checks whether the app has logged out of what the request of this index needed.
    func hasLoggedOut(of entry: Int, _ search: Search) -> Bool {
        search.ends.logouts(of: entry).contains(where: progress.hasRequested)
    }

    /// Returns the exchange that answers a request in this session, or the reason that none does.
    mutating func match(_ search: Search) -> SessionMatch {
        let request = search.request
        var lists: [Int?] = []
        if let key = request.listKey {
            lists = [search.index.list(of: key)]
        } else if let page = request.page {
            lists = [search.index.pages(at: page.address)]
            if let moved = translatedPage(request) { lists += [search.index.pages(at: moved.address)] }
            lists += [search.index.pages(like: page.shape)]
            if let moved = translatedPage(request) { lists += [search.index.pages(like: moved.shape)] }
        }
        for case let list? in lists {
            guard let found = firstMatch(in: list, search) else { continue }
            return .found(found)
        }
        if let again = answeredAgain(search, in: lists.compactMap { $0 }) { return .found(again) }
        return .none(unmatched(search, in: lists.compactMap { $0 }))
    }

    /// The last response to a request of a host that is none of the service's: where an app goes on after the recording, nobody
    /// else answers for that host.
    private func answeredAgain(_ search: Search, in lists: [Int]) -> SessionMatch.Found? {
        guard search.isContinued, isElsewhere(search.request) else { return nil }
        let last = lists.lazy.flatMap { search.index.lists[$0].reversed() }.prefix(Self.candidates).first { entry in
            guard progress.hasRequested(entry), case .agrees = comparison(of: search, with: entry) else { return false }
            return true
        }
        return last.map { SessionMatch.Found(entry: $0, isRepeated: true) }
    }

    /// The request as if its URL were the recording's, where an address of the app's own is part of it.
    func translatedPage(_ request: AppRequest) -> PageRequest? {
        guard let page = request.page else { return nil }
        return translated(request.request.url).map { page.moved(to: $0) }
    }

    // MARK: Choosing

    /// So many exchanges that are not used are looked at, and so many after the first one that may be meant: 4096 and 64.
    private static let (candidates, alternatives) = (4_096, 64)

    private mutating func firstMatch(in list: Int, _ search: Search) -> SessionMatch.Found? {
        var best: (found: SessionMatch.Found, rank: Rank)?
        var left = Self.candidates
        let hasSignedOn = if case .signedOn = service { true } else { false }
        var open = openEntries(of: parts(of: list, search) ?? [list], search.index)
        while left > 0, let entry = open.next() {
            guard !progress.hasUsed(entry) else { continue }
            left -= 1
            guard !isOver(entry, search), !(hasSignedOn && search.index.entries[entry].saysNotYet) else { continue }
            guard case .agrees(let bindings) = comparison(of: search, with: entry) else { continue }
            let found = SessionMatch.Found(entry: entry, bindings: bindings)
            let rank = rank(of: bindings, search)
            if rank == .certain {
                best = (found, rank)
                break
            }
            if best == nil { left = min(left, Self.alternatives) }
            if best.map({ rank > $0.rank }) ?? true { best = (found, rank) }
        }
        guard let found = best?.found else { return nil }
        return search.polls == .clock && search.index.entries[found.entry].isPoll ? poll(found, search) : found
    }

    /// The parts of a list in which alone a request can be answered, since its app has named its device: for all other devices of the
    /// recording ``agreement(of:with:_:)`` says no.
    private func parts(of list: Int, _ search: Search) -> [Int]? {
        guard let named = search.request.own.first(where: { $0.kind == .device }) else { return nil }
        let (table, text) = (search.index.values, named.value)
        let recorded = table.index(of: text)
        let meant = values.meanings(of: text).filter { table.kind(of: $0) == .device }
        let isRecorded = recorded.map { table.kind(of: $0) == .device && isSame($0, text, table) } ?? false
        guard isRecorded || !meant.isEmpty else { return nil }
        let translated = translated(text).flatMap { table.index(of: $0) }
        var devices = meant
        for case let device? in [recorded, translated] where !devices.contains(device) { devices.append(device) }
        return search.index.parts(of: list, naming: devices, in: named.$name)
    }

    /// Checks whether the app has the recording's own text for a value, or might have.
    private func isSame(_ value: Int, _ text: String, _ table: OwnValueTable) -> Bool {
        values.value(of: value, in: table).map { ExactText($0) == text } ?? true
    }

    /// The entries of some lists in the order of the recording, from the first of each on that may be open.
    private mutating func openEntries(of lists: [Int], _ index: RecordingIndex) -> OpenEntries {
        OpenEntries(rest: lists.map { index.lists[$0][progress.firstOpen(in: $0, of: index)...] })
    }

    private struct OpenEntries {
        var rest: [ArraySlice<Int>]

        mutating func next() -> Int? {
            var least: (list: Int, entry: Int)?
            for list in rest.indices {
                guard let entry = rest[list].first, least.map({ entry < $0.entry }) ?? true else { continue }
                least = (list, entry)
            }
            guard let least else { return nil }
            return rest[least.list].removeFirst()
        }
    }

    /// The likelihood that an exchange is meant, given what would have to be the app's own: of the values that the service
    /// gave the last one is the most likely, one that it has not given yet the least.
    private enum Rank: Comparable {
        case notYetGiven
        case ofAnotherDevice
        case brought
        case given(by: Int)
        case certain
    }

    private func rank(of bindings: [(value: Int, text: String)], _ search: Search) -> Rank {
        let table = search.index.values
        // A loop: a session is large, and copied into what is called later.
        var rank: Rank?
        for binding in bindings where ExactText(table.texts[binding.value]) != binding.text {
            let other: Rank
            if let giver = table.giver(of: binding.value) {
                other = progress.hasUsed(giver) ? .given(by: giver) : .notYetGiven
            } else {
                let isOther = table.kind(of: binding.value) == .device && search.claims[binding.value] != nil
                other = isOther ? .ofAnotherDevice : .brought
            }
            rank = rank.map { max($0, other) } ?? other
        }
        return rank ?? .certain
    }

    /// The poll that tells what was true by now: the last one again, as long as the next is not due.
    private func poll(_ found: SessionMatch.Found, _ search: Search) -> SessionMatch.Found {
        let index = search.index
        let list = index.entries[found.entry].list
        guard let due = progress.recordedInstant(at: search.now) else { return found }
        var found = found
        if index.exchanges[found.entry].startedAt > due {
            guard let last = progress.lastPolls[list], index.entries[last].saysNotYet,
                case .agrees(let bindings) = comparison(of: search, with: last)
            else { return found }
            return SessionMatch.Found(entry: last, bindings: bindings, isRepeated: true)
        }
        let later = index.lists[list].drop { $0 <= found.entry }
        for next in later where !progress.hasUsed(next) && !isOver(next, search) {
            guard index.entries[found.entry].saysNotYet, index.exchanges[next].startedAt <= due,
                case .agrees(let bindings) = comparison(of: search, with: next)
            else { break }
            found.passedOver.append(found.entry)
            (found.entry, found.bindings) = (next, bindings)
        }
        return found
    }

    // MARK: Comparing

    /// A request beside a recorded one for the same thing.
    enum Comparison {
        /// It can be answered by it, with these values as the app's own.
        case agrees([(value: Int, text: String)])
        /// Values that are its client's own are others than those that the app had before.
        case conflicts([FieldDifference])
        /// It goes elsewhere.
        case unrelated
    }

    /// Compares a request with the recorded one of this index, both for the same thing.
    func comparison(of search: Search, with entry: Int) -> Comparison {
        let (request, index) = (search.request, search.index)
        var bindings: [(value: Int, text: String)] = []
        var conflicts: [FieldDifference] = []
        var asked = request.page
        if let came = request.page, let page = index.entries[entry].page {
            let own = index.entries[entry].own
            asked = [came, translatedPage(request)].compactMap { $0 }.first { isSameAddress($0, page, own) }
            if asked == nil { return .unrelated }
        }
        for own in index.entries[entry].own {
            // What is empty is no value of anybody's.
            let came = value(at: own.place, of: request, asked)
            guard let text = came, !text.isEmpty else {
                if own.isIdentity || own.place.isInURL { conflicts.append(difference(own, came, index)) }
                continue
            }
            // Where an address of the app's own was part of the URL, the recording's words stand there already.
            if asked != request.page, own.place.isInURL, ExactText(text) == index.values.texts[own.value] { continue }
            switch agreement(of: text, with: own, index) {
            case .known: continue
            case .new: bindings.append((own.value, text))
            case .none:
                // What a simulated service has given it is as good elsewhere as what the recording has.
                if search.isContinued, own.kind.isGiven, isElsewhere(search.request) { continue }
                conflicts.append(difference(own, text, index))
            }
        }
        if request.own.contains(where: \.isIdentity), let call = index.entries[entry].call {
            for value in request.own where value.isIdentity && call[value.name] == nil {
                conflicts.append(FieldDifference(value.name, recorded: nil, replayed: value.value))
            }
        }
        return conflicts.isEmpty ? .agrees(bindings) : .conflicts(conflicts)
    }

    /// Checks whether a request goes to a host that is none of the service's.
    private func isElsewhere(_ request: AppRequest) -> Bool {
        request.page.map { !ServiceEnvironment.isAdobe(host: $0.authority) } ?? false
    }

    private func value(at place: RecordingIndex.Own.Place, of request: AppRequest, _ page: PageRequest?) -> String? {
        switch place {
        case .parameter(let name): request.own.first { $0.$name == name }?.value
        case .page(let place): page?.value(at: place)
        }
    }

    private func difference(_ own: RecordingIndex.Own, _ text: String?, _ index: RecordingIndex) -> FieldDifference {
        let recorded = index.values.texts[own.value]
        var difference = FieldDifference(own.place.name, recorded: recorded, replayed: text)
        if let known = values.value(of: own.value, in: index.values), ExactText(known) != recorded {
            difference.own = known
        }
        return difference
    }

    /// Checks whether a text may be what the app has for a recorded value.
    func agrees(_ text: String, with own: RecordingIndex.Own, _ index: RecordingIndex) -> Bool {
        switch agreement(of: text, with: own, index) {
        case .known, .new: true
        case .none: false
        }
    }

    private enum Agreement {
        /// It is what the app has for the recorded value.
        case known
        /// It would be what the app has for it.
        case new
        /// It is another one.
        case none
    }

    private func agreement(of text: String, with own: RecordingIndex.Own, _ index: RecordingIndex) -> Agreement {
        let recorded = index.values.texts[own.value]
        if let value = values.value(of: own.value, in: index.values) {
            return ExactText(value) == text || ExactText(translated(text)) == ExactText(recorded) ? .known : .none
        }
        if ExactText(recorded) == text || ExactText(translated(text)) == ExactText(recorded) { return .new }
        guard text.utf8.count <= OwnValues.longest else { return .none }
        // What the recording has for something else of the kind is that, and what the app has for something else, too.
        if let other = index.values.index(of: text), index.values.kind(of: other) == own.kind,
            isSame(other, text, index.values)
        {
            return .none
        }
        return own.kind.isOfOneThing && values.meanings(of: text).contains { index.values.kind(of: $0) == own.kind }
            ? .none : .new
    }

    /// Checks whether a request that is no operation goes to the recorded address, but for values of its client's own.
    private func isSameAddress(_ page: PageRequest, _ recorded: PageRequest, _ own: [RecordingIndex.Own]) -> Bool {
        guard ExactText(page.shape) == recorded.shape else { return false }
        let movable = Set(own.map(\.place))
        var isSame = true
        page.forEachPlace { place in
            if movable.contains(.page(place)) { return }
            isSame = isSame && ExactText(page.value(at: place)) == ExactText(recorded.value(at: place))
        }
        return isSame
    }
}

extension PageRequest {
    /// Goes through the places in its URL, those without a value too.
    fileprivate func forEachPlace(_ body: (Place) -> Void) {
        for index in segments.indices { body(.path(index)) }
        for (index, field) in query.enumerated() { body(.query(index, field.$name)) }
    }
}

extension OwnValueKind {
    /// True if the service gives it to an app.
    var isGiven: Bool {
        switch self {
        case .registrationCode, .accessToken, .authenticationToken, .authorizationToken, .mediaToken, .clientID,
            .secret:
            true
        case .device, .loginState, .user, .redirectURL, .pseudonym, .placeholder: false
        }
    }

    /// True if a text is of one thing: no app has the same code, token or device for two of the recording's.
    fileprivate var isOfOneThing: Bool {
        switch self {
        case .device, .registrationCode, .accessToken, .authenticationToken, .authorizationToken, .mediaToken,
            .loginState, .pseudonym:
            true
        case .clientID, .user, .secret, .redirectURL, .placeholder: false
        }
    }
}
