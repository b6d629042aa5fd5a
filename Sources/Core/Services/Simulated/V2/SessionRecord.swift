import VirtualTime

/// A login of REST API V2 that was begun, and the code that stands for it (rest-api-v2.md §5.2).
struct SessionRecord: IssuedRecord {
    /// `sessionId`.
    var id: String
    var code: String
    /// Whose sign-on it is to be.
    var place: ProfileKey
    var mvpd: String?
    var domainName: String?
    var redirectURL: String?
    /// `X-Device-Info` as it came, for whoever types the code.
    var deviceInformation: String?
    /// Whom the platform or an identity service named (§6.7).
    var identities: [SharedIdentity] = []
    /// The address of the device that began it.
    var address: String
    /// The sign-on that was completed with it; nil until then.
    var login: AuthenticationRecord?
    /// The end of the access token that began it: until then it tells of the sign-on (§5.8, §15).
    var accessEnds: Instant
    var issued: Instant
    var expires: Instant
    /// True once another session has taken its place, or its sign-on was ended.
    var isEnded = false

    /// The names of what a login needs and it lacks, as the form has them (§5.2).
    var missingParameters: [String] {
        [("mvpd", mvpd), ("domainName", domainName), ("redirectUrl", redirectURL)].filter { $0.1 == nil }.map(\.0)
    }

    mutating func age(by duration: Duration) {
        issued.recede(by: duration)
        expires.recede(by: duration)
        accessEnds.recede(by: duration)
        login?.age(by: duration)
    }
}
