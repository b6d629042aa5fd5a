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
        case .session(let session): session.summary
        case .sessionStatus(let status):
            status.missingParameters.isEmpty
                ? "nothing is missing" : "missing: " + status.missingParameters.joined(separator: ", ")
        case .profiles(let profiles):
            profiles.isEmpty
                ? "no profile"
                : profiles.map { profile in
                    let kind = profile.type.rawValue
                    return "profile \(profile.mvpd)" + (kind.isEmpty ? "" : " (\(kind))") + until(profile.notAfter)
                }
                .joined(separator: ", ")
        case .decisions(let decisions):
            decisions.isEmpty ? "no decision" : decisions.map(\.summary).joined(separator: ", ")
        case .logouts(let logouts):
            logouts.map { "\($0.mvpd): \($0.actionName.rawValue)" }.joined(separator: ", ")
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

extension AuthenticationSession {
    fileprivate var summary: String {
        let reason = reasonType.flatMap { ExactText($0) == "none" ? nil : " (\($0))" } ?? ""
        return actionName.rawValue + reason + (code.map { ", code \($0)" } ?? "")
            + (code == nil ? "" : notAfter.map { " until \($0)" } ?? "")
    }
}

extension ResourceDecision {
    fileprivate var summary: String {
        let name = MRSSResource(resource).name
        guard isAuthorized else { return "\(name) no" + (error?.code.map { " (\($0))" } ?? "") }
        let by = source.flatMap { ExactText($0) == "mvpd" ? nil : " by \($0)" } ?? ""
        return "\(name) yes" + by + (token == nil ? "" : ", media token")
    }
}
