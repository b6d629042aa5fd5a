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

    @Test("A line holds the question and the access status")
    func accessStatus() {
        let text = VSACallText().line(for: response(.checkAccessStatus(prompt: true), .accessStatus(.denied, nil)))
        #expect(text == "     2  08:00:00         checkAccessStatus, with prompt      denied\n")
    }

    @Test("Metadata is told by provider, expiry and whether there is a SAML response")
    func metadata() {
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.attributeNames = ["uid", "householdID"]
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        metadata.authenticationExpirationDate = Instant(secondsSince1970: 1_800_086_400)
        metadata.samlAttributeQueryResponse = "<a>\n</a>"
        let text = VSACallText().text(of: response(.enqueue(request), .metadata(metadata, nil)))
        #expect(
            text == """
                     2  08:00:00         enqueue, may not interrupt          com.example.meadowlark, \
                until 2027-01-16T08:00:00Z, with a SAML response
                        channelIdentifier: https://saml.sp.auth.adobe.com
                        attributeNames: uid, householdID
                        samlAttributeQueryResponse: <a>\\u{a}</a>

                """
        )
    }

    @Test("An error is told by domain, code, the name of the code and its user info")
    func error() {
        let error = AccountError(
            code: 1,
            userInfo: [.init(AccountError.unsupportedProviderIdentifierKey, "com.example.other")]
        )
        let text = VSACallText().line(for: response(.enqueue(AccountMetadataRequest()), .metadata(nil, error)))
        #expect(
            text.hasSuffix(
                "VSErrorDomain 1 (unsupportedProvider), "
                    + "VSErrorInfoKeyUnsupportedProviderIdentifier: com.example.other\n"
            )
        )
    }

    @Test("An answer with neither metadata nor error says so")
    func nothing() {
        let text = VSACallText().line(for: response(.enqueue(AccountMetadataRequest()), .metadata(nil, nil)))
        #expect(text.hasSuffix("neither metadata nor an error\n"))
    }
}
