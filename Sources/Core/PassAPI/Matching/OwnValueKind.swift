package import Documents
package import Exchanges
package import VirtualTime

/// The kinds of values that are a client's own: another client of the same recording has others in their place.
///
/// Identifiers of its device, its credentials, what it was given, and the addresses that a browser comes back to. Which
/// parameters hold them is in the operation's row; a few are known by their names.
package enum OwnValueKind: Hashable, Sendable, CaseIterable {
    /// An identifier of the device.
    case device
    /// A registration code, and what REST API V2 has in its place.
    case registrationCode
    /// The id of a client of Dynamic Client Registration.
    case clientID
    /// An access token, or the public key of the signed header of old.
    case accessToken
    /// An AuthN token.
    case authenticationToken
    /// An AuthZ token.
    case authorizationToken
    case mediaToken
    /// An identifier of a person.
    case user
    /// A secret of the application, an assertion, a session.
    case secret
    /// An address that a browser is sent to at the end.
    case redirectURL
    /// The text with which a login finds back, or its SAML request.
    case loginState
    /// What a redactor put in the place of a secret of which nothing is known but that it was the same elsewhere.
    case pseudonym
    /// A pseudonym that may be another secret's too, short as it is: it is known by its place alone.
    case placeholder
}

extension OwnValueKind {
    /// The kind of what a field of this name holds, in whatever request; nil if the name says nothing.
    package init?(named name: String) {
        let small = String(decoding: name.utf8.map(lowercasedASCII), as: UTF8.self)
        switch ExactText(small) {
        case "client_id": self = .clientID
        case "client_secret", "samlresponse", "software_statement", "signed_requestor_id": self = .secret
        case "redirect_uri", "redirect_url", "redirecturl": self = .redirectURL
        case "relaystate", "samlrequest": self = .loginState
        case "deviceid", "device_id", "ap-device-identifier": self = .device
        case "reg_code": self = .registrationCode
        default: return nil
        }
    }

    fileprivate init?(_ content: FieldContent) {
        switch content {
        case .open: return nil
        case .device: self = .device
        case .user: self = .user
        case .secret: self = .secret
        case .grant(let kind): self.init(kind)
        }
    }

    /// The kind of the text of something that Adobe Pass gives out; nil where no text is.
    package init?(_ grant: HoldingKind) {
        switch grant {
        case .accessToken: self = .accessToken
        case .registrationCode, .code: self = .registrationCode
        case .authenticationToken, .tempPass: self = .authenticationToken
        case .authorizationToken: self = .authorizationToken
        case .mediaToken: self = .mediaToken
        case .assertion, .partnerFrameworkStatus, .serviceToken: self = .secret
        case .providerSession, .profile, .decision, .vsaAccount, .vsaPermission, .cookie: return nil
        }
    }
}

/// A value of a request that is its client's own.
package struct OwnValue: Hashable, Sendable {
    /// The documented name of the parameter.
    @ExactText package var name: String
    /// The kind of value.
    package var kind: OwnValueKind
    /// The value as it is compared: a bearer token without its scheme, the public key of a signed header.
    @ExactText package var value: String
    /// True if the request is a request for another thing where the value is another one.
    package var isIdentity: Bool

    /// A value with these parts.
    package init(_ name: String, _ kind: OwnValueKind, _ value: String, isIdentity: Bool = false) {
        (self.kind, self.isIdentity) = (kind, isIdentity)
        (self.name, self.value) = (name, value)
    }
}

extension PassRequest {
    /// The values that are the client's own, in the order of the parameters.
    package var ownValues: [OwnValue] {
        let specification = operation.specification
        return parameters.compactMap { parameter in
            let known = specification.parameter(named: parameter.name)
            guard let kind = known.flatMap({ OwnValueKind($0.content) }) ?? OwnValueKind(named: parameter.name),
                known?.role != .volatile, !parameter.value.isEmpty
            else { return nil }
            let isIdentity = if case .identity? = known?.role { true } else { false }
            return OwnValue(parameter.name, kind, Self.ownText(parameter), isIdentity: isIdentity)
        }
    }

    private static func ownText(_ parameter: Parameter) -> String {
        guard parameter.$name == "Authorization" else { return parameter.value }
        return switch AuthorizationHeader(parameter.value) {
        case .bearer(let token): token
        case .signed(let signed): signed.publicKey
        case .other(let text): text
        }
    }

    /// The part of ``matchKey`` that requests for the same thing share whoever their client is: without subjects that are the
    /// client's own.
    package var sharedMatchKey: String {
        ParameterSpecification.Subject.allCases.reduce(into: operation.rawValue) { key, subject in
            guard OwnValueKind(subject.content) == nil else { return }
            for value in identity(of: subject) { key += "|\(subject.rawValue)=" + PercentEncoding.component(value) }
        }
    }
}

extension PassRequest {
    /// The names and values of a request's body, form or JSON, whatever the request is for; none if it is neither, or longer
    /// than 64 KiB.
    package static func bodyFields(of request: HTTPRequest) -> [(name: String, value: String)] {
        RequestBody(of: request).fields
    }
}
