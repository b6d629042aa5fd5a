import Testing

@testable import PassAPI

struct EnhancedErrorCodeTests {
    /// The table of rest-api-v1.md §5 as it stands there: action, codes, inner statuses.
    static let page: [(action: String, codes: String)] = [
        (
            "none",
            """
            invalid_requestor 400; invalid_device_info 400; invalid_device_id 400; missing_resource 400/412; \
            malformed_authz_request 400/412; preauthorization_denied_by_mvpd 403; authorization_denied_by_mvpd 403; \
            authorization_denied_by_parental_controls 403; internal_error 400/405/500
            """
        ),
        ("configuration", "unknown_integration 400/412; too_many_resources 403"),
        (
            "authentication",
            """
            authentication_session_issuer_mismatch 400; authorization_denied_by_hba_policies 403; \
            authorization_denied_by_session_invalidated 403; identity_not_recognized_by_mvpd 403; \
            authentication_session_invalidated 403; authentication_session_missing 403/412; \
            authentication_session_expired 403/412; preauthorization_authentication_session_missing 412; \
            preauthorization_authentication_session_expired 412
            """
        ),
        ("authorization", "authorization_not_found 403/404; authorization_expired 410"),
        ("retry", "network_received_error 403; network_connection_timeout 403; maximum_execution_time_exceeded 403"),
        ("application-registration", ""),
    ]

    @Test("The codes, their actions and inner statuses are those of the page, and no others")
    func table() {
        let listed = Self.page.flatMap { row in
            row.codes.split(separator: "; ").map { "\(row.action) \($0)" }
        }
        let known = EnhancedErrorCode.all.map { code in
            "\(code.action.rawValue) \(code.code) \(code.statuses.map(String.init).joined(separator: "/"))"
        }
        #expect(listed.count == 25)
        #expect(known == listed)
        #expect(EnhancedErrorCode.Action.allCases.map(\.rawValue) == Self.page.map(\.action))
        for code in EnhancedErrorCode.all {
            #expect(EnhancedErrorCode.named(code.code) == code)
            #expect(PassError(code: code.code).advisedAction == code.action)
        }
        #expect(EnhancedErrorCode.named("Invalid_requestor") == nil)
    }

    @Test("The body's own advice goes before the list's")
    func advice() {
        #expect(PassError(code: "authorization_expired").advisedAction == .authorization)
        #expect(PassError(code: "authorization_expired", action: "retry").advisedAction == .retry)
        #expect(PassError(action: "application-registration").advisedAction == .applicationRegistration)
        #expect(PassError(code: "authorization_expired", action: "dance").advisedAction == nil)
        #expect(PassError(status: 404, message: "Not Found").advisedAction == nil)
    }
}
