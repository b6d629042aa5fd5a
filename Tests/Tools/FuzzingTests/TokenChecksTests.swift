import FuzzReadings
import Testing
import Tokens

@testable import Fuzzing

/// The report on a token differs from libxml2's tree wherever it is wrong.
@Suite struct TokenChecksTests {
    private static let payload =
        #"<t><a>x<!-- y -->z</a><b><c>d</c></b><b/><e/><authorizedResources><authorizedResource resourceID="R"/></authorizedResources></t>"#

    private static func agree(_ texts: [TokenChecks.Text], _ resources: [String]?) throws {
        let token = AuthorizationToken.text(
            requestorID: "KITETV",
            resourceID: "R",
            expires: try TokenDate(parsing: "2026-11-20T21:59:12Z"),
            msoID: "M",
            fingerprint: "f"
        ) { _ in [1, 2, 3] }
        let facts = TokenChecks.Facts(
            signed: try SignedToken(parsing: token),
            validity: .init(),
            dates: [],
            texts: texts,
            resources: resources
        )
        try TokenChecks.agree(facts, with: try #require(LibXML2Element(parsing: Array(payload.utf8))))
    }

    @Test("Texts and resources are those at their places")
    func agrees() throws {
        let texts = [
            TokenChecks.Text("a", "xz"), .init("b/c", "d"), .init("e", ""), .init("f", nil), .init("e/c", nil),
        ]
        try Self.agree(texts, ["R"])
        try Self.agree([], nil)
    }

    @Test(
        "A text that is cut, missing, or none that is there is seen",
        arguments: [
            TokenChecks.Text("a", "x"), .init("a", nil), .init("b/c", ""), .init("e", nil), .init("f", ""),
        ]
    )
    func differs(text: TokenChecks.Text) {
        #expect(throws: PropertyFailure.self) { try Self.agree([text], nil) }
    }

    @Test("A resource that is missing, or another, is seen", arguments: [[], ["S"], ["R", "R"]])
    func lists(resources: [String]) {
        #expect(throws: PropertyFailure.self) { try Self.agree([], resources) }
    }
}
