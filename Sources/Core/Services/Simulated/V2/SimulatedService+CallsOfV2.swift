import Exchanges
import Documents
import PassAPI
import VirtualTime

// What the calls of REST API V2 have in common: who asks, and how it is refused (rest-api-v2.md §4, §11).

extension SimulatedService {
    /// A refusal with one of V2's codes: its errors are always enhanced (§4).
    mutating func refusal(_ code: String, details: String? = nil) -> RefusedCall {
        let error = enhanced(code, details: details)
        return RefusedCall(PassResponse(status: error.status ?? 400, .error(error)))
    }

    /// The error of one of V2's codes, with the action and the status that it is listed with.
    mutating func enhanced(_ code: String, details: String? = nil) -> PassError {
        let words = code.split(separator: "_").joined(separator: " ")
        let listed = EnhancedErrorCode.named(code)
        return enhanced(
            code,
            status: listed?.statuses.first ?? 400,
            message: words.prefix(1).uppercased() + words.dropFirst() + ".",
            details: details
        )
    }

    /// The service provider in the path, which must be known.
    mutating func serviceProvider(of call: Call) throws(RefusedCall) -> String {
        guard let id = call.request.requestor, requestor(id) != nil else {
            throw refusal("invalid_parameter_service_provider")
        }
        return id
    }

    /// The MVPD in the path, which must be known; whether it is integrated is another question.
    mutating func mvpdInPath(of call: Call) throws(RefusedCall) -> String {
        guard let id = call.request.mvpd, provider(id) != nil else { throw refusal("invalid_parameter_mvpd") }
        return id
    }

    /// Throws: 400 where the integration is switched off, or there is none (§15).
    mutating func requireIntegration(_ requestor: String, _ mvpd: String) throws(RefusedCall) {
        guard activeIntegration(requestor, mvpd) == nil else { return }
        throw refusal("invalid_integration", details: "integration does not exist or is disabled")
    }

    /// Whose profiles a call is about: service provider, device and client credentials (§5.6).
    mutating func profileKey(of call: Call) throws(RefusedCall) -> ProfileKey {
        let requestor = try serviceProvider(of: call)
        guard let device = call.device, !device.isEmpty else { throw refusal("invalid_header_device_identifier") }
        guard !DeviceIdentifier.hasControlCharacters(device) else {
            let isRefused = configuration.quirks.release.refusesControlCharacters
            throw refusal(isRefused ? "invalid_header_device_identifier" : "internal_server_error")
        }
        return ProfileKey(requestor: requestor, device: device, client: access(of: call)?.clientID ?? "")
    }

    /// The path of one of the service's own calls: `url` in responses has no host (§1).
    func path(of request: PassRequest) -> String? {
        (try? request.httpRequest(to: .production)).map { String(URLParts($0.url).pathAndQuery) }
    }
}

/// The word of the platform about the user, as far as the service can go by it (rest-api-v2.md §3.4).
enum PartnerWord: Hashable, Sendable {
    /// The MVPD whose subscriber is signed in at the platform.
    case signedIn(mvpd: String)
    /// Nothing to go by: the code of the error, and the MVPD where it is known all the same.
    case unusable(code: String, mvpd: String?)
}

extension SimulatedService {
    /// What the partner framework status of a call comes to, in the order in which §3.4 lists the faults.
    func partnerWord(of call: Call) -> PartnerWord {
        let prefix = "invalid_header_pfs_"
        guard let status = call.value(PartnerFrameworkStatus.header).flatMap({ PartnerFrameworkStatus(decoding: $0) }),
            let access = status.accessStatus
        else { return .unusable(code: prefix + "permission_access_not_present", mvpd: nil) }
        let mvpd = status.providerID.flatMap { provider(platformMappingID: $0)?.listing.id }
        switch access {
        case "granted": break
        case "notDetermined": return .unusable(code: prefix + "permission_access_not_determined", mvpd: mvpd)
        default: return .unusable(code: prefix + "permission_access_not_granted", mvpd: mvpd)
        }
        guard let mvpd else { return .unusable(code: prefix + "provider_id_not_determined", mvpd: nil) }
        // A platform that says no end is taken at its word.
        if let end = status.expirationDate, call.time >= end {
            return .unusable(code: prefix + "provider_info_expired", mvpd: mvpd)
        }
        return .signedIn(mvpd: mvpd)
    }
}
