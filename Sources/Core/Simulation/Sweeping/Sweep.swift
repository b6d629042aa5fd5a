import ClientStack
import Exchanges
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

/// Travels to every expiration that a session knows and looks just before, at and just after it.
public struct Sweep: Sendable {
    private let checkpoints: [ExpirationCheckpoint]
    private let resources: [String]

    /// A sweep over `checkpoints`.
    ///
    /// - Parameters:
    ///   - checkpoints: the expirations, with the worlds to travel in.
    ///   - resources: what the user plays to see what changes; the first is taken where an expiration is of no
    /// resource.
    public init(_ checkpoints: Checkpoints, playing resources: [String]) {
        self.checkpoints = checkpoints.all.enumerated()
            .sorted { ($0.element.expiration.instant, $0.offset) < ($1.element.expiration.instant, $1.offset) }
            .map(\.element)
        self.resources = resources
    }

    /// Two expirations that are no further apart than this are looked at in both orders.
    public static let nearby = Duration.seconds(60)

    /// The number of expirations to look at.
    public var count: Int { checkpoints.count }

    /// Looks at every expiration, and at each order of two that fall within a minute.
    ///
    /// - Parameter onLooked: told how many of how many expirations have been looked at, by themselves and then beside the
    ///   next ones.
    /// - Returns: what was seen.
    public func table(_ onLooked: (_ done: Int, _ total: Int) -> Void = { _, _ in }) -> SweepTable {
        let rows = checkpoints.enumerated().map { place, checkpoint in
            onLooked(place, 2 * count)
            return row(checkpoint)
        }
        return SweepTable(rows: rows, orders: orders(onLooked))
    }

    /// Looks at every expiration by itself: the orders of two take a time that grows with the square of how many are near.
    public func rows() -> [SweepTable.Row] { checkpoints.map(row) }

    private func row(_ checkpoint: ExpirationCheckpoint) -> SweepTable.Row {
        let nanosecond = Duration.nanoseconds(1)
        let instant = checkpoint.expiration.instant
        return SweepTable.Row(
            expiration: checkpoint.expiration,
            hasEnded: checkpoint.hasEnded,
            before: sample(checkpoint.expiration, checkpoint, at: instant - nanosecond),
            at: sample(checkpoint.expiration, checkpoint, at: instant),
            after: sample(checkpoint.expiration, checkpoint, at: instant + nanosecond)
        )
    }

    // MARK: Two at a time

    private func orders(_ onLooked: (Int, Int) -> Void) -> [SweepTable.Order] {
        var orders: [SweepTable.Order] = []
        for (index, early) in checkpoints.enumerated() {
            onLooked(count + index, 2 * count)
            for late in checkpoints[(index + 1)...] {
                guard late.expiration.instant - early.expiration.instant <= Self.nearby else { break }
                let isSameThing =
                    early.expiration.kind == late.expiration.kind && early.expiration.subject == late.expiration.subject
                guard early.expiration.instant < late.expiration.instant, !isSameThing else { continue }
                // The world that knows both.
                let both = early.world.now < late.world.now ? late : early
                guard both.world.now < early.expiration.instant else { continue }
                orders.append(
                    SweepTable.Order(
                        first: early.expiration,
                        second: late.expiration,
                        isNatural: true,
                        between: sample(early.expiration, both, at: early.expiration.instant)
                    )
                )
                guard let swapped = swap(early, late, both) else { continue }
                orders.append(swapped)
            }
        }
        return orders
    }

    /// The other order: the late one's expiry is moved to a nanosecond before the early one's.
    private func swap(_ early: ExpirationCheckpoint, _ late: ExpirationCheckpoint, _ both: ExpirationCheckpoint)
        -> SweepTable.Order?
    {
        let instant = early.expiration.instant - .nanoseconds(1)
        var moved = both
        guard instant > both.world.now, moved.world.move(late.expiration, to: instant) else { return nil }
        var expiration = late.expiration
        expiration.instant = instant
        return SweepTable.Order(
            first: expiration,
            second: early.expiration,
            isNatural: false,
            between: sample(expiration, moved, at: instant)
        )
    }

    // MARK: Looking

    private func sample(_ expiration: Expiration, _ checkpoint: ExpirationCheckpoint, at instant: Instant)
        -> BoundarySample
    {
        var world = checkpoint.world
        let seen = world.run(until: instant)
        let isValid = world.expirations().contains {
            $0.kind == expiration.kind && $0.subject == expiration.subject && $0.instant == expiration.instant
                && $0.instant > instant
        }
        // At once: what takes a while happens at another instant.
        world.backend.withSimulated { service, _ in service.answer(after: .zero) }
        return BoundarySample(
            instant: instant,
            isValid: isValid,
            reaction: reaction(expiration, &world, checkpoint.app, seen)
        )
    }

    /// Returns what the user's act brings about.
    private func reaction(_ expiration: Expiration, _ world: inout World, _ app: Int, _ seen: [Observation]) -> Reaction
    {
        switch expiration.kind {
        case .mediaToken:
            // Whoever verifies it looks at nothing but the token and the clock (tokens.md §11).
            return .verified(isValid: world.now < expiration.instant)
        case .registrationCode, .code:
            // What was said before is about something else.
            let said = messages(seen.filter { $0.instant >= expiration.instant })
            return said.isEmpty ? enterCode(expiration, &world, app) : .told(said)
        case .accessToken, .providerSession, .authenticationToken, .tempPass, .profile, .authorizationToken, .decision,
            .vsaAccount, .vsaPermission, .assertion, .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
        let platform = expiration.kind == .vsaAccount ? world.platformAnswer(app) : nil
        let resource = expiration.kind.isPerResource ? expiration.subject ?? resources.first : resources.first
        guard let resource else { return .acted(act(.launch, nil, &world, app), platform) }
        let document = resources.first { World.resourceName($0) == resource } ?? resource
        var played = act(.play(document), World.resourceName(document), &world, app)
        if expiration.kind.isPerResource {
            played.isSameDecision = world.expirations().contains {
                $0.kind == expiration.kind && $0.subject == expiration.subject && $0.instant == expiration.instant
            }
        }
        return .acted(played, platform)
    }

    private func enterCode(_ expiration: Expiration, _ world: inout World, _ app: Int) -> Reaction {
        guard let code = expiration.subject, let providers = world.backend.service.configuration?.providers,
            let mvpd = world.apps[app].simulatedUser.signInBehavior?.provider ?? providers.first?.listing.id
        else { return .nothing }
        let page = world.loginPage(code: code, mvpd: mvpd, app)
        let connection = ClientConnection(address: "second screen", cookies: "second screen")
        var backend = world.backend
        let result = backend.logIn(page, as: ScenarioStep.SignIn(provider: mvpd), from: connection)
        return result.map { .codeEntered($0) } ?? .nothing
    }

    private func act(_ step: ScenarioStep, _ resource: String?, _ world: inout World, _ app: Int) -> Reaction.Act {
        var act = Reaction.Act(resource: resource)
        var run = ScenarioRun(in: world)
        run.app = app
        run.device = world.apps.indices.contains(app) ? world.apps[app].device : 0
        let begun = world.timeline.events.count
        do throws(ScenarioError) {
            try run.perform(.init(step))
        } catch {
            act.problem = error
            return act
        }
        for event in run.seen.map(\.event) {
            switch event {
            case .requestSent(let request, _): act.moves.append(.request(request.operation))
            case .stepEntered(.startPlatformLogin): act.moves.append(.systemPicker)
            case .presented(.providerPicker): act.moves.append(.ownPicker)
            case .played: act.isPlaying = true
            default: break
            }
        }
        for event in run.world.timeline.events.dropFirst(begun) where event.actor == .client && event.kind == "assumed"
        {
            guard case .code(let row)? = event.values.first(where: { $0.key == "row" })?.content else { continue }
            if !act.assumedRows.contains(row) { act.assumedRows.append(row) }
        }
        act.message = act.isPlaying ? nil : messages(run.seen).last
        world = run.world
        return act
    }

    private func messages(_ seen: [Observation]) -> [CodedText] {
        seen.compactMap { if case .presented(.message(let message)) = $0.event { message } else { nil } }
    }
}
