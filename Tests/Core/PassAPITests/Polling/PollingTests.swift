import Testing

@testable import PassAPI

/// rest-api-v1.md §7.4, §7.5; access-enabler.md: what is asked again and again until somebody has logged in elsewhere.
@Suite struct PollingTests {
    private func operations(_ polling: OperationSpecification.Polling) -> [PassAPI.Operation] {
        OperationSpecification.all.filter { $0.polling == polling }.map(\.operation)
    }

    @Test("A login is waited for with these")
    func polls() {
        #expect(
            OperationSpecification.all.filter(\.isPoll).map(\.operation) == [
                .checkAuthentication, .readAuthenticationToken, .profileForMVPD, .profileForCode,
            ]
        )
        // rest-api-v2.md §9.1: by code today, by MVPD before April 2025.
        #expect(operations(.untilProfile) == [.profileForMVPD, .profileForCode])
        #expect(operations(.untilTokenByCode) == [.sessionDevice])
        #expect(Set(operations(.untilSuccess)).isSuperset(of: [.checkAuthentication, .readAuthenticationToken]))
    }

    @Test("Until it succeeds: what came short of that is \"not yet\", and so is nothing at all")
    func untilSuccess() {
        let poll = PassRequest(.checkAuthentication, [.init("deviceId", "box"), .init("requestor", "KITETV")])
        #expect(
            poll.isToBeRepeated(after: PassResponse(status: 403, .error(PassError(status: 403, message: "Forbidden"))))
        )
        #expect(poll.isToBeRepeated(after: nil))
        #expect(!poll.isToBeRepeated(after: PassResponse(status: 200, .empty)))
    }

    @Test(
        "Where the access token is refused nothing is said about the login",
        arguments: [
            (401, "Bearer a", nil, false), (401, "Bearer a", "invalid_access_token", false),
            (401, "Bearer a", "authentication_session_missing", true), (401, "Basic a", nil, true),
            (403, "Bearer a", nil, true),
        ] as [(Int, String, String?, Bool)]
    )
    func refused(status: Int, authorization: String, code: String?, isRepeated: Bool) {
        let poll = PassRequest(.checkAuthentication, [.init("Authorization", authorization)])
        let response = PassResponse(status: status, .error(PassError(status: status, code: code)))
        #expect(poll.isToBeRepeated(after: response) == isRepeated)
    }

    @Test("Until a token comes: by a registration code, and by nothing else")
    func untilToken() {
        let none = PassResponse(status: 200, .tokens(authentication: nil, authorization: nil, userMetadata: nil))
        let token = PassResponse(status: 200, .tokens(authentication: "t", authorization: nil, userMetadata: nil))
        let poll = PassRequest(.sessionDevice, [.init("reg_code", "ABC123")])
        #expect(poll.registrationCode == "ABC123")
        #expect(poll.isToBeRepeated(after: none))
        #expect(!poll.isToBeRepeated(after: token))
        #expect(!PassRequest(.sessionDevice, []).isToBeRepeated(after: none))
    }

    @Test("All else is asked once")
    func once() {
        #expect(!PassRequest(.authorize, []).isToBeRepeated(after: nil))
    }
}
