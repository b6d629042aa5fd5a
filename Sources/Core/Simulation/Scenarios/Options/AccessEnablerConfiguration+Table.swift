public import ClientStack

extension AccessEnablerConfiguration {
    /// The decisions that a scenario may make about an app with AccessEnabler: its set-up, the SDK, its storage, the
    /// app around it.
    public static let table = OptionTable<AccessEnablerConfiguration>(
        [
            .flag("uses-platform-sign-on", \.usesPlatformSignOn),
            .list("service-providers", \.serviceProviders),
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
            .flag("calls-on-main-thread", \.callsOnMainThread),
            .choice(
                "cached-provider",
                \.cachedProvider,
                [("skips-picker", .skipsPicker), ("skips-picker-until-1.5", .skipsPickerUntil15)]
            ),
            .duration("poll-interval", \.pollInterval),
            .flag("sends-tracking", \.sendsTracking),
            .choice("nil-expiration-date", \.nilExpirationDate, ClientOptions.missingExpiries),
        ] + StorageOptions.table.lifted(to: \.storage)
    )
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
    ])
}
