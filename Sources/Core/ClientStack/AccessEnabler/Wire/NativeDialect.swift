import Device
import PassAPI
import SubscriberAccount

/// The protocol of a version of AccessEnabler with the service, and its capabilities on a system.
///
/// All thresholds stand here. Source: access-enabler.md §2, §6.2, §7, §13, §14.1, §14.2.
struct NativeDialect: Hashable, Sendable {
    let version: PlatformVersion
    let system: OperatingSystem
    /// `User-Agent`: an Apple client of 1.x names itself so (§14.1).
    private let userAgent: String
    /// The description of the device in tracking data: its type, `ios`, the system.
    let clientDescription: [String]

    init(_ version: PlatformVersion, on system: OperatingSystem) {
        self.version = version
        self.system = system
        let name = system.family == .iPadOS ? "iPad" : system.family == .tvOS ? "AppleTV" : "iPhone"
        let numbers = "\(system.version)".split(separator: ".").joined(separator: "_")
        userAgent =
            "AdobePassNativeClient/\(version) (\(name); U; CPU \(name == "iPhone" ? "iPhone " : "")OS \(numbers) like Mac OS X; en-us)"
        let type = system.family == .iPadOS ? "tablet" : system.family == .tvOS ? "unknown" : "mobile"
        clientDescription = [type, "ios", system.description]
    }

    /// Dynamic Client Registration in place of a signed requestor id: 3.0.
    var isRegistered: Bool { version >= PlatformVersion(3, 0) }
    /// The signature came with 1.2.
    var isSigned: Bool { !isRegistered && version >= PlatformVersion(1, 2) }
    /// The user logs in on a second screen, and no URL is navigated to.
    var usesSecondScreen: Bool { system.family == .tvOS }

    /// Passive authentication: from 1.7 on; from 3.1 on no longer for MVPDs in web views (§7).
    func authenticatesPassively(with mvpd: MVPD, _ configuration: AccessEnablerConfiguration) -> Bool {
        guard !usesSecondScreen, version >= PlatformVersion(1, 7), configuration.options.callsOnMainThread,
            mvpd.isAuthenticationPerRequestor, mvpd.isPassiveAuthenticationEnabled
        else { return false }
        return version < PlatformVersion(3, 1) || configuration.browserOnlyProviders.contains(mvpd.id)
    }

    /// Apple SSO: from 2.0 on, where the system has the framework and the app the entitlement.
    func signsOnByPlatform(_ configuration: AccessEnablerConfiguration) -> Bool {
        configuration.usesPlatformSignOn && version >= PlatformVersion(2, 0)
            && AccountFeature.accountManager.isAvailable(on: accountPlatform, system.version)
    }

    var accountPlatform: AccountPlatform { system.family == .tvOS ? .tvOS : .iOS }
    /// `deviceType` of the two platform sign-on calls.
    var deviceType: String { system.family == .tvOS ? "tvOS" : "iOS" }

    /// Returns the presenter of the login page of `mvpd`, and the kind of view (§13).
    func presentation(
        of mvpd: String,
        _ configuration: AccessEnablerConfiguration,
        handlesViewController: Bool
    ) -> LoginPresentation {
        guard configuration.browserOnlyProviders.contains(mvpd), version >= PlatformVersion(3, 1) else {
            return .webView
        }
        if version < PlatformVersion(3, 2) { return .viewControllerOfSDK }
        return handlesViewController ? .viewControllerOfApp : .viewControllerOfSDK
    }

    /// The URL that ends a login or logout and must not be loaded (§6.2).
    func endURL(_ presentation: LoginPresentation, _ configuration: AccessEnablerConfiguration) -> String {
        switch presentation {
        case .webView:
            version < PlatformVersion(1, 10) ? "http://adobepass.ios.app/" : "adobepass://ios.app"
        case .viewControllerOfApp, .viewControllerOfSDK: configuration.customScheme + "://adobe.com"
        }
    }

    /// True if a registration code, not cookies, ties a login in a web view to its token: from 3.0 on (§14.1, §14.2; unconfirmed
    /// for iOS).
    var usesCode: Bool { usesSecondScreen || isRegistered }

    /// Makes the common part of the SDK's calls; the access token is filled in when a call leaves.
    func context(
        _ configuration: AccessEnablerConfiguration,
        requestor: String,
        deviceID: String?,
        deviceInformation: String?,
        host: String?
    ) -> SDKContext {
        var headers: [PassRequest.Parameter] = []
        if !isRegistered { headers.append(PassRequest.Parameter("User-Agent", userAgent)) }
        if let host { headers.append(PassRequest.Parameter("Host", host)) }
        return SDKContext(
            requestor: requestor,
            signedRequestor: isSigned ? configuration.signedRequestor : nil,
            deviceID: deviceID,
            deviceInformation: isRegistered ? deviceInformation : nil,
            networkType: isRegistered ? "WIFI" : nil,
            accessToken: isRegistered ? "" : nil,
            headers: headers
        )
    }
}

/// In what a login page is shown, and by whom.
enum LoginPresentation: Hashable, Sendable {
    /// In a web view of the app.
    case webView
    /// In SFSafariViewController, by the app (`handleSVC`, 3.2).
    case viewControllerOfApp
    /// In SFSafariViewController, by the SDK itself (3.1).
    case viewControllerOfSDK
}
