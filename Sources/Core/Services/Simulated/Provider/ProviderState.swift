import OrderedCollections
import PassAPI
import VirtualTime

/// The memory of the MVPDs' side and the decisions.
struct ProviderState: Hashable, Sendable {
    /// The MVPDs that were asked or changed: the others are as their configuration says.
    var machines: OrderedDictionary<String, ProviderMachine> = [:]
    /// The degradations in force.
    var degradations: OrderedDictionary<IntegrationKey, ServiceControl.Degradation> = [:]
    /// The trials of Temp Passes.
    var trials = Trials()
    /// True if the front end throttles; nil: as the quirk says.
    var isThrottling: Bool?
    /// The credits of callers, by address.
    var buckets: [String: ThrottleBucket] = [:]
    /// True if errors are enhanced; nil: nobody has decided, and they are not.
    var isEnhancing: Bool?
    /// Devices whose next answer is `pendingLogout`; a device of nil is whichever asks first.
    var demandedLogouts: [DemandedLogout] = []
    /// The denials that a recording showed and nothing has lifted since: they hold whatever the package is.
    var denials: OrderedDictionary<RecordedDenial.Key, RecordedDenial> = [:]

    /// A logout that is demanded of a device.
    struct DemandedLogout: Hashable, Sendable {
        var device: String?
        var reason: String?
    }
}

/// Names a requestor's agreement with an MVPD.
struct IntegrationKey: Hashable, Sendable {
    var requestor: String
    var mvpd: String
}

extension SimulatedService {
    /// The MVPD as it is now; nil if there is none of this id.
    func machine(_ mvpd: String) -> ProviderMachine? {
        state.provider.machines[mvpd] ?? provider(mvpd).map { ProviderMachine($0, source: generator) }
    }

    /// Has the MVPD do something; nil if there is none of this id.
    mutating func withMachine<Result>(_ mvpd: String, _ body: (inout ProviderMachine) -> Result) -> Result? {
        if let index = state.provider.machines.index(forKey: mvpd) {
            return body(&state.provider.machines.values[index])
        }
        guard var machine = machine(mvpd) else { return nil }
        let result = body(&machine)
        state.provider.machines[mvpd] = machine
        return result
    }

    /// Returns the degradation of the integration; nil if there is none.
    func degradation(_ requestor: String, _ mvpd: String) -> ServiceControl.Degradation? {
        state.provider.degradations.isEmpty
            ? nil : state.provider.degradations[IntegrationKey(requestor: requestor, mvpd: mvpd)]
    }

    /// True if errors are enhanced.
    var enhancesErrors: Bool { state.provider.isEnhancing ?? false }
}
