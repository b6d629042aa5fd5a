import PassAPI
import Testing

@Suite("What shows that an MVPD denied a resource") struct PassResponseDenialTests {
    @Test(
        "Its own words, or a code that names it; no other 403, whatever its details say",
        arguments: [
            (PassError(message: "User not authorized", details: "Not in your package"), "Not in your package"),
            (PassError(message: "User not authorized"), nil), (PassError(message: "m", details: ""), nil),
            (PassError(code: "authorization_denied_by_mvpd", action: "none"), "authorization_denied_by_mvpd"),
            (PassError(code: "authorization_denied_by_parental_controls", message: "Rating"), "Rating"),
            // rest-api-v1.md §5: the user has to sign in again, whoever denied.
            (
                PassError(code: "authorization_denied_by_hba_policies", details: "home only", action: "authentication"),
                nil
            ),
            (PassError(code: "authentication_session_expired", details: "Session expired"), nil),
            (PassError(code: "network_received_error", details: "MVPD unreachable", action: "retry"), nil),
            (PassError(code: "too_many_resources", details: "5 at most", action: "configuration"), nil),
        ] as [(PassError, String?)]
    )
    func error(error: PassError, reason: String?) {
        #expect(PassResponse(status: 403, .error(error)).denialReason == reason)
        // With another status it is no decision.
        #expect(PassResponse(status: 404, .error(error)).denialReason == nil)
    }

    @Test("notAuthorized alone is none: what expired is answered so, too (access-enabler.md §14.4)")
    func notAuthorized() {
        #expect(PassResponse(status: 200, .notAuthorized(details: nil)).denialReason == nil)
        #expect(
            PassResponse(status: 200, .notAuthorized(details: "Not in your package")).denialReason
                == "Not in your package"
        )
    }
}
