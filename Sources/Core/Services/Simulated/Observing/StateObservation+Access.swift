import OrderedCollections
import PassAPI
import VirtualTime

// What answers say of access tokens, and of logouts.

extension StateObservation {
    /// An access token that was issued before the recording began is known by an answer that takes it.
    mutating func trustAccess(of request: PassRequest, _ response: PassResponse, at now: Instant) {
        guard response.takesAccess, let value = request["Authorization"],
            case .bearer(let token) = AuthorizationHeader(value), service.state.accessTokens[token] == nil
        else { return }
        let client = AccessToken.client(of: token)
        let told = AccessToken.expiration(of: token).flatMap { $0 > now ? $0 : nil }
        let grant = AccessGrant(
            clientID: client,
            issued: now,
            expires: told ?? (now + service.lifetime(nil, nil, \.accessToken)).wholeMilliseconds
        )
        service.state.accessTokens.insert(grant, for: token, at: now)
        if told == nil {
            notes.append(.accessTokenExpiry(grant.expires))
        }
        trustClient(client, secret: AccessToken.unseenSecret, at: now)
    }

    /// An application that has an access token, and that nobody saw registering, has registered before.
    mutating func trustClient(_ id: String, secret: String, at instant: Instant) {
        guard service.state.clients[id] == nil else { return }
        service.state.clients[id] = RegisteredClient(secret: secret, softwareStatement: "", issued: instant)
    }

    /// AuthN and AuthZ tokens that were issued before the recording began are known by an answer that takes them.
    mutating func trustTokens(of request: PassRequest, _ response: PassResponse, at now: Instant) {
        switch response.content {
        case .tokens, .shortMediaToken, .preauthorization, .userMetadata: break
        default: return
        }
        if let token = request["authentication_token"], service.state.authenticationTokens[token] == nil {
            take(authenticationToken: token, request, at: now)
        }
        if let token = request["authz_token"], service.state.authorizationTokens[token] == nil {
            take(authorizationToken: token, request, at: now)
        }
    }

    /// A logout ends the sign-on of the device and what was authorized under it: for the requestor, or for all where
    /// the call names none (rest-api-v1.md §7.13).
    mutating func logOut(_ request: PassRequest) {
        guard let device = request["deviceId"] else { return }
        for key in service.state.devices.keys where key.device == device {
            guard request.requestor.map({ $0 == key.requestor }) ?? true else { continue }
            service.state.devices[key] = DeviceRecord()
        }
    }

    /// A logout of the SDKs wipes the tokens of all requestors and MVPDs (access-enabler.md §6.6).
    mutating func logOutSDK(_ request: PassRequest) {
        let device = request.deviceID
        func isOfDevice(_ other: String?) -> Bool { device == nil || other == nil || other == device }
        service.state.authenticationTokens.removeAll { isOfDevice($0.device) }
        service.state.authorizationTokens.removeAll { isOfDevice($0.device) }
        for key in service.state.devices.keys where isOfDevice(key.device) {
            service.state.devices[key] = DeviceRecord()
        }
    }

    /// The requestor and the device that a call is about.
    ///
    /// Some calls leave the requestor out (§7.4, §7.13): where the recording knows one only, it is that. A call about a
    /// registration code is about the device that the code was made for.
    func key(of request: PassRequest) -> DeviceKey? {
        let known = service.configuration.requestors
        let only = known.count == 1 ? known.first?.id : nil
        guard let requestor = request["requestor"] ?? request["requestor_id"] ?? only,
            let device = request["deviceId"] ?? request["code"].flatMap({ service.state.codes[$0]?.device }),
            !device.isEmpty
        else { return nil }
        return DeviceKey(requestor: requestor, device: device)
    }
}

extension PassResponse {
    /// True if the service has let the call in, whatever it then responded.
    fileprivate var takesAccess: Bool {
        if status == 401 || status == 429 || status >= 500 { return false }
        if case .error(let error) = content, error.code == "invalid_client" { return false }
        return true
    }
}
