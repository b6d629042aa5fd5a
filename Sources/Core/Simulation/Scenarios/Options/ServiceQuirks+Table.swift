public import Services

extension ServiceQuirks {
    /// The decisions that a scenario may make about the back end where documents leave it open.
    public static let table = OptionTable<ServiceQuirks>(
        [
            .flag("accepts-signed-authorization", \.acceptsSignedAuthorization),
            .flag("keeps-decisions", \.keepsDecisions),
            .number("unauthenticated-authorize-status", \.unauthenticatedAuthorizeStatus, in: 200...599),
            .number("unauthenticated-media-status", \.unauthenticatedMediaStatus, in: 200...599),
            .flag("web-logout-reaches-provider", \.webLogoutReachesProvider),
            .flag("sdk-login-needs-code", \.sdkLoginNeedsCode),
            .refusal("device-mismatch", \.deviceMismatch),
            .choice("release", \.release),
        ] + ProviderQuirks.table.lifted(to: \.provider)
    )
}

extension ProviderQuirks {
    /// The decisions that a scenario may make about the MVPDs' side.
    public static let table = OptionTable<ProviderQuirks>([
        .choice("saml-layout", \.samlLayout),
        .flag("throttles", \.throttles),
        .choice("excessive-preauthorization", \.excessivePreauthorization),
        .count("promotional-resource-limit", \.promotionalResourceLimit),
        .list("encrypted-metadata", \.encryptedMetadata),
    ])
}

extension OptionTable<ServiceQuirks>.Option {
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
