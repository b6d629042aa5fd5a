import Device
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct AccessEnablerTests {
    static let tv = OperatingSystem(.tvOS, PlatformVersion(12))

    @Test("A 1.9.4 client on iOS signs on, plays and logs out, in the dialect of its time")
    func native() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(1, 9, 4))
        #expect(dialogue.isAuthenticated)
        #expect(dialogue.operations == [.sdkConfiguration, .sessionDevice])
        #expect(dialogue.pages.first?["client_version"] == "1.9.4")
        #expect(dialogue.pages.first?["redirect_url"] == "http://adobepass.ios.app/")
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        #expect(dialogue.played == [["KITE1", "media-1"]])
        #expect(dialogue.operations.suffix(2) == [.authorizeDevice, .deviceShortAuthorize])
        #expect(dialogue.requests.last?["signed_requestor_id"] == "c2lnbmVk")
        #expect(dialogue.requests.last?["Authorization"] == nil)
        dialogue.user(.logOut)
        #expect(!dialogue.isAuthenticated)
        #expect(dialogue.pages.last?.operation == .sdkLogout)
        let end = dialogue.page("http://adobepass.ios.app/")
        #expect(end.callbacks == [.notAuthenticated(.userNotAuthenticated)])
        #expect(dialogue.device.stores == DeviceStores())
    }

    @Test("A 3.7 client on iOS registers, signs on, plays and logs out")
    func registered() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(3, 7))
        #expect(dialogue.isAuthenticated)
        #expect(
            dialogue.operations
                == [.register, .accessToken, .sdkConfiguration, .createRegistrationCode, .sessionDevice]
        )
        #expect(dialogue.requests.last?["Authorization"] == "Bearer token-1")
        #expect(dialogue.requests.last?["signed_requestor_id"] == nil)
        #expect(dialogue.requests.last?["reg_code"] == "K7TQ2MX")
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        #expect(dialogue.played == [["KITE1", "media-1"]])
        dialogue.user(.logOut)
        let end = dialogue.page("adobepass://ios.app")
        #expect(end.callbacks == [.notAuthenticated(.userNotAuthenticated)])
        #expect(!dialogue.isAuthenticated)
    }

    @Test("A 3.7 client on tvOS signs on by a code, plays and logs out without any page")
    func secondScreen() {
        var dialogue = SDKDialogue.choosing(PlatformVersion(3, 7), on: Self.tv)
        dialogue.user(.selectProvider("Plover"))
        let shown = dialogue.service(.code(mvpd: "Plover"))
        #expect(shown.statusIDs == ["REGCODE"])
        #expect(dialogue.shown.last == .registrationCode("K7TQ2MX"))
        dialogue.service(.notFound)
        dialogue.timePasses()
        dialogue.serviceAnswersAll()
        #expect(dialogue.isAuthenticated)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        #expect(dialogue.played == [["KITE1", "media-1"]])
        dialogue.user(.logOut)
        #expect(dialogue.operations.last == .sdkLogout)
        let end = dialogue.serviceAnswersAll()
        #expect(end.callbacks == [.notAuthenticated(.userNotAuthenticated)])
        #expect(dialogue.pages.isEmpty)
    }
}
