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

    @Test("Login pages are tied to their token by cookies before 3.0, by a code from then on, or as an option says")
    func session() {
        var options = AccessEnablerOptions()
        #expect(!NativeDialect(PlatformVersion(2), on: Self.phone).usesCode(options))
        #expect(NativeDialect(PlatformVersion(3), on: Self.phone).usesCode(options))
        #expect(NativeDialect(PlatformVersion(2), on: OperatingSystem(.tvOS, PlatformVersion(10))).usesCode(options))
        options.webViewSession = .cookies
        #expect(!NativeDialect(PlatformVersion(3), on: Self.phone).usesCode(options))
        options.webViewSession = .registrationCode
        #expect(NativeDialect(PlatformVersion(1, 9), on: Self.phone).usesCode(options))
    }

    @Test(
        "The end URL is recognised with what may stand behind it, and nothing else is",
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

    @Test("Every status code stands in the table once, with what it means")
    func table() {
        let ids = AdvancedStatus.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(AdvancedStatus.named("SEC412")?.level == .warning)
        #expect(AdvancedStatus.named("CFG410") == nil)
        #expect(AdvancedStatus.all.allSatisfy { !$0.meaning.isEmpty })
    }

    @Test("Error codes have a text and a constant", arguments: AccessEnablerError.allCases)
    func errors(error: AccessEnablerError) {
        #expect(error.spelled(.text) == error.text)
        #expect(error.spelled(.constant) == error.constant)
        #expect(error.constant.uppercased() == error.constant)
    }
}
