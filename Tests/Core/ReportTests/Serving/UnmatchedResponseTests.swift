import Exchanges
import PassAPI
import Services
import Simulation
import Testing
import VirtualTime

@testable import Report

/// What is said of a request that nobody answers, which reaches clients, recordings and whoever looks.
@Suite struct UnmatchedResponseTests {
    static let secret = "SECRETTOKENrecorded1234567890"

    static func explanation(_ differences: [FieldDifference]) -> String {
        ServedText.explanation(of: UnmatchedRequest(.fieldMismatch, nearest: 7, differences: differences))
    }

    @Test(
        "No value that may be a secret is in it",
        arguments: [
            "Authorization", "token", "deviceId", "X-Device-Info.deviceId", "authz_token", "client_secret", "Cookie",
            "reg_code",
            "SAMLResponse", "ap_19", "userID",
        ]
    )
    func secrets(name: String) {
        let text = Self.explanation([FieldDifference(name, recorded: Self.secret, replayed: Self.secret + "x")])
        #expect(!text.contains(Self.secret) && text.contains("SECR…, 29 characters") && text.contains(name))
        #expect(MaskedValue.text("12345678", of: name) == "1…, 8 characters")
    }

    @Test(
        "What is none is shown, the nearest exchange and the reason too",
        arguments: ["mvpd", "requestor", "resource"]
    )
    func others(name: String) {
        let text = Self.explanation([FieldDifference(name, recorded: "Meadowlark", replayed: nil)])
        #expect(text.contains("field mismatch") && text.contains("exchange 7"))
        #expect(text.contains("\(name): recorded \"Meadowlark\", received nothing"))
    }
}
