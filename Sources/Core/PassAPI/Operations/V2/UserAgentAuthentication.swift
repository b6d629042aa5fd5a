import VirtualTime

extension OperationSpecification {
    // v2/apis/sessions-apis; rest-api-v2.md §5.5: plain navigation, on to the MVPD; some MVPDs have a page instead of a redirect
    static let authenticateInUserAgent = v2(
        .authenticateInUserAgent,
        "GET /api/v2/authenticate/{serviceProvider}/{code}",
        for: .login
    ) {
        $0.adobeName = "Perform authentication in user agent"
        $0.caller = .loginPage
        $0.access = .never
        $0.answer = .page
        $0.grants = [.assumed(without: .code, .status(400))]
        $0.parameters = [.sessionCode]
    }
}
