import ClientStack
import Device
import VirtualTime

/// The words that expectations begin with.
enum ExpectationWord: String, CaseIterable, Hashable, Sendable {
    case playing
    case notPlaying = "not playing"
    case signedIn = "signed in"
    case notSignedIn = "not signed in"
    case requests
    case noRequests = "no requests"
    case callbacks
    case callback
    case noCallback = "no callback"
    case step
    case message
    case noMessage = "no message"
    case stored
    case notStored = "not stored"
    case timeline
    case noTimeline = "no timeline"
    case state
    case noState = "no state"

    /// All words, in the order of the documentation.
    static let all = allCases.map(\.rawValue)

    /// AccessEnabler's callbacks, as `AccessEnablerCallback` calls them.
    static let callbackNames = [
        "setRequestorComplete", "displayProviderDialog", "navigateToUrl", "setAuthenticationStatus", "setToken",
        "tokenRequestFailed", "preauthorizedResources", "preauthorize", "selectedProvider", "setMetadataStatus",
        "sendTrackingData", "presentTvProviderDialog", "dismissTvProviderDialog", "status",
    ]

    /// The expectations that the step `expect` says: one, a mapping of some, or a list of such.
    static func expectations(_ node: FileNode, _ yaml: @escaping YAMLReader) throws(Problem) -> [Expectation] {
        switch node.content {
        case .text(let text):
            guard let (name, argument) = try StepLine.split(text, all, at: node.place, yaml) else {
                throw .unknown("expectation", StepLine.firstWords(text), at: node.place, known: all)
            }
            return [try expectation(name, argument, at: node.place)]
        case .map(let entries):
            var expectations: [Expectation] = []
            for entry in entries { expectations.append(try expectation(entry.key, entry.value, at: entry.place)) }
            guard !expectations.isEmpty else { throw Problem(node.place, "nothing is expected") }
            return expectations
        case .list(let items):
            var expectations: [Expectation] = []
            for item in items {
                if case .list = item.content { throw item.wrong("an expectation", "a text or a mapping") }
                expectations += try Self.expectations(item, yaml)
            }
            guard !expectations.isEmpty else { throw Problem(node.place, "nothing is expected") }
            return expectations
        case .nothing:
            throw Problem(node.place, "nothing is expected")
        }
    }

    private static func expectation(_ name: String, _ node: FileNode, at place: Place) throws(Problem) -> Expectation {
        guard let word = ExpectationWord(rawValue: name) else {
            throw .unknown("expectation", name, at: place, known: all)
        }
        return try word.expectation(node, at: place)
    }

    private func expectation(_ node: FileNode, at place: Place) throws(Problem) -> Expectation {
        let what = "\"\(rawValue)\""
        if node.isNothing, ![.notPlaying, .signedIn, .notSignedIn, .noRequests, .noMessage].contains(self) {
            throw Problem(place, "\(what) needs a value", "write for example \(example)")
        }
        switch self {
        case .playing: return .playing(try node.text(what))
        case .requests: return .requests(node.isNone ? [] : try node.operations(what))
        case .noRequests: return .noRequests(node.isNothing ? [] : try node.operations(what))
        case .callbacks: return .callbacks(node.isNone ? [] : try node.callbackNames(what))
        case .callback: return try node.callback(what)
        case .noCallback:
            let names = try node.callbackNames(what)
            guard names.count == 1 else {
                throw Problem(node.place, "\(what) names one callback", "write one for each")
            }
            return .noCallback(names[0])
        case .step:
            return .step(try node.choice(what, FlowStep.allCases.map { ($0.rawValue, $0.rawValue) }))
        case .message: return .message(try node.message(what))
        case .noMessage: return .noMessage(node.isNothing ? nil : try node.message(what))
        case .stored: return .stored(try node.storedWords(what), isPresent: true)
        case .notStored: return .stored(try node.storedWords(what), isPresent: false)
        case .timeline, .noTimeline:
            let words = try node.someWords(what)
            guard EventPattern(words) != nil else {
                throw Problem(
                    node.place,
                    "\(what) is not a kind of event and its facts",
                    "write a kind and KEY=VALUE for each fact, as in \(example). A sentence is not a fact"
                )
            }
            return self == .timeline ? .timeline(words) : .noTimeline(words)
        case .state, .noState:
            let words = try node.someWords(what)
            guard StatePattern(words) != nil else {
                let kinds = StateEntry.Kind.ofWorlds.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    node.place,
                    "\(what) is not a kind of state and its facts",
                    "write KEY=VALUE for each fact, as in \(example), behind one of \(kinds). A sentence is not a fact"
                )
            }
            return self == .state ? .state(words) : .noState(words)
        case .notPlaying: return .notPlaying(reason: node.isNothing ? nil : try node.message(what))
        case .signedIn, .notSignedIn:
            guard node.isNothing else { throw Problem(node.place, "\(what) takes no value, but has \(node.kind)") }
            return .signedIn(self == .signedIn)
        }
    }

    /// An example for an error's hint.
    private var example: String {
        switch self {
        case .playing: "playing: KITE1"
        case .notPlaying, .signedIn, .notSignedIn: rawValue
        case .requests, .noRequests: "\(rawValue): [v1.authorize]"
        case .callbacks: "callbacks: [setAuthenticationStatus]"
        case .callback: "callback: { status: [VSA203] }"
        case .noCallback: "no callback: setToken"
        case .step: "step: S11"
        case .message, .noMessage: "\(rawValue): notAuthorized"
        case .stored, .notStored: "\(rawValue): [store=pasteboard, KITETV, authn]"
        case .timeline, .noTimeline: "\(rawValue): [removed, agent=scrubber]"
        case .state, .noState: "\(rawValue): [token, source=service, kind=authz, resource=KITE1]"
        }
    }
}

extension FileNode {
    /// True if the piece states that there is none.
    fileprivate var isNone: Bool { content == .text("none") || content == .list([]) }

    /// Words, of which there is at least one.
    fileprivate func someWords(_ what: String) throws(Problem) -> [String] {
        let words = try words(what)
        guard !words.isEmpty else { throw Problem(place, "\(what) names no word to look for") }
        return words
    }

    /// Facts of a store, and keys of what lies in it; a kind of store is no key, and would be missed in vain.
    fileprivate func storedWords(_ what: String) throws(Problem) -> [String] {
        let words = try someWords(what)
        if let kind = words.first(where: StoreName.kinds.contains) {
            throw Problem(place, "\(what): \"\(kind)\" is a kind of store, not a key", "write store=\(kind)")
        }
        return words
    }

    /// The code of a message, or a fact of it.
    fileprivate func message(_ what: String) throws(Problem) -> String {
        let text = try text(what)
        guard MessageCode(rawValue: text) != nil || EventPattern.Fact(text).key != nil else {
            let codes = MessageCode.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                place,
                "\(what) is neither the code of a message nor a fact of one",
                "write KEY=VALUE, as in errorCode=VSA203, or one of \(codes). A sentence is not a fact"
            )
        }
        return text
    }

    fileprivate func callbackNames(_ what: String) throws(Problem) -> [String] {
        let names = try words(what)
        for name in names where !ExpectationWord.callbackNames.contains(name) {
            throw .unknown("callback", name, at: place, known: ExpectationWord.callbackNames)
        }
        return names
    }

    /// `setToken`, `setToken KITE1`, `{ status: [VSA203, info] }`.
    fileprivate func callback(_ what: String) throws(Problem) -> Expectation {
        let name: String
        let values: [String]
        if case .map(let entries) = content {
            guard let entry = entries.first, entries.count == 1 else {
                throw wrong(what, "one callback's name, with what it has to contain")
            }
            name = entry.key
            values = entry.value.isNothing ? [] : try entry.value.texts("\"\(name)\"")
        } else {
            let words = try words(what)
            guard let first = words.first else { throw wrong(what, "a callback's name") }
            name = first
            values = Array(words.dropFirst())
        }
        guard ExpectationWord.callbackNames.contains(name) else {
            throw .unknown("callback", name, at: place, known: ExpectationWord.callbackNames)
        }
        return .callback(name, contains: values)
    }
}
