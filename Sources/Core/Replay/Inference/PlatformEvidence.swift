import Documents
import PassAPI

/// What a recording says of the platform that an app runs on: by the names that its calls give, Apple's or another.
public struct PlatformEvidence: Hashable, Sendable {
    /// The number of calls that name a platform of Apple's.
    public private(set) var appleCount = 0
    /// The number of calls that name another.
    public private(set) var otherCount = 0
    /// The `deviceType` or `User-Agent` of the first call that names a platform of Apple's.
    public private(set) var appleName: String?
    /// That of the first call that names another.
    public private(set) var otherName: String?

    /// True if more speaks for a platform of Apple's than against it.
    ///
    /// Apps call themselves what they like: an add-on for another system that passes for an Apple TV counts as one.
    public var isApple: Bool { appleCount > otherCount }

    /// The platforms that an app may run on.
    private enum Platform { case apple, other, unknown }

    /// Nothing is known.
    init() {}

    /// Counts the calls of an app, each with its `User-Agent`.
    init(of calls: some Sequence<(request: PassRequest, userAgent: String?)>) {
        // An app says the same in most calls.
        var known: [[String?]: Platform] = [:]
        for (request, userAgent) in calls {
            let key = [userAgent, request["deviceType"], request["X-Device-Info"] ?? request["device_info"]]
            let platform = known[key] ?? Self.platform(of: request, from: userAgent)
            known[key] = platform
            let name = request["deviceType"] ?? userAgent
            switch platform {
            case .apple:
                appleCount += 1
                appleName = appleName ?? name
            case .other:
                otherCount += 1
                otherName = otherName ?? name
            case .unknown: break
            }
        }
    }

    private static func platform(of request: PassRequest, from userAgent: String?) -> Platform {
        let information = request.deviceInformation
        let values = ["osName", "osFamily", "model", "manufacturer"].compactMap { information?[$0]?.string }
        let text = ([userAgent, request["deviceType"]].compactMap(\.self) + values).joined(separator: "\n").lowercased()
        let isNamed = { (words: [String]) in words.contains { text.contains($0) } }
        return switch (isNamed(apple), isNamed(others)) {
        case (true, false): .apple
        case (false, true): .other
        // Both is what nobody can tell.
        case (true, true), (false, false): .unknown
        }
    }

    /// What is in the names that Apple's systems and their libraries give (URL Loading System's `CFNetwork` and `Darwin`).
    private static let apple = ["cfnetwork/", "darwin/", "appletv", "apple tv", "tvos", "iphone", "ipad"]
    /// What is in the names of other systems, and of libraries that Apple's apps are not written with.
    private static let others = [
        "android", "dalvik", "okhttp", "roku", "tizen", "web0s", "webos", "windows nt", "x11;", "xbox", "playstation",
        "axios/", "node-fetch", "python", "go-http-client", "curl/", "java/",
    ]
}
