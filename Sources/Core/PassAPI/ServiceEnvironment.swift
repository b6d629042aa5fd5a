import Documents

/// The hosts at which Adobe Pass is found: one for each of its parts.
///
/// The placeholders REGGIE_FQDN and SP_FQDN name one host in today's documentation; they are kept apart because older
/// recordings have them apart (rest-api-v1.md §1).
public struct ServiceEnvironment: Hashable, Sendable {
    /// `https`; old clients were seen on plain `http`.
    public var scheme: String
    /// Host, and port if any, of `/reggie/…`.
    var registrationCodes: String
    /// Host of `/api/v1/…` and `/o/client/…`.
    public var service: String
    /// Host of `/adobe-services/…`.
    public var sdk: String
    /// Host of the Temp Pass reset.
    public var management: String
    /// The path before the SDK operations' names: `/adobe-services`, or `/adobe-services/1.0` for native 1.x.
    var sdkBase: String

    /// An environment with these hosts.
    public init(
        scheme: String = "https",
        registrationCodes: String,
        service: String,
        sdk: String,
        management: String,
        sdkBase: String = "/adobe-services"
    ) {
        self.scheme = scheme
        self.registrationCodes = registrationCodes
        self.service = service
        self.sdk = sdk
        self.management = management
        self.sdkBase = sdkBase
    }

    public static let production = ServiceEnvironment(
        registrationCodes: "api.auth.adobe.com",
        service: "api.auth.adobe.com",
        sdk: "sp.auth.adobe.com",
        management: "mgmt.auth.adobe.com"
    )

    /// Staging; the management host is that of prequalification, no other is documented.
    static let staging = ServiceEnvironment(
        registrationCodes: "api.auth-staging.adobe.com",
        service: "api.auth-staging.adobe.com",
        sdk: "sp.auth-staging.adobe.com",
        management: "mgmt-prequal.auth.adobe.com"
    )

    /// The environments that the documentation names.
    public static let documented = [production, staging]

    /// Everything on one host: a stand-in, or a client that uses `sp.auth.adobe.com` throughout.
    public static func custom(_ host: String, scheme: String = "https") -> ServiceEnvironment {
        ServiceEnvironment(scheme: scheme, registrationCodes: host, service: host, sdk: host, management: host)
    }

    /// Host, and port if any, of a part.
    public func authority(of role: HostRole) -> String {
        switch role {
        case .registrationCodes: registrationCodes
        case .service: service
        case .sdk: sdk
        case .management: management
        }
    }

    /// Checks whether one of the parts is at `authority` (host, and port if any, as a URL has it).
    public func serves(_ authority: some StringProtocol) -> Bool {
        let authority = authority.lowercased()
        return [registrationCodes, service, sdk, management].contains { ExactText($0.lowercased()) == authority }
    }

    /// Checks whether `host` is one of Adobe Pass's own, documented or observed: `api`, `sp`, `mgmt`, … under
    /// `auth.adobe.com`, `auth-staging.adobe.com` and their kin.
    public static func isAdobe(host: String) -> Bool {
        let labels = host.lowercased().utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count == 4, labels[2].elementsEqual("adobe".utf8), labels[3].elementsEqual("com".utf8) else {
            return false
        }
        return !labels[0].isEmpty && (labels[1].elementsEqual("auth".utf8) || labels[1].starts(with: "auth-".utf8))
    }
}
