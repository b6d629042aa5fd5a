import ClientStack
import PassAPI
import Services

/// A single reaction of an app to a refusal.
struct ReactionSample: Sendable {
    /// The call that was refused.
    var call: BehaviorReactions.Call
    /// The kind of refusal.
    var refusal: BehaviorReactions.RefusalKind
    /// The steps that followed, until the playback had what it wanted, another refusal came between, or to the end.
    var steps: [BehaviorReactions.Step] = []
    /// The calls that show it.
    var calls: [RecordedCall]
    /// True if there may be more to it: it came to its goal, or the user gave up on the way.
    var isCut = false

    /// The name of its row.
    var row: String { BehaviorReactions.row(call, refusal) }
}

/// The reactions of an app to the refusals of a playback, in order.
///
/// A refusal of another kind has a reaction of its own; one of the same kind belongs to what is left of the first.
struct ReactionSamples: Sendable {
    private(set) var samples: [ReactionSample] = []
    private let behavior: ClientBehavior
    private var open: ReactionSample?
    private var seen: Set<String> = []
    private var isLoggingIn = false
    /// The operations that belong to the sign-in that has just succeeded.
    private var afterSignIn: ArraySlice<PlannedCall> = []

    /// Reads the calls of a playback of an app that is otherwise known to have `behavior`.
    init(_ calls: [RecordedCall], of behavior: ClientBehavior) {
        self.behavior = behavior
        for call in calls.drop(while: { $0.purpose != .authorization && $0.purpose != .media }) { take(call) }
        // Where the app never asks Adobe, nothing says whether the user has signed in.
        close(isCut: isLoggingIn || open?.steps.last == .signIn)
    }

    private mutating func take(_ call: RecordedCall) {
        if isLoggingIn || call.purpose == .signIn || PlannedCall(call.request.operation) == afterSignIn.first {
            open?.calls.append(call)
            return takeSignIn(call)
        }
        afterSignIn = []
        guard call.purpose == .authorization || call.purpose == .media else {
            open?.calls.append(call)
            open?.steps.append(.call(PlannedCall(call.request.operation)))
            return
        }
        let isAuthorization = call.purpose == .authorization
        open?.calls.append(call)
        open?.steps.append(.call(.role(isAuthorization ? .decision : .media)))
        // From here on the playback is as any other.
        guard let refusal = BehaviorReactions.RefusalKind(call.response) else { return close(isCut: true) }
        let sample = ReactionSample(call: isAuthorization ? .authorize : .media, refusal: refusal, calls: [call])
        guard seen.insert(sample.row).inserted else { return }
        close(isCut: false)
        open = sample
    }

    private mutating func takeSignIn(_ call: RecordedCall) {
        switch call.purpose {
        case .signIn:
            // What comes before the code belongs to the sign-in.
            let before = behavior.beforeCode.map { BehaviorReactions.Step.call($0) }
            if let steps = open?.steps, steps.suffix(before.count) == before[...] {
                open?.steps.removeLast(before.count)
            }
            open?.steps.append(.signIn)
            isLoggingIn = call.isGranted && behavior.authenticationCall != nil
        case .check where isLoggingIn && call.isGranted:
            isLoggingIn = false
            afterSignIn = behavior.afterSignIn[...]
        case .access, .providers, .signInStep, .platformSignOn, .check, .authorization, .authorizationCheck,
            .preauthorization, .media, .signature, .metadata, .logout, .reset:
            if !isLoggingIn { afterSignIn = afterSignIn.dropFirst() }
        }
    }

    private mutating func close(isCut: Bool) {
        guard var sample = open else { return }
        sample.isCut = isCut
        samples.append(sample)
        open = nil
    }
}
