import Device
import PassAPI
import Tokens
import VirtualTime

// getMetadata (access-enabler.md §4.3).

extension SDKDesk {
    mutating func getMetadata(_ key: AccessEnablerCall.MetadataKey, _ device: Device) {
        let token = token(device)
        switch key {
        case .authentication: tell(key, token?.expiry.map(Self.text))
        case .authorization(let resource):
            let grant = token?.msoID.flatMap {
                storage.authorization(of: resource, from: $0, on: device, at: buffer.wall)
            }
            tell(key, grant?.expiry.map(Self.text))
        // §4.3: off by default.
        case .deviceID: tell(key, nil)
        case .user(let name):
            guard let token else { return tell(key, nil) }
            call(
                .sdkUserMetadata(
                    context(for: token.msoID),
                    mvpd: token.msoID,
                    authenticationToken: token.text
                ),
                for: .userMetadata(key: name)
            )
        }
    }

    mutating func userMetadataAnswered(_ name: String, _ response: PassResponse) {
        guard response.isSuccess, case .userMetadata(let metadata) = response.content else {
            return tell(.user(key: name), nil)
        }
        let isEncrypted = metadata.encrypted.contains(name)
        buffer.callBack(
            .setMetadataStatus(value: metadata.text(of: name), isEncrypted: isEncrypted, key: .user(key: name))
        )
    }

    private mutating func tell(_ key: AccessEnablerCall.MetadataKey, _ value: String?) {
        buffer.callBack(.setMetadataStatus(value: value, isEncrypted: false, key: key))
    }

    /// A date as tokens write it; the format of static metadata is unconfirmed (§4.3).
    private static func text(_ instant: Instant) -> String { TokenDate(instant).text }
}
