public import VirtualTime

// Why what AccessEnabler and other clients keep on a device changes. Codes are a closed list; each stands here once.

extension CodedText {
    /// The user logged out.
    public static let logout = CodedText("logout", words: "logout")

    /// The user gave up signing in.
    public static let cancelled = CodedText("cancelled", words: "cancelled")

    /// The service asked for it (access-enabler.md §14.4).
    public static func pendingLogout(_ reason: String?) -> CodedText {
        CodedText(
            "pendingLogout",
            reason.map { [.code("reason", $0)] } ?? [],
            words: "pending logout" + (reason.map { ", reason \($0)" } ?? "")
        )
    }

    /// An AuthN token of another MVPD took the place (row K-121).
    static func replaced(by mvpd: String) -> CodedText {
        CodedText("replaced", [.text("mvpd", mvpd)], words: "replaced by one from \(mvpd)")
    }

    /// A login of another kind took the place.
    static func replaced(byLoginWith mvpd: String) -> CodedText {
        CodedText("replacedByLogin", [.text("mvpd", mvpd)], words: "replaced by a login with \(mvpd)")
    }

    /// The service does not know the AuthN token.
    static func unknownToService(_ response: String) -> CodedText {
        CodedText("unknownToService", words: "the service does not know the AuthN token: \(response)")
    }

    /// Somebody else is signed in on the device now.
    static let accountChanged = CodedText("accountChanged", words: "the system's account has changed")

    /// Nobody is signed in on the device any more.
    static let accountGone = CodedText("accountGone", words: "the system's account is gone")

    /// An AuthN token was issued.
    static func authenticationToken(from mvpd: String, for requestor: String) -> CodedText {
        CodedText("authnToken", words: "AuthN token from \(mvpd) for \(requestor)")
    }

    /// An AuthZ token was issued.
    static func authorizationToken(of resource: String, from mvpd: String, for requestor: String) -> CodedText {
        CodedText("authzToken", words: "AuthZ token of \(resource) from \(mvpd) for \(requestor)")
    }

    /// The service told of so many resources which may be watched.
    static func preauthorization(of count: Int) -> CodedText {
        CodedText(
            "preauthorization",
            [.number("resourceCount", count)],
            words: "preauthorization of \(count) resources"
        )
    }

    /// The user chose a provider.
    static func provider(_ mvpd: String, of requestor: String) -> CodedText {
        CodedText("provider", [.text("mvpd", mvpd)], words: "\(mvpd) is the provider of \(requestor)")
    }

    /// The service issued something.
    static let issued = CodedText("issued", words: "the service issued it")

    /// The app was registered.
    static let registered = CodedText("registered", words: "the app is registered")

    /// The AuthN token came from Apple SSO.
    static let platformSSO = CodedText("platformSSO", words: "the AuthN token came from Apple SSO")
}
