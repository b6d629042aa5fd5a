import Tokens
public import VirtualTime

/// A thing that a response gives out, as its fields say.
public struct Grant: Hashable, Sendable {
    /// The row's account of it: kind, and the names of the fields below.
    public var issue: GrantSpecification.Issue
    /// Its text, where it has one.
    public var text: String?
    /// The instant at which it was made.
    public var made: Instant?
    /// The instant at which it expires.
    public var expires: Instant?
    /// The time that it lasts from the arrival of the response on, where the response states that alone.
    public var lifetime: Duration?
    public var requestor: String?
    /// The MVPD behind it.
    public var mvpd: String?
    public var resource: String?
    public var user: String?
    /// How it came about: the type of a profile, the source of a decision.
    public var source: String?

    init(_ issue: GrantSpecification.Issue) { self.issue = issue }
}

extension PassResponse {
    /// Returns what this response to `operation` gives out, any number of each kind; nothing where it is not a success.
    public func grants(of operation: Operation) -> [Grant] {
        guard isSuccess else { return [] }
        return operation.specification.grants.issued.flatMap { $0.isUnseen ? [Grant($0)] : content.grants($0) }
    }
}

extension PassResponse {
    /// Returns what this response to `operation` shows to be there at the service, though nothing in it is that.
    ///
    /// A decision of V2's that the MVPD made shows a profile; one of a degradation or a Temp Pass needs none
    /// (rest-api-v2.md §6.8, §6.9).
    public func shown(by operation: Operation) -> [HoldingKind] {
        operation.specification.grants.needed.filter { kind in
            if case .decisions(let decisions) = content, kind == .profile {
                decisions.contains(where: \.showsProfile)
            } else {
                true
            }
        }
    }

    /// The code that it gives for a second screen; nil if it gives none.
    public var issuedCode: String? {
        switch content {
        case .registrationRecord(let record): record.code
        case .session(let session): session.code
        default: nil
        }
    }
}

extension Grant {
    /// The token of this kind that a request carries as text, as far as its text can be read.
    public init(carried text: String, _ kind: HoldingKind) {
        self.init(GrantSpecification.Issue(kind: kind))
        switch kind {
        case .accessToken, .serviceToken:
            self.text = text
            let token = try? JSONWebToken(parsing: text)
            (made, expires) = (token?.issuedAt, token?.expiry)
            if expires != nil { issue.expires = InstantField(name: "exp", form: .seconds) }
        case .authenticationToken: read(authenticationToken: text)
        case .authorizationToken: read(authorizationToken: text)
        case .mediaToken: read(mediaToken: text)
        case .partnerFrameworkStatus:
            self.text = text
            let status = PartnerFrameworkStatus(decoding: text)
            (expires, mvpd) = (status?.expirationDate, status?.providerID)
            if expires != nil { issue.expires = .milliseconds("frameworkProviderInfo.expirationDate") }
        case .registrationCode, .code, .providerSession, .tempPass, .profile, .decision, .vsaAccount, .vsaPermission,
            .assertion, .cookie:
            self.text = text
        }
    }

    mutating func read(authenticationToken text: String) {
        self.text = text
        guard let token = try? AuthenticationToken(parsing: text) else { return }
        (expires, requestor, mvpd, user) = (token.expiry, token.requestorID, token.msoID, token.nameID)
        issue.expires = .date("simpleTokenExpires")
    }

    mutating func read(authorizationToken text: String) {
        self.text = text
        guard let token = try? AuthorizationToken(parsing: text) else { return }
        (expires, requestor, mvpd, resource) = (token.expiry, token.requestorID, token.msoID, token.resourceID)
        issue.expires = .date("simpleTokenTTL")
    }

    mutating func read(mediaToken text: String) {
        self.text = text
        guard let token = try? MediaToken(parsing: text) else { return }
        (made, expires, requestor) = (token.issueTime?.instant, token.expiry, token.requestorID)
        (mvpd, resource, user) = (token.mvpdID, token.resourceID, token.sessionGUID)
        issue.expires = InstantField(name: "ttl", form: .millisecondsAfter("issueTime"))
    }
}
