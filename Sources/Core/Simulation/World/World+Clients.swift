import ClientStack
import Device
import Documents
import Services
import SubscriberAccount

// The client in an app, by its kind.

extension World {
    /// The client of an app on `device`.
    func client(of app: AppSetup, on device: Device) throws(OptionError) -> any ClientMachine {
        let information = Self.deviceInformation(of: device.system)
        let domain = backend.service.domain(of: app.requestor) ?? "adobe.com"
        let redirectURL = "https://\(domain)/done"
        let rest = ClientConfiguration(
            requestor: app.requestor,
            platform: ClientPlatform(device.system.family),
            osVersion: device.system.version,
            deviceID: device.identifierForVendor(of: app.bundleID) ?? device.name,
            deviceInfo: information,
            softwareStatement: Self.softwareStatement,
            domainName: domain,
            redirectURL: redirectURL
        )
        switch app.kind {
        case .rest:
            var options = RESTAppOptions()
            try RESTAppOptions.table.apply(app.options, to: &options)
            guard options.differsFromDocuments else {
                var configuration = rest
                configuration.options = options.client
                return Client(configuration: configuration)
            }
            var configuration = BehaviorConfiguration(
                requestor: app.requestor,
                bundleID: app.bundleID,
                deviceID: rest.deviceID,
                domainName: domain,
                redirectURL: redirectURL,
                behavior: options.behavior
            )
            configuration.deviceInformation = information
            configuration.softwareStatement = Self.softwareStatement
            return BehaviorClient(configuration: configuration)
        case .restV2:
            var configuration = StreamingAppConfiguration(client: rest)
            try StreamingAppOptions.table.apply(app.options, to: &configuration.options)
            configuration.sharedSignIn = SharedSignIn(
                serviceTokenUser: configuration.options.serviceTokenUser,
                subjectToken: configuration.options.subjectToken
            )
            return StreamingApp(configuration: configuration)
        case .sdk:
            var configuration = AccessEnablerConfiguration(
                bundleID: app.bundleID,
                requestor: app.requestor,
                // Invented, like the statement: what the Programmer's key and secret would give before 3.0.
                signedRequestor: Base64.encode(Array("signed \(app.requestor)".utf8)),
                secondScreenKeys: SecondScreenKeys(secret: "kite-secret", publicKey: "kite-public"),
                softwareStatement: Self.softwareStatement,
                deviceInformation: information
            )
            try AccessEnablerConfiguration.table.apply(app.options, to: &configuration)
            return AccessEnablerApp(configuration: configuration)
        case .browser(let provider):
            var configuration = BrowserConfiguration(
                bundleID: app.bundleID,
                requestor: app.requestor,
                mvpd: provider,
                softwareStatement: Self.softwareStatement,
                redirectURL: redirectURL
            )
            try BrowserOptions.table.apply(app.options, to: &configuration.options)
            return BrowserClient(configuration: configuration)
        }
    }

    /// An invented statement: header and claims of a JWT, and a signature that nobody checks.
    static let softwareStatement =
        "eyJhbGciOiJSUzI1NiJ9.eyJzb2Z0d2FyZV9pZCI6ImtpdGUifQ.c2lnbmF0dXJl"

    /// `X-Device-Info` of an Apple device (rest-api-v1.md §2).
    private static func deviceInformation(of system: OperatingSystem) -> String {
        let isTV = system.family == .tvOS
        let information = JSONValue.object([
            "primaryHardwareType": .string(
                isTV ? "SetTopBox" : system.family == .iOS ? "MobilePhone" : "Tablet"
            ),
            "model": .string(isTV ? "AppleTV" : system.family == .iOS ? "iPhone" : "iPad"),
            "version": .string("11,1"),
            "manufacturer": .string("Apple"),
            "osName": .string(isTV ? "tvOS" : "iOS"),
            "osVersion": .string("\(system.version)"),
        ])
        return Base64.encode(Array(information.serialized.utf8))
    }
}
