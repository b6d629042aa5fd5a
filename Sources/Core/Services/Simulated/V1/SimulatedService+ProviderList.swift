import PassAPI
import VirtualTime

extension SimulatedService {
    /// `v2.configuration`: the same list (rest-api-v2.md §5.1).
    mutating func listProvidersOfV2(_ call: Call) throws(RefusedCall) -> PassResponse {
        _ = try serviceProvider(of: call)
        return try listProviders("serviceProvider", call)
    }

    /// `v1.config`, `ae.config`: the MVPDs that the requestor is integrated with, and the server's clock (§7.1).
    mutating func listProviders(_ name: String, _ call: Call) throws(RefusedCall) -> PassResponse {
        let id = try knownRequestor(name, of: call)
        guard let requestor = requestor(id) else { throw missing(name) }
        return PassResponse(
            status: 200,
            .configuration(
                Configuration(
                    requestor: requestor.id,
                    name: requestor.name,
                    time: call.time,
                    mvpds: requestor.integrations.compactMap { listing(of: $0) },
                    domains: requestor.domains
                )
            )
        )
    }

    /// Returns the listing of the MVPD of an integration in force: its own flags, and the integration's.
    private func listing(of integration: ServiceConfiguration.Integration) -> MVPD? {
        guard integration.isEnabled, var listing = provider(integration.mvpd)?.listing else { return nil }
        listing.isAuthenticationPerRequestor = integration.isAuthenticationPerRequestor
        listing.isPassiveAuthenticationEnabled = integration.isPassiveAuthenticationEnabled
        listing.enablePlatformServices = listing.enablePlatformServices && integration.isSingleSignOnEnabled
        return listing
    }
}
