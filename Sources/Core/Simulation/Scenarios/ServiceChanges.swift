public import PassAPI
public import Services

/// The differences of a back end from the one that it is laid upon: the example, or what a recording showed.
///
/// Nil and empty leave things as they are. Requestors, integrations, providers and subscribers that the other back end
/// does not have are added.
public struct ServiceChanges: Hashable, Sendable {
    /// The time by which the server's clock is ahead of true time.
    public var clockOffset: Duration?
    /// The time that a response takes.
    public var latency: Duration?
    /// Lifetimes for everybody, where set.
    public var lifetimes = Lifetimes()
    /// Choices that are not the default ones, by the names of `ServiceQuirks`' option table.
    public var quirks: [OptionSetting] = []
    /// Requestors that are new or different, in order.
    public var requestors: [Requestor] = []
    /// MVPDs that are new or different, in order.
    public var providers: [Provider] = []

    /// Nothing is different.
    public init() {}

    /// The differences of a requestor.
    public struct Requestor: Hashable, Sendable {
        public var id: String
        /// Its name for people.
        public var name: String?
        /// Its registered domains.
        public var domains: [String]?
        /// The key of the identity service whose tokens its apps bring.
        public var serviceTokenKey: ServiceTokenKey?
        /// Lifetimes for all its integrations, where set.
        public var lifetimes = Lifetimes()
        /// Its integrations that are new or different, in order.
        public var integrations: [Integration] = []

        /// Nothing is different about the requestor of this id.
        public init(id: String) { self.id = id }
    }

    /// The differences of an integration.
    public struct Integration: Hashable, Sendable {
        /// The MVPD's Adobe id.
        public var mvpd: String
        /// True if it is in force.
        public var isEnabled: Bool?
        /// "Enable Single Sign-On" in Adobe's dashboard.
        public var isSingleSignOnEnabled: Bool?
        /// `authPerAggregator`.
        public var isAuthenticationPerRequestor: Bool?
        /// `passiveAuthnEnabled`.
        public var isPassiveAuthenticationEnabled: Bool?
        /// The number of resources that a preauthorization may name.
        public var preauthorizationLimit: Int?
        /// Lifetimes for this integration, where set.
        public var lifetimes = Lifetimes()

        /// Nothing is different about the integration with `mvpd`.
        public init(mvpd: String) { self.mvpd = mvpd }
    }

    /// The differences of an MVPD.
    public struct Provider: Hashable, Sendable {
        /// Adobe's id.
        public var id: String
        /// The name shown to users.
        public var displayName: String?
        /// The address of its logo.
        public var logoURL: String?
        /// True if platform sign-on is switched on.
        public var enablePlatformServices: Bool?
        /// `SUPPORTED` or `PICKER`.
        public var boardingStatus: MVPD.BoardingStatus?
        /// True if the platform's picker may list it.
        public var displayInPlatformPicker: Bool?
        /// The platform's id of it.
        public var platformMappingID: String?
        /// SAML attribute names to ask the platform for.
        public var requiredMetadataFields: [String]?
        /// True if it is a Temp Pass rather than a provider.
        public var isTempPass: Bool?
        /// Its subscribers that are new or replaced, in order.
        public var subscribers: [ServiceConfiguration.Subscriber] = []

        /// Nothing is different about the MVPD of this id.
        public init(id: String) { self.id = id }
    }
}

extension ServiceChanges {
    /// The back end `base` with what is different.
    ///
    /// - Throws: `OptionError` for a quirk that there is not.
    public func applied(to base: ServiceConfiguration) throws(OptionError) -> ServiceConfiguration {
        var result = base
        if let clockOffset { result.clockOffset = clockOffset }
        if let latency { result.latency = latency }
        result.lifetimes.take(lifetimes)
        try ServiceQuirks.table.apply(quirks, to: &result.quirks)
        for change in requestors { change.apply(to: &result.requestors) }
        for change in providers { change.apply(to: &result.providers) }
        return result
    }
}

extension ServiceChanges.Requestor {
    fileprivate func apply(to requestors: inout [ServiceConfiguration.Requestor]) {
        let index = requestors.place(orNew: .init(id: id, name: id, domains: [], integrations: [])) { $0.id == id }
        if let name { requestors[index].name = name }
        if let domains { requestors[index].domains = domains }
        if let serviceTokenKey { requestors[index].serviceTokenKey = serviceTokenKey }
        requestors[index].lifetimes.take(lifetimes)
        for change in integrations { change.apply(to: &requestors[index].integrations) }
    }
}

extension ServiceChanges.Integration {
    fileprivate func apply(to integrations: inout [ServiceConfiguration.Integration]) {
        let index = integrations.place(orNew: .init(mvpd: mvpd)) { $0.mvpd == mvpd }
        if let isEnabled { integrations[index].isEnabled = isEnabled }
        if let isSingleSignOnEnabled { integrations[index].isSingleSignOnEnabled = isSingleSignOnEnabled }
        if let isAuthenticationPerRequestor {
            integrations[index].isAuthenticationPerRequestor = isAuthenticationPerRequestor
        }
        if let isPassiveAuthenticationEnabled {
            integrations[index].isPassiveAuthenticationEnabled = isPassiveAuthenticationEnabled
        }
        if let preauthorizationLimit { integrations[index].preauthorizationLimit = preauthorizationLimit }
        integrations[index].lifetimes.take(lifetimes)
    }
}

extension ServiceChanges.Provider {
    fileprivate func apply(to providers: inout [ServiceConfiguration.Provider]) {
        let new = ServiceConfiguration.Provider(listing: MVPD(id: id, displayName: id), subscribers: [])
        let index = providers.place(orNew: new) { $0.listing.id == id }
        if let displayName { providers[index].listing.displayName = displayName }
        if let logoURL { providers[index].listing.logoURL = logoURL }
        if let enablePlatformServices { providers[index].listing.enablePlatformServices = enablePlatformServices }
        if let boardingStatus { providers[index].listing.boardingStatus = boardingStatus }
        if let displayInPlatformPicker { providers[index].listing.displayInPlatformPicker = displayInPlatformPicker }
        if let platformMappingID { providers[index].listing.platformMappingID = platformMappingID }
        if let requiredMetadataFields { providers[index].listing.requiredMetadataFields = requiredMetadataFields }
        if let isTempPass { providers[index].listing.isTempPass = isTempPass }
        // Who names them means these, and no others.
        if !subscribers.isEmpty { providers[index].takesEveryName = false }
        for subscriber in subscribers {
            if let known = providers[index].subscribers.firstIndex(where: { $0.user == subscriber.user }) {
                providers[index].subscribers[known] = subscriber
            } else {
                providers[index].subscribers.append(subscriber)
            }
        }
    }
}

extension Array {
    /// The place of the first element that fits; where there is none, `new` is appended.
    fileprivate mutating func place(orNew new: Element, where fits: (Element) -> Bool) -> Int {
        if let index = firstIndex(where: fits) { return index }
        append(new)
        return count - 1
    }
}
