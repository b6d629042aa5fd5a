public import PassAPI

// What comes of a call without what it needs: a row for each call and each kind of thing that it needs.

extension ExpirationEffect {
    /// What `operation` meets without a thing of this kind: as the documents say (rest-api-v1.md §6, §7; access-enabler.md
    /// §14.4; tokens.md §11), else as the simulated service answers; nil where no operation is refused for want of it.
    ///
    /// Where the operation is nil, any call is meant.
    public static func refusal(of operation: Operation?, without kind: Holding.Kind) -> Known<Refused>? {
        switch kind {
        case .mediaToken: Known(.tokenExpired, .assumed(.documentedRefusal))
        case .vsaAccount: Known(.noAccount, .assumed(.documentedRefusal))
        // rest-api-v1.md §3.3
        case .accessToken: Known(.status(401), .assumed(.documentedRefusal))
        case .providerSession: Known(.loginPage, .assumed(.simulatedService))
        // §7.7 knows 400, and not of what.
        case .assertion: Known(.status(400), .assumed(.simulatedService))
        case .registrationCode: operation.flatMap(withoutCode)
        case .authenticationToken, .tempPass: operation.flatMap(withoutAuthentication)
        case .authorizationToken: operation.flatMap(withoutAuthorization)
        case .vsaPermission: nil
        }
    }

    private static func withoutCode(_ operation: Operation) -> Known<Refused>? {
        switch operation {
        // §7.2, §7.3
        case .initiateAuthentication: Known(.status(400), .assumed(.documentedRefusal))
        case .checkAuthenticationByCode: Known(.status(403), .assumed(.documentedRefusal))
        // §7.11: without the login that the code stands for
        case .preauthorizeByCode: Known(.status(404), .assumed(.simulatedService))
        // §6.2 calls 404 the natural reading, §6.3 and the undocumented `authenticate/{code}` say nothing.
        case .readRegistrationRecord, .deleteRegistrationRecord, .readAuthenticationByCode:
            Known(.status(404), .assumed(.simulatedService))
        case .sdkAuthenticate: Known(.status(400), .assumed(.simulatedService))
        case .session, .sessionDevice: Known(.status(401), .assumed(.simulatedService))
        default: nil
        }
    }

    private static func withoutAuthentication(_ operation: Operation) -> Known<Refused>? {
        switch operation {
        // §7.3, §7.4
        case .checkAuthentication, .checkAuthenticationByCode: Known(.status(403), .assumed(.documentedRefusal))
        // §7.5
        case .readAuthenticationToken: Known(.status(410), .assumed(.documentedRefusal))
        case .readAuthenticationByCode: Known(.status(404), .assumed(.simulatedService))
        // §7.8: not documented
        case .authorize: Known(.status(412), .assumed(.simulatedService))
        // §7.9, §7.11, §7.12
        case .readAuthorizationToken, .preauthorize, .preauthorizeByCode, .userMetadata:
            Known(.status(412), .assumed(.documentedRefusal))
        // §7.10
        case .mediaToken: Known(.status(403), .assumed(.documentedRefusal))
        // access-enabler.md §14.4
        case .authorizeDevice, .sdkAuthorize, .sdkPreauthorize, .sdkUserMetadata:
            Known(.pendingLogout, .assumed(.documentedRefusal))
        default: nil
        }
    }

    private static func withoutAuthorization(_ operation: Operation) -> Known<Refused>? {
        switch operation {
        // §7.9, §7.10
        case .readAuthorizationToken: Known(.status(410), .assumed(.documentedRefusal))
        case .mediaToken: Known(.status(403), .assumed(.documentedRefusal))
        // access-enabler.md §14.1 has the call, and no word of an AuthZ token that has expired.
        case .deviceShortAuthorize, .shortAuthorize: Known(.notAuthorized, .assumed(.simulatedService))
        default: nil
        }
    }

    /// The call that a client makes before `operation` because it looks at the expiration of what it keeps
    /// (access-enabler.md §6.5, tokens.md §7); nil where the service is left to say so.
    static func renewal(of kind: Holding.Kind, before operation: Operation) -> Operation? {
        guard kind == .authorizationToken else { return nil }
        return switch operation {
        case .deviceShortAuthorize: .authorizeDevice
        case .shortAuthorize: .sdkAuthorize
        default: nil
        }
    }

    /// The call that needs a thing of this kind, which `operation` had to do with last.
    ///
    /// A call that makes a thing does not need it: then it is the call that it was made for.
    static func use(of kind: Holding.Kind, after operation: Operation?, speaksSDK: Bool) -> Operation? {
        switch (kind, operation) {
        case (.assertion, _): .exchangeToken
        case (_, nil), (.accessToken, .accessToken), (.providerSession, _): nil
        case (.registrationCode, .createRegistrationCode): speaksSDK ? .sdkAuthenticate : .initiateAuthentication
        case (.authenticationToken, .session), (.tempPass, .session): .sdkAuthorize
        case (.authenticationToken, .sessionDevice), (.tempPass, .sessionDevice): .authorizeDevice
        case (.authenticationToken, .assertionConsumer), (.tempPass, .assertionConsumer): .checkAuthenticationByCode
        case (.authenticationToken, .exchangeToken), (.tempPass, .exchangeToken), (.tempPass, .freePreview),
            (.authenticationToken, .freePreview):
            .checkAuthentication
        case (.authorizationToken, .authorize): .mediaToken
        case (.authorizationToken, .authorizeDevice): .deviceShortAuthorize
        case (.authorizationToken, .sdkAuthorize): .shortAuthorize
        case (_, let operation?): operation
        }
    }
}
