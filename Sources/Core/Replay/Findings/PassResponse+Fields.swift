import PassAPI
import Tokens

extension PassResponse {
    /// The field of this answer that holds `value`, by its name on the wire; nil if none does.
    ///
    /// It answers where a value that the client sent came from: a bearer token is `access_token` of an earlier answer.
    func field(holding value: String) -> String? {
        fields.first { $0.value == value || "Bearer " + $0.value == value }?.name
    }

    /// The values that a client may send back, with their names on the wire.
    private var fields: [(name: String, value: String)] {
        switch content {
        case .clientRegistration(let registration):
            [("client_id", registration.clientID), ("client_secret", registration.clientSecret)]
        case .accessToken(let token):
            [("access_token", token.token)]
        case .registrationRecord(let record):
            [("code", record.code), ("id", record.id)]
        case .configuration(let configuration):
            configuration.mvpds.flatMap(Self.fields)
        case .authentication(let details):
            [("mvpd", details.mvpd), ("userId", details.userID ?? "")]
        case .profileRequest(let payload):
            [("the payload", payload)]
        case .authorization(let details):
            [("mvpd", details.mvpd), ("resource", details.resource)]
        case .mediaToken(let details):
            [("serializedToken", details.serializedToken), ("mvpdId", details.mvpd)]
        case .session(let session):
            [("code", session.code), ("mvpd", session.mvpd)].compactMap { name, value in value.map { (name, $0) } }
        case .profiles(let profiles): profiles.map { ("profiles.\($0.mvpd)", $0.mvpd) }
        case .decisions(let decisions):
            decisions.compactMap { $0.token.map { ("serializedToken", $0.serializedToken) } }
        case .individualizedDevice(let deviceID):
            [("deviceId", deviceID)]
        case .tokens(let authentication, let authorization, _):
            Self.fields(ofAuthentication: authentication) + Self.fields(ofAuthorization: authorization)
        default:
            []
        }
    }

    private static func fields(ofAuthentication text: String?) -> [(name: String, value: String)] {
        guard let text else { return [] }
        let token = try? AuthenticationToken(parsing: text)
        let known: [(String, String?)] = [
            ("authnToken", text), ("simpleTokenAuthenticationGuid", token?.guid), ("simpleTokenMsoID", token?.msoID),
            ("simpleSamlNameID", token?.nameID), ("simpleSamlSessionIndex", token?.sessionIndex),
            ("simpleTokenExpires", token?.expires?.text), ("signatureInfo", token?.signed.signature),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } }
    }

    private static func fields(ofAuthorization text: String?) -> [(name: String, value: String)] {
        guard let text else { return [] }
        let token = try? AuthorizationToken(parsing: text)
        let known: [(String, String?)] = [
            ("authzToken", text), ("simpleTokenTTL", token?.expires?.text), ("simpleTokenMsoID", token?.msoID),
            ("simpleTokenResourceID", token?.resourceID), ("signatureInfo", token?.signed.signature),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } }
    }

    private static func fields(of mvpd: MVPD) -> [(name: String, value: String)] {
        let required = "[" + mvpd.requiredMetadataFields.joined(separator: ", ") + "]"
        var fields = [(name: "mvpds[\(mvpd.id)].id", value: mvpd.id)]
        if let mapping = mvpd.platformMappingID { fields.append(("mvpds[\(mvpd.id)].platformMappingId", mapping)) }
        fields.append(("mvpds[\(mvpd.id)].requiredMetadataFields", required))
        return fields
    }
}
