import PassAPI

extension Holding {
    /// Its name as scenarios write it: the kind, and which one of its kind where there can be several (`authz-token KITE1`).
    public var name: String {
        let which: String? =
            switch kind {
            case .authorizationToken, .mediaToken: subject.resource.map { MRSSResource($0).name }
            case .registrationCode: subject.code
            case .authenticationToken, .tempPass: subject.requestor
            case .vsaAccount, .providerSession: subject.mvpd
            case .cookie: subject.cookie
            case .accessToken, .vsaPermission, .assertion: nil
            }
        return which.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue
    }
}

extension Holding.Kind {
    init(_ kind: GrantKind) {
        self =
            switch kind {
            case .accessToken: .accessToken
            case .registrationCode: .registrationCode
            case .providerSession: .providerSession
            case .authenticationToken: .authenticationToken
            case .authorizationToken: .authorizationToken
            case .mediaToken: .mediaToken
            }
    }

    /// The rule for how long one lasts of which no event says so; nil where there is none.
    var assumedLifetime: Assumption? {
        switch self {
        case .accessToken: .accessTokenLifetime
        case .registrationCode: .registrationCodeLifetime
        case .authenticationToken: .authenticationLifetime
        case .authorizationToken: .authorizationLifetime
        case .mediaToken: .mediaLifetime
        case .providerSession, .tempPass, .vsaAccount, .vsaPermission, .assertion, .cookie: nil
        }
    }
}
