import PassAPI
public import Services

extension ServiceQuirks {
    /// The decisions that a scenario may make about the back end where documents leave it open.
    public static let table = OptionTable<ServiceQuirks>(
        [
            .choice("software-statements", \.softwareStatements),
            .form(
                "scopes",
                \.scopes,
                .forms(["none", "api:client:v1"]),
                text: { $0.map { $0.joined(separator: ", ") } ?? "none" },
                value: { text -> [String]?? in text == "none" ? .some(nil) : .some(text.listed) }
            ),
            .status("access-token-status", \.accessTokenStatus),
            .choice("created-at-unit", \.createdAtUnit),
            .choice("access-token-form", \.accessTokenForm),
            .choice("access-token-duty", \.accessTokenDuty),
            .form(
                "open-operations",
                \.openOperations,
                .forms(["v1.authenticate, v1.config", "none"]),
                text: { $0.isEmpty ? "none" : $0.map(\.rawValue).sorted().joined(separator: ", ") },
                value: { text in
                    let words = text == "none" ? [] : text.listed
                    let operations = words.compactMap { PassAPI.Operation(rawValue: $0) }
                    return operations.count == words.count ? Set(operations) : nil
                }
            ),
            .flag("sdk-needs-access-token", \.sdkNeedsAccessToken),
            .flag("accepts-signed-authorization", \.acceptsSignedAuthorization),
            .text("code-alphabet", \.codeAlphabet),
            .number("code-length", \.codeLength, in: 1...32),
            .flag("ignores-code-case", \.ignoresCodeCase),
            .flag("refuses-odd-code-lifetimes", \.refusesOddCodeLifetimes),
            .status("unknown-code-status", \.unknownCodeStatus),
            .status("expired-code-status", \.expiredCodeStatus),
            .text("signed-authorization-type", \.signedAuthorizationType),
            .text("not-authenticated-message", \.notAuthenticatedMessage),
            .flag("shares-authentications", \.sharesAuthentications),
            .choice("profile-request-form", \.profileRequestForm),
            .duration("profile-request-lifetime", \.profileRequestLifetime),
            .flag("saml-checks-signature", \.samlChecks.signature),
            .flag("saml-checks-request", \.samlChecks.request),
            .flag("saml-checks-is-first", \.samlChecks.isFirst),
            .duration("login-lifetime", \.loginLifetime),
            .flag("sdk-login-needs-code", \.sdkLoginNeedsCode),
            .flag("keeps-decisions", \.keepsDecisions),
            .status("unauthenticated-authorize-status", \.unauthenticatedAuthorizeStatus),
            .status("unauthenticated-media-status", \.unauthenticatedMediaStatus),
            .flag("web-logout-reaches-provider", \.webLogoutReachesProvider),
            .flag("gives-token-once", \.givesTokenOnce),
            .status("waiting-code-status", \.waitingCodeStatus),
            .status("session-without-login-status", \.sessionWithoutLoginStatus),
            .flag("gives-token-by-device", \.givesTokenByDevice),
            .refusal("device-mismatch", \.deviceMismatch),
            .refusal("expired-token", \.expiredToken),
            .refusal("foreign-token", \.foreignToken),
            .refusal("expired-authorization", \.expiredAuthorization),
            .status("refused-media-token-status", \.refusedMediaTokenStatus),
            .flag("individualizes-once", \.individualizesOnce),
        ] + ProviderQuirks.table.lifted(to: \.provider)
    )
}

extension ProviderQuirks {
    /// The decisions that a scenario may make about the MVPDs' side.
    public static let table = OptionTable<ProviderQuirks>([
        .choice("saml-layout", \.samlLayout),
        .duration("assertion-lifetime", \.assertionLifetime),
        .flag("throttles", \.throttles),
        .flag("enhances-errors", \.enhancesErrors),
        .flag("revocation-empties-caches", \.revocationEmptiesCaches),
        .choice("excessive-preauthorization", \.excessivePreauthorization),
        .count("promotional-resource-limit", \.promotionalResourceLimit),
        .list("encrypted-metadata", \.encryptedMetadata),
    ])
}

extension OptionTable<ServiceQuirks>.Option {
    /// An HTTP status.
    fileprivate static func status(_ name: String, _ path: any WritableKeyPath<Root, Int> & Sendable) -> Self {
        .number(name, path, in: 200...599)
    }

    /// A decision about the way in which a token is refused.
    fileprivate static func refusal(
        _ name: String,
        _ path: any WritableKeyPath<Root, ServiceQuirks.TokenRefusal> & Sendable
    ) -> Self {
        .form(
            name,
            path,
            .forms(["pending-logout", "pending-logout 34764", "bad-request 34763", "not-authorized", "unauthorized"]),
            text: { refusal in
                switch refusal {
                case .pendingLogout(let reason): "pending-logout" + (reason.map { " \($0)" } ?? "")
                case .badRequest(let reason): "bad-request \(reason)"
                case .notAuthorized: "not-authorized"
                case .unauthorized: "unauthorized"
                }
            },
            value: { text in
                let words = text.split(separator: " ", maxSplits: 1).map(String.init)
                return switch (words.first, words.count) {
                case ("pending-logout", 1): .pendingLogout(reason: nil)
                case ("pending-logout", 2): .pendingLogout(reason: words[1])
                case ("bad-request", 2): .badRequest(reason: words[1])
                case ("not-authorized", 1): .notAuthorized
                case ("unauthorized", 1): .unauthorized
                default: nil
                }
            }
        )
    }
}
