import ClientStack
import Services
import Simulation

// When the app requests an authorization.

extension ObservedBehavior {
    /// Reads the value that fits most playbacks; a slip in one of them changes nothing.
    mutating func readAuthorization() {
        let samples = AuthorizationSamples(segments).samples
        guard !samples.isEmpty else { return }
        let scores = ClientBehavior.Authorization.allCases.map { value in (value, samples.count { $0.fits(value) }) }
        let best = scores.map(\.1).max() ?? 0
        let fitting = scores.filter { $0.1 == best }.map(\.0)
        let likely = likely(of: fitting, samples)
        behavior.authorization = likely
        // Who may be any of them has shown too little: whether an app looks at an end does not show before that.
        let isNarrow = fitting.count < 3 || !fitting.contains(.whenExpired)
        guard isNarrow else { return }
        let evidence = samples.filter { sample in
            sample.fits(likely) && !Self.evident.allSatisfy { fitting.contains($0) || sample.fits($0) }
        }
        let alternatives = fitting.filter { $0 != likely }.map(Self.name)
        show("authorization", in: (evidence.isEmpty ? samples : evidence).flatMap(\.calls), or: alternatives)
    }

    /// True if a playback is seen to use an earlier authorization before its end.
    var showsReuse: Bool {
        AuthorizationSamples(segments).samples.contains { $0.isKnown && !$0.isAuthorized && !$0.hasExpired }
    }

    /// The values of which it takes something to rule them out.
    private static let evident: [ClientBehavior.Authorization] = [
        .eachPlayback, .whenExpired, .oncePerResource, .atSignIn,
    ]

    /// Returns the likely one of the values that fit: the first, but for what speaks against it.
    private func likely(
        of fitting: [ClientBehavior.Authorization],
        _ samples: [AuthorizationSample]
    ) -> ClientBehavior.Authorization {
        // Nobody who is new to a resource does without one, but that a recording may begin later.
        let isBold = samples.contains { $0.knowledge == .unknown && !$0.isAuthorized && $0.isRefused }
        if isBold, fitting.contains(.afterRefusedMediaToken), !session.beginsSignedOn { return .afterRefusedMediaToken }
        // One after the end of the last is what an end is for.
        let isRenewed = samples.contains { $0.isKnown && $0.isAuthorized && $0.hasExpired }
        if isRenewed, fitting.contains(.whenExpired) { return .whenExpired }
        return fitting.first ?? .eachPlayback
    }

    private static func name(_ value: ClientBehavior.Authorization) -> String {
        var behavior = ClientBehavior()
        behavior.authorization = value
        return ClientBehavior.table.option(named: "authorization")?.read(behavior) ?? value.rawValue
    }
}
