public import Device
import OrderedCollections
public import PassAPI

// The answers to preauthorizations: a cache of their own that lives with the tokens (access-enabler.md §6.5, tokens.md §9).

extension TokenStorage {
    /// The answer of the cache to a preauthorization of `resources`, in their order.
    ///
    /// Nil unless it holds exactly the same set for the current requestor.
    public func preauthorization(
        of resources: [String],
        from mvpd: String,
        on device: Device
    ) -> [PreauthorizedResource]? {
        guard let cache = bucket(of: mvpd, on: device)?[TokenBucket.Key.preauthorization],
            cache["requestor"]?.text == requestor, let answers = cache["resources"]?.map
        else { return nil }
        var answer: [PreauthorizedResource] = []
        for resource in resources {
            guard let isAuthorized = answers[resource]?.text else { return nil }
            answer.append(PreauthorizedResource(id: resource, isAuthorized: isAuthorized == "true"))
        }
        return Set(resources).count == answers.count ? answer : nil
    }

    /// Keeps the answers to a preauthorization in place of all that were kept.
    ///
    /// Why a resource was refused is not kept: only what may be watched. Without an AuthN token that is kept nothing is.
    public func store(
        preauthorization answers: [PreauthorizedResource],
        from mvpd: String,
        on device: inout Device
    ) -> [StorageChange] {
        guard let area = area(for: mvpd, on: device) else { return [] }
        let path = area.path(requestor, mvpd, deviceID.hash) + [TokenBucket.Key.preauthorization]
        var resources: OrderedDictionary<String, StoredValue> = [:]
        for answer in answers { resources[answer.id] = .text(String(answer.isAuthorized)) }
        let value: StoredValue? =
            resources.isEmpty ? nil : .map(["requestor": .text(requestor), "resources": .map(resources)])
        guard device.stores[area.store, path] != value else { return [] }
        device.stores[area.store, path] = value
        return [wrote(area, path, .preauthorization(of: resources.count))]
    }
}
