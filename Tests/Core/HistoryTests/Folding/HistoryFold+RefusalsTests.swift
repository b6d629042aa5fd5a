import Testing

@testable import History

@Suite("What a refused authorization says") struct HistoryFoldRefusalsTests {
    private static let bare = #"{"status":403,"message":"User not authorized","details":null}"#
    private static let denied = #"{"status":403,"message":"User not authorized","details":"Not in your package"}"#

    @Test("Before any sign-in, 403 without details is about the user who is not signed in")
    func beforeSignIn() {
        var staged = StagedRecording()
        staged.add("GET", "/api/v1/authorize?resource=KITE1", 403, Self.bare)
        staged.makeCode("ABC1234")
        staged.authorize("KITE1", expires: 900)
        let history = staged.history
        #expect(history.refusals.map(\.kind) == [.authenticationToken])
        #expect(history.refusals.map(\.isDenial) == [false])
        // The sign-in came with the code: it is not from before, and no refusal has brought it.
        let tokens = history.entries(.authenticationToken)
        #expect(tokens.map(\.isFromBefore) == [false])
        #expect(tokens.first?.received?.event == .exchange(3))
    }

    @Test("Right after 410 of the AuthN token, too")
    func afterGone() {
        var staged = StagedRecording()
        staged.readAuthentication(expires: 900)
        staged.add("GET", "/api/v1/tokens/authn", 410, #"{"status":410,"message":"Gone"}"#)
        staged.add("GET", "/api/v1/authorize?resource=KITE1", 403, Self.bare)
        #expect(staged.history.refusals.map(\.kind) == [.authenticationToken, .authenticationToken])
    }

    @Test("While a user is signed in, it is not authorized, and nobody is said to have denied it")
    func whileSignedIn() {
        var staged = StagedRecording()
        staged.readAuthentication(expires: 900)
        staged.add("GET", "/api/v1/authorize?resource=KITE1", 403, Self.bare)
        let refusals = staged.history.refusals
        #expect(refusals.map(\.kind) == [.authorizationToken])
        #expect(refusals.map(\.isDenial) == [false])
    }

    @Test("With details it is the MVPD that denied it, and the user is signed in; so by the code of an enhanced error")
    func denial() {
        for body in [Self.denied, #"{"status":403,"code":"authorization_denied_by_mvpd","action":"none"}"#] {
            var staged = StagedRecording()
            staged.add("GET", "/api/v1/authorize?resource=KITE1", 403, body)
            let history = staged.history
            #expect(history.refusals.map(\.isDenial) == [true], "\(body)")
            #expect(history.entries(.authenticationToken).map(\.isFromBefore) == [true], "\(body)")
        }
    }

    @Test(
        "A sign-in that the programmer's back end told the app of is not from before, where the recording has its code"
    )
    func elsewhere() {
        var staged = StagedRecording()
        staged.makeCode("ABC1234")
        staged.add("GET", "/api/v1/tokens/usermetadata", 200, #"{"updated":1,"data":{}}"#)
        #expect(staged.history.entries(.authenticationToken).map(\.isFromBefore) == [false])
        var other = StagedRecording()
        other.add("GET", "/api/v1/tokens/usermetadata", 200, #"{"updated":1,"data":{}}"#)
        #expect(other.history.entries(.authenticationToken).map(\.isFromBefore) == [true])
    }

    @Test("A code that is refused was not issued by the service as far as the recording shows; one that is taken was")
    func mistypedCode() {
        for (status, count) in [(403, 0), (200, 1)] {
            var staged = StagedRecording()
            staged.add("GET", "/api/v1/checkauthn/NOPE123?requestor=KITETV", device: nil, status)
            #expect(staged.history.entries(.registrationCode).count == count, "\(status)")
        }
    }
}
