public import ClientStack

extension ClientOptions {
    /// The decisions that a scenario may make about an app that uses the REST API.
    public static let table = OptionTable<ClientOptions>([
        .choice("token-check", \.tokenCheck, calls),
        .choice("poll-with", \.pollWith, calls),
        .duration("poll-interval", \.pollInterval),
        .count("registration-code-ttl", \.registrationCodeTTL),
        .flag("uses-platform-sign-on", \.usesPlatformSignOn),
        .choice("nil-expiration-date", \.nilExpirationDate, missingExpiries),
        .flag("refreshes-access-token", \.refreshesAccessToken),
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
}
