public import PassAPI
public import VirtualTime

// What comes of a call without what it needs, as the rows of the operations have it.

extension ExpirationEffect {
    /// Returns what `operation` meets without a thing of this kind: as the documents say (rest-api-v1.md §6, §7;
    /// access-enabler.md §14.4; tokens.md §11), else as the simulated service responds; nil where no operation is
    /// refused for want of it.
    ///
    /// Where the operation is nil, any call is meant.
    public static func refusal(of operation: Operation?, without kind: HoldingKind) -> Known<Refused>? {
        switch kind {
        case .mediaToken: Known(.tokenExpired, .assumed(.documentedRefusal))
        case .vsaAccount: Known(.noAccount, .assumed(.documentedRefusal))
        // rest-api-v1.md §3.3
        case .accessToken: Known(.status(401), .assumed(.documentedRefusal))
        case .providerSession: Known(.loginPage, .assumed(.simulatedService))
        // §7.7 knows 400, and not of what.
        case .assertion: Known(.status(400), .assumed(.simulatedService))
        case .authenticationToken, .tempPass: operation.flatMap { refusal(of: $0, stating: .authenticationToken) }
        case .registrationCode, .authorizationToken, .code, .profile, .decision, .partnerFrameworkStatus, .serviceToken:
            operation.flatMap { refusal(of: $0, stating: kind) }
        // What a client makes of it, the documents do not say.
        case .vsaPermission, .cookie: nil
        }
    }

    private static func refusal(of operation: Operation, stating kind: HoldingKind) -> Known<Refused>? {
        guard let row = operation.specification.grants.refusals.first(where: { $0.kind == kind }) else { return nil }
        let refused: Refused =
            switch row.response {
            case .status(let status): .status(status)
            case .member(let name): .member(name)
            case .error(let code): .error(code)
            }
        return Known(refused, .assumed(row.isDocumented ? .documentedRefusal : .simulatedService))
    }

    /// The call that a client makes before `operation` because it looks at the expiration of what it keeps
    /// (access-enabler.md §6.5, tokens.md §7); nil where the service is left to say so.
    static func renewal(of kind: HoldingKind, before operation: Operation) -> Operation? {
        guard kind == .authorizationToken else { return nil }
        return OperationSpecification.all.first { row in
            row.grants.uses.contains { $0.kind == .authorizationToken && $0.operation == operation }
                && row.grants.issued.contains { $0.kind == .authorizationToken && $0.text != nil }
        }?.operation
    }

    /// The call that needs a thing of this kind, which `operation` had to do with last.
    ///
    /// A call that makes a thing does not need it: then it is the call that it was made for.
    static func use(of kind: HoldingKind, after operation: Operation?, speaksSDK: Bool) -> Operation? {
        if kind == .assertion { return .exchangeToken }
        guard let operation, kind != .providerSession, kind != .cookie else { return nil }
        let kind = kind == .tempPass ? .authenticationToken : kind
        let grants = operation.specification.grants
        let next = grants.uses.filter { $0.kind == kind }.map(\.operation)
        if let first = next.first { return next.first { ($0.interface == .accessEnabler) == speaksSDK } ?? first }
        // All calls need an access token.
        return kind == .accessToken && grants.issued.contains { $0.kind == .accessToken } ? nil : operation
    }
}
