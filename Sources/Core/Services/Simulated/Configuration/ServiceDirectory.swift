import PassAPI

/// The places of requestors, MVPDs and integrations in a configuration: looked up at every request, so not searched
/// for.
///
/// Ids do not change once a simulated service runs; flags and lifetimes do, so they are always read from the configuration
/// itself.
struct ServiceDirectory: Hashable, Sendable {
    private var requestorPlaces: [String: Int] = [:]
    private var providerPlaces: [String: Int] = [:]
    private var platformProviders: [String: Int] = [:]
    private var integrationPlaces: [[String: Int]] = []

    init(_ configuration: ServiceConfiguration) {
        for (index, requestor) in configuration.requestors.enumerated() where requestorPlaces[requestor.id] == nil {
            requestorPlaces[requestor.id] = index
        }
        for (index, provider) in configuration.providers.enumerated() where providerPlaces[provider.listing.id] == nil {
            providerPlaces[provider.listing.id] = index
            guard let mapping = provider.listing.platformMappingID, platformProviders[mapping] == nil else { continue }
            platformProviders[mapping] = index
        }
        integrationPlaces = configuration.requestors.map { requestor in
            Dictionary(
                requestor.integrations.enumerated().map { ($0.element.mvpd, $0.offset) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// The place of the requestor of this id.
    func requestor(_ id: String) -> Int? { requestorPlaces[id] }

    /// The place of the MVPD of this Adobe id.
    func provider(_ id: String) -> Int? { providerPlaces[id] }

    /// The place of the MVPD that the platform knows by this id.
    func provider(platformMappingID: String) -> Int? { platformProviders[platformMappingID] }

    /// The place of the integration with `mvpd` in the requestor at `requestor`.
    func integration(of requestor: Int, with mvpd: String) -> Int? {
        integrationPlaces.indices.contains(requestor) ? integrationPlaces[requestor][mvpd] : nil
    }
}

extension SimulatedService {
    /// The requestor of this id.
    func requestor(_ id: String) -> ServiceConfiguration.Requestor? {
        directory.requestor(id).map { configuration.requestors[$0] }
    }

    /// The MVPD of this Adobe id.
    func provider(_ id: String) -> ServiceConfiguration.Provider? {
        directory.provider(id).map { configuration.providers[$0] }
    }

    /// The MVPD that the platform knows by this id.
    func provider(platformMappingID: String) -> ServiceConfiguration.Provider? {
        directory.provider(platformMappingID: platformMappingID).map { configuration.providers[$0] }
    }

    /// The agreement of `requestor` with `mvpd`, in force or not.
    func integration(_ requestor: String, _ mvpd: String) -> ServiceConfiguration.Integration? {
        guard let place = directory.requestor(requestor),
            let index = directory.integration(of: place, with: mvpd)
        else { return nil }
        return configuration.requestors[place].integrations[index]
    }

    /// The agreement of `requestor` with `mvpd`, if it is in force.
    func activeIntegration(_ requestor: String, _ mvpd: String) -> ServiceConfiguration.Integration? {
        integration(requestor, mvpd).flatMap { $0.isEnabled ? $0 : nil }
    }

    /// Returns the lifetime of something: the integration's, else the requestor's, else the global figure, else
    /// `fallback`.
    func lifetime(
        _ requestor: String?,
        _ mvpd: String?,
        _ figure: (Lifetimes) -> Duration?
    ) -> Duration {
        if let requestor, let place = directory.requestor(requestor) {
            if let mvpd, let index = directory.integration(of: place, with: mvpd),
                let special = figure(configuration.requestors[place].integrations[index].lifetimes)
            {
                return special
            }
            if let general = figure(configuration.requestors[place].lifetimes) { return general }
        }
        return figure(configuration.lifetimes) ?? figure(.default) ?? .zero
    }
}
