import ClientStack
import PassAPI
import Services
import VirtualTime

/// A stretch of an app's calls that one action of its user led to.
struct BehaviorSegment: Sendable {
    /// The kinds of segments, by what the user did.
    enum Kind: Hashable, Sendable {
        /// Started the app; also calls that nobody can tell from it.
        case launch
        case signIn
        case play
        case logout
    }

    var kind: Kind
    /// The instant of its beginning: its first call, or the access token that was fetched for it.
    var startedAt: Instant
    /// The calls, registration and access token left out.
    var calls: [RecordedCall]
    /// The calls for an access token before it, with the calls that were refused for want of one.
    var access: [RecordedCall] = []
    /// True if a login is open at its end.
    var isLoginOpen = false
    /// The resource requested before it: a token that cannot be read names no resource.
    var lastResource: String?

    var last: RecordedCall? { calls.last }
    var lastRefusal: BehaviorReactions.RefusalKind? {
        calls.last.flatMap { BehaviorReactions.RefusalKind($0.response) }
    }
    var hasMediaToken: Bool { calls.contains { $0.purpose == .media && $0.isGranted } }
    var endedAt: Instant { calls.map(\.endedAt).max() ?? startedAt }

    /// The resource that is played.
    var resource: String? {
        for call in calls where call.purpose == .authorization || call.purpose == .media {
            if let resource = call.request["resource"] ?? call.request["resource_id"] ?? call.request.resource {
                return resource
            }
        }
        return calls.contains { $0.purpose == .media } ? lastResource : nil
    }

    /// True if starting the app leads to it: a check, or the list of providers.
    var isStart: Bool {
        kind == .launch
            && calls.contains {
                // What the user asks for by itself is no start.
                !$0.isAside
                    || ![.metadata, .preauthorization].contains($0.request.operation.role)
            }
    }

    /// The place of the last check before the first login that said no; who is throttled learns nothing.
    var refusedCheck: Int? {
        calls.prefix { $0.purpose != .signIn }.lastIndex {
            $0.purpose == .check && !$0.isGranted && BehaviorReactions.RefusalKind($0.response) != .throttled
        }
    }

    /// The place of the last check, authorization or media token before `index` that was refused.
    func refusal(before index: Int) -> Int? {
        calls.prefix(max(0, index)).lastIndex {
            [.check, .authorization, .media].contains($0.purpose) && !$0.isGranted
        }
    }

    /// True if a refusal is what the app is busy with at its end: whatever it looks up for a sign-in comes after it.
    var endsRefused: Bool {
        calls.last { !$0.isAside && $0.purpose != .signature }.map { !$0.isGranted } ?? false
    }

    /// The calls after the media token, but for its signature.
    var tail: [RecordedCall] {
        calls.drop { $0.purpose != .media || !$0.isGranted }.dropFirst().filter { $0.purpose != .signature }
    }

    /// Returns true if it begins right after another one has ended.
    func isChained(to previous: BehaviorSegment) -> Bool { startedAt - previous.endedAt < BehaviorSegments.pause }

    /// The calls before the first one for an authorization or media token.
    var preface: [RecordedCall] { Array(calls.prefix { $0.purpose != .authorization && $0.purpose != .media }) }

    /// The calls before that, and before a login.
    var checks: [RecordedCall] { Array(preface.prefix { $0.purpose != .signIn }).settled }

    /// The checks up to the one that led to a login; all of them where none did.
    var checksUpToLogin: [RecordedCall] {
        guard !logins.isEmpty, let refused = refusedCheck else { return checks }
        return Array(calls.prefix(refused + 1)).settled
    }

    /// The calls between the authorization and the media token; nil where there is no authorization.
    var bridge: [RecordedCall]? {
        // An authorization may be the reaction to a media token that was refused.
        guard let media = calls.firstIndex(where: { $0.purpose == .media && $0.isGranted }),
            let last = calls[..<media].lastIndex(where: { $0.purpose == .authorization || $0.purpose == .media }),
            calls[last].purpose == .authorization, calls[last].isGranted
        else { return nil }
        return Array(calls[(last + 1)..<media])
    }

    /// The logins in it: where each begins, and the polls that follow.
    var logins: [ObservedLogin] {
        var found: [ObservedLogin] = []
        var isOpen = false
        for (index, call) in calls.enumerated() {
            switch call.purpose {
            case .signIn:
                found.append(ObservedLogin(index: index, begin: call))
                isOpen = true
            case .check where isOpen:
                found[found.count - 1].polls.append(call)
                isOpen = !call.isGranted
            // Whoever plays has logged in, or given it up.
            case .authorization, .media, .logout: isOpen = false
            case .access, .providers, .signInStep, .platformSignOn, .check, .authorizationCheck, .preauthorization,
                .signature, .metadata, .reset:
                break
            }
        }
        return found
    }

    struct ObservedLogin: Sendable {
        /// Its place in the segment.
        var index: Int
        var begin: RecordedCall
        var polls: [RecordedCall] = []

        var success: RecordedCall? { polls.first { $0.isGranted } }
        /// The instant at which the registration code expires.
        var expires: Instant? {
            if case .registrationRecord(let record)? = begin.response?.content { record.expires } else { nil }
        }
    }
}

extension [RecordedCall] {
    /// Without the calls that were throttled and then made once more.
    var settled: [RecordedCall] {
        enumerated().compactMap { index, call in
            let isRepeated = index + 1 < count && self[index + 1].request.operation == call.request.operation
            return isRepeated && BehaviorReactions.RefusalKind(call.response) == .throttled ? nil : call
        }
    }
}

extension RecordedCall {
    var purpose: OperationSpecification.Purpose { request.operation.purpose }
    /// True if it is none of the calls that the flows of an app are made of.
    var isAside: Bool { purpose.isAside }
    /// True if it was refused because no user is signed in.
    var isForWantOfSignIn: Bool { BehaviorReactions.RefusalKind(response)?.isForWantOfSignIn == true }
    /// True if the service gave what was requested.
    var isGranted: Bool { BehaviorReactions.RefusalKind(response) == nil }
}
