import Device
import PassAPI
import Tokens
import VirtualTime

// getMetadata, getSelectedProvider (access-enabler.md §2, §4.3).

extension AccessEnabler {
    mutating func getMetadata(_ key: AccessEnablerCall.MetadataKey, _ device: Device, _ turn: inout EffectBuffer) {
        let token = token(device, turn)
        switch key {
        case .authentication: tell(key, token?.expiry.map(Self.text), &turn)
        case .authorization(let resource):
            let grant = token?.msoID.flatMap {
                storage.authorization(of: resource, from: $0, on: device, at: turn.wall)
            }
            tell(key, grant?.expiry.map(Self.text), &turn)
        case .deviceID: tell(key, options.revealsDeviceID ? storage.deviceID.hash : nil, &turn)
        case .user(let name):
            guard let token else { return tell(key, nil, &turn) }
            call(
                .sdkUserMetadata(
                    context(for: token.msoID),
                    mvpd: token.msoID,
                    authenticationToken: token.text
                ),
                for: .userMetadata(key: name),
                &turn
            )
        }
    }

    mutating func userMetadataAnswered(_ name: String, _ response: PassResponse, _ turn: inout EffectBuffer) {
        guard response.isSuccess, case .userMetadata(let metadata) = response.content else {
            return tell(.user(key: name), nil, &turn)
        }
        let isEncrypted = metadata.encrypted.contains(name)
        turn.callBack(
            .setMetadataStatus(value: metadata.text(of: name), isEncrypted: isEncrypted, key: .user(key: name))
        )
    }

    /// The MVPD that is selected, or authenticated with; not queued.
    func getSelectedProvider(_ device: Device, _ turn: inout EffectBuffer) {
        let id = login?.mvpd?.id ?? selected ?? token(device, turn)?.msoID ?? storage.provider(on: device)?.mvpd
        turn.callBack(.selectedProvider(id.flatMap { requestor?.mvpd($0) }))
    }

    private func tell(_ key: AccessEnablerCall.MetadataKey, _ value: String?, _ turn: inout EffectBuffer) {
        turn.callBack(.setMetadataStatus(value: value, isEncrypted: false, key: key))
    }

    /// A date as tokens write it; the format of static metadata is unconfirmed (§4.3).
    private static func text(_ instant: Instant) -> String { TokenDate(instant).text }
}
