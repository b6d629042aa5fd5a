/// A code of the advanced error reporting, as `status:` delivers it (access-enabler.md §5, iOS and tvOS column).
struct AdvancedStatus: Hashable, Sendable {
    /// `errorId`.
    let id: String
    /// Its severity.
    let level: Level
    let meaning: String

    /// The severity of a status.
    enum Level: String, Hashable, Sendable, CaseIterable {
        case success, info, warning, error
    }

    init(_ id: String, _ level: Level, _ meaning: String) {
        self.id = id
        self.level = level
        self.meaning = meaning
    }

    /// The code of this id; nil if the page lists none.
    ///
    /// `CFG5xx` stands for every server error.
    static func named(_ id: String) -> AdvancedStatus? { all.first { $0.id == id } }

    /// The codes that the page lists, in its order.
    static let all = [
        platform, platformError, platformLogout, permissionDenied, permissionUndetermined, metadataFailed,
        internalError, internalAuthentication, internalAuthorization, domainRefused, deviceMismatch, insecure,
        clockWrong, badRequestor, serversNotFound, serverError, throttled, notAuthenticated, passive, otherProvider,
        providerNotSupported, pickerCanceled, degraded, tempPass, tempPassExpired, tokenNotFound, notRegistered,
        noAccessToken, noCode, code, authorizedByDegradation, authorizedByTempPass, noSubscription, repeatedDenials,
        providerUnreachable, malformedResource, nothingAuthorized, preauthorizationFailed,
    ]
}

// MARK: The table

extension AdvancedStatus {
    static let platform = AdvancedStatus("AAPL", .error, "Apple SSO problem")
    static let platformError = AdvancedStatus("AAPL_ERROR", .error, "Apple SSO problem")
    static let platformLogout = AdvancedStatus(
        "VSA203",
        .info,
        "the session came from platform SSO: sign out in Settings"
    )
    static let permissionDenied = AdvancedStatus("VSA403", .info, "permission to the TV provider denied")
    static let permissionUndetermined = AdvancedStatus("VSA404", .info, "permission to the TV provider undetermined")
    static let metadataFailed = AdvancedStatus("VSA503", .info, "the platform's metadata request failed")

    static let internalError = AdvancedStatus("500", .error, "internal error")
    static let internalAuthentication = AdvancedStatus("N500", .error, "internal error in authentication")
    static let internalAuthorization = AdvancedStatus("Z500", .error, "internal error in authorization")

    static let domainRefused = AdvancedStatus("SEC403", .error, "domain or signature not accepted")
    static let deviceMismatch = AdvancedStatus("SEC412", .warning, "device id does not match: tokens cleared")
    static let insecure = AdvancedStatus("SEC420", .error, "TLS problem")

    static let clockWrong = AdvancedStatus("CFG100", .warning, "client clock wrong")
    static let badRequestor = AdvancedStatus("CFG400", .error, "bad requestor")
    static let serversNotFound = AdvancedStatus("CFG404", .error, "servers not found")
    static let serverError = AdvancedStatus("CFG5xx", .error, "server error")
    static let throttled = AdvancedStatus("CFG429", .error, "throttled")

    static let notAuthenticated = AdvancedStatus("N000", .info, "not authenticated")
    static let passive = AdvancedStatus("N001", .info, "passive authentication started")
    static let otherProvider = AdvancedStatus("N003", .info, "“Other TV Provider” chosen")
    static let providerNotSupported = AdvancedStatus("N004", .info, "chosen provider not supported by this requestor")
    static let pickerCanceled = AdvancedStatus("N005", .info, "picker cancelled")
    static let degraded = AdvancedStatus("N010", .warning, "authenticated by degradation")
    static let tempPass = AdvancedStatus("N011", .info, "authenticated by Temp Pass")
    static let tempPassExpired = AdvancedStatus("N111", .warning, "Temp Pass expired")
    static let tokenNotFound = AdvancedStatus("N130", .error, "AuthN token not found on session")

    static let notRegistered = AdvancedStatus("R400", .error, "app not registered")
    static let noAccessToken = AdvancedStatus("R401", .error, "no access token")
    static let noCode = AdvancedStatus("REG500", .error, "registration code not obtainable")
    static let code = AdvancedStatus("REGCODE", .success, "registration code for the second screen")

    static let authorizedByDegradation = AdvancedStatus("Z010", .warning, "authorized by degradation")
    static let authorizedByTempPass = AdvancedStatus("Z011", .info, "authorized by Temp Pass")
    static let noSubscription = AdvancedStatus("Z100", .error, "no subscription, or the MVPD's reason")
    static let repeatedDenials = AdvancedStatus("Z110", .error, "repeated denials")
    static let providerUnreachable = AdvancedStatus("Z120", .error, "MVPD unreachable")
    static let malformedResource = AdvancedStatus("Z130", .error, "malformed resource")
    static let nothingAuthorized = AdvancedStatus("Z169", .error, "authz-none rule")
    static let preauthorizationFailed = AdvancedStatus("P100", .error, "preauthorization failed")
}
