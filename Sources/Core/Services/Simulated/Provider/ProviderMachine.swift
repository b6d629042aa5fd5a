import Documents
import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

/// An MVPD: its login page, its packages, and its answers to Apple's attribute queries.
///
/// It knows its subscribers and what browsers, Apple and Adobe bring it. Its clock is right: where Adobe's is not, the two
/// disagree about its assertions, as they would.
struct ProviderMachine: Hashable, Sendable {
    /// Its listing at Adobe, and its subscribers.
    let provider: ServiceConfiguration.Provider
    /// True if Adobe and browsers reach it.
    var isReachable = true
    /// The subscribers it has dropped.
    private(set) var revoked: OrderedSet<String> = []
    /// The number of times that Adobe asked it whether a subscriber may watch something.
    private(set) var decisionCount = 0
    /// The assertions that may still be used, oldest first.
    private(set) var assertions: [Assertion] = []
    /// The places of subscribers by name and by id: looked up at every decision, so not searched for.
    private let places: [String: Int]
    private var generator: SeededGenerator
    private let signer: TokenSigner

    /// An assertion that the MVPD gave away.
    struct Assertion: Hashable, Sendable {
        /// The request it answers.
        var request: String
        /// Its `NotOnOrAfter`.
        var ends: Instant
    }

    /// The MVPD of this set-up, whose ids and key follow from `source`'s seed.
    init(_ provider: ServiceConfiguration.Provider, source: SeededGenerator) {
        self.provider = provider
        let subscribers = provider.subscribers.enumerated()
        // A name before an id: an assertion names by the id.
        places = Dictionary(
            subscribers.map { ($0.element.user, $0.offset) }
                + subscribers.compactMap { place, subscriber in subscriber.userID.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first }
        )
        let own = source.split("mvpd " + provider.listing.id)
        generator = own.split("identifiers")
        signer = TokenSigner(own.split("key"))
    }

    /// Adobe's id of it.
    var id: String { provider.listing.id }

    /// Its name for itself in SAML.
    var issuer: String { "https://idp.\(provider.listing.id.lowercased()).example" }

    /// The subscriber of this name or id, unless it has dropped it.
    func subscriber(_ user: String) -> ServiceConfiguration.Subscriber? {
        listed(user).flatMap { revoked.contains($0.user) ? nil : $0 }
    }

    /// Its id of the user of this name, whether it has dropped it or not: the name where it has no other.
    func userID(of user: String) -> String { listed(user)?.userID ?? user }

    private func listed(_ user: String) -> ServiceConfiguration.Subscriber? {
        if let place = places[user] { return provider.subscribers[place] }
        return provider.takesEveryName ? provider.subscribers.first : nil
    }

    /// Drops a subscriber.
    mutating func revoke(_ user: String) { revoked.append(user) }

    /// Takes a subscriber back.
    mutating func reinstate(_ user: String) { revoked.remove(user) }

    /// The user types a password, right or wrong, on the login page.
    mutating func logIn(_ user: String, isPasswordRight: Bool) -> LoginDecision {
        guard isReachable else { return .denied("\(provider.listing.displayName) cannot be reached.") }
        guard isPasswordRight, let subscriber = subscriber(user) else {
            return .denied("The user name or the password is not right.")
        }
        return .signedIn(user: subscriber.user, sessionIndex: makeID("idx-"))
    }

    /// Decides whether `user` may watch `resource`; it counts how often it is asked.
    mutating func decide(_ user: String, _ resource: String) -> ProviderDecision {
        guard isReachable else { return .unreachable }
        decisionCount += 1
        guard let resource = ProviderResource(resource) else {
            return .malformedResource("The resource cannot be read.")
        }
        guard let subscriber = subscriber(user) else { return .unknownUser(strangerText(user)) }
        guard let package = subscriber.resources, !resource.isIn(package) else { return .permitted }
        return .denied(
            provider.denialWords ?? "\(resource.channel) is not part of your \(provider.listing.displayName) package."
        )
    }

    /// Lets its assertions become older by `duration`.
    mutating func age(by duration: Duration) {
        for index in assertions.indices { assertions[index].ends.recede(by: duration) }
    }

    private func strangerText(_ user: String) -> String {
        "\(user) is not a customer of \(provider.listing.displayName)."
    }

    private mutating func makeID(_ prefix: String) -> String {
        prefix + Hexadecimal.text(of: bigEndianBytes(generator.next()))
    }
}

// MARK: Assertions

extension ProviderMachine {
    /// The lifetime of its sessions, and the layout in which it writes assertions.
    struct Terms {
        var session: Duration
        var layout: SAMLLayout
    }

    /// The lifetime of an assertion: no source states it; five minutes is usual.
    private static let assertionLifetime = Duration.seconds(300)

    /// The answer to Apple's attribute query (rows K-52 to K-55).
    ///
    /// The name `NameID` among the attributes is answered like `uid`: with the user's id. What the MVPD does not know is
    /// left out.
    mutating func answerAttributeQuery(
        for user: String,
        _ request: ProfileRequest?,
        _ attributeNames: [String],
        terms: Terms,
        at now: Instant
    ) -> AttributeResult {
        guard isReachable else { return .unavailable }
        guard let request, request.mvpd == id else { return .invalidVerificationToken }
        var response = ProviderResponse(issuer: issuer, id: makeID(""), issued: now, inResponseTo: request.id)
        let salt = bigEndianBytes(generator.next()) + bigEndianBytes(generator.next())
        let sign = { [signer] content in signer.signature(of: content, salt: salt) }
        guard let subscriber = subscriber(user) else {
            response.status = .unknownPrincipal
            response.message = strangerText(user)
            return .rejected(saml: response.text(terms.layout, signing: sign))
        }
        response.destination = ProfileRequest.issuer
        response.statement = ProviderResponse.Statement(
            nameID: userID(of: user),
            sessionIndex: makeID("idx-"),
            sessionEnds: now + terms.session,
            lifetime: Self.assertionLifetime,
            attributes: subscriber.attributes(attributeNames)
        )
        assertions.removeAll { $0.ends <= now }
        assertions.append(Assertion(request: request.id, ends: now + Self.assertionLifetime))
        return .saml(response.text(terms.layout, signing: sign))
    }

    /// The SAML response that the MVPD's page gives a browser after `user` has logged in.
    ///
    /// - Parameters:
    ///   - user: A subscriber.
    ///   - sessionIndex: The session that the login began.
    ///   - request: The id of the `AuthnRequest` that it answers.
    ///   - destination: The URL to which the browser brings it.
    ///   - terms: Lifetimes and layout.
    ///   - now: The time by its clock.
    /// - Returns: The XML.
    mutating func loginResponse(
        for user: String,
        sessionIndex: String,
        to request: String,
        at destination: String,
        terms: Terms,
        now: Instant
    ) -> String {
        var response = ProviderResponse(issuer: issuer, id: makeID(""), issued: now, inResponseTo: request)
        let salt = bigEndianBytes(generator.next()) + bigEndianBytes(generator.next())
        response.destination = destination
        response.statement = ProviderResponse.Statement(
            nameID: userID(of: user),
            sessionIndex: sessionIndex,
            sessionEnds: now + terms.session,
            lifetime: Self.assertionLifetime,
            attributes: subscriber(user)?.attributes(["uid"]) ?? []
        )
        return response.text(terms.layout) { [signer] content in signer.signature(of: content, salt: salt) }
    }

    /// Checks whether the response's one assertion is signed by this MVPD, after whatever a client's pipeline did to
    /// it.
    ///
    /// What stands around the assertion is not signed, so the request that the response answers has to be the one that its
    /// assertion names: else a used one would pass as the response to the next request.
    func isSigned(_ response: SAMLResponse) -> Bool {
        guard let assertion = response.assertions.first, response.assertions.count == 1,
            assertion.subject?.confirmations.allSatisfy({ $0.inResponseTo == response.inResponseTo }) != false,
            let document = try? XMLDocument(parsing: response.bytes),
            let element = document.root.elements("Assertion", in: SAMLName.assertion).first,
            let signature = element.elements("Signature", in: SAMLName.signature).first,
            let value = signature.elements("SignatureValue", in: SAMLName.signature).first?.text,
            let bytes = try? Base64.decode(value, allowsWhitespace: true)
        else { return false }
        return signer.verifies(bytes, of: AssertionContent(assertion).text)
    }
}

extension ServiceConfiguration.Subscriber {
    /// The attributes of these names that are known, each with all its values, in the order of the names.
    func attributes(_ names: [String]) -> [(name: String, values: [String])] {
        OrderedSet(names).compactMap { name in
            let isID = Self.ownNames.contains(name)
            let values = isID ? [userID ?? user] : metadata.filter { $0.name == name }.flatMap(\.texts)
            return values.isEmpty ? nil : (name, values)
        }
    }

    private static let ownNames = ["uid", "userID", "NameID"]
}
