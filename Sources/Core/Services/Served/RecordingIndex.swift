import Documents
import Exchanges
import PassAPI
import VirtualTime

/// A recording, made ready to be found in: what its requests ask for, and the values in them that are their client's own.
///
/// A class, which nothing changes: it has many parts, and each request is held against it.
final class RecordingIndex: Sendable {
    /// The exchanges, in order.
    let exchanges: [Exchange]
    /// The same as they are compared, by index.
    let entries: [Entry]
    /// The values that are a client's own.
    let values: OwnValueTable
    /// The exchanges that can answer the same request, in order.
    let lists: [[Int]]
    private let places: [ExactText: Int]
    /// The parts of a list of calls, by what they name their device: lists too.
    ///
    /// The lists of a recording of many devices are long.
    private let parts: [ListPart: Int]
    /// The parameters in which the calls of a list name a device.
    private let deviceNames: [Int: Set<ExactText>]
    /// The calls of each operation.
    let calls: [Operation: [Int]]
    /// The exchanges with each host.
    let exchangesByHost: [ExactText: [Int]]
    /// The requests to an address that a browser was sent back to, with the address.
    let redirectTargets: [(entry: Int, address: Int)]
    /// The devices that were named by the service.
    let givenDevices: [Int]
    /// The credentials, codes and tokens that exchanges gave first, by the index of the exchange.
    let givenValues: [Int: [Int]]
    /// The hosts, in the order in which they appear first.
    let hosts: [String]
    /// The instant at which the last of the exchanges had ended.
    let end: Instant

    /// An exchange as requests are compared with it.
    struct Entry: Sendable {
        /// The operation; nil for another request.
        var call: PassRequest?
        /// The request that is no operation.
        var page: PageRequest?
        /// What its client states of its device; nil if it does not.
        var information: String?
        /// Its client's own values.
        var own: [Own] = []
        /// The list of the exchanges with the same request.
        var list = 0
        /// True if it is a poll.
        var isPoll = false
        /// True if its response says "not yet".
        var saysNotYet = false
        /// True if it can answer: a tunnel that no one looked into cannot, nor can what nobody answered when it was recorded.
        var isServed = true
        /// True if the recorder left out of the response what it could not keep.
        var lacksBody = false
    }

    /// A client's own value in a recorded request.
    struct Own: Sendable {
        var place: Place
        /// Its index in the table.
        var value: Int
        var kind: OwnValueKind
        /// True if the request is for another thing where the value is another one.
        var isIdentity: Bool

        enum Place: Hashable, Sendable {
            case parameter(ExactText)
            case page(PageRequest.Place)

            /// True if it is in the URL of a request that is no operation.
            var isInURL: Bool {
                switch self {
                case .page(.path), .page(.query): true
                case .page(.other), .parameter: false
                }
            }

            var name: String {
                switch self {
                case .parameter(let name): name.wrappedValue
                case .page(let place): place.name
                }
            }
        }
    }

    /// The index of a recording.
    ///
    /// - Parameters:
    ///   - exchanges: The exchanges, in order.
    ///   - redactedURL: The URL that a request of them gets if its secrets are replaced once more, where they are replaced already.
    init(of exchanges: [Exchange], redactedURL: ((HTTPRequest) -> String)? = nil) {
        let making = Making(of: exchanges, redactedURL)
        let values = making.values
        self.exchanges = exchanges
        self.values = values
        entries = making.entries
        lists = making.lists
        places = making.places
        parts = making.parts
        deviceNames = making.deviceNames
        calls = making.calls
        exchangesByHost = making.exchangesByHost
        redirectTargets = making.redirectTargets
        givenDevices = values.texts.indices.filter { values.kind(of: $0) == .device && values.giver(of: $0) != nil }
        var givenValues: [Int: [Int]] = [:]
        for value in values.texts.indices where Self.renewable.contains(values.kind(of: value)) {
            if let giver = values.giver(of: value) { givenValues[giver, default: []].append(value) }
        }
        self.givenValues = givenValues
        hosts = making.hosts
        end = exchanges.lazy.map(\.endedAt).max() ?? .distantPast
    }

    /// What a service gives anew to an app that has one: not the name of its device, and nobody keeps a media token.
    private static let renewable: Set<OwnValueKind> = [
        .registrationCode, .clientID, .secret, .accessToken, .authenticationToken, .authorizationToken,
    ]

    // MARK: Finding

    /// The list of the calls with this key.
    func list(of key: String) -> Int? { places[ExactText(key)] }
    /// The key of the list of the calls that are for the same thing as this one.
    static func key(of call: PassRequest) -> String { "call " + call.sharedMatchKey }
    /// The parts of a list in which alone the calls are that name one of these devices, or none; nil if that is not known: it
    /// is where all calls of the list that name a device do so in this parameter.
    func parts(of list: Int, naming devices: [Int], in name: ExactText) -> [Int]? {
        guard let names = deviceNames[list], names.count == 1, names.contains(name) else { return nil }
        var found: [Int] = []
        found.reserveCapacity(devices.count + 1)
        if let unnamed = parts[ListPart(list: list, device: nil)] { found.append(unnamed) }
        for device in devices {
            if let part = parts[ListPart(list: list, device: device)] { found.append(part) }
        }
        return found
    }

    /// The list of the requests of this method and URL.
    func pages(at address: String) -> Int? { places[ExactText("page " + address)] }
    /// The list of the requests that differ from one of this shape in nothing but values of their clients.
    func pages(like shape: String) -> Int? { places[ExactText("shape " + shape)] }

    private struct ListPart: Hashable {
        var list: Int
        /// The value that names the device; nil for the calls that name none.
        var device: Int?
    }
}

// MARK: Learning

extension RecordingIndex {
    /// The parts of an index as they are learned, exchange by exchange.
    private struct Making {
        let exchanges: [Exchange]
        let redactedURL: ((HTTPRequest) -> String)?
        var entries: [Entry] = []
        var values = OwnValueTable()
        var lists: [[Int]] = []
        var places: [ExactText: Int] = [:]
        var parts: [ListPart: Int] = [:]
        var deviceNames: [Int: Set<ExactText>] = [:]
        var calls: [Operation: [Int]] = [:]
        var exchangesByHost: [ExactText: [Int]] = [:]
        var redirectTargets: [(entry: Int, address: Int)] = []
        var hosts: [String] = []
        var replaced = ReplacedFields()
        var placeholders: [ExactText: Int] = [:]

        init(of exchanges: [Exchange], _ redactedURL: ((HTTPRequest) -> String)?) {
            (self.exchanges, self.redactedURL) = (exchanges, redactedURL)
            entries.reserveCapacity(exchanges.count)
            for index in exchanges.indices { learn(index) }
            if let redactedURL {
                for index in entries.indices {
                    guard let page = entries[index].page else { continue }
                    replaced.learn(index, page, redacted: page.moved(to: redactedURL(exchanges[index].request)))
                }
            }
            // What a page carries is known once everything that was given is.
            for index in entries.indices where entries[index].page != nil { addPage(index) }
        }

        private mutating func learn(_ index: Int) {
            let exchange = exchanges[index]
            var entry = Entry()
            entry.isServed =
                ExactText(exchange.request.method.uppercased()) != "CONNECT"
                && exchange.response?.unmatchedReason == nil
            guard entry.isServed else { return entries.append(entry) }
            let authority = URLParts(exchange.request.url).hostAndPort
            if !authority.isEmpty, exchangesByHost[ExactText(authority)] == nil { hosts.append(authority) }
            exchangesByHost[ExactText(authority), default: []].append(index)
            entry.lacksBody = exchange.lacksResponseBody
            if let call = PassRequest(recognizing: exchange.request) {
                entry.isPoll = call.operation.specification.polling != .never
                entry.saysNotYet =
                    entry.isPoll && call.isToBeRepeated(after: PassResponse(of: exchange, for: call.operation))
                // Of several in one place the first counts, here as in what is held against it.
                var seen: Set<ExactText> = []
                entry.own = call.ownValues.filter { seen.insert($0.$name).inserted }.map { own in
                    let value = values.add(own.value, own.kind, named: own.name)
                    return Own(place: .parameter(own.$name), value: value, kind: own.kind, isIdentity: own.isIdentity)
                }
                entry.information = call[DeviceInformationField.wholeName]
                entry.call = call
                calls[call.operation, default: []].append(index)
                entry.list = add(index, to: RecordingIndex.key(of: call))
                add(index, toPartOf: entry.list, entry.own.first { $0.kind == .device })
                if let response = exchange.response {
                    for given in IssuedValues.of(response, to: call.operation) {
                        values.give(given.text, given.kind, by: index)
                    }
                }
            } else {
                let page = PageRequest(exchange.request)
                if let device = page.value(at: .other("ap-device-identifier")) { values.add(device, .device) }
                let isOfAdobe = ServiceEnvironment.isAdobe(host: page.authority)
                if isOfAdobe, let token = page.value(at: .other("Authorization")) { values.add(token, .accessToken) }
                entry.information = page.information
                entry.page = page
            }
            entries.append(entry)
        }

        private mutating func addPage(_ index: Int) {
            guard let page = entries[index].page else { return }
            var own: [Own] = []
            var seen: Set<PageRequest.Place> = []
            page.forEachField { place, value in
                // A shorter one may be anything.
                let known = value.utf8.count < TextReplacer.shortest ? nil : values.index(of: value)
                let named: OwnValueKind? = if case .path = place { nil } else { OwnValueKind(named: place.name) }
                let kind =
                    known.map { values.kind(of: $0) } ?? named ?? replaced.kind(of: value, at: place, of: page, index)
                guard let kind, seen.insert(place).inserted else { return }
                let number =
                    kind == .placeholder
                    ? placeholder(value, at: place, of: page) : values.add(value, kind, named: place.name)
                own.append(Own(place: .page(place), value: number, kind: kind, isIdentity: false))
            }
            entries[index].own = own
            entries[index].list = add(index, to: "page " + page.address)
            if own.contains(where: \.place.isInURL) { add(index, to: "shape " + page.shape) }
            let target = values.index(of: exchanges[index].request.url)
            if let target, values.kind(of: target) == .redirectURL { redirectTargets.append((index, target)) }
        }

        /// The value of a placeholder, which is the same in every request to its place.
        private mutating func placeholder(_ text: String, at place: PageRequest.Place, of page: PageRequest) -> Int {
            let key = ReplacedFields.key(of: place, of: page)
            if let known = placeholders[key] { return known }
            let new = values.addByPlace(text, named: place.name)
            placeholders[key] = new
            return new
        }

        @discardableResult private mutating func add(_ index: Int, to list: String) -> Int {
            if let place = places[ExactText(list)] {
                lists[place].append(index)
                return place
            }
            places[ExactText(list)] = lists.count
            lists.append([index])
            return lists.count - 1
        }

        private mutating func add(_ index: Int, toPartOf list: Int, _ device: Own?) {
            if case .parameter(let name)? = device?.place { deviceNames[list, default: []].insert(name) }
            let part = ListPart(list: list, device: device?.value)
            if let place = parts[part] {
                lists[place].append(index)
            } else {
                parts[part] = lists.count
                lists.append([index])
            }
        }
    }
}

/// The values of a recording that are its client's own, each text once, but for placeholders.
struct OwnValueTable: Sendable {
    private(set) var texts: [String] = []
    private var kinds: [OwnValueKind] = []
    private var givers: [Int?] = []
    private var names: [String?] = []
    private var places: [ExactText: Int] = [:]

    /// Adds a value, unless it was seen before.
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - kind: What it is.
    ///   - name: The field that a client sends it in; the first one counts.
    /// - Returns: Its index.
    @discardableResult mutating func add(_ text: String, _ kind: OwnValueKind, named name: String? = nil) -> Int {
        if let index = places[ExactText(text)] {
            names[index] = names[index] ?? name
            return index
        }
        places[ExactText(text)] = texts.count
        texts.append(text)
        kinds.append(kind)
        givers.append(nil)
        names.append(name)
        return texts.count - 1
    }

    /// Adds the text of a placeholder, which is not found by it.
    mutating func addByPlace(_ text: String, named name: String) -> Int {
        texts.append(text)
        kinds.append(.placeholder)
        givers.append(nil)
        names.append(name)
        return texts.count - 1
    }

    /// Adds a value that the exchange of this index gave; the first to give it counts.
    mutating func give(_ text: String, _ kind: OwnValueKind, by exchange: Int) {
        let index = add(text, kind)
        if givers[index] == nil { givers[index] = exchange }
    }

    /// The index of a value; nil if the recording does not have it.
    func index(of text: String) -> Int? { places[ExactText(text)] }
    /// The field that a client sent the value in first; nil if none did.
    func name(of index: Int) -> String? { names[index] }
    /// What the value is.
    func kind(of index: Int) -> OwnValueKind { kinds[index] }
    /// The index of the exchange that gave the value; nil if the client brought it.
    func giver(of index: Int) -> Int? { givers[index] }
}

extension Exchange {
    /// True if less of the response's body was kept than passed.
    ///
    /// The body of a redirect is read by no one.
    var lacksResponseBody: Bool {
        guard let response, !(300...399).contains(response.status) else { return false }
        return Self.isOmitted(notes.responseBody) || isLeftOut(of: response)
    }

    /// Checks whether a HAR states a size of the body and has no text.
    ///
    /// Browsers leave it out where it is gone by then, and other tools where they were told to. No sign-on needs what a page only
    /// shows.
    private func isLeftOut(of response: HTTPResponse) -> Bool {
        guard response.body == nil, ExactText(request.method) != "HEAD", ![204, 205].contains(response.status),
            let size = harExtras?["response"]?["content"]?["size"]?.number?.int64, size > 0
        else { return false }
        let type = response.headers[first: "Content-Type"]?.lowercased() ?? ""
        return !["image/", "font/", "video/", "audio/", "text/css"].contains { type.hasPrefix($0) }
    }

    /// True if the recorder kept less of the request's body than passed.
    var lacksRequestBody: Bool { Self.isOmitted(notes.requestBody) }

    private static func isOmitted(_ body: BodyNotes) -> Bool {
        switch body.shortfall {
        case nil, .truncated: false
        case .limit, .memory, .decodedLimit, .coding, .damaged: true
        }
    }
}
