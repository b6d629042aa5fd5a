import VirtualTime

/// Sign-on with the platform's account (rest-api-v1.md §7.6, §7.7).
extension OperationSpecification {
    // v1/retrieve-profilerequest.md; §7.6: {mvpd} is Adobe's id, not the platform's
    static let profileRequest = Row(
        .profileRequest,
        .restV1,
        "GET /api/v1/{requestor}/profile-requests/{mvpd}",
        for: .platformRequest
    ) {
        $0.adobeName = "Retrieve Profile Request"
        $0.answer = .text { .profileRequest($0) }
        $0.parameters = [
            .requestor([.path]), .identity(.mvpd, "mvpd", [.path]),
            .carried("deviceType", [.query], isRequired: true), .deviceInformation, .authorization,
        ]
    }

    // v1/token-exchange.md; §7.7: a form body is the natural reading, unconfirmed
    static let exchangeToken = Row(.exchangeToken, .restV1, "POST /api/v1/tokens/authn", for: .platformExchange) {
        $0.adobeName = "Token Exchange"
        $0.answer = .status()
        $0.grants = [.issues(.authenticationToken), .brings(.authenticationToken, for: .checkAuthentication)]
        $0.parameters = [
            .requestor([.form, .query]), .device([.form, .query]), .identity(.mvpd, "mvpd", [.form, .query]),
            .carried("deviceType", [.form, .query], isRequired: true),
            .carried("SAMLResponse", [.form, .query], isRequired: true, holds: .secret),
            .carried("deviceUser", [.form, .query], holds: .device),
            .carried("appId", [.form, .query]), .deviceInformation, .authorization,
        ]
    }
}
