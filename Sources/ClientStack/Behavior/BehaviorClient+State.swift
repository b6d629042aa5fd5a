public import Device
import OrderedCollections
import PassAPI
public import VirtualTime

// What a replay or a person wants to know of an app's state.

extension BehaviorClient {
    /// Whether the app takes its user to be signed in.
    public var isSignedOn: Bool { memory.isSignedIn }

    /// Whether the app waits for nothing.
    public var isIdle: Bool { errand == nil }

    /// Whether only the user's word that they have logged in moves the app.
    public var awaitsUser: Bool { waiting == .user }

    /// What the app waits for, in words; nil if nothing.
    public var waitingFor: String? {
        switch waiting {
        case .none: nil
        case .response(let id, let request, _): "the response to request \(id.number) (\(request.operation.rawValue))"
        case .timer(let id): "timer \(id.number)"
        case .user: "the user to have logged in"
        }
    }

    /// What the app knows to expire, in true time.
    public func deadlines(on device: Device) -> [Deadline] {
        var found: [Deadline] = []
        func add(_ kind: Deadline.Kind, _ subject: String?, _ end: Instant?) {
            guard let end else { return }
            found.append(Deadline(kind, subject, at: end - device.clock.offset, holder: holder))
        }
        add(.accessToken, nil, memory.accessToken?.expires)
        if memory.isSignedIn { add(.authenticationToken, configuration.requestor, memory.authentication.expires) }
        for authorization in memory.authorizations.values {
            add(.authorizationToken, MRSSResource(authorization.resource).name, authorization.expires)
        }
        if !memory.isSignedIn { add(.registrationCode, memory.code, memory.codeExpires) }
        return found
    }

    /// What the app knows, for people.
    public func stateLines() -> [StateLine] {
        var lines = [
            StateLine(holder, "dialect", "the app's own calls, requestor \(configuration.requestor)"),
            StateLine(holder, "signed on", memory.isSignedIn ? "yes" : "no"),
            StateLine(holder, "step", step?.rawValue ?? "rests"),
        ]
        if let token = memory.accessToken {
            lines.append(StateLine(holder, "access-token", token.expires.map { "until \($0)" } ?? "without an end"))
        }
        if let expires = memory.authentication.expires {
            lines.append(StateLine(holder, "authn-token", "until \(expires)"))
        }
        for authorization in memory.authorizations.values {
            let name = "authz-token " + MRSSResource(authorization.resource).name
            lines.append(StateLine(holder, name, authorization.expires.map { "until \($0)" } ?? "without an end"))
        }
        if let waitingFor { lines.append(StateLine(holder, "waits for", waitingFor)) }
        return lines
    }

    private var holder: String { "app " + configuration.bundleID }
}
