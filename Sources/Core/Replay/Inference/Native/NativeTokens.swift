import ClientStack
import Device
import PassAPI
import Services
import Tokens
import VirtualTime

/// The tokens that an app with AccessEnabler had before a recording begins, as far as its calls carry them.
struct NativeTokens: Sendable {
    private var authentication: AuthenticationToken?
    private var authorizations: [(resource: String, token: AuthorizationToken)] = []

    /// None.
    init() {}

    /// Reads the tokens that the calls before the first login carry.
    init(_ calls: [RecordedCall]) {
        let early = calls.prefix { $0.request.operation.role != .token }
        authentication = early.lazy.compactMap { $0.request["authentication_token"] }.first
            .flatMap { try? AuthenticationToken(parsing: $0) }
        var issued: [String] = []
        for call in early {
            if case .tokens(_, let text?, _)? = call.response?.content { issued.append(text) }
            guard call.request.operation.role == .media, let text = call.request["authz_token"],
                !issued.contains(text), let token = try? AuthorizationToken(parsing: text),
                let resource = call.request.resource
            else { continue }
            if !authorizations.contains(where: { $0.resource == resource }) { authorizations.append((resource, token)) }
            guard authentication == nil, let expires = token.expires else { continue }
            // Only its GUID shows; it was good, and how long does not show.
            let made = AuthenticationToken.text(
                guid: call.request["session_guid"] ?? "",
                sessionIndex: nil,
                requestorID: call.request.requestor ?? "",
                domainName: "adobe.com",
                expires: expires,
                msoID: token.msoID ?? call.request.mvpd ?? "",
                fingerprint: token.fingerprint ?? "",
                nameID: nil,
                signing: { _ in [0] }
            )
            authentication = try? AuthenticationToken(parsing: made)
        }
    }

    /// True if there are none.
    var isEmpty: Bool { authentication == nil }
    /// The MVPD that issued them.
    var mvpd: String? { authentication?.msoID }

    /// Puts them where the SDK looks for them.
    func store(in storage: TokenStorage, for requestor: String, on device: inout Device, at wall: Instant) {
        guard let authentication, let mvpd else { return }
        var storage = storage
        _ = storage.identify(as: requestor, allowing: [MVPD(id: mvpd, displayName: mvpd)], on: &device, at: wall)
        _ = storage.store(authentication, from: mvpd, on: &device)
        _ = storage.store(StoredProvider(mvpd: mvpd, canAuthenticate: true), on: &device)
        for (resource, token) in authorizations { _ = storage.store(token, of: resource, from: mvpd, on: &device) }
    }
}

extension RecordedCall {
    /// The AuthN token of the answer, if it can be read.
    var authentication: AuthenticationToken? {
        guard case .tokens(let text?, _, _)? = response?.content else { return nil }
        return try? AuthenticationToken(parsing: text)
    }

    /// True if the response brought an AuthN token.
    var hasToken: Bool { if case .tokens(_?, _, _)? = response?.content { true } else { false } }
}
