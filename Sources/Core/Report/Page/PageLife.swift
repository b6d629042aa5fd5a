import Documents
import History
import VirtualTime

/// The life of a token, code, session or account as a bar of the page.
struct PageLife: Hashable, Sendable {
    /// The place of it in the history.
    var entry: Int
    /// Its name as scenarios write it.
    var name: String
    var kind: String
    /// What its row is called.
    var title: String
    /// The instant at which it came to be, or was there.
    var startedAt: Instant
    /// True if it was there before the recording.
    var isFromBefore: Bool
    /// The instant at which it expires; nil if nothing states it.
    var expiresAt: Instant?
    /// True if that is assumed.
    var isAssumed: Bool
    /// The cause of its end, by its code, and the instant; nil if it had not ended by the recording's end.
    var ending: (code: String, at: Instant)? {
        get { endingCode.flatMap { code in endedAt.map { (code, $0) } } }
        set { (endingCode, endedAt) = (newValue?.code, newValue?.at) }
    }
    private var endingCode: String?
    private var endedAt: Instant?
    /// How the expiration is known, in words.
    var knowledge: String?
    /// How it ended, in words.
    var endingText: String?

    /// The life of `holding`, at place `entry` of a history whose recording ends at `end`.
    init(_ holding: Holding, _ entry: Int) {
        self.entry = entry
        name = holding.name
        kind = holding.kind.rawValue.camelCased
        title = holding.kind.title
        startedAt = holding.issued.value.instant
        isFromBefore = holding.isFromBefore
        expiresAt = holding.expires?.value
        isAssumed = holding.expires?.knowledge.isAssumed ?? false
        knowledge = holding.expires.map { KnowledgeText.text(of: $0.knowledge) }
        endingText = holding.ending.map { KnowledgeText.text(of: $0.value.cause) }
        ending = holding.ending.map { ($0.value.cause.code, $0.value.instant) }
    }

    /// What becomes known in a run to expire.
    init(_ life: PageRun.Life, _ place: Int) {
        entry = Self.firstOfRun + place
        name = life.expiration.name
        kind = life.expiration.kind.rawValue.camelCased
        title = life.expiration.kind.title
        startedAt = life.startedAt
        isFromBefore = false
        expiresAt = life.expiration.instant
        isAssumed = false
        knowledge = "source \(life.expiration.source)"
        if let end = life.endedAt {
            endingText = "no longer there"
            ending = ("replaced", end)
        }
    }

    /// Returns true if `expiration` is about the same thing: dates are to the second in one place and finer in another.
    func isSame(as expiration: Expiration) -> Bool {
        guard let expiresAt, ending == nil, kind == expiration.kind.rawValue.camelCased else { return false }
        let distance = expiration.instant - expiresAt
        let isNamed = expiration.kind == .vsaAccount || expiration.name == name
        return isNamed && distance < .seconds(1) && distance > .seconds(-1)
    }

    /// The entries of a run have numbers behind those of any history.
    static let firstOfRun = 10_000_000

    func object(since start: Instant) -> JSONObject {
        func offset(_ instant: Instant) -> JSONValue { .count(FactJSON.microseconds(of: instant - start)) }
        var object: JSONObject = [
            "entry": .count(entry), "name": .string(PrintableText.excerpt(name, limit: 120)),
            "kind": .string(kind), "title": .string(title),
            "offsetMicroseconds": offset(startedAt),
        ]
        if isFromBefore { object["isFromBefore"] = .bool(true) }
        if let expiresAt {
            object["expiresAt"] = .instant(expiresAt)
            object["expiresMicroseconds"] = offset(expiresAt)
        }
        if isAssumed { object["isAssumed"] = .bool(true) }
        if let knowledge { object["knowledge"] = .string(knowledge) }
        if let ending {
            object["ending"] = .string(ending.code)
            object["endedMicroseconds"] = offset(ending.at)
        }
        if let endingText { object["endingText"] = .string(endingText) }
        return object
    }
}

extension HoldingKind {
    /// What a page calls the kind.
    var title: String {
        switch self {
        case .accessToken: "Access token"
        case .registrationCode: "Registration code"
        case .code: "Authentication code"
        case .providerSession: "Provider session"
        case .authenticationToken: "AuthN token"
        case .tempPass: "Temp Pass"
        case .profile: "Profile"
        case .authorizationToken: "AuthZ token"
        case .decision: "Decision"
        case .mediaToken: "Media token"
        case .vsaAccount: "TV provider account"
        case .vsaPermission: "Permission"
        case .assertion: "SAML assertion"
        case .partnerFrameworkStatus: "Partner framework status"
        case .serviceToken: "Service token"
        case .cookie: "Cookie"
        }
    }
}
