// What a program takes from requests and responses on the timeline, where a person reads a sentence.

import Documents
import PassAPI
import VirtualTime

extension PassRequest {
    /// What it is about, and then all else that is sent, of which much stands for a device or a session.
    var valuesAsSent: [EventValue] {
        values
            + parameters.lazy.filter { parameter in !Self.facts.contains { parameter.$name == $0.name } }
            .map { .identity($0.name, $0.value) }
    }

    /// The fields that say what it is about.
    var values: [EventValue] {
        var values: [EventValue] = []
        for field in Self.facts {
            guard let value = self[field.name] else { continue }
            values.append(.text(field.key, field.isResource ? MRSSResource(parameter: value).name : value))
        }
        // The one call that names its resource only inside a token.
        if self["authz_token"] != nil, let resource { values.append(.text("resource", MRSSResource(resource).name)) }
        return values
    }

    private static let facts: [(name: String, key: String, isResource: Bool)] = [
        ("requestor", "requestor", false), ("requestor_id", "requestor", false), ("mvpd", "mvpd", false),
        ("mso_id", "mvpd", false), ("resource", "resource", true), ("resource_id", "resource", true),
        ("deviceType", "deviceType", false),
    ]
}

extension PassResponse {
    /// The status, what kind of body it is, and what that says.
    var values: [EventValue] {
        [.number("status", status), .code("content", content.code)] + content.values
    }
}

extension PassResponse.Content {
    fileprivate var code: String {
        switch self {
        case .empty: "empty"
        case .clientRegistration: "clientRegistration"
        case .accessToken: "accessToken"
        case .registrationRecord: "registrationRecord"
        case .configuration: "configuration"
        case .authentication: "authentication"
        case .profileRequest: "profileRequest"
        case .authorization: "authorization"
        case .mediaToken: "mediaToken"
        case .preauthorization: "preauthorization"
        case .userMetadata: "userMetadata"
        case .individualizedDevice: "deviceID"
        case .tokens: "tokens"
        case .shortMediaToken: "shortMediaToken"
        case .signedURL: "signedURL"
        case .page: "page"
        case .redirect: "redirect"
        case .error: "error"
        case .pendingLogout: "pendingLogout"
        case .notAuthorized: "notAuthorized"
        case .throttled: "throttled"
        case .unreadable: "unreadable"
        }
    }

    fileprivate var values: [EventValue] {
        switch self {
        case .empty, .signedURL, .individualizedDevice, .shortMediaToken, .page, .throttled, .unreadable: []
        case .notAuthorized(let details): details.map { [.text("errorDetails", $0)] } ?? []
        case .clientRegistration(let registration): [.identity("clientID", registration.clientID)]
        case .accessToken(let token): token.expiresIn.map { [.number("expiresInSeconds", $0)] } ?? []
        case .registrationRecord(let record): [.identity("registrationCode", record.code)] + expiring(record.expires)
        case .configuration(let configuration): [.list("mvpds", configuration.mvpds.map(\.id))]
        case .authentication(let details): [.text("mvpd", details.mvpd)] + expiring(details.expires)
        case .profileRequest(let payload): [.number("sizeBytes", payload.utf8.count)]
        case .authorization(let details):
            [.text("resource", MRSSResource(details.resource).name), .text("mvpd", details.mvpd)]
                + expiring(details.expires)
        case .mediaToken(let details):
            [.text("resource", MRSSResource(details.resource).name)] + expiring(details.expires)
        case .preauthorization(let resources): resources.values
        case .userMetadata(let metadata): metadata.tokenSource.map { [.text("tokenSource", $0)] } ?? []
        case .tokens(let authentication, let authorization, _):
            [.truth("hasAuthnToken", authentication != nil), .truth("hasAuthzToken", authorization != nil)]
        // Without what the query says: sessions and codes, which are others in each import.
        case .redirect(let location): [.text("location", String(location.prefix { $0 != "?" }))]
        // Texts of the service's, which stand in its response: facts, however they read.
        case .error(let error):
            [
                error.code.map { .code("errorCode", $0) }, error.message.map { .text("errorMessage", $0) },
                error.details.map { .text("errorDetails", $0) },
            ].compactMap(\.self)
        case .pendingLogout(let reason): reason.map { [.code("reason", $0)] } ?? []
        }
    }

    private func expiring(_ instant: Instant?) -> [EventValue] { instant.map { [.instant("expiresAt", $0)] } ?? [] }
}

extension [PreauthorizedResource] {
    var values: [EventValue] {
        [
            .list("authorized", filter(\.isAuthorized).map(\.id)),
            .list("refused", filter { !$0.isAuthorized }.map(\.id)),
        ]
    }
}
