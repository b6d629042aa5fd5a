public import ClientStack

extension AccessEnablerConfiguration {
    /// The decisions that a scenario may make about an app with AccessEnabler: its set-up, the SDK, its storage, the
    /// app around it.
    public static let table = OptionTable<AccessEnablerConfiguration>(
        [
            .flag("uses-platform-sign-on", \.usesPlatformSignOn),
            .list("service-providers", \.serviceProviders),
            .text("custom-scheme", \.customScheme),
            .list("browser-only-providers", \.browserOnlyProviders),
            .choice("integrity-check", \.integrityCheck, [("none", .none), ("all", .all), ("clear", .clear)]),
        ] + AccessEnablerOptions.table.lifted(to: \.options) + HostAppOptions.table.lifted(to: \.app)
    )
}

extension AccessEnablerOptions {
    /// The decisions that a scenario may make about the SDK where the sources leave it open.
    public static let table = OptionTable<AccessEnablerOptions>(
        [
            .choice(
                "queue-after-failure",
                \.queueAfterFailure,
                [("fails-calls", .failsCalls), ("keeps-calls", .keepsCalls)]
            ),
            .form(
                "preparations",
                \.preparations,
                .forms(["passive-authentication, platform-sign-on", "none"]),
                text: { $0.isEmpty ? "none" : $0.map(preparationName).joined(separator: ", ") },
                value: { text in
                    let words = text == "none" ? [] : text.listed
                    let found = words.compactMap { word in Preparation.allCases.first { preparationName($0) == word } }
                    return found.count == words.count ? found : nil
                }
            ),
            .flag("calls-on-main-thread", \.callsOnMainThread),
            .choice(
                "cached-provider",
                \.cachedProvider,
                [("skips-picker", .skipsPicker), ("skips-picker-until-1.5", .skipsPickerUntil15)]
            ),
            .choice("second-login", \.secondLogin, [("restarts", .restarts), ("joins", .joins)]),
            .choice(
                "web-view-session",
                \.webViewSession,
                [("by-dialect", .byDialect), ("cookies", .cookies), ("registration-code", .registrationCode)]
            ),
            .duration("poll-interval", \.pollInterval),
            .count("poll-limit", \.pollLimit),
            .choice("error-codes", \.errorCodes, [("text", .text), ("constant", .constant)]),
            .choice("code-after-logout", \.codeAfterLogout, [("none", nil)] + errorNames),
            .flag("reveals-device-id", \.revealsDeviceID),
            .flag("sends-tracking", \.sendsTracking),
            .flag("prompts-at-set-requestor", \.promptsAtSetRequestor),
            .flag("revalidates-platform-token", \.revalidatesPlatformToken),
            .choice("nil-expiration-date", \.nilExpirationDate, ClientOptions.missingExpiries),
            .choice("supported-providers", \.supportedProviders, ClientOptions.supportedProviderFormulas),
        ] + StorageOptions.table.lifted(to: \.storage)
    )

    @Sendable private static func preparationName(_ preparation: Preparation) -> String {
        switch preparation {
        case .passiveAuthentication: "passive-authentication"
        case .platformSignOn: "platform-sign-on"
        }
    }

    private static let errorNames: [(String, AccessEnablerError?)] = [
        ("user-not-authenticated", .userNotAuthenticated), ("provider-not-selected", .providerNotSelected),
        ("generic-authentication", .genericAuthentication), ("user-not-authorized", .userNotAuthorized),
        ("internal-error", .internalError), ("provider-not-available", .providerNotAvailable),
        ("internal-authentication", .internalAuthentication), ("generic-authorization", .genericAuthorization),
        ("internal-authorization", .internalAuthorization),
    ]
}

extension HostAppOptions {
    /// The decisions that a scenario may make about the app around the SDK.
    public static let table = OptionTable<HostAppOptions>([
        .choice(
            "play",
            \.play,
            [("get-authorization", .getAuthorization), ("check-authorization", .checkAuthorization)]
        ),
        .choice(
            "preauthorization",
            \.preauthorization,
            [("check-preauthorized-resources", .checkPreauthorizedResources), ("preauthorize", .preauthorize)]
        ),
        .flag("waits-for-completion", \.waitsForCompletion),
        .flag("checks-at-launch", \.checksAtLaunch),
        .choice(
            "foreground",
            \.foreground,
            [
                ("sets-requestor-since-3", .setsRequestorSince3), ("sets-requestor", .setsRequestor),
                ("nothing", .nothing),
            ]
        ),
        .flag("handles-view-controller", \.handlesViewController),
        .form(
            "sdk-options",
            \.sdkOptions,
            .forms(["applicationProfile=demo, visitorID=7", "none"]),
            text: { $0.isEmpty ? "none" : $0.map { "\($0.name)=\($0.value)" }.joined(separator: ", ") },
            value: { text in
                let words = text == "none" ? [] : text.listed
                let found = words.compactMap { word -> SDKOption? in
                    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    return parts.count == 2 ? SDKOption(String(parts[0]), String(parts[1])) : nil
                }
                return found.count == words.count ? found : nil
            }
        ),
    ])
}
