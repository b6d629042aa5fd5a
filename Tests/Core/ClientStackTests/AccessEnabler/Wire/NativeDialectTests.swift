import Device
import PassAPI
import SubscriberAccount
import Testing

@testable import ClientStack

@Suite struct NativeDialectTests {
    private static let configuration = AccessEnablerConfiguration(
        bundleID: "com.kite.tv",
        requestor: "KITETV",
        signedRequestor: "c2lnbmVk"
    )
    private static let phone = OperatingSystem(.iOS, PlatformVersion(9, 2, 1))

    @Test("Until 3.0 the requestor id is signed, from 1.2 on; then an access token takes its place")
    func eras() {
        for (version, isSigned, isRegistered) in [
            (PlatformVersion(1, 1), false, false), (PlatformVersion(1, 2), true, false),
            (PlatformVersion(2, 4), true, false), (PlatformVersion(3, 0), false, true),
        ] {
            let dialect = NativeDialect(version, on: Self.phone)
            let context = dialect.context(
                Self.configuration,
                requestor: "KITETV",
                deviceID: "00ff",
                deviceInformation: "e30=",
                host: nil
            )
            #expect((context.signedRequestor != nil) == isSigned)
            #expect((context.accessToken != nil) == isRegistered)
            #expect((context.deviceInformation != nil) == isRegistered)
        }
    }

    @Test("A 1.x client names itself in User-Agent")
    func userAgent() {
        let dialect = NativeDialect(PlatformVersion(1, 9, 4), on: Self.phone)
        let context = dialect.context(
            Self.configuration,
            requestor: "KITETV",
            deviceID: nil,
            deviceInformation: nil,
            host: "sp2.example"
        )
        #expect(
            context.headers == [
                PassRequest.Parameter(
                    "User-Agent",
                    "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9_2_1 like Mac OS X; en-us)"
                ),
                PassRequest.Parameter("Host", "sp2.example"),
            ]
        )
    }

    @Test("Login pages are tied to their token by cookies before 3.0, by a code from then on")
    func session() {
        #expect(!NativeDialect(PlatformVersion(2), on: Self.phone).usesCode)
        #expect(NativeDialect(PlatformVersion(3), on: Self.phone).usesCode)
        #expect(NativeDialect(PlatformVersion(2), on: OperatingSystem(.tvOS, PlatformVersion(10))).usesCode)
    }

    @Test(
        "The end URL is recognized with what may stand behind it, and nothing else is",
        arguments: [
            ("adobepass://ios.app", true), ("adobepass://ios.app/", true), ("ADOBEPASS://iOS.app?x=1", true),
            ("adobepass://ios.app#x", true), ("adobepass://ios.apple", false), ("adobepass://ios", false), ("", false),
            ("https://ios.app", false),
        ]
    )
    func endURL(url: String, isEnd: Bool) {
        #expect(EndURL.isReached(url, "adobepass://ios.app") == isEnd)
        #expect(EndURL.isReached(url, "adobepass://ios.app/") == isEnd)
    }

    /// The table of access-enabler.md §5, iOS and tvOS column: ids and levels.
    static let statuses = """
        AAPL error; AAPL_ERROR error; VSA203 info; VSA403 info; VSA404 info; VSA503 info; 500 error; N500 error; \
        Z500 error; SEC403 error; SEC412 warning; SEC420 error; CFG100 warning; CFG400 error; CFG404 error; \
        CFG5xx error; CFG429 error; N000 info; N001 info; N003 info; N004 info; N005 info; N010 warning; N011 info; \
        N111 warning; N130 error; R400 error; R401 error; REG500 error; REGCODE success; Z010 warning; Z011 info; \
        Z100 error; Z110 error; Z120 error; Z130 error; Z169 error; P100 error
        """

    @Test("The status codes and their levels are those of the page, and no others")
    func table() {
        let listed = Self.statuses.split(separator: "; ").map(String.init)
        #expect(AdvancedStatus.all.map { "\($0.id) \($0.level.rawValue)" } == listed)
        for status in AdvancedStatus.all { #expect(AdvancedStatus.named(status.id) == status) }
        // Other platforms'.
        for id in ["CFG410", "IS001", "LS011", ""] { #expect(AdvancedStatus.named(id) == nil) }
        #expect(Set(AdvancedStatus.Level.allCases.map(\.rawValue)) == ["success", "info", "warning", "error"])
        #expect(AdvancedStatus.all.allSatisfy { !$0.meaning.isEmpty })
    }

    @Test("The events of tracking data are those of the page, and no others")
    func trackingEvents() {
        #expect(
            TrackingEvent.allCases.map(\.rawValue) == [
                "TRACKING_AUTHENTICATION", "TRACKING_AUTHORIZATION", "TRACKING_GET_SELECTED_PROVIDER",
            ]
        )
    }

    /// access-enabler.md §4.1; which constant has which text is unconfirmed there, the texts are not.
    @Test("The texts of errors are those of the page, and no others")
    func errorTexts() {
        #expect(
            AccessEnablerError.allCases.map(\.text) == [
                "User Not Authenticated Error", "Provider not Selected Error", "Generic Authentication Error",
                "User not Authorized Error", "Internal Error", "Provider not Available Error",
                "Internal Authentication Error", "Generic Authorization Error", "Internal Authorization Error",
            ]
        )
    }
}
