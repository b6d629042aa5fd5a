import PassAPI

/// The check of whether a response is about what was asked; if not, in words what it is about instead.
enum Consistency {
    /// An answer for another requestor.
    static func mismatch(in response: PassResponse, _ client: ClientConfiguration) -> String? {
        switch response.content {
        case .authentication(let details): differs("requestor", client.requestor, details.requestor)
        case .configuration(let configuration): differs("requestor", client.requestor, configuration.requestor)
        default: nil
        }
    }

    /// A registration code for another requestor or MVPD.
    static func mismatch(
        in record: RegistrationRecord,
        mvpd: String?,
        _ client: ClientConfiguration
    ) -> String? {
        if let difference = differs("requestor", client.requestor, record.requestor) { return difference }
        guard let mvpd, let answered = record.mvpd else { return nil }
        return differs("MVPD", mvpd, answered)
    }

    /// An authorization for another requestor, resource or MVPD; a proxy may answer for the MVPD.
    static func mismatch(
        in details: AuthorizationDetails,
        resource: String,
        mvpd: String?,
        _ client: ClientConfiguration
    ) -> String? {
        if let difference = differs("requestor", client.requestor, details.requestor)
            ?? differs(resource: resource, details.resource)
        {
            return difference
        }
        guard let mvpd, details.proxyMVPD != mvpd else { return nil }
        return differs("MVPD", mvpd, details.mvpd)
    }

    /// A media token for another requestor, resource or MVPD than the authorization before it.
    static func mismatch(
        in details: MediaTokenDetails,
        for authorization: AuthorizationDetails,
        _ client: ClientConfiguration
    ) -> String? {
        if let difference = differs("requestor", client.requestor, details.requestor)
            ?? differs(resource: authorization.resource, details.resource)
        {
            return difference
        }
        guard details.mvpd != authorization.proxyMVPD else { return nil }
        return differs("MVPD", authorization.mvpd, details.mvpd)
    }

    /// A preauthorization that names what was not asked.
    static func mismatch(in resources: [PreauthorizedResource], asked: [String]) -> String? {
        let asked = asked.map { MRSSResource($0).canonical }
        return resources.lazy.map(\.id).first { !asked.contains(MRSSResource($0).canonical) }.map {
            "The response is for resource “\($0)”, which was not requested."
        }
    }

    /// A plain id and the MRSS document that says no more are the same resource (rest-api-v1.md §7.15).
    private static func differs(resource asked: String, _ answered: String) -> String? {
        MRSSResource(asked).canonical == MRSSResource(answered).canonical
            ? nil : differs("resource", asked, answered)
    }

    private static func differs(_ what: String, _ asked: String, _ answered: String) -> String? {
        asked == answered
            ? nil : "The response is for \(what) “\(answered)”, but “\(asked)” was requested."
    }
}
