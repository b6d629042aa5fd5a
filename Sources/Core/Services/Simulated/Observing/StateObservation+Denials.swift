import OrderedCollections
import PassAPI

// What answers say of resources that are denied: until they are granted again, a fork denies them with the same words.

extension StateObservation {
    /// Remembers a denial, and forgets it once the resource is granted.
    mutating func observeDecision(_ request: PassRequest, _ response: PassResponse) {
        guard let resource = request.resource, let place = place(of: request) else { return }
        let canonical = MRSSResource(resource).canonical
        let key = RecordedDenial.Key(
            requestor: place.requestor,
            mvpd: mvpd(of: request, at: place),
            resource: canonical
        )
        if let denial = RecordedDenial(request, response) {
            // Of a device that nobody has signed in on, it says that (rest-api-v1.md §7.8).
            if response.denialReason == nil, service.state.devices[place]?.authentication == nil { return }
            service.state.devices[place]?.authorizations[canonical] = nil
            if !changedProviders.contains(key.mvpd) { service.state.provider.denials[key] = denial }
            return
        }
        switch response.content {
        case .authorization, .tokens(_, .some, _): service.state.provider.denials[key] = nil
        default: break
        }
    }

    /// The requestor and the device of a call; the SDKs' protocol names the device otherwise, or not at all.
    private func place(of request: PassRequest) -> DeviceKey? {
        if let key = key(of: request) { return key }
        guard let requestor = request.requestor else { return nil }
        return DeviceKey(requestor: requestor, device: request.deviceID ?? "")
    }

    /// Returns the MVPD whose customer asks: the one that the call names, else the one with which the device is signed
    /// in.
    private func mvpd(of request: PassRequest, at place: DeviceKey) -> String {
        request.mvpd ?? request["authentication_token"].flatMap { service.state.authenticationTokens[$0]?.mvpd }
            ?? service.state.devices[place]?.authentication?.mvpd ?? mvpd
            ?? service.configuration.providers.first?.listing.id ?? ""
    }
}
