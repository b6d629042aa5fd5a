public import ClientStack

extension StreamingAppOptions {
    /// The decisions that a scenario may make about an app that uses REST API V2.
    public static let table = OptionTable<StreamingAppOptions>([
        .choice("start-check", \.startCheck),
        .choice("provider-list", \.providerList),
        .choice("provider-choice", \.providerChoice),
        .choice("user-agent", \.userAgent),
        .choice("poll-with", \.pollWith),
        .choice("after-login", \.afterLogin),
        .flag("partner-sign-on", \.usesPartnerSignOn),
        .number("retries", \.retries, in: 0...10),
        .text("service-token-user", \.serviceTokenUser),
        .text("subject-token", \.subjectToken),
    ])
}
