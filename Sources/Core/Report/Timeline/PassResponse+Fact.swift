import Documents
import PassAPI
import VirtualTime

extension PassResponse {
    /// The one fact that a line has room for, with expirations counted from `now`, when it came; nil where the request has
    /// more to show.
    func fact(at now: Instant) -> String? {
        switch content {
        case .empty, .signedURL, .clientRegistration, .individualizedDevice, .profileRequest, .shortMediaToken: nil
        case .accessToken(let token):
            token.expiresIn.map { "expires in \(ElapsedTime(.seconds($0)))" }
        case .registrationRecord(let record): "code \(record.code)" + end(record.expires, now)
        case .configuration(let configuration): CountedNoun.text(configuration.mvpds.count, "MVPD")
        case .authentication(let details): details.mvpd + end(details.expires, now)
        case .authorization(let details): MRSSResource(details.resource).name + end(details.expires, now)
        case .mediaToken(let details): MRSSResource(details.resource).name + end(details.expires, now)
        case .userMetadata(let metadata): metadata.tokenSource.map { "tokenSource \($0)" } ?? "no tokenSource"
        case .session(let session) where session.code != nil:
            "\(session.actionName.rawValue), code \(session.code ?? "")" + end(session.notAfter, now)
        case .profiles(let profiles) where profiles.count == 1:
            "profile \(profiles[0].mvpd)" + end(profiles[0].notAfter, now)
        default: content.summary
        }
    }

    private func end(_ instant: Instant?, _ now: Instant) -> String {
        instant.map { ", " + $0.expiration(seenFrom: now) } ?? ""
    }
}

extension PassRequest {
    /// What a line shows of the request while its response says nothing more: the resource, or the MVPD.
    var fact: String {
        if let value = self["resource"] ?? self["resource_id"] ?? self["resources"] {
            return MRSSResource(parameter: value).name
        }
        // The one call that names its resource only inside a token.
        if self["authz_token"] != nil, let resource { return MRSSResource(resource).name }
        return self["mvpd"] ?? self["mso_id"] ?? ""
    }
}
