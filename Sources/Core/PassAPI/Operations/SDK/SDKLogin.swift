import VirtualTime

/// The pages through which the SDKs log in and out (access-enabler.md §14.1, §14.3).
extension OperationSpecification {
    // §14.1, §14.3: answers a form that posts SAMLRequest and RelayState to the MVPD
    static let sdkAuthenticate = sdk(.sdkAuthenticate, "GET", "authenticate/saml", for: .login) {
        $0.caller = .loginPage
        $0.access = .never
        $0.answer = .page
        $0.grants = [.assumed(without: .registrationCode, .status(400))]
        $0.parameters = [
            .carried("noflash", [.query]), .identity(.mvpd, "mso_id", [.query]),
            .identity(.requestor, "requestor_id", [.query]), .carried("no_iframe", [.query]),
            .carried("domain_name", [.query]), .carried("client_type", [.query]), .carried("client_version", [.query]),
            .carried("redirect_url", [.query]), .identity(.code, "reg_code", [.query], isRequired: false),
            .carried("generic_data", [.query], holds: .user),
        ]
    }

    // §14.1: the MVPD's answer, posted by the browser
    static let assertionConsumer = Row(
        .assertionConsumer,
        .accessEnabler,
        "POST /sp/saml/SAMLAssertionConsumer",
        for: .loginEnd
    ) {
        $0.adobeName = "AccessEnabler SAMLAssertionConsumer"
        $0.caller = .loginPage
        $0.access = .never
        $0.answer = .page
        $0.grants = [.issues(.providerSession), .brings(.authenticationToken, for: .checkAuthenticationByCode)]
        $0.parameters = [
            .carried("SAMLResponse", [.form, .query], isRequired: true, holds: .secret),
            .carried("RelayState", [.form, .query]),
        ]
    }

    // §14.3; parameters are those of the other calls, unconfirmed
    static let sdkOAuth2 = sdk(.sdkOAuth2, "POST", "oauth2", for: .loginStep) {
        $0.observedMethods = ["GET"]
        $0.caller = .secondScreen
        $0.answer = .page
        $0.parameters = [.sdkRequestor, .sdkMVPD, .sdkCode, .signedRequestor, .sdkDevice]
    }

    // §14.3; in a browser a navigation; §6.6: all requestors' tokens are wiped
    static let sdkLogout = sdk(.sdkLogout, "GET", "logout", for: .logout) {
        $0.observedMethods = ["POST"]
        $0.caller = .logoutPage
        $0.answer = .page
        $0.grants = [.ends(.authenticationToken), .ends(.authorizationToken), .endsForAnyRequestor]
        $0.parameters = [
            .sdkMVPD, .sdkRequestor, .carried("name_id", [.query, .form], holds: .user),
            .carried("session_index", [.query, .form], holds: .secret),
            .sdkDevice, .carried("redirect_url", [.query, .form]), .signedRequestor,
        ]
    }
}
