import Testing
import VirtualTime

@testable import Services

@Suite struct ProfileRequestTests {
    static let request = ProfileRequest(
        id: "_f1",
        requestor: "KITE&TV",
        mvpd: "Meadow\"lark",
        issued: Instant(millisecondsSince1970: 1_767_225_600_123)
    )

    @Test("K-47, K-53: a profile request is one text that names who asks whom, in Base64 or as it is")
    func writtenAndRead() {
        #expect(ProfileRequest(reading: Self.request.text()) == Self.request)
        #expect(ProfileRequest(reading: Self.request.xml()) == Self.request)
    }

    @Test("In Base64 it begins as REST API V2's does")
    func base64() {
        #expect(Self.request.text().hasPrefix("PD94bWwgdmVyc2lvbj0iMS4wI"))
    }

    @Test("What is no request of Adobe's is none", arguments: hostilePayloads)
    func hostile(payload: String) {
        #expect(ProfileRequest(reading: payload) == nil)
    }

    static let hostilePayloads: [String] = {
        let xml = request.xml()
        return [
            "", " ", "<", "PD94", "not base64 at all", "<a/>", String(xml.dropLast(3)),
            xml.replacing("AuthnRequest", with: "LogoutRequest"),
            xml.replacing("https://saml.sp.auth.adobe.com", with: "https://evil.example"),
            xml.replacing("_f1", with: ""), xml.replacing("KITE&amp;TV", with: ""),
            xml.replacing("2026-", with: "2026"), xml.replacing("ProviderID", with: "Provider"),
            "<!DOCTYPE a>" + xml,
        ]
    }()
}
