import Report
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct AccountTextTests {
    private func response(_ question: VSARequest, _ answer: VSAResult) -> VSACall {
        VSACall(
            ordinal: 2,
            answeredAt: Instant(secondsSince1970: 1_800_000_000),
            question: question,
            answer: answer
        )
    }

    @Test("A line has the call and the access status")
    func accessStatus() {
        let text = VSACallText().line(for: response(.checkAccessStatus(prompt: true), .accessStatus(.denied, nil)))
        #expect(text == "vsa2  08:00:00         checkAccessStatus     denied\n")
    }

    @Test(
        "Metadata is told by provider and expiration, or by its SAML response; every property that was set has a line"
    )
    func metadata() {
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.attributeNames = ["uid", "householdID"]
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        metadata.authenticationExpirationDate = Instant(secondsSince1970: 1_800_086_400)
        let signedIn = VSACallText().line(for: response(.enqueue(request), .metadata(metadata, nil)))
        #expect(signedIn == "vsa2  08:00:00         enqueue               com.example.meadowlark, expires in 1 d\n")
        metadata.samlAttributeQueryResponse = "<a>\n</a>"
        let text = VSACallText().text(of: response(.enqueue(request), .metadata(metadata, nil)))
        #expect(
            text == """
                vsa2  08:00:00         enqueue               SAML response, 8 bytes
                        channelIdentifier: https://saml.sp.auth.adobe.com
                        attributeNames: uid, householdID
                        samlAttributeQueryResponse: <a>\\u{a}</a>

                """
        )
    }

    @Test("An error is told by its code, the name of the code and its user info")
    func error() {
        let error = AccountError(
            code: 1,
            userInfo: [.init(AccountError.unsupportedProviderIdentifierKey, "com.example.other")]
        )
        let text = VSACallText().line(for: response(.enqueue(AccountMetadataRequest()), .metadata(nil, error)))
        #expect(
            text.hasSuffix(
                "  error 1 unsupportedProvider, VSErrorInfoKeyUnsupported…\n"
            )
        )
    }

    @Test("A result with neither metadata nor error says so")
    func nothing() {
        let text = VSACallText().line(for: response(.enqueue(AccountMetadataRequest()), .metadata(nil, nil)))
        #expect(text.hasSuffix("neither metadata nor an error\n"))
    }
}
