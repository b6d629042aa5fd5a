public import ClientStack

extension ClientOptions {
    /// What a scenario may decide about an app that uses the REST API.
    public static let table = OptionTable<ClientOptions>([
        .choice("token-check", calls, get: { $0.tokenCheck }, set: { $0.tokenCheck = $1 }),
        .choice("poll-with", calls, get: { $0.pollWith }, set: { $0.pollWith = $1 }),
        .duration("poll-interval", get: { $0.pollInterval }, set: { $0.pollInterval = $1 }),
        .count("poll-limit", get: { $0.pollLimit }, set: { $0.pollLimit = $1 }),
        .count("registration-code-ttl", get: { $0.registrationCodeTTL }, set: { $0.registrationCodeTTL = $1 }),
        .flag("uses-platform-sign-on", get: { $0.usesPlatformSignOn }, set: { $0.usesPlatformSignOn = $1 }),
        .choice(
            "nil-expiration-date",
            [("never-expires", .neverExpires), ("counts-as-expired", .countsAsExpired)],
            get: { $0.nilExpirationDate },
            set: { $0.nilExpirationDate = $1 }
        ),
        .choice(
            "provider-mismatch",
            [("ignored", .ignored), ("regular-login", .regularLogin)],
            get: { $0.providerMismatch },
            set: { $0.providerMismatch = $1 }
        ),
        .choice(
            "supported-providers",
            [("listed-in-picker", .listedInPicker), ("onboarded", .onboarded), ("mapped", .mapped)],
            get: { $0.supportedProviders },
            set: { $0.supportedProviders = $1 }
        ),
        .choice(
            "featured-providers",
            [("onboarded", .onboarded), ("none", .none)],
            get: { $0.featuredProviders },
            set: { $0.featuredProviders = $1 }
        ),
        .choice(
            "unclear-token-check",
            [("checks-platform", .checksPlatform), ("ends", .ends)],
            get: { $0.unclearTokenCheck },
            set: { $0.unclearTokenCheck = $1 }
        ),
        .flag("reuses-configuration", get: { $0.reusesConfiguration }, set: { $0.reusesConfiguration = $1 }),
        .flag("refreshes-access-token", get: { $0.refreshesAccessToken }, set: { $0.refreshesAccessToken = $1 }),
        .duration("on-throttled-wait", get: { $0.onThrottled.wait }, set: { $0.onThrottled.wait = $1 }),
        .number("on-throttled-retries", get: { $0.onThrottled.retries }, set: { $0.onThrottled.retries = $1 }),
        .flag(
            "keeps-wishes-during-sign-on",
            get: { $0.keepsWishesDuringSignOn },
            set: { $0.keepsWishesDuringSignOn = $1 }
        ),
        .choice(
            "logout-on-first-screen",
            [("web-view-and-request", .webViewAndRequest), ("web-view", .webView), ("request", .request)],
            get: { $0.logoutOnFirstScreen },
            set: { $0.logoutOnFirstScreen = $1 }
        ),
    ])

    private static let calls: [(String, TokenCall)] = [
        ("check-authentication", .checkAuthentication), ("read-authentication-token", .readAuthenticationToken),
    ]
}
