import OrderedCollections

/// The server's data on a requestor on a device: who is signed in with which MVPD, and what was authorized.
struct DeviceRecord: Hashable, Sendable {
    /// A sign-on with one MVPD.
    struct SignOn: Hashable, Sendable {
        /// The sign-on itself, expired or not; nil where there are authorizations alone.
        var authentication: AuthenticationRecord?
        /// The authorizations by resource in its canonical form (``MRSSResource/canonical``); one a resource (tokens.md §9).
        var authorizations: OrderedDictionary<String, AuthorizationRecord> = [:]
    }

    /// The sign-ons by MVPD; V1 and the SDKs have one at a time.
    private(set) var signOns: OrderedDictionary<String, SignOn> = [:]

    /// A record of this sign-on, or of none.
    init(authentication: AuthenticationRecord? = nil) {
        if let authentication { signOns[authentication.mvpd] = SignOn(authentication: authentication) }
    }

    /// Changes every sign-on in place.
    mutating func changeSignOns(_ change: (inout AuthenticationRecord) -> Void) {
        for index in signOns.values.indices {
            guard var record = signOns.values[index].authentication else { continue }
            change(&record)
            signOns.values[index].authentication = record
        }
    }

    /// Changes every authorization in place.
    mutating func changeAuthorizations(_ change: (inout AuthorizationRecord) -> Void) {
        for index in signOns.values.indices {
            for place in signOns.values[index].authorizations.values.indices {
                change(&signOns.values[index].authorizations.values[place])
            }
        }
    }

    /// Forgets the authorizations for which `condition` holds.
    mutating func removeAuthorizations(where condition: (AuthorizationRecord) -> Bool) {
        for index in signOns.values.indices { signOns.values[index].authorizations.removeAll { condition($0.value) } }
    }
}

extension OrderedDictionary where Value == DeviceRecord {
    /// Changes every sign-on on every device.
    mutating func changeSignOns(_ change: (inout AuthenticationRecord) -> Void) {
        for index in values.indices { values[index].changeSignOns(change) }
    }

    /// Changes every authorization on every device.
    mutating func changeAuthorizations(_ change: (inout AuthorizationRecord) -> Void) {
        for index in values.indices { values[index].changeAuthorizations(change) }
    }
}

// MARK: REST API V2

extension DeviceRecord {
    /// Keeps a sign-on beside those with other MVPDs; what the one before was authorized for is forgotten.
    mutating func keep(_ record: AuthenticationRecord) { signOns[record.mvpd] = SignOn(authentication: record) }

    /// Keeps an authorization of a resource in its canonical form, or that there is none.
    mutating func keep(_ record: AuthorizationRecord?, of resource: String, at mvpd: String) {
        guard record != nil || signOns[mvpd] != nil else { return }
        signOns[mvpd, default: SignOn()].authorizations[resource] = record
    }

    /// The authorization of a resource in its canonical form, expired or not.
    func authorization(of resource: String, at mvpd: String) -> AuthorizationRecord? {
        signOns[mvpd]?.authorizations[resource]
    }

    /// Forgets a sign-on and what it was authorized for.
    mutating func removeSignOn(with mvpd: String) { signOns.removeValue(forKey: mvpd) }
}

// MARK: V1 and the SDKs

extension DeviceRecord {
    /// The one sign-on of V1 and the SDKs, expired or not; nil before the first and after a logout.
    ///
    /// Another takes its place, whatever its MVPD.
    var authentication: AuthenticationRecord? {
        get { signOns.values.first?.authentication }
        set { keep(SignOn(authentication: newValue, authorizations: authorizations)) }
    }

    /// The authorizations under that sign-on, by resource in its canonical form.
    var authorizations: OrderedDictionary<String, AuthorizationRecord> {
        get { signOns.values.first?.authorizations ?? [:] }
        set { keep(SignOn(authentication: authentication, authorizations: newValue)) }
    }

    private mutating func keep(_ signOn: SignOn) {
        let mvpd = signOn.authentication?.mvpd ?? signOn.authorizations.values.first?.mvpd
        signOns = mvpd.map { [$0: signOn] } ?? [:]
    }
}
