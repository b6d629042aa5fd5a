/// The knowledge about the place of a value.
struct Scope {
    /// The rules for names that are kept where everything else is secret.
    enum Rules {
        /// The tables.
        case general
        /// User metadata: only what says where it comes from.
        case metadata
        /// Claims of a JWT: only times, issuer and algorithm.
        case claims
    }

    /// The certainty that anything without a harmless name is secret; nil where only names make a secret.
    var everything: Certainty?
    /// The kind of such values.
    var kind: SecretKind = .other
    /// The rules for names that are kept.
    var rules: Rules = .general
    /// True if the value is a parameter of a request.
    var isParameter = false
    /// True if the message is one to or from Adobe.
    var isAdobe = true
    /// The number of structures that the value stands in.
    var depth = 0
    /// In how many encodings it was written, one inside the other.
    var encodings = 0

    /// Structures inside each other that are looked into.
    ///
    /// A token in XML in a JSON string in Base64 in a form is five.
    static let maximumDepth = 10

    var deeper: Scope {
        var scope = self
        scope.depth += 1
        return scope
    }

    /// The scope of what was written in another form, if it was: with escapes, or in Base64.
    func encoded(_ isEncoded: Bool = true) -> Scope {
        var scope = self
        if isEncoded { scope.encodings += 1 }
        return scope
    }

    /// Checks whether a known secret may stand in a value so that only a visitor comes upon it: the second pass undoes
    /// one encoding.
    func mayHide(in value: ArraySlice<UInt8>) -> Bool {
        encodings > 1 || encodings == 1 && Layers.mayHoldEncoding(value)
    }

    func everythingSecret(_ certainty: Certainty, _ kind: SecretKind, _ rules: Rules = .general) -> Scope {
        var scope = self
        scope.everything = max(certainty, everything ?? .suspected)
        scope.kind = kind
        scope.rules = rules
        return scope
    }

    /// The scope within an object of this name.
    ///
    /// In V2, what is stated of a user is an object (rest-api-v2.md §5.6); a Temp Pass is no user.
    func within(_ name: some Collection<UInt8>) -> Scope {
        guard rules == .metadata, Self.tempPassFacts.contains(NameRules.normalized(name)) else { return self }
        var scope = self
        scope.everything = nil
        scope.rules = .general
        return scope
    }

    /// Returns the treatment of the value of this name.
    func treatment(of name: some Collection<UInt8>) -> Treatment {
        switch rules {
        case .claims:
            return Self.keptClaims.contains(NameRules.normalized(name)) ? .keep : .secret(.certain, kind)
        case .metadata:
            let name = NameRules.normalized(name)
            if Self.linksOfMetadata.contains(name) { return .url }
            if Self.providersOfMetadata.contains(name) { return isAdobe ? .keepIdentity : .keep }
            if Self.tempPassFacts.contains(name) { return .entropyCheck }
            return Self.keptMetadata.contains(name) ? .keep : .secret(.certain, kind)
        case .general: break
        }
        switch NameRules.verdict(name) {
        case .identity: return isAdobe ? .keepIdentity : .keep
        case .harmless: return .keep
        case .harmlessHere:
            if NameRules.normalized(name) == "displayname" { return ofDisplayName }
            return everything.map { .secret($0, kind) } ?? .open
        case .harmlessInAnswers:
            if let everything { return .secret(everything, kind) }
            return isParameter || !isAdobe ? .secret(.suspected, .session) : .keepIdentity
        case .open: return everything.map { .secret($0, kind) } ?? .open
        case .unlisted: return everything.map { .secret($0, kind) } ?? .entropyCheck
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
    /// The end of a Temp Pass, and what it was used for (rest-api-v1.md §7.12).
    private static let tempPassFacts: Set<String> = ["expirationdate", "remainingresources", "usedassets"]
    /// The names of those who state facts about the user, not of the user.
    private static let providersOfMetadata: Set<String> = ["mvpd", "mvpdid", "proxymvpd", "proxymvpdid"]
    /// Their places are kept, the values in them are as secret as the rest.
    private static let linksOfMetadata: Set<String> = ["uri", "url"]
}

/// The treatments of a value.
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
    case entropyCheck
    /// Replaced.
    case secret(Certainty, SecretKind)
}
