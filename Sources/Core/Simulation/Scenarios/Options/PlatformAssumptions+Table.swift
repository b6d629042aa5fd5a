public import SubscriberAccount

extension PlatformAssumptions {
    /// The decisions that a scenario may make about Apple's framework where its pages leave it open.
    public static let table = OptionTable<PlatformAssumptions>([
        .choice(
            "signed-out-result",
            \.signedOutResult,
            [("empty-metadata", .emptyMetadata), ("nothing", .nothing)] + codes.map { ($0.0, .error($0.1)) }
        ),
        .choice("cancelled-code", \.cancelledCode, codes),
        .flag("veto-names-provider", \.vetoNamesProvider),
        .choice("unsupported-account-result", \.unsupportedAccountResult),
        .flag("reports-expired-account", \.reportsExpiredAccount),
    ])

    private static let codes: [(String, AccountError.Code)] = [
        ("access-not-granted", .accessNotGranted), ("unsupported-provider", .unsupportedProvider),
        ("user-cancelled", .userCancelled), ("service-temporarily-unavailable", .serviceTemporarilyUnavailable),
        ("provider-rejected", .providerRejected), ("invalid-verification-token", .invalidVerificationToken),
        ("rejected", .rejected), ("unsupported", .unsupported),
    ]
}
