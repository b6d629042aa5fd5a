import Documents

/// A code of the enhanced errors, with what the client is advised to do and the status inside the body (§5).
public struct EnhancedErrorCode: Hashable, Sendable {
    /// The code on the wire.
    public let code: String
    /// The action that the client is advised to take.
    public let action: Action
    /// The statuses it comes with, the first being the usual one.
    public let statuses: [Int]

    /// The actions that a client can be advised to take: a closed set in the documentation.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Nothing helps.
        case none
        /// Adobe or the Programmer has to change the configuration.
        case configuration
        /// Log the user in again.
        case authentication
        /// Ask for authorization again.
        case authorization
        /// Ask again, at most two or three times or with growing pauses.
        case retry
        /// Register the application again; no code of V1 uses it.
        case applicationRegistration = "application-registration"
    }

    /// The codes that the documentation lists for V1.
    public static let all: [EnhancedErrorCode] = [
        of(.none, "invalid_requestor", 400), of(.none, "invalid_device_info", 400),
        of(.none, "invalid_device_id", 400), of(.none, "missing_resource", 400, 412),
        of(.none, "malformed_authz_request", 400, 412), of(.none, "preauthorization_denied_by_mvpd", 403),
        of(.none, "authorization_denied_by_mvpd", 403),
        of(.none, "authorization_denied_by_parental_controls", 403), of(.none, "internal_error", 400, 405, 500),
        of(.configuration, "unknown_integration", 400, 412), of(.configuration, "too_many_resources", 403),
        of(.authentication, "authentication_session_issuer_mismatch", 400),
        of(.authentication, "authorization_denied_by_hba_policies", 403),
        of(.authentication, "authorization_denied_by_session_invalidated", 403),
        of(.authentication, "identity_not_recognized_by_mvpd", 403),
        of(.authentication, "authentication_session_invalidated", 403),
        of(.authentication, "authentication_session_missing", 403, 412),
        of(.authentication, "authentication_session_expired", 403, 412),
        of(.authentication, "preauthorization_authentication_session_missing", 412),
        of(.authentication, "preauthorization_authentication_session_expired", 412),
        of(.authorization, "authorization_not_found", 403, 404), of(.authorization, "authorization_expired", 410),
        of(.retry, "network_received_error", 403), of(.retry, "network_connection_timeout", 403),
        of(.retry, "maximum_execution_time_exceeded", 403),
    ]

    /// The codes that the documentation lists for V2 (rest-api-v2.md §4); those that V1 has too are the same there.
    public static let ofV2: [EnhancedErrorCode] =
        [
            "parameter_service_provider", "parameter_mvpd", "parameter_code", "parameter_resources",
            "parameter_redirect_url", "parameter_partner", "parameter_saml_response", "header_device_info",
            "header_device_identifier", "header_identity_for_temporary_access",
            "header_pfs_permission_access_not_present", "header_pfs_permission_access_not_determined",
            "header_pfs_permission_access_not_granted", "header_pfs_provider_id_not_determined",
            "header_pfs_provider_id_mismatch", "header_pfs_provider_info_expired", "integration",
            "authentication_session",
        ]
        .map { of(.none, "invalid_" + $0, 400) }
        + [
            "user_metadata_certificate", "temporary_access", "platform", "platform_id", "platform_trait",
            "platform_category_trait", "platform_services", "mvpd_platform", "mvpd_platform_boarding_status",
            "mvpd_platform_profile_exchange",
        ]
        .map { of(.configuration, "invalid_configuration_" + $0, 500) }
        + [
            of(.none, "authorization_denied_by_degradation_rule", 403), of(.none, "internal_server_error", 500),
            of(.applicationRegistration, "invalid_access_token_service_provider", 401),
            of(.applicationRegistration, "invalid_access_token_client_application", 401),
            of(.authentication, "authenticated_profile_missing", 403),
            of(.authentication, "authenticated_profile_expired", 403),
            of(.authentication, "authenticated_profile_invalidated", 403),
            of(.authentication, "temporary_access_duration_limit_exceeded", 403),
            of(.authentication, "temporary_access_resources_limit_exceeded", 403),
        ]

    /// The listed code of this name.
    public static func named(_ code: String) -> EnhancedErrorCode? {
        (all + ofV2).first { ExactText($0.code) == code }
    }

    private static func of(_ action: Action, _ code: String, _ statuses: Int...) -> EnhancedErrorCode {
        EnhancedErrorCode(code: code, action: action, statuses: statuses)
    }
}

extension PassError {
    /// The action that the client is advised to take: the body's, else the one that its code is listed with.
    ///
    /// Nil where neither is known.
    public var advisedAction: EnhancedErrorCode.Action? {
        if let action { return EnhancedErrorCode.Action.allCases.first { ExactText($0.rawValue) == action } }
        return code.flatMap { EnhancedErrorCode.named($0) }?.action
    }
}
