import Documents

/// What is known about the place a value stands in.
struct Scope {
    /// Which names are kept where everything else is secret.
    enum Rules {
        /// The tables.
        case general
        /// User metadata: only what says where it comes from.
        case metadata
        /// Claims of a JWT: only times, issuer and algorithm.
        case claims
    }

    /// How sure it is that whatever has no harmless name is secret; nil where only names make a secret.
    var everything: Certainty?
    /// What such values are.
    var kind: SecretKind = .other
    /// Which names are kept.
    var rules: Rules = .general
    /// Whether the value is a parameter of a request.
    var isParameter = false
    /// Whether the message is one to or from Adobe.
    var isAdobe = true
    /// How many structures the value stands in.
    var depth = 0
    /// Whether it was written in another form, with escapes or in Base64.
    var isEncoded = false

    /// Structures inside each other that are looked into.
    ///
    /// A token in XML in a JSON string in Base64 in a form is five.
    static let maximumDepth = 10

    var deeper: Scope {
        var scope = self
        scope.depth += 1
        return scope
    }

    /// The scope of what was written in another form.
    var encoded: Scope { encoded(true) }

    /// The scope of what was written in another form, if it was.
    func encoded(_ isEncoded: Bool) -> Scope {
        var scope = self
        scope.isEncoded = self.isEncoded || isEncoded
        return scope
    }

    func everythingSecret(_ certainty: Certainty, _ kind: SecretKind, _ rules: Rules = .general) -> Scope {
        var scope = self
        scope.everything = max(certainty, everything ?? .presumed)
        scope.kind = kind
        scope.rules = rules
        return scope
    }

    /// What is to be done with the value of this name.
    func treatment(of name: some Collection<UInt8>) -> Treatment {
        switch rules {
        case .claims:
            return Self.keptClaims.contains(NameRules.normalised(name)) ? .keep : .secret(.certain, kind)
        case .metadata:
            let name = NameRules.normalised(name)
            if Self.linksOfMetadata.contains(name) { return .url }
            if Self.providersOfMetadata.contains(name) { return isAdobe ? .keepIdentity : .keep }
            return Self.keptMetadata.contains(name) ? .keep : .secret(.certain, kind)
        case .general: break
        }
        switch NameRules.verdict(name) {
        case .identity: return isAdobe ? .keepIdentity : .keep
        case .harmless: return .keep
        case .harmlessHere:
            if NameRules.normalised(name) == "displayname" { return ofDisplayName }
            return everything.map { .secret($0, kind) } ?? .open
        case .harmlessInAnswers:
            if let everything { return .secret(everything, kind) }
            return isParameter || !isAdobe ? .secret(.presumed, .session) : .keepIdentity
        case .open: return everything.map { .secret($0, kind) } ?? .open
        case .unlisted: return everything.map { .secret($0, kind) } ?? .weighed
        case .secret(let kind): return .secret(.certain, kind)
        }
    }

    /// Adobe names providers so, anyone else people.
    private var ofDisplayName: Treatment {
        if isAdobe, everything == nil { return .keepIdentity }
        return .secret(everything ?? .certain, everything == nil ? .credential : kind)
    }

    private static let keptClaims: Set<String> = [
        "exp", "iat", "nbf", "authtime", "iss", "alg", "typ", "scope", "scopes", "version", "ver",
    ]
    private static let keptMetadata: Set<String> = ["tokensource", "state", "updated", "encrypted"]
    /// Who tells of the user, not who the user is.
    private static let providersOfMetadata: Set<String> = ["mvpd", "mvpdid", "proxymvpd", "proxymvpdid"]
    /// Their places are kept, the values in them are as secret as the rest.
    private static let linksOfMetadata: Set<String> = ["uri", "url"]
}

/// What is to be done with a value.
enum Treatment: Hashable {
    /// Kept, not looked into.
    case keep
    /// Kept, and remembered as a value that is no secret.
    case keepIdentity
    /// Looked into.
    case open
    /// A URL, whatever it looks like.
    case url
    /// A delay and a URL.
    case refresh
    /// Looked into, and replaced if it looks drawn by chance.
    case weighed
    /// Replaced.
    case secret(Certainty, SecretKind)
}

/// What is done with the secrets that a walk through the structures finds.
protocol SecretLeaves {
    /// How many secrets were met so far.
    var found: Int { get }
    /// How many values were met that are looked into whenever they are met, in whatever they were written.
    var opened: Int { get }
    /// Whether secrets are collected, and not yet replaced.
    var isStudying: Bool { get }
    /// A secret stands here: what is to stand there instead; nil to leave it.
    mutating func secret(_ value: [UInt8], _ certainty: Certainty, _ kind: SecretKind, name: ArraySlice<UInt8>)
        -> [UInt8]?
    /// Whether rules no longer count, and every value is opened that can be.
    var isSweeping: Bool { get }
    /// A value stands here that no rule makes secret, and that no visitor opens any further: what is to stand there instead.
    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]?
    /// Bytes that are no text and secret.
    mutating func secretData(_ value: [UInt8], _ kind: SecretKind, name: ArraySlice<UInt8>) -> [UInt8]?
    /// A value that is no secret, whatever other places suggest; whether that is news.
    @discardableResult
    mutating func identity(_ value: ArraySlice<UInt8>) -> Bool
    /// Whether this header field is known to hold no secret of its own.
    func isPlain(_ field: PlainHeader) -> Bool
    /// This header field was walked through and holds none.
    mutating func rememberPlain(_ field: PlainHeader)
    /// The walk has come to another field.
    mutating func enter(_ part: RecordingPart, _ name: ArraySlice<UInt8>)
}

extension SecretLeaves {
    var opened: Int { 0 }
    var isSweeping: Bool { false }
    mutating func kept(_ value: ArraySlice<UInt8>, _ scope: Scope) -> [UInt8]? { nil }
}

/// A header field that holds no secret of its own: most are the same in every exchange, and need be walked through once.
struct PlainHeader: Hashable, Sendable {
    var name: ExactText
    var value: ExactText
    var isRequest: Bool
    var isAdobe: Bool
    /// Whether it stands in what else a HAR entry holds, where it is not read as a text for people.
    var isArchived = false
}
