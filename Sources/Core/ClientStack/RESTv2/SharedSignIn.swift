import Crypto
public import PassAPI
public import VirtualTime

/// Who the user of an app is beyond it: by the word of the platform, or of an identity service of the Programmer
/// (rest-api-v2.md §3.5, §6.7).
public struct SharedSignIn: Hashable, Sendable {
    /// The headers in which the platform names the user: `Adobe-Subject-Token` and the like.
    public var platform: [PassRequest.Parameter] = []
    /// The service tokens that the app has, each from an instant on, in order; none where there is no identity service.
    public var serviceTokens: [HeldToken] = []
    /// The token that followed the last of them, where that has expired.
    private var renewed: HeldToken?

    /// A service token as the app has it.
    public struct HeldToken: Hashable, Sendable {
        /// The instant, by the device's clock, from which on the app has it.
        public var from: Instant
        public var text: String

        /// A token that the app has from an instant on.
        public init(from: Instant, text: String) { (self.from, self.text) = (from, text) }
    }

    /// Nobody names the user.
    public init() {}

    /// The sign-in of a user whom an identity service, the platform or both name; an empty text names nobody.
    public init(serviceTokenUser: String, subjectToken: String) {
        if !subjectToken.isEmpty { platform = [PassRequest.Parameter("Adobe-Subject-Token", subjectToken)] }
        guard !serviceTokenUser.isEmpty else { return }
        // One that expired long ago: the first that is sent is the next.
        let start = Instant(secondsSince1970: 0)
        serviceTokens = [HeldToken(from: start, token: ServiceToken(subject: serviceTokenUser).renewed(at: start))]
    }

    /// Gets the next service token where the last has expired.
    ///
    /// What the identity service would give is not known: it is the last token with other times, and another signature.
    mutating func renew(at now: Instant) {
        guard let last = renewed ?? serviceTokens.last, last.from <= now, let token = ServiceToken(decoding: last.text),
            let expires = token.expires, expires <= now
        else { return }
        renewed = HeldToken(from: now, token: token.renewed(at: now))
    }

    /// The service token at an instant; nil where the app has none.
    func serviceToken(at now: Instant) -> String? {
        if let renewed, renewed.from <= now { return renewed.text }
        return (serviceTokens.last { $0.from <= now } ?? serviceTokens.first)?.text
    }

    /// The headers that name the user at an instant.
    func headers(at now: Instant) -> [PassRequest.Parameter] {
        platform + (serviceToken(at: now).map { [PassRequest.Parameter(ServiceToken.header, $0)] } ?? [])
    }
}

extension SharedSignIn.HeldToken {
    fileprivate init(from: Instant, token: ServiceToken) {
        // Of the size of RSA-2048; nobody can check it, since no key is known.
        let text = token.headerValue { text in (0..<8).flatMap { SHA256.hash(data: Array("\($0) \(text)".utf8)) } }
        self.init(from: from, text: text)
    }
}
