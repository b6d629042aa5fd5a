import Device
import Documents
import Exchanges
import PassAPI
import Services
import SubscriberAccount

/// The SDK that speaks in a recording, and its system: by `User-Agent`, the login page's parameters, or the way it
/// speaks.
struct NativeClientDescription {
    /// The version of the SDK.
    var version = PlatformVersion(1, 9, 4)
    /// The operating system of its device.
    var system: OperatingSystem
    /// The notes on what was assumed.
    var notes: [ReplayNote] = []

    init(_ session: RecordedSession) {
        let calls = session.calls + session.besides
        let agent = Self.decoded(session.userAgents.first { $0.contains("AdobePassNativeClient") } ?? "")
        // Inside a web view the SDK's name stands last, behind a browser's: `Mozilla/5.0 (…) … AdobePassNativeClient/3.6.1`.
        let named = agent.split(separator: " ").first { $0.hasPrefix(Self.product) }?.dropFirst(Self.product.count)
        let client = calls.lazy.compactMap { $0.request["client_version"] }.first
        let isRegistered = session.calls.contains {
            [.registration, .accessToken, .code].contains($0.request.operation.role)
                || $0.request["Authorization"]?.hasPrefix("Bearer ") == true
        }
        if let told = (named.map { String($0) } ?? client).flatMap({ PlatformVersion($0) }) {
            version = told
        } else {
            if isRegistered { version = PlatformVersion(3, 6) }
            notes.append(.versionAssumed(version))
        }
        let information = calls.lazy.compactMap { $0.request["X-Device-Info"] }.first
            .flatMap { try? Base64.decode($0) }.flatMap { try? JSONValue(parsing: $0).object }
        let other = Self.otherSystem(information)
        let words = agent.split { $0 == " " || $0 == ";" || $0 == ")" }
        let release =
            words.firstIndex(of: "OS").flatMap { words.dropFirst($0 + 1).first }
            .map { $0.split(separator: "_").joined(separator: ".") }
            ?? (other == nil ? information?["osVersion"]?.string : nil)
        let family = Self.family(agent, information, session)
        let fallback = version >= PlatformVersion(3, 0) ? PlatformVersion(15) : PlatformVersion(9)
        system = OperatingSystem(family, release.flatMap { PlatformVersion($0) } ?? fallback)
        if let other { notes.append(.systemReplayedAs(family, insteadOf: other)) }
    }

    private static func family(
        _ agent: String,
        _ information: JSONObject?,
        _ session: RecordedSession
    ) -> OperatingSystem.Family {
        let names = [agent, information?["osName"]?.string, information?["osFamily"]?.string]
        for name in names.compactMap({ $0?.lowercased() }) {
            if name.contains("tvos") || name.contains("appletv") { return .tvOS }
            if name.contains("ipad") { return .iPadOS }
            if name.contains("iphone") || name == "ios" { return .iOS }
        }
        // A code with no login page of the app: the user went to a second screen.
        let hasCode = session.calls.contains { $0.request.operation.role == .code }
        let hasPage = session.besides.contains { $0.request.operation.role == .login }
        return hasCode && !hasPage ? .tvOS : .iOS
    }

    /// The system that the client information names, if it is none of Apple's: Android 10 is no tvOS 10.
    private static func otherSystem(_ information: JSONObject?) -> String? {
        guard let name = information?["osName"]?.string ?? information?["osFamily"]?.string else { return nil }
        let lowercased = name.lowercased()
        return ["ios", "ipad", "tvos", "apple"].contains { lowercased.contains($0) } ? nil : name
    }

    /// The name that the SDK gives itself, before its version.
    private static let product = "AdobePassNativeClient/"

    /// One client sends its name percent-encoded (access-enabler.md §14.1).
    private static func decoded(_ agent: String) -> String {
        agent.contains("%20") ? PercentEncoding.decode(agent) : agent
    }
}
