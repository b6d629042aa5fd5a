/// A release of Adobe Pass, as far as it changed what clients of REST API V2 notice (rest-api-v2.md §15).
///
/// Releases 3.5.5 and 3.6.0 changed nothing that is known well enough to be simulated.
public enum ServiceRelease: String, Hashable, Sendable, CaseIterable, Comparable {
    case v3_4 = "3.4"
    case v3_5 = "3.5"
    case v3_6 = "3.6"
    case v3_7 = "3.7"
    case v3_8 = "3.8"
    case v3_9 = "3.9"

    public static func < (one: ServiceRelease, other: ServiceRelease) -> Bool {
        guard let place = allCases.firstIndex(of: one), let otherPlace = allCases.firstIndex(of: other) else {
            return false
        }
        return place < otherPlace
    }

    /// Tells a profile that has expired from one that never was (3.5.0).
    var tellsExpiredProfiles: Bool { self >= .v3_5 }
    /// Says with 401 that an access token has expired, where it had no body before (3.5.0: the form was inconsistent).
    var explainsExpiredAccess: Bool { self >= .v3_5 }
    /// Sends a provider's denial whatever characters its words have, where it failed before with 500 (3.7.0).
    var sendsAnyDenial: Bool { self >= .v3_7 }
    /// Refuses a partner's response from another MVPD than the status names, which it overlooked before (3.7.0: "mismatches of MVPD
    /// configuration").
    var refusesOtherProvider: Bool { self >= .v3_7 }
    /// Refuses an identifier of a device that has control characters, where it failed before with 500 (3.8.0).
    var refusesControlCharacters: Bool { self >= .v3_8 }
    /// Says why an authorization failed, where the list of decisions was empty before (3.9.0).
    var explainsFailedAuthorizations: Bool { self >= .v3_9 }
    /// Codes have no characters that look alike (3.9.0).
    var hasUnambiguousCodes: Bool { self >= .v3_9 }
}
