/// The part of Adobe Pass that serves an operation (rest-api-v1.md §1).
public enum HostRole: Hashable, Sendable {
    /// REGGIE_FQDN: registration codes.
    case registrationCodes
    /// SP_FQDN: `/api/v1/…` and `/o/client/…`.
    case service
    /// The SDKs' host: `/adobe-services/…`, `/indiv/…`.
    case sdk
    /// The management host: Temp Pass reset.
    case management
}
