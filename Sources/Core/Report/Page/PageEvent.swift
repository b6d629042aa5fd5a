import Documents
import Exchanges
import VirtualTime

/// A bar on a lane of the page: an exchange, a VSA call, something that the user did or saw.
struct PageEvent: Hashable, Sendable {
    /// The rows that bars are in.
    enum Lane: String, Hashable, Sendable, CaseIterable {
        /// What the user does and sees.
        case user
        /// The framework on the device.
        case vsa
        /// Adobe Pass; after a fork the simulated service.
        case adobe
        /// The pages of a TV provider.
        case provider
        /// The Programmer's own service.
        case programmer
        /// Every other host.
        case other
        /// The steps of control, on the live page.
        case control

        /// What the row is called.
        var title: String {
            switch self {
            case .user: "User"
            case .vsa: "VSA"
            case .adobe: "Adobe"
            case .provider: "TV provider"
            case .programmer: "Programmer"
            case .other: "Other hosts"
            case .control: "Control"
            }
        }
    }

    /// What an event means for the sign-on.
    enum Level: String, Hashable, Sendable, CaseIterable {
        /// Nothing to remark.
        case ok
        /// A poll before the user has signed in.
        case poll
        /// 429: too many calls.
        case throttled
        /// Refused, as the flow expects where it has a question.
        case refused
        /// Denied, failed, or without a response.
        case error
    }

    /// The kinds of events; the raw value is the type in JSON.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An exchange of the recording.
        case exchange
        /// A VSA call of the recording.
        case vsaCall
        /// A user action of the recording.
        case userAction
        /// What a replay or a simulation shows beyond the recording.
        case shown
        /// A request that was served.
        case request
        /// A step of control.
        case step
    }

    /// What it is.
    var kind: Kind
    /// Its ordinal in the recording; nil where it has none.
    var ordinal: Int?
    /// Its row.
    var lane: Lane
    /// When it began.
    var startedAt: Instant
    /// How long it took; nil where it took no time.
    var duration: Duration?
    /// The operation, the method, the action.
    var name: String
    /// The status; nil where there is none.
    var status: String?
    /// One fact.
    var fact = ""
    /// What it means.
    var level = Level.ok
    /// The step or phase that it belongs to, by place.
    var step: Int?
    /// The findings that it is marked with, by number.
    var marks: [Int] = []
    /// True if the simulated service or a simulated user did it.
    var isSimulated = false

    init(_ kind: Kind, _ ordinal: Int?, _ lane: Lane, at startedAt: Instant, _ name: String) {
        self.kind = kind
        self.ordinal = ordinal
        self.lane = lane
        self.startedAt = startedAt
        self.name = name
    }

    /// The object, with times since `start`; what is not there has no key.
    func object(since start: Instant) -> JSONObject {
        var object: JSONObject = [
            "type": .string(kind.rawValue), "lane": .string(lane.rawValue),
            "offsetMicroseconds": .count(FactJSON.microseconds(of: startedAt - start)),
        ]
        if let ordinal { object["ordinal"] = .count(ordinal) }
        if let duration { object["durationMicroseconds"] = .count(FactJSON.microseconds(of: duration)) }
        object["name"] = .string(PrintableText.excerpt(name, limit: 120))
        if let status { object["status"] = .string(status) }
        if !fact.isEmpty { object["fact"] = .string(PrintableText.excerpt(fact, limit: 240)) }
        if level != .ok { object["level"] = .string(level.rawValue) }
        if let step { object["step"] = .count(step) }
        if !marks.isEmpty { object["marks"] = .ordinals(marks) }
        if isSimulated { object["isSimulated"] = .bool(true) }
        return object
    }
}
