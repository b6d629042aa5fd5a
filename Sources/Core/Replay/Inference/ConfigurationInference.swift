import ClientStack
import Documents
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

/// The reference client that a recording calls for: who it is, what it still had, what its app chose.
///
/// Choices that belong to the app (which call checks the token, how long a code shall live) are taken from the recording,
/// so that they do not show up as differences. How the client behaves is its own.
struct ConfigurationInference {
    /// The client's configuration.
    var configuration: ClientConfiguration
    /// The notes on what was concluded rather than seen.
    var notes: [ReplayNote] = []

    init(_ session: RecordedSession, options: ReplayOptions) {
        let calls = session.calls
        let information = calls.lazy.compactMap { $0.request.deviceInformation }.first
        let platform = Self.platform(of: calls, information)
        configuration = ClientConfiguration(
            requestor: calls.first("requestor") ?? "",
            platform: platform,
            osVersion: (information?["osVersion"]?.string).flatMap { PlatformVersion($0) } ?? PlatformVersion(15),
            deviceID: calls.first("deviceId") ?? "",
            deviceInfo: calls.first("X-Device-Info") ?? calls.first("device_info")
        )
        if let login = session.besides.first(where: { $0.request.operation.role == .login }) {
            configuration.domainName = login.request["domain_name"] ?? ""
            configuration.redirectURL = login.request["redirect_url"] ?? ""
        }
        if session.beginsSignedOn {
            configuration.isSignedIn = true
            notes.append(.signedOnBefore)
        }
        let access = AccessInference(calls)
        configuration.softwareStatement = access.softwareStatement
        configuration.registrationRedirectURI = access.redirectURI
        configuration.credentials = access.credentials ?? access.unseenCredentials
        configuration.accessToken = access.accessToken
        configuration.signedAuthorization = access.signedAuthorization
        notes += access.notes
        inferOptions(calls)
        if options.infersPolls, let interval = Self.pollInterval(of: calls) {
            configuration.options.pollInterval = interval
        }
        if let interval = options.pollInterval { configuration.options.pollInterval = interval }
    }

    /// The longest pause between two polls in a row, from answer to poll, where all are alike.
    static func pollInterval(of calls: [RecordedCall]) -> Duration? {
        let pauses = zip(calls, calls.dropFirst()).compactMap { earlier, later -> Duration? in
            guard earlier.saysNotYetAuthenticated, later.request.operation == earlier.request.operation else {
                return nil
            }
            return later.startedAt - earlier.endedAt
        }
        guard let longest = pauses.max(), let shortest = pauses.min() else { return nil }
        return longest - shortest < .milliseconds(250) ? longest : nil
    }

    // MARK: What the app chose

    private mutating func inferOptions(_ calls: [RecordedCall]) {
        let code = calls.firstIndex { $0.request.operation.role == .code }
        let check = calls[..<(code ?? calls.endIndex)].first { $0.request.operation.specification.isPoll }
        let poll = code.flatMap { calls[$0...].first { $0.request.operation.specification.isPoll } }
        if check?.request.operation.role == .token {
            configuration.options.tokenCheck = .readAuthenticationToken
        }
        if poll?.request.operation.role == .check {
            configuration.options.pollWith = .checkAuthentication
        }
        // A web view sends no DELETE: an app that is recorded with one makes the call itself.
        let logouts = calls.filter { $0.request.operation.role == .logout }
        if logouts.contains(where: { !$0.isPageLoad }) {
            let hasPage = logouts.contains { $0.isPageLoad }
            configuration.options.logoutOnFirstScreen = hasPage ? .webViewAndRequest : .request
        }
        configuration.options.registrationCodeTTL = code.flatMap { calls[$0].request["ttl"] }.flatMap { Int($0) }
    }

    // MARK: The device

    /// Returns true if the app's platform has web views: all but tvOS, which counts where the calls name none.
    static func hasWebViews(_ calls: [RecordedCall]) -> Bool {
        platform(of: calls, calls.lazy.compactMap { $0.request.deviceInformation }.first) != .tvOS
    }

    static func platform(of calls: [RecordedCall], _ information: JSONObject?) -> ClientPlatform {
        let names = [
            calls.first("deviceType"), information?["osName"]?.string, information?["osFamily"]?.string,
        ]
        for name in names.compactMap({ $0?.lowercased() }) {
            if name.contains("tvos") || name.contains("appletv") { return .tvOS }
            if name.contains("ipados") { return .iPadOS }
            if name == "ios" || name.contains("iphone") { return .iOS }
        }
        return .tvOS
    }
}

extension PassRequest {
    /// The client information that goes along, decoded; nil if there is none or it cannot be read.
    var deviceInformation: JSONObject? {
        guard let text = self["X-Device-Info"] ?? self["device_info"], let bytes = try? Base64.decode(text) else {
            return nil
        }
        return try? JSONValue(parsing: bytes).object
    }
}
