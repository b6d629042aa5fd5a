import Device
import VirtualTime

/// The data that the SDK keeps for its app alone, beside the tokens: the credentials of its registration, and which
/// session came from the platform.
///
/// Where the real SDK keeps these is unconfirmed; here in the app's user defaults, which go with the app.
struct SDKDefaults {
    let bundleID: String

    private var store: StoreName { .userDefaults(bundleID: bundleID) }
    private static let root = "com.adobe.pass"

    func credentials(on device: Device) -> ClientCredentials? {
        guard let id = device.stores[text: store, [Self.root, "client id"]],
            let secret = device.stores[text: store, [Self.root, "client secret"]]
        else { return nil }
        return ClientCredentials(clientID: id, clientSecret: secret)
    }

    func keep(_ credentials: ClientCredentials, on device: inout Device) -> [StorageChange] {
        device.stores[store, [Self.root, "client id"]] = .text(credentials.clientID)
        device.stores[store, [Self.root, "client secret"]] = .text(credentials.clientSecret)
        return [change(.wrote, "client id", .registered)]
    }

    /// The GUID of the AuthN token that came from Apple SSO for `requestor`; nil if none did.
    func platformSession(of requestor: String, on device: Device) -> String? {
        device.stores[text: store, [Self.root, "platform session", requestor]]
    }

    func keep(platformSession guid: String, of requestor: String, on device: inout Device) -> [StorageChange] {
        device.stores[store, [Self.root, "platform session", requestor]] = .text(guid)
        return [change(.wrote, "platform session", .platformSSO)]
    }

    /// Forgets which session came from the platform: that of one requestor, or of all.
    func forgetPlatformSession(of requestor: String?, on device: inout Device, because reason: CodedText)
        -> [StorageChange]
    {
        let path = [Self.root, "platform session"] + (requestor.map { [$0] } ?? [])
        guard device.stores[store, path] != nil else { return [] }
        device.stores[store, path] = nil
        return [change(.removed, "platform session", reason)]
    }

    private func change(_ action: StorageChange.Action, _ key: String, _ reason: CodedText) -> StorageChange {
        StorageChange(action, store, [Self.root, key], by: .accessEnabler, because: reason)
    }
}
