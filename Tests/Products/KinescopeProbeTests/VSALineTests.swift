import Exchanges
import Foundation
import SubscriberAccount
import Testing
import VirtualTime

@testable import KinescopeProbe

/// A line of the probe is a line of a VSA log.
@Suite struct AccountLineTests {
    static let full: AccountMetadataRequest = {
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.supportedAccountProviderIdentifiers = ["a", "b"]
        request.featuredAccountProviderIdentifiers = ["b"]
        request.verificationToken = "PD94bWwg+/=="
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.localizedVideoTitle = "Kite \"news\" \\ \u{1} \t\r\n \u{1F3AC} e\u{301}"
        request.isInterruptionAllowed = true
        request.forceAuthentication = true
        request.attributeNames = ["uid", ""]
        request.supportedAuthenticationSchemes = ["SAML", "API"]
        request.accountProviderAuthenticationToken = "token"
        request.applicationAccountProviders = [.init(localizedDisplayName: "Kite", identifier: "kite")]
        return request
    }()

    static let metadata: AccountMetadata = {
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        metadata.authenticationExpirationDate = Instant(iso8601: "2026-12-20T21:59:12.5Z")
        metadata.verificationData = [0, 1, 255]
        metadata.samlAttributeQueryResponse = "<saml2p:Response\n/>"
        metadata.accountProviderResponse = .init(authenticationScheme: "SAML", status: "ok", body: "<r/>")
        return metadata
    }()

    static let empty: AccountMetadata = {
        var metadata = AccountMetadata()
        metadata.verificationData = []
        metadata.accountProviderResponse = .init(authenticationScheme: "")
        return metadata
    }()

    static let error = AccountError(
        .unsupportedProvider,
        userInfo: [
            .init(AccountError.unsupportedProviderIdentifierKey, "com.example.sandpiper"),
            .init("number", "1.50", isString: false), .init("list", #"[1,{"a":null}]"#, isString: false),
            .init("", ""),
        ]
    )

    static let none: AccountMetadataRequest = {
        var request = AccountMetadataRequest()
        request.applicationAccountProviders = []
        return request
    }()

    static let pairs: [(VSARequest, VSAResult)] =
        [true, false].flatMap { prompt in
            AccountAccessStatus.allCases.flatMap { status -> [(VSARequest, VSAResult)] in
                [
                    (.checkAccessStatus(prompt: prompt), .accessStatus(status, nil)),
                    (.checkAccessStatus(prompt: prompt), .accessStatus(status, AccountError(.accessNotGranted))),
                ]
            }
        }
        + [full, AccountMetadataRequest(), none].flatMap { request in
            [metadata, empty, AccountMetadata(), nil].flatMap { metadata -> [(VSARequest, VSAResult)] in
                [error, AccountError(domain: "NSCocoaErrorDomain", code: -1), nil].map {
                    (.enqueue(request), .metadata(metadata, $0))
                }
            }
        }

    @Test("Every question and answer is read again as the same, and as the VSA log itself would write it")
    func roundTrip() throws {
        let at = Instant(microsecondsSince1970: 1_763_675_952_741_349)
        for (question, answer) in Self.pairs {
            let line = VSALine.text(question, answer, at: at)
            let response = VSACall(ordinal: 1, answeredAt: at, question: question, answer: answer)
            #expect(!line.contains("\n"))
            #expect(try VSALog.parse(Array(line.utf8)) == [response])
            #expect(VSALog.line(for: response) == line)
        }
        #expect(Self.pairs.count == 16 + 36)
    }

    @Test("What claims to be JSON is put on one line, or in quotes if it is none")
    func raw() throws {
        #expect(JSONText.raw("{\n  \"a\": 1\r\n}").text == "{   \"a\": 1  }")
        #expect(JSONText.raw("{\"a\"").text == #""{\"a\"""#)
        #expect(JSONText.raw("").text == "\"\"")
        #expect(JSONText.raw("true").text == "true")
    }

    @Test("A date of any size has an instant")
    func dates() {
        #expect(Instant(Date(timeIntervalSince1970: 1.5)) == Instant(microsecondsSince1970: 1_500_000))
        for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
            let instant = Instant(Date(timeIntervalSince1970: seconds))
            #expect(Instant(iso8601: instant.description) == instant)
        }
    }
}
