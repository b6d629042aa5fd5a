public import Device
import OrderedCollections
import PassAPI
public import VirtualTime

// What a replay or a person wants to know of an app's state.

extension BehaviorClient {
    /// True if the app takes its user to be signed in.
    public var isSignedIn: Bool { memory.isSignedIn }

    /// Checks whether it does, whatever its device shows.
    public func isSignedIn(on device: Device, at now: Instant) -> Bool { isSignedIn }

    /// It signs in with a provider.
    public var signInStart: SignInGesture { .nameProvider }

    /// It logs in at its Programmer's domain.
    public var codeLogin: CodeLogin {
        CodeLogin(
            requestor: configuration.requestor,
            domainName: configuration.domainName,
            redirectURL: configuration.redirectURL
        )
    }

    /// True if the app waits for nothing.
    public var isIdle: Bool { errand == nil }

    /// True if only the user's word that they have logged in moves the app.
    public var awaitsUser: Bool { waiting == .user }

    /// The thing that the app waits for; nil if nothing.
    public var waitingFor: Awaited? {
        switch waiting {
        case .none: nil
        case .response(let id, let request, _): .response(id, request.operation)
        case .timer(let id): .timer(id, .nextCall)
        case .user: .user(.logIn)
        }
    }

    /// Returns the expirations that the app knows of, in true time.
    public func expirations(on device: Device, at now: Instant) -> [Expiration] {
        var found: [Expiration] = []
        func add(_ kind: HoldingKind, _ subject: String?, _ end: Instant?) {
            guard let end else { return }
            found.append(Expiration(kind, subject, at: end - device.clock.offset, source: source))
        }
        add(.accessToken, nil, memory.access.token?.expires)
        if memory.isSignedIn { add(.authenticationToken, configuration.requestor, memory.authentication.expires) }
        for authorization in memory.authorizations.values {
            add(.authorizationToken, MRSSResource(authorization.resource).name, authorization.expires)
        }
        if !memory.isSignedIn { add(.registrationCode, memory.code, memory.codeExpires) }
        return found
    }

    /// Returns the app's knowledge, in a fixed order.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        let wallTime = device.clock.wallTime(at: now)
        let source = StateEntry.Source.app(configuration.bundleID)
        var entries = [
            StateEntry(
                source,
                .client,
                [.code("api", speaksSDK ? "recordedNative" : "recorded"), .text("requestor", configuration.requestor)]
            ),
            StateEntry(source, .signIn, [.truth("isSignedIn", memory.isSignedIn)]),
            StateEntry(source, .step, step.map { [.code("step", $0.rawValue)] } ?? []),
        ]
        func add(_ values: [EventValue], _ expires: Instant?) {
            let end = EventValue.expiration(expires, isExpired: expires.map { $0 <= wallTime } ?? false)
            entries.append(StateEntry(source, .token, values + end))
        }
        if let token = memory.access.token { entries.append(.accessToken(token.expires, in: source, at: wallTime)) }
        if let expires = memory.authentication.expires { add([.code("kind", "authn")], expires) }
        for authorization in memory.authorizations.values {
            let resource = MRSSResource(authorization.resource).name
            add([.code("kind", "authz"), .text("resource", resource)], authorization.expires)
        }
        if let waitingFor { entries.append(StateEntry(source, .waiting, waitingFor.values)) }
        return entries
    }

    private var source: String { "app " + configuration.bundleID }
}
