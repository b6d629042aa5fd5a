import Documents
import PassAPI
import VirtualTime

extension PassResponse {
    var summary: String { content.summary.isEmpty ? "\(status)" : "\(status) \(content.summary)" }
}

extension PassResponse.Content {
    var summary: String {
        switch self {
        // What stands in a signed URL is between the player and the stream.
        case .empty, .signedURL: ""
        case .clientRegistration(let registration): "client \(registration.clientID)"
        case .accessToken(let token):
            "access token" + (token.expiresIn.map { " for \($0) s" } ?? "")
        case .registrationRecord(let record):
            "code \(record.code)" + until(record.expires)
        case .configuration(let configuration):
            CountedNoun.text(configuration.mvpds.count, "MVPD") + ": "
                + configuration.mvpds.map(\.id).joined(separator: ", ")
        case .authentication(let details): "authenticated by \(details.mvpd)" + until(details.expires)
        case .profileRequest(let payload): "profile request of " + CountedNoun.text(payload.utf8.count, "byte")
        case .authorization(let details):
            "\(MRSSResource(details.resource).name) authorized by \(details.mvpd)" + until(details.expires)
        case .mediaToken(let details):
            "media token for \(MRSSResource(details.resource).name)" + until(details.expires)
        case .preauthorization(let resources):
            resources.map { "\($0.id) \($0.isAuthorized ? "yes" : "no")" }.joined(separator: ", ")
        case .userMetadata(let metadata):
            "user metadata, tokenSource \(metadata.tokenSource ?? "absent")"
        case .individualizedDevice: "device id"
        case .tokens(let authentication, let authorization, _):
            [authentication.map { _ in "AuthN token" }, authorization.map { _ in "AuthZ token" }]
                .compactMap { $0 }.joined(separator: " and ")
        case .shortMediaToken: "short media token"
        case .page: "page"
        // Without what the query says: sessions and codes, which are others in each import.
        case .redirect(let location): "redirect to \(location.prefix { $0 != "?" })"
        case .error(let error):
            [error.code, error.message, error.details].compactMap { $0 }.joined(separator: ": ")
        case .pendingLogout(let reason): "pending logout" + (reason.map { ", reason \($0)" } ?? "")
        case .notAuthorized(let details): "not authorized" + (details.map { ": \($0)" } ?? "")
        case .throttled: "throttled"
        case .unreadable(let reason): "unreadable: \(reason)"
        }
    }

    private func until(_ instant: Instant?) -> String { instant.map { " until \($0)" } ?? "" }
}
