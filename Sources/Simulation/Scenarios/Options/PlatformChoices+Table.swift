public import SubscriberAccount

extension PlatformChoices {
    /// What a scenario may decide about Apple's framework where its pages leave it open.
    public static let table = OptionTable<PlatformChoices>([
        .choice(
            "signed-out-answer",
            [
                ("empty-metadata", .emptyMetadata), ("nothing", .nothing),
                ("provider-rejected", .error(.providerRejected)),
                ("service-temporarily-unavailable", .error(.serviceTemporarilyUnavailable)),
                ("user-cancelled", .error(.userCancelled)), ("unsupported-provider", .error(.unsupportedProvider)),
            ],
            get: { $0.signedOutAnswer },
            set: { $0.signedOutAnswer = $1 }
        ),
        .choice(
            "cancelled-code",
            [("user-cancelled", .userCancelled), ("provider-rejected", .providerRejected)],
            get: { $0.cancelledCode },
            set: { $0.cancelledCode = $1 }
        ),
        .flag("veto-names-provider", get: { $0.vetoNamesProvider }, set: { $0.vetoNamesProvider = $1 }),
        .choice(
            "unsupported-account-answer",
            PlatformChoices.UnsupportedAccountAnswer.allCases.map { ($0.rawValue, $0) },
            get: { $0.unsupportedAccountAnswer },
            set: { $0.unsupportedAccountAnswer = $1 }
        ),
        .flag("tells-expired-account", get: { $0.tellsExpiredAccount }, set: { $0.tellsExpiredAccount = $1 }),
    ])
}
