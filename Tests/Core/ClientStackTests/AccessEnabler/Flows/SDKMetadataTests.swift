import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct SDKMetadataTests {
    static let version = PlatformVersion(3, 7)

    private static func value(_ effects: [ClientEffect]) -> String? {
        for case .setMetadataStatus(let value, _, _) in effects.callbacks { return value }
        return nil
    }

    @Test("The ends of AuthN and AuthZ tokens are told from storage")
    func ends() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        #expect(Self.value(dialogue.call(.getMetadata(.authentication)))?.isEmpty == false)
        #expect(Self.value(dialogue.call(.getMetadata(.authorization(resource: "KITE1")))) == nil)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        #expect(Self.value(dialogue.call(.getMetadata(.authorization(resource: "KITE1"))))?.isEmpty == false)
        dialogue.now = Kite.now + .seconds(30 * 86_400)
        #expect(Self.value(dialogue.call(.getMetadata(.authentication))) == nil)
    }

    @Test("The device id is not told: that is off by default (§4.3)")
    func deviceID() {
        var dialogue = SDKDialogue.configured(Self.version)
        #expect(Self.value(dialogue.call(.getMetadata(.deviceID))) == nil)
    }

    @Test("User metadata come from the service, and nothing comes for nobody")
    func user() {
        var nobody = SDKDialogue.configured(Self.version)
        #expect(
            nobody.call(.getMetadata(.user(key: "userID"))).callbacks
                == [.setMetadataStatus(value: nil, isEncrypted: false, key: .user(key: "userID"))]
        )
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.getMetadata(.user(key: "userID")))
        #expect(
            dialogue.serviceAnswersAll().callbacks
                == [.setMetadataStatus(value: "u-1", isEncrypted: false, key: .user(key: "userID"))]
        )
        for answer in [PassResponse.notFound, .pendingLogout()] {
            dialogue.call(.getMetadata(.user(key: "zip")))
            #expect(
                dialogue.service(answer).callbacks.last
                    == .setMetadataStatus(value: nil, isEncrypted: false, key: .user(key: "zip"))
            )
        }
    }

    @Test("getSelectedProvider is not queued, and names the MVPD that is selected or authenticated with")
    func selected() {
        var dialogue = SDKDialogue(Self.version)
        dialogue.call(.setRequestor("KITETV", serviceProviders: []))
        #expect(dialogue.call(.getSelectedProvider).callbacks == [.selectedProvider(nil)])
        dialogue.serviceAnswersAll()
        dialogue.call(.setSelectedProvider("Meadowlark"))
        #expect(dialogue.call(.getSelectedProvider).callbacks == [.selectedProvider(Kite.meadowlark)])
        var signedIn = SDKDialogue.signedIn(Self.version)
        #expect(signedIn.call(.getSelectedProvider).callbacks == [.selectedProvider(Kite.plover)])
    }
}
