import ClientStack
import Services
import Simulation

// When the app requests an authorization.

extension ObservedBehavior {
    mutating func readAuthorization() {
        let samples = AuthorizationSamples(segments).samples
        func count(_ isCounted: (AuthorizationSample) -> Bool) -> [AuthorizationSample] { samples.filter(isCounted) }
        let known = count { $0.knowledge == .granted }
        let reused = count { !$0.isAuthorized && $0.isKnown && !$0.hasExpired }
        let late = count { !$0.isAuthorized && $0.isKnown && $0.hasExpired }
        let repeated = known.filter { $0.isAuthorized && !$0.hasExpired }
        let renewed = known.filter { $0.isAuthorized && $0.hasExpired }
        let repeatedAfterSignIn = count {
            $0.knowledge == .stale && $0.isAuthorized && (!$0.hasExpired || !late.isEmpty)
        }
        let ruled = count(\.isAuthorized)
        // Nobody who is new to a resource does without one: but a recording may begin after that.
        let bold = count { $0.knowledge == .unknown && !$0.isAuthorized && $0.isRefused }
        let first = bold.filter(\.isSinceSignIn)
        let denied = count { $0.knowledge == .refused && !$0.isAuthorized }

        if repeated.count > reused.count + late.count {
            conclude(.eachPlayback, from: repeated)
        } else if !first.isEmpty, ruled.isEmpty {
            conclude(.afterRefusedMediaToken, from: first)
        } else if !bold.isEmpty, ruled.isEmpty, !session.beginsSignedOn {
            behavior.authorization = .afterRefusedMediaToken
            if !late.isEmpty { conclude(.afterRefusedMediaToken, from: late, or: [.oncePerResource, .atSignIn]) }
        } else if !denied.isEmpty {
            conclude(.atSignIn, from: denied)
        } else if !late.isEmpty || !reused.isEmpty, !repeatedAfterSignIn.isEmpty {
            // What is done without else, and requested after the next sign-in all the same, is requested with each.
            conclude(.atSignIn, from: late + repeatedAfterSignIn)
        } else if !late.isEmpty {
            // With a sign-in it would be requested, and not again after a denial.
            let isAskedAgain = samples.contains { $0.knowledge == .refused && $0.isAuthorized }
            let isKept = samples.contains { $0.followsSignIn && $0.isKnown && !$0.isAuthorized }
            conclude(
                .oncePerResource,
                from: late,
                or: (isAskedAgain || isKept ? [] : [.atSignIn]) + (ruled.isEmpty ? [.afterRefusedMediaToken] : [])
            )
        } else if !renewed.isEmpty {
            // Who requests one each time does so then, too.
            conclude(.whenExpired, from: renewed, or: reused.isEmpty ? [.eachPlayback] : [])
        } else if samples.contains(where: { !$0.isAuthorized }) {
            // Whether it looks at the end of what it has does not show before that end.
            behavior.authorization = .whenExpired
        }
    }

    private mutating func conclude(
        _ value: ClientBehavior.Authorization,
        from samples: [AuthorizationSample],
        or alternatives: [ClientBehavior.Authorization] = []
    ) {
        behavior.authorization = value
        var settled = ClientBehavior()
        let option = ClientBehavior.table.option(named: "authorization")
        let names = alternatives.compactMap { alternative in
            settled.authorization = alternative
            return option?.read(settled)
        }
        show("authorization", in: samples.flatMap(\.calls), or: names)
    }
}
