public import ClientStack

extension ClientOptions {
    /// The decisions that a scenario may make about an app that uses the REST API.
    public static let table = OptionTable<ClientOptions>([
        .choice("token-check", \.tokenCheck, calls),
        .choice("poll-with", \.pollWith, calls),
        .duration("poll-interval", \.pollInterval),
        .count("poll-limit", \.pollLimit),
        .count("registration-code-ttl", \.registrationCodeTTL),
        .flag("uses-platform-sign-on", \.usesPlatformSignOn),
        .choice("nil-expiration-date", \.nilExpirationDate, missingExpiries),
        .choice("provider-mismatch", \.providerMismatch, [("ignored", .ignored), ("regular-login", .regularLogin)]),
        .choice("supported-providers", \.supportedProviders, supportedProviderFormulas),
        .choice("featured-providers", \.featuredProviders, [("onboarded", .onboarded), ("none", .none)]),
        .choice("unclear-token-check", \.unclearTokenCheck, [("checks-platform", .checksPlatform), ("ends", .ends)]),
        .flag("reuses-configuration", \.reusesConfiguration),
        .flag("refreshes-access-token", \.refreshesAccessToken),
        .duration("on-throttled-wait", \.onThrottled.wait),
        .number("on-throttled-retries", \.onThrottled.retries),
        .flag("keeps-requests-during-sign-in", \.keepsRequestsDuringSignIn),
        .choice(
            "logout-on-first-screen",
            \.logoutOnFirstScreen,
            [("web-view", .webView), ("web-view-and-request", .webViewAndRequest), ("request", .request)]
        ),
        .flag("asks-permission-in-foreground", \.asksPermissionInForeground),
    ])

    private static let calls: [(String, TokenCall)] = [
        ("check-authentication", .checkAuthentication), ("read-authentication-token", .readAuthenticationToken),
    ]

    /// The meanings that a missing expiration date can have.
    static let missingExpiries: [(String, MissingExpiry)] = [
        ("never-expires", .neverExpires), ("counts-as-expired", .countsAsExpired),
    ]

    /// The formulas for the providers that the platform's picker offers.
    static let supportedProviderFormulas: [(String, SupportedProviders)] = [
        ("listed-in-picker", .listedInPicker), ("onboarded", .onboarded), ("mapped", .mapped),
    ]
}
