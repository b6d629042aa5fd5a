import Foundation
import Testing

@testable import Proxy

/// Tests of ``ProxyCredentials/match(_:)``.
@Suite struct ProxyCredentialsCheckTests {
    private let credentials = ProxyCredentials(user: "tester", password: "open: sesame")

    private func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }

    @Test("The right name and password match, in whatever case the scheme is written")
    func right() {
        #expect(credentials.match([basic("tester:open: sesame")]))
        #expect(credentials.match(["bAsIc " + Data("tester:open: sesame".utf8).base64EncodedString()]))
    }

    @Test("Anything else does not")
    func wrong() {
        let values = [
            basic("tester:open: sesam"), basic("tester:open: sesame "), basic("tester:"), basic(""), basic("tester"),
            basic("tester:open: sesametester:open: sesame"), "Bearer abc", "Basic", "Basic %%%", "",
        ]
        for value in values { #expect(!credentials.match([value]), "\(value)") }
        #expect(!credentials.match([]))
        #expect(!credentials.match([basic("tester:open: sesame"), basic("tester:open: sesame")]))
    }
}
