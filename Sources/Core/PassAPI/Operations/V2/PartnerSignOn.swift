import VirtualTime

/// Sign-on with the platform's account (rest-api-v2.md §5.12, §5.13, §6.6).
extension OperationSpecification {
    // v2/apis/partner-single-sign-on-apis; §5.12: the MVPD is the one that the partner framework status names
    static let partnerRequest = v2(
        .partnerRequest,
        "POST /api/v2/{serviceProvider}/sessions/sso/{partner}",
        for: .platformRequest
    ) {
        $0.adobeName = "Retrieve partner authentication request"
        $0.answer = .document(.json) { .session($0) }
        $0.grants = [
            .issues(
                .code,
                text: "code",
                made: .milliseconds("notBefore"),
                expires: .milliseconds("notAfter")
            ),
            .brings(.code, for: .authenticateInUserAgent),
        ]
        $0.parameters = [
            .partner, .carried("domainName", [.form]), .carried("redirectUrl", [.form]), .deviceIdentifier(),
        ]
    }

    // §5.13: 201 on the page, 200 in [O]
    static let createPartnerProfile = v2(
        .createPartnerProfile,
        "POST /api/v2/{serviceProvider}/profiles/sso/{partner}",
        for: .platformExchange
    ) {
        $0.adobeName = "Create and retrieve profile using partner authentication response"
        $0.answer = .document(.json) { (list: ProfileList) in .profiles(list.profiles) }
        $0.answered = ["userID": .user]
        $0.grants = [
            .issues(.profile, made: Profile.made, expires: Profile.expires), .brings(.profile, for: .profiles),
        ]
        $0.parameters = [
            .partner, .carried("SAMLResponse", [.form], isRequired: true, holds: .secret), .deviceIdentifier(),
        ]
    }
}

extension ParameterSpecification {
    /// `Apple`.
    fileprivate static let partner = carried("partner", [.path], isRequired: true)
}
