import ClientStack
import Exchanges
import PassAPI
import Services
import VirtualTime

/// Divides an app's calls by what its user did.
///
/// What follows within half a second of a response is the app's own doing; what comes later, or cannot follow (a second
/// media token, an authorization after a sign-in), was wanted by somebody.
struct BehaviorSegments {
    private(set) var segments: [BehaviorSegment] = []
    /// When the first call of an access token that no segment has claimed yet was made.
    private var accessAt: Instant?
    private var lastEnd = Instant.distantPast

    /// After this long a call is not the app's own doing any more.
    static let pause = Duration.milliseconds(500)
    /// A media token may come this long after its authorization.
    private static let preparation = Duration.seconds(2)

    /// Divides the calls of `session`.
    init(_ session: RecordedSession) {
        let foreign = session.foreign.map(\.exchange)
        var next = 0
        for call in Self.ownCalls(of: session) {
            // Calls to the programmer are the app's, too: what follows them follows from them.
            while next < foreign.count, foreign[next].startedAt < call.startedAt {
                lastEnd = max(lastEnd, foreign[next].startedAt + .microseconds(foreign[next].durationMicroseconds))
                next += 1
            }
            take(call)
            lastEnd = max(lastEnd, call.endedAt)
        }
    }

    /// The calls of the app, with the login pages that it opens itself.
    static func ownCalls(of session: RecordedSession) -> [RecordedCall] {
        let hasCodes = session.calls.contains { $0.request.operation == .createRegistrationCode }
        let pages = hasCodes ? [] : session.besides.filter { $0.request.operation == .sdkAuthenticate }
        return (session.calls + pages).sorted { $0.ordinal < $1.ordinal }
    }

    private mutating func take(_ call: RecordedCall) {
        let isChained = !segments.isEmpty && call.startedAt - lastEnd < Self.pause
        switch call.role {
        case .access: if accessAt == nil { accessAt = call.startedAt }
        case .login: takeLogin(call, isChained)
        case .check: takeCheck(call, isChained)
        case .authorize, .media: takePlay(call, isChained)
        case .sign: segments.isEmpty ? begin(.play, call) : append(call)
        case .logout: takeLogout(call, isChained)
        case .other:
            // Who has just been logged out begins with something new.
            let belongs = isChained && current?.last?.role != .logout
            belongs || current?.isLoginOpen == true ? append(call) : begin(.launch, call)
        }
    }

    private var current: BehaviorSegment? { segments.last }

    private mutating func begin(_ kind: BehaviorSegment.Kind, _ call: RecordedCall) {
        var segment = BehaviorSegment(kind: kind, startedAt: accessAt ?? call.startedAt, calls: [call])
        segment.hasAccess = accessAt != nil
        segment.lastResource = segments.lazy.reversed().compactMap(\.resource).first
        segments.append(segment)
        accessAt = nil
    }

    private mutating func append(_ call: RecordedCall) {
        segments[segments.count - 1].calls.append(call)
        accessAt = nil
    }

    private mutating func takeLogin(_ call: RecordedCall, _ isChained: Bool) {
        let isRefused = current?.lastRefusal != nil || current?.refusedCheck != nil
        if isChained, isRefused, current?.kind != .signIn, current?.kind != .logout {
            append(call)
        } else if isChained, current?.kind == .launch, current?.calls.allSatisfy({ $0.role == .other }) == true {
            // A list of providers and the like on the way to the code.
            segments[segments.count - 1].kind = .signIn
            append(call)
        } else {
            begin(.signIn, call)
        }
        segments[segments.count - 1].isLoginOpen = call.isGranted
    }

    private mutating func takeCheck(_ call: RecordedCall, _ isChained: Bool) {
        if current?.isLoginOpen == true {
            append(call)
            if call.isGranted { segments[segments.count - 1].isLoginOpen = false }
        } else if isChained, current?.hasMediaToken == false, current?.kind != .logout {
            append(call)
        } else {
            begin(.launch, call)
        }
    }

    private mutating func takePlay(_ call: RecordedCall, _ isChained: Bool) {
        guard let current else { return begin(.play, call) }
        let named = resource(of: call)
        let isSame = named == nil || current.resource.map { MRSSResource($0).canonical } == named
        switch current.kind {
        case .launch where isChained:
            segments[segments.count - 1].kind = .play
            append(call)
        case .play where isChained && isSame && !current.hasMediaToken:
            // Another try after a refusal, the same once more, or the media token of the authorization.
            append(call)
        case .play
        where call.role == .media && isSame && !current.hasMediaToken && current.last?.role == .authorize
            && current.lastRefusal == nil && call.startedAt - lastEnd < Self.preparation:
            append(call)
        case .play where current.lastRefusal == .throttled && isSame && call.startedAt - lastEnd < .seconds(30):
            append(call)
        default:
            begin(.play, call)
        }
    }

    private func resource(of call: RecordedCall) -> String? {
        (call.request["resource"] ?? call.request["resource_id"] ?? call.request.resource)
            .map { MRSSResource($0).canonical }
    }

    private mutating func takeLogout(_ call: RecordedCall, _ isChained: Bool) {
        let isReaction = isChained && current?.kind == .play && current?.hasMediaToken == false
        let belongsToLogout =
            isChained && current?.kind == .launch && current?.calls.allSatisfy { $0.role == .other } == true
        if belongsToLogout { segments[segments.count - 1].kind = .logout }
        if isReaction || belongsToLogout { append(call) } else { begin(.logout, call) }
    }
}
