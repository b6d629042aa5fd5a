import ClientStack
import PassAPI
import Services
import VirtualTime

/// The evidence that a playback gives of an app's authorizations.
struct AuthorizationSample: Sendable {
    /// The states of an earlier authorization of the resource.
    enum Knowledge: Hashable, Sendable {
        /// There was none since the last logout.
        case unknown
        /// One was granted since the last sign-in.
        case granted
        /// One was granted before the last sign-in.
        case stale
        /// One was requested since the last sign-in, and refused.
        case refused
    }

    var knowledge: Knowledge
    /// True if one was requested before the media token was.
    var isAuthorized: Bool
    /// True if what had been granted had expired.
    var hasExpired: Bool
    /// True if the media token that was requested without it was refused.
    var isRefused: Bool
    /// True if the user had just signed in for it.
    var followsSignIn: Bool
    /// True if the user has signed in or logged out within the recording: nothing older counts.
    var isSinceSignIn: Bool
    var calls: [RecordedCall]

    /// True if the app holds one as far as it can know.
    var isKnown: Bool { knowledge == .granted || knowledge == .stale }

    /// Returns true if an app that requests authorizations so would do this.
    func fits(_ value: ClientBehavior.Authorization) -> Bool {
        switch (value, knowledge) {
        case (.eachPlayback, _): isAuthorized
        case (.afterRefusedMediaToken, _): !isAuthorized
        // What the recording does not know the app may: from before it, or the service would have refused.
        case (_, .unknown): isAuthorized || !isSinceSignIn || !isRefused
        case (.whenExpired, .granted), (.whenExpired, .stale): isAuthorized == hasExpired
        case (.whenExpired, .refused), (.oncePerResource, .refused): isAuthorized
        case (.oncePerResource, .granted), (.oncePerResource, .stale): !isAuthorized
        // With each sign-in anew, and not between.
        case (.atSignIn, .granted), (.atSignIn, .refused): !isAuthorized
        case (.atSignIn, .stale): isAuthorized
        }
    }
}

/// The evidence that the playbacks of a recording give of an app's authorizations, in order.
struct AuthorizationSamples: Sendable {
    private(set) var samples: [AuthorizationSample] = []
    private var known: [String: (knowledge: AuthorizationSample.Knowledge, expires: Instant?)] = [:]
    private var hasSignedIn = false

    /// Reads segments of an app's calls.
    init(_ segments: [BehaviorSegment]) {
        for (index, segment) in segments.enumerated() {
            take(segment, after: index > 0 ? segments[index - 1] : nil)
        }
    }

    private mutating func take(_ segment: BehaviorSegment, after previous: BehaviorSegment?) {
        // Where the app asks its own back end, nothing says when after the code the user has signed in.
        let signIns = Set(
            segment.logins.compactMap {
                $0.polls.isEmpty && $0.begin.isGranted ? $0.begin.ordinal : $0.success?.ordinal
            }
        )
        let media = segment.calls.first { $0.purpose == .media }
        let isPlay = segment.kind == .play && segment.resource != nil
        var isSampled = !isPlay
        var follows = segment.continues(previous)
        for call in segment.calls {
            if !isSampled, call.purpose == .authorization || call.purpose == .media {
                isSampled = true
                sample(segment, at: call, media, follows)
            }
            if signIns.contains(call.ordinal) {
                follows = true
                signIn()
            }
            take(call)
        }
    }

    private mutating func sample(
        _ segment: BehaviorSegment,
        at call: RecordedCall,
        _ media: RecordedCall?,
        _ follows: Bool
    ) {
        guard let name = segment.resource.map({ MRSSResource($0).canonical }) else { return }
        let entry = known[name]
        let authorizations = segment.calls.filter { $0.purpose == .authorization }
        // An authorization after a refused media token is a reaction, not the rule.
        let isAuthorized = call.purpose == .authorization
        samples.append(
            AuthorizationSample(
                knowledge: entry?.knowledge ?? .unknown,
                isAuthorized: isAuthorized,
                hasExpired: entry?.expires.map { $0 <= call.startedAt } ?? false,
                isRefused: media?.isGranted == false,
                followsSignIn: follows,
                isSinceSignIn: hasSignedIn,
                calls: isAuthorized ? authorizations : media.map { [$0] } ?? []
            )
        )
    }

    private mutating func take(_ call: RecordedCall) {
        if call.purpose == .logout, call.isGranted { (known, hasSignedIn) = ([:], true) }
        guard call.purpose == .authorization, let resource = call.request["resource"] ?? call.request["resource_id"]
        else {
            return
        }
        let name = MRSSResource(resource).canonical
        if call.isGranted {
            known[name] = (.granted, call.authorizationExpires)
        } else if known[name] == nil {
            known[name] = (.refused, nil)
        }
    }

    /// A new sign-in: what was granted before it may be forgotten, what was refused may be granted.
    private mutating func signIn() {
        hasSignedIn = true
        known = known.compactMapValues { $0.knowledge == .refused ? nil : (.stale, $0.expires) }
    }
}
