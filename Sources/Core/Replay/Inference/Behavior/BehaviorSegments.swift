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
    /// The calls for an access token that no segment has claimed yet.
    private var access: [RecordedCall] = []
    /// Those that were called for a call in the middle of a segment, by its ordinal.
    private var accessBefore: [Int: [RecordedCall]] = [:]
    /// The time between the call before them and the first of these.
    private var accessGap = Duration.zero
    private var lastEnd = Instant.distantPast
    /// True if the programmer was called after a pause since the last call: whatever led to that leads to what follows.
    private var beginsElsewhere = false
    /// The polls of the last login.
    private var polls = PollRhythm()

    /// After this long a call is not the app's own doing any more.
    static let pause = Duration.milliseconds(500)
    /// A media token may come this long after its authorization.
    private static let preparation = Duration.seconds(2)
    /// The time that an app that is throttled may wait before the call is repeated.
    private static let throttle = Duration.seconds(30)

    /// Divides the calls of `session`.
    init(_ session: RecordedSession) {
        let foreign = session.foreign.map(\.exchange)
        let calls = Self.ownCalls(of: session)
        let renewed = Self.renewed(calls)
        var next = 0
        for call in calls {
            // Calls to the programmer are the app's, too: what follows them follows from them.
            while next < foreign.count, foreign[next].startedAt < call.startedAt {
                if foreign[next].startedAt - lastEnd >= Self.pause { beginsElsewhere = true }
                lastEnd = max(lastEnd, foreign[next].startedAt + .microseconds(foreign[next].durationMicroseconds))
                next += 1
            }
            if call.purpose == .access || renewed.contains(call.ordinal) {
                if access.isEmpty { accessGap = call.startedAt - lastEnd }
                access.append(call)
            } else {
                take(call)
            }
            beginsElsewhere = false
            lastEnd = max(lastEnd, call.endedAt)
        }
    }

    /// The calls of the app, with the login pages that it opens itself.
    static func ownCalls(of session: RecordedSession) -> [RecordedCall] {
        let hasCodes = session.calls.contains { $0.request.operation.role == .code }
        let pages = hasCodes ? [] : session.besides.filter { $0.request.operation.role == .login }
        return (session.calls + pages).sorted { $0.ordinal < $1.ordinal }
    }

    /// The calls that were refused for their access token and made once more with a new one, by ordinal.
    static func renewed(_ calls: [RecordedCall]) -> Set<Int> {
        var found: Set<Int> = []
        var refused: (call: RecordedCall, isRenewed: Bool)?
        for call in calls {
            if call.purpose == .access {
                let isAtOnce = refused.map { call.startedAt - $0.call.endedAt < pause } ?? false
                if call.request.operation.role == .accessToken, isAtOnce { refused?.isRenewed = true }
                continue
            }
            if let refused, refused.isRenewed, refused.call.request.operation == call.request.operation {
                found.insert(refused.call.ordinal)
            }
            let isForAccess =
                call.request["Authorization"]?.hasPrefix("Bearer ") == true
                && BehaviorReactions.RefusalKind(call.response) == .unauthorized
            refused = isForAccess ? (call, false) : nil
        }
        return found
    }

    private mutating func take(_ call: RecordedCall) {
        // An access token that has to be fetched first belongs to what it is fetched for.
        let gap = access.isEmpty ? call.startedAt - lastEnd : max(accessGap, call.startedAt - lastEnd)
        // A playback that has its media token is over: what the programmer is called for later is the next one.
        let isNext = beginsElsewhere && current?.hasMediaToken == true
        let isChained = !segments.isEmpty && gap < Self.pause && !isNext
        switch call.purpose {
        case .access: break
        case .signIn: takeLogin(call, isChained)
        case .check: takeCheck(call, isChained, gap)
        case .authorization, .media: takePlay(call, isChained, gap)
        case .signature: segments.isEmpty ? begin(.play, call) : append(call)
        case .logout: takeLogout(call, isChained)
        case .providers, .signInStep, .platformSignOn, .authorizationCheck, .preauthorization, .metadata, .reset:
            // Who has just been logged out begins with something new.
            let belongs = isChained && current?.last?.purpose != .logout
            belongs || current?.isLoginOpen == true ? append(call) : begin(.launch, call)
        }
    }

    private var current: BehaviorSegment? { segments.last }

    private mutating func begin(_ kind: BehaviorSegment.Kind, _ call: RecordedCall) {
        var segment = BehaviorSegment(kind: kind, startedAt: access.first?.startedAt ?? call.startedAt, calls: [call])
        segment.access = access
        segment.lastResource = segments.lazy.reversed().compactMap(\.resource).first
        segments.append(segment)
        access = []
    }

    private mutating func append(_ call: RecordedCall) {
        if !access.isEmpty { accessBefore[call.ordinal] = access }
        segments[segments.count - 1].calls.append(call)
        access = []
    }

    private mutating func takeLogin(_ call: RecordedCall, _ isChained: Bool) {
        if isChained, current?.isLoginOpen == true { splitOffStart() }
        let isRefused = current?.endsRefused == true || current?.refusedCheck != nil
        if isChained, isRefused, current?.kind != .signIn, current?.kind != .logout {
            append(call)
        } else if isChained, current?.kind == .launch, current?.calls.allSatisfy({ $0.isAside }) == true {
            // A list of providers and the like on the way to the code.
            segments[segments.count - 1].kind = .signIn
            append(call)
        } else {
            begin(.signIn, call)
        }
        segments[segments.count - 1].isLoginOpen = call.isGranted
        polls = PollRhythm()
    }

    /// Splits off what leads to another login at once, which is not a poll of the one that is open: the app was started
    /// again, or the user went back to the beginning.
    private mutating func splitOffStart() {
        let calls = segments[segments.count - 1].calls
        let login = calls.lastIndex { $0.purpose == .signIn } ?? calls.count
        var place = calls.count
        while place - 1 > login, calls[place - 1].isAside || calls[place - 1].purpose == .check {
            place -= 1
            guard calls[place].startedAt - calls[place - 1].endedAt < Self.pause else { break }
        }
        // What follows on the code at once belongs to its login.
        guard place < calls.count, calls[place].startedAt - calls[place - 1].endedAt >= Self.pause else { return }
        segments[segments.count - 1].calls.removeLast(calls.count - place)
        let pending = access
        access = accessBefore[calls[place].ordinal] ?? []
        begin(.launch, calls[place])
        access = pending
        segments[segments.count - 1].calls += calls[(place + 1)...]
    }

    private mutating func takeCheck(_ call: RecordedCall, _ isChained: Bool, _ gap: Duration) {
        let isThrottled = current?.last?.request.operation == call.request.operation && gap < Self.throttle
        if current?.isLoginOpen == true {
            // A start fetches an access token, makes another call, or one at another time than a poll.
            guard polls.fits(call, isChained: isChained), access.first?.purpose != .access else {
                return begin(.launch, call)
            }
            append(call)
            polls.take(call)
            if call.isGranted { segments[segments.count - 1].isLoginOpen = false }
        } else if isChained, current?.hasMediaToken == false, current?.kind != .logout {
            append(call)
        } else if isThrottled, current?.lastRefusal == .throttled {
            append(call)
        } else {
            begin(.launch, call)
        }
    }

    private mutating func takePlay(_ call: RecordedCall, _ isChained: Bool, _ gap: Duration) {
        guard let current else { return begin(.play, call) }
        let place = segments.count - 1
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
        where call.purpose == .media && isSame && !current.hasMediaToken && current.last?.purpose == .authorization
            && current.lastRefusal == nil && gap < Self.preparation:
            append(call)
        case .play where current.lastRefusal == .throttled && isSame && gap < Self.throttle:
            append(call)
        case .play where isSame && current.isLoginOpen && polls.isEmpty && !call.isForWantOfSignIn:
            // The app has asked its own back end whether the user has logged in.
            segments[segments.count - 1].isLoginOpen = false
            append(call)
        default:
            begin(.play, call)
        }
        // What is granted, or denied by the MVPD, says that the user has logged in: a later call is not the end of that login.
        guard call.isGranted || call.response?.denialReason != nil else { return }
        segments[segments.count - 1].isLoginOpen = false
        if polls.isEmpty { segments[place].isLoginOpen = false }
    }

    private func resource(of call: RecordedCall) -> String? {
        (call.request["resource"] ?? call.request["resource_id"] ?? call.request.resource)
            .map { MRSSResource($0).canonical }
    }

    private mutating func takeLogout(_ call: RecordedCall, _ isChained: Bool) {
        let isReaction = isChained && current?.kind == .play && current?.hasMediaToken == false
        let belongsToLogout =
            isChained && current?.kind == .launch && current?.calls.allSatisfy { $0.isAside } == true
        if belongsToLogout { segments[segments.count - 1].kind = .logout }
        if isReaction || belongsToLogout { append(call) } else { begin(.logout, call) }
    }
}
