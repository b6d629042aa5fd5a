import Testing

@testable import FuzzReadings

/// Calls are told by the pages of reference alone.
@Suite struct RequestPathsTests {
    @Test(
        "A call is told by its method and path, in the forms that the pages show",
        arguments: [
            ("GET", "https://api.auth.adobe.com/api/v1/mediatoken?requestor=KITETV", "v1.media"),
            ("GET", "https://sp.auth.adobe.com/api/v1/tokens/media.json", "v1.media"),
            ("POST", "https://api.auth.adobe.com/api/v1/tokens/authn", "v1.authn.exchange"),
            ("GET", "http://api.auth-staging.adobe.com/api/v1/tokens/authn.xml#x", "v1.authn.read"),
            ("POST", "https://sp.auth.adobe.com/adobe-services/1.0/sessionDevice", "ae.sessionDevice"),
            ("DELETE", "https://mgmt.auth.adobe.com/reset-tempass/v3/reset/generic?key=a", "v1.tempPass.reset"),
            ("GET", "https://api.auth.adobe.com/api/v1/authenticate/K7TQ2MX", "v1.authenticate.code"),
            ("POST", "https://api.auth.adobe.com/api/v1/authenticate/freepreview", "v1.freepreview"),
            ("GET", "https://api.auth.adobe.com/api/v1/logout", "v1.logout"),
        ]
    )
    func calls(method: String, url: String, operation: String) {
        #expect(RequestPaths.operation(method, url) == operation)
    }

    @Test(
        "Nothing is said of other methods, hosts and spellings",
        arguments: [
            ("PUT", "https://api.auth.adobe.com/api/v1/mediatoken"),
            ("get", "https://api.auth.adobe.com/api/v1/mediatoken"),
            ("GET", "https://kite.example/api/v1/mediatoken"), ("GET", "https://api.auth.adobe.com//api/v1/mediatoken"),
            ("GET", "https://api.auth.adobe.com/api/v1/mediatoken/"),
            ("GET", "https://api.auth.adobe.com/api/v1/media%74oken"),
            ("GET", "/api/v1/mediatoken"), ("GET", "https://api.auth.adobe.com"),
            ("GET", "https://api.auth.adobe.com/.json"),
            ("GET", "https://u@api.auth.adobe.com/api/v1/mediatoken"),
        ]
    )
    func others(method: String, url: String) {
        #expect(RequestPaths.operation(method, url) == nil)
    }

    @Test("Each call has an example that it is told by")
    func examples() {
        var seen: Set<String> = []
        for number in 0..<2 * RequestPaths.calls.count {
            let (method, url, operation) = RequestPaths.example(number)
            #expect(RequestPaths.operation(method, url) == operation, "\(method) \(url)")
            seen.insert("\(method) \(url)")
        }
        #expect(seen.count == RequestPaths.calls.reduce(0) { $0 + $1.methods.count })
    }
}
