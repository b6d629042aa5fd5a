import Services
import VirtualTime

/// A word for one way to change the service: how it is read, and which control it writes.
struct ServiceControlWord: Sendable {
    let word: StepWord
    /// The control that the word and what stands behind it say.
    let read: @Sendable (StepArgument) throws(Problem) -> ServiceControl
    /// Returns what follows the word for a control; nil for one that has another word.
    let write: @Sendable (ServiceControl) -> FileNode?

    /// All of them, in the order of the documentation.
    static let all: [ServiceControlWord] = [
        .subscriber("revoke", "a provider takes away a subscriber's rights", { .revoke(user: $0, mvpd: $1) }) {
            if case .revoke(let user, let mvpd) = $0 { (user, mvpd) } else { nil }
        },
        .subscriber("reinstate", "a provider gives them back", { .reinstate(user: $0, mvpd: $1) }) {
            if case .reinstate(let user, let mvpd) = $0 { (user, mvpd) } else { nil }
        },
        .degrade,
        .integration("end degradation", "a degradation ends", { .endDegradation(requestor: $0, mvpd: $1) }) {
            if case .endDegradation(let requestor, let mvpd) = $0 { (requestor, mvpd) } else { nil }
        },
        .flag("throttle", "requests are throttled, or are not", { .throttle(isOn: $0) }) {
            if case .throttle(let isOn) = $0 { isOn } else { nil }
        },
        .changeLifetimes,
        .provider(
            "provider unreachable",
            "a provider cannot be reached",
            { .reachProvider(mvpd: $0, isReachable: false) }
        ) {
            if case .reachProvider(let mvpd, false) = $0 { mvpd } else { nil }
        },
        .provider(
            "provider reachable",
            "a provider can be reached again",
            { .reachProvider(mvpd: $0, isReachable: true) }
        ) {
            if case .reachProvider(let mvpd, true) = $0 { mvpd } else { nil }
        },
        .integration(
            "enable integration",
            "a requestor's integration with a provider is active",
            { .enableIntegration(requestor: $0, mvpd: $1, isEnabled: true) }
        ) {
            if case .enableIntegration(let requestor, let mvpd, true) = $0 { (requestor, mvpd) } else { nil }
        },
        .integration(
            "disable integration",
            "it is not",
            { .enableIntegration(requestor: $0, mvpd: $1, isEnabled: false) }
        ) {
            if case .enableIntegration(let requestor, let mvpd, false) = $0 { (requestor, mvpd) } else { nil }
        },
        .integration(
            "enable single sign-on",
            "platform single sign-on is on for an integration",
            { .enableSingleSignOn(requestor: $0, mvpd: $1, isEnabled: true) }
        ) {
            if case .enableSingleSignOn(let requestor, let mvpd, true) = $0 { (requestor, mvpd) } else { nil }
        },
        .integration(
            "disable single sign-on",
            "it is off",
            { .enableSingleSignOn(requestor: $0, mvpd: $1, isEnabled: false) }
        ) {
            if case .enableSingleSignOn(let requestor, let mvpd, false) = $0 { (requestor, mvpd) } else { nil }
        },
        .flag(
            "enhanced errors",
            "the service sends enhanced error codes, or does not",
            { .enhanceErrors(isOn: $0) }
        ) {
            if case .enhanceErrors(let isOn) = $0 { isOn } else { nil }
        },
        .serverClock, .expire, .forgetApplications, .demandLogout,
    ]
}

extension ServiceControlWord {
    private static let degrade = ServiceControlWord(
        word: StepWord(
            "degrade",
            "degrade: { requestor: KITETV, provider: Meadowlark, mode: authz-all }",
            .object(
                [
                    ("requestor", .reference("text")), ("provider", .reference("text")),
                    ("mode", .words(ServiceControl.Degradation.allCases.map(\.rawValue))),
                ],
                required: ["requestor", "provider", "mode"]
            ),
            "an integration is degraded: every user is signed in, everything or nothing is authorized"
        ),
        read: { argument throws(Problem) in
            let map = try MapReader(argument.node, argument.what, keys: ["requestor", "provider", "mode"])
            let (requestor, mvpd) = try map.integration()
            return .degrade(try map.required("mode").choice("\"mode\""), requestor: requestor, mvpd: mvpd)
        },
        write: { control in
            guard case .degrade(let mode, let requestor, let mvpd) = control else { return nil }
            return .map([("requestor", .text(requestor)), ("provider", .text(mvpd)), ("mode", .text(mode.rawValue))])
        }
    )

    private static let changeLifetimes = ServiceControlWord(
        word: StepWord(
            "change lifetimes",
            "change lifetimes: { authz-token: 2h }",
            .object(
                Lifetimes.words.map { ($0.name, .reference("duration")) }
                    + [("requestor", .reference("text")), ("provider", .reference("text"))],
                minimum: 1
            ),
            "what is issued from now on has this lifetime, for all, a requestor, or an integration"
        ),
        read: { argument throws(Problem) in
            let others = ["requestor", "provider"]
            let lifetimes = try Lifetimes(reading: argument.node, alsoKnown: others)
            let map = try MapReader(argument.node, argument.what, keys: Lifetimes.words.map(\.name) + others)
            guard lifetimes != Lifetimes() else {
                throw Problem(
                    argument.node.place,
                    "\(argument.what) changes nothing",
                    "name a lifetime, like authz-token: 2h"
                )
            }
            return .changeLifetimes(
                lifetimes,
                requestor: try map.optional("requestor", FileNode.text),
                mvpd: try map.optional("provider", FileNode.text)
            )
        },
        write: { control in
            guard case .changeLifetimes(let lifetimes, let requestor, let mvpd) = control else { return nil }
            return .map(
                lifetimes.fileEntries
                    + [("requestor", requestor.map { .text($0) }), ("provider", mvpd.map { .text($0) })]
            )
        }
    )

    private static let serverClock = ServiceControlWord(
        word: StepWord(
            "server clock",
            "server clock: +2m",
            .reference("signedDuration"),
            "the service's clock is so far ahead of true time"
        ),
        read: { argument throws(Problem) in .skewClock(try argument.node.signedDuration(argument.what)) },
        write: { control in
            if case .skewClock(let offset) = control { .text(offset.signedWords) } else { nil }
        }
    )

    private static let expire = ServiceControlWord(
        word: StepWord(
            "expire",
            "expire: authz-token KITE1",
            .text(
                pattern: "^(" + SimulatedService.expirable.map(\.rawValue).joined(separator: "|") + ")( .+)?$",
                "what the service has issued, and which: authz-token KITE1, authn-token"
            ),
            "one thing that the service has issued expires; nothing else does, and the clock stays"
        ),
        read: { argument throws(Problem) in
            let text = try argument.node.text(argument.what)
            let name = text.prefix { $0 != " " }
            let subject = text.dropFirst(name.count + 1)
            guard let kind = HoldingKind(expiring: name), SimulatedService.expirable.contains(kind) else {
                throw .unknown(
                    "expiration",
                    String(name),
                    at: argument.node.place,
                    known: SimulatedService.expirable.map(\.rawValue)
                )
            }
            return .expire(kind, subject: subject.isEmpty ? nil : String(subject))
        },
        write: { control in
            if case .expire(let kind, let subject) = control { .text(kind.name(of: subject)) } else { nil }
        }
    )

    private static let forgetApplications = ServiceControlWord(
        word: StepWord("forget applications", "the service knows no registered application any more"),
        read: { _ in .forgetApplications },
        write: { control in if case .forgetApplications = control { FileNode(.nothing) } else { nil } }
    )

    private static let demandLogout = ServiceControlWord(
        word: StepWord(
            "demand logout",
            .optional(
                .object([("device-id", .reference("text")), ("reason", .reference("text"))], isOptional: true)
            ),
            "a device's next call gets pendingLogout"
        ),
        read: { argument throws(Problem) in
            guard !argument.node.isNothing else { return .demandLogout(deviceID: nil, reason: nil) }
            let map = try MapReader(argument.node, argument.what, keys: ["device-id", "reason"])
            return .demandLogout(
                deviceID: try map.optional("device-id", FileNode.text),
                reason: try map.optional("reason", FileNode.text)
            )
        },
        write: { control in
            guard case .demandLogout(let deviceID, let reason) = control else { return nil }
            return FileNode.map([
                ("device-id", deviceID.map { .text($0) }), ("reason", reason.map { .text($0) }),
            ])
            .unlessEmpty ?? FileNode(.nothing)
        }
    )
}

// Words of the same form.

extension ServiceControlWord {
    private static func subscriber(
        _ word: String,
        _ meaning: String,
        _ control: @escaping @Sendable (_ user: String, _ mvpd: String) -> ServiceControl,
        parts: @escaping @Sendable (ServiceControl) -> (user: String, mvpd: String)?
    ) -> ServiceControlWord {
        ServiceControlWord(
            word: StepWord(word, "\(word): { user: anna, provider: Meadowlark }", .reference("subscriber"), meaning),
            read: { argument throws(Problem) in
                let map = try MapReader(argument.node, argument.what, keys: ["user", "provider"])
                let user = try map.required("user").text("\"user\"")
                return control(user, try map.required("provider").text("\"provider\""))
            },
            write: { parts($0).map { .map([("user", .text($0.user)), ("provider", .text($0.mvpd))]) } }
        )
    }

    private static func integration(
        _ word: String,
        _ meaning: String,
        _ control: @escaping @Sendable (_ requestor: String, _ mvpd: String) -> ServiceControl,
        parts: @escaping @Sendable (ServiceControl) -> (requestor: String, mvpd: String)?
    ) -> ServiceControlWord {
        ServiceControlWord(
            word: StepWord(
                word,
                "\(word): { requestor: KITETV, provider: Meadowlark }",
                .reference("integration"),
                meaning
            ),
            read: { argument throws(Problem) in
                let map = try MapReader(argument.node, argument.what, keys: ["requestor", "provider"])
                let (requestor, mvpd) = try map.integration()
                return control(requestor, mvpd)
            },
            write: { parts($0).map { .map([("requestor", .text($0.requestor)), ("provider", .text($0.mvpd))]) } }
        )
    }

    private static func flag(
        _ word: String,
        _ meaning: String,
        _ control: @escaping @Sendable (Bool) -> ServiceControl,
        part: @escaping @Sendable (ServiceControl) -> Bool?
    ) -> ServiceControlWord {
        ServiceControlWord(
            word: StepWord(word, "\(word): on", .reference("flag"), meaning),
            read: { argument throws(Problem) in control(try argument.node.flag(argument.what)) },
            write: { part($0).map { .text($0 ? "on" : "off") } }
        )
    }

    private static func provider(
        _ word: String,
        _ meaning: String,
        _ control: @escaping @Sendable (String) -> ServiceControl,
        part: @escaping @Sendable (ServiceControl) -> String?
    ) -> ServiceControlWord {
        ServiceControlWord(
            word: StepWord(word, "\(word): Meadowlark", .reference("text"), meaning),
            read: { argument throws(Problem) in control(try argument.node.text(argument.what)) },
            write: { part($0).map { .text($0) } }
        )
    }
}

extension MapReader {
    /// The two ends of an integration.
    fileprivate func integration() throws(Problem) -> (requestor: String, mvpd: String) {
        (try required("requestor").text("\"requestor\""), try required("provider").text("\"provider\""))
    }
}
