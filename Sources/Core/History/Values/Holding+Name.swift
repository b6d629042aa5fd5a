import PassAPI
import VirtualTime

extension Holding {
    /// Its name as scenarios write it: the kind, and which one of its kind where there can be several (`authz-token KITE1`).
    public var name: String { kind.name(of: which) }

    /// The name among its kind: the resource, the code, the requestor, the MVPD; nil where there is one of it at a time.
    public var which: String? {
        switch kind {
        case .authorizationToken, .decision, .mediaToken: subject.resource.map { MRSSResource($0).name }
        case .registrationCode, .code: subject.code
        case .authenticationToken, .tempPass: subject.requestor
        case .profile, .vsaAccount, .providerSession: subject.mvpd
        case .cookie: subject.cookie
        case .accessToken, .vsaPermission, .assertion, .partnerFrameworkStatus, .serviceToken: nil
        }
    }
}

extension HoldingKind {
    /// The rule for how long one lasts of which no event says so; nil where there is none.
    var assumedLifetime: Assumption? {
        switch self {
        case .accessToken: .accessTokenLifetime
        case .registrationCode: .registrationCodeLifetime
        case .authenticationToken: .authenticationLifetime
        case .authorizationToken: .authorizationLifetime
        case .mediaToken: .mediaLifetime
        case .code, .profile, .decision, .providerSession, .tempPass, .vsaAccount, .vsaPermission, .assertion,
            .partnerFrameworkStatus, .serviceToken, .cookie:
            nil
        }
    }
}
