/// The calls of Adobe Pass by method and path, copied from the pages of reference and not from the tables that requests are
/// recognized by: rest-api-v1.md §3, §6, §7, access-enabler.md §14.
package enum RequestPaths {
    /// A call: its method, others that it was seen with, its path with variables in braces, and the operation's code.
    package struct Call: Sendable {
        package let methods: [String]
        package let path: String
        package let operation: String
        /// The parts between the slashes of the path; nil in place of a variable.
        fileprivate let segments: [[UInt8]?]

        fileprivate init(_ methods: String, _ path: String, _ operation: String) {
            self.methods = methods.split(separator: " ").map { String($0) }
            self.path = path
            self.operation = operation
            segments = path.split(separator: "/").map { $0.first == "{" ? nil : Array($0.utf8) }
        }
    }

    /// All calls; of two that a path fits, the first is meant.
    package static let calls: [Call] = [
        // rest-api-v1.md
        Call("POST", "/o/client/register", "dcr.register"),
        Call("POST", "/o/client/token", "dcr.token"),
        Call("POST", "/reggie/v1/{requestor}/regcode", "v1.regcode.create"),
        Call("GET", "/reggie/v1/{requestor}/regcode/{code}", "v1.regcode.read"),
        Call("DELETE", "/reggie/v1/{requestor}/regcode/{code}", "v1.regcode.delete"),
        // §6.3: the page's own example leaves out the requestor.
        Call("DELETE", "/reggie/v1/regcode/{code}", "v1.regcode.delete"),
        Call("GET", "/api/v1/config/{requestor}", "v1.config"),
        Call("GET", "/api/v1/authenticate", "v1.authenticate"),
        Call("GET", "/api/v1/authenticate/{code}", "v1.authenticate.code"),
        Call("GET", "/api/v1/checkauthn/{code}", "v1.checkauthn.code"),
        Call("GET", "/api/v1/checkauthn", "v1.checkauthn"),
        Call("GET", "/api/v1/tokens/authn", "v1.authn.read"),
        Call("GET", "/api/v1/{requestor}/profile-requests/{mvpd}", "v1.profileRequest"),
        Call("POST", "/api/v1/tokens/authn", "v1.authn.exchange"),
        Call("GET", "/api/v1/authorize", "v1.authorize"),
        Call("GET", "/api/v1/tokens/authz", "v1.authz.read"),
        Call("GET", "/api/v1/tokens/media", "v1.media"),
        Call("GET", "/api/v1/mediatoken", "v1.media"),
        Call("GET", "/api/v1/preauthorize", "v1.preauthorize"),
        Call("GET", "/api/v1/preauthorize/{code}", "v1.preauthorize.code"),
        Call("GET", "/api/v1/tokens/usermetadata", "v1.usermetadata"),
        // §7.13: a web view navigates by GET.
        Call("DELETE GET", "/api/v1/logout", "v1.logout"),
        Call("POST", "/api/v1/authenticate/freepreview", "v1.freepreview"),
        Call("DELETE", "/reset-tempass/v3/reset", "v1.tempPass.reset"),
        Call("DELETE", "/reset-tempass/v3/reset/generic", "v1.tempPass.reset"),
        // access-enabler.md
        Call("GET", "/adobe-services/config/{requestor}", "ae.config"),
        Call("GET", "/adobe-services/authenticate/saml", "ae.authenticate.saml"),
        Call("POST", "/sp/saml/SAMLAssertionConsumer", "ae.samlAssertionConsumer"),
        Call("POST", "/adobe-services/session", "ae.session"),
        Call("POST", "/adobe-services/sessionDevice", "ae.sessionDevice"),
        Call("POST", "/adobe-services/preauthorize", "ae.preauthorize"),
        Call("POST", "/adobe-services/authorize", "ae.authorize"),
        Call("POST", "/adobe-services/authorizeDevice", "ae.authorizeDevice"),
        Call("POST", "/adobe-services/shortAuthorize", "ae.shortAuthorize"),
        Call("POST", "/adobe-services/deviceShortAuthorize", "ae.deviceShortAuthorize"),
        Call("POST", "/tvs/v1/sign", "ae.tvs.sign"),
        Call("POST", "/indiv/devices", "ae.indiv.devices"),
    ]

    private static let hosts: Set<[UInt8]> = Set(
        [
            "api.auth.adobe.com", "api.auth-staging.adobe.com", "sp.auth.adobe.com", "sp.auth-staging.adobe.com",
            "mgmt.auth.adobe.com", "mgmt-prequal.auth.adobe.com",
        ].map { Array($0.utf8) }
    )

    /// The code of the operation that a request calls by the pages; nil if they have none, or if its URL is not written as
    /// plainly as theirs.
    ///
    /// An override of the method is not looked for.
    package static func operation(_ method: String, _ url: String) -> String? {
        guard let segments = segments(of: url) else { return nil }
        let call = calls.first { call in
            call.segments.count == segments.count
                && segments.indices.allSatisfy { call.segments[$0] == nil || call.segments[$0] == segments[$0] }
                && call.methods.contains { $0.utf8.elementsEqual(method.utf8) }
        }
        return call?.operation
    }

    /// Each path of the pages, with something in place of its variables: by its method, in one of the forms that they show.
    package static func example(_ number: Int) -> (method: String, url: String, operation: String) {
        let call = calls[number % calls.count]
        let path = call.path.split(separator: "/").map { $0.first == "{" ? "KITETV" : String($0) }.joined(
            separator: "/"
        )
        let method = call.methods[number / calls.count % call.methods.count]
        return (method, "https://sp.auth.adobe.com/\(path)", call.operation)
    }

    /// Returns the parts between the slashes of a URL's path, without the selector of a format and the SDK's version;
    /// nil for a URL of another host or of other characters than the pages have.
    private static func segments(of url: String) -> [[UInt8]]? {
        let text = Array(url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        guard let scheme = schemes.first(where: { text.starts(with: $0) }), text.allSatisfy({ isPlain[Int($0)] }) else {
            return nil
        }
        var parts = text[scheme.count...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Array($0) }
        guard hosts.contains(parts.removeFirst()), !parts.isEmpty, !parts.contains([]) else { return nil }
        if parts.count > 2, parts[0] == base, parts[1] == version { parts.remove(at: 1) }
        for format in formats where parts[parts.count - 1].suffix(format.count).elementsEqual(format) {
            parts[parts.count - 1].removeLast(format.count)
            break
        }
        return parts.contains([]) ? nil : parts
    }

    /// The bytes that the URLs of the pages are made of.
    private static let isPlain: [Bool] = {
        let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/".utf8)
        return (0..<256).map { plain.contains(UInt8($0)) }
    }()
    private static let schemes = [Array("https://".utf8), Array("http://".utf8)]
    private static let formats = [Array(".json".utf8), Array(".xml".utf8)]
    private static let base = Array("adobe-services".utf8)
    private static let version = Array("1.0".utf8)
}
