import Testing

@testable import PassAPI

struct EnhancedErrorCodeTests {
    @Test("Every listed code stands once and has an inner status")
    func table() {
        #expect(EnhancedErrorCode.all.count == 25)
        #expect(Set(EnhancedErrorCode.all.map(\.code)).count == 25)
        for code in EnhancedErrorCode.all {
            #expect(!code.statuses.isEmpty && code.statuses.allSatisfy { (400...599).contains($0) })
        }
    }

    @Test(
        "A code is known with its action and statuses",
        arguments: [
            ("authorization_expired", EnhancedErrorCode.Action.authorization, [410]),
            ("internal_error", .none, [400, 405, 500]), ("too_many_resources", .configuration, [403]),
            ("network_received_error", .retry, [403]),
            ("authentication_session_missing", .authentication, [403, 412]),
        ]
    )
    func named(code: String, action: EnhancedErrorCode.Action, statuses: [Int]) {
        #expect(EnhancedErrorCode.named(code)?.action == action)
        #expect(EnhancedErrorCode.named(code)?.statuses == statuses)
    }

    @Test("The body's own advice goes before the list's")
    func advice() {
        #expect(PassError(code: "authorization_expired").advisedAction == .authorization)
        #expect(PassError(code: "authorization_expired", action: "retry").advisedAction == .retry)
        #expect(PassError(action: "application-registration").advisedAction == .applicationRegistration)
        #expect(PassError(code: "authorization_expired", action: "dance").advisedAction == nil)
        #expect(PassError(status: 404, message: "Not Found").advisedAction == nil)
    }
}
