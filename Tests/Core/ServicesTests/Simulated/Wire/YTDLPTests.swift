import Checkout
import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// yt-dlp's own Adobe Pass client, as its capture and its source (`extractor/adobepass.py`) have it.
@Suite struct YTDLPTests {
    /// A provider that yt-dlp knows, with the capture's user and requestor.
    static func configuration(mvpd: String) -> ServiceConfiguration {
        ServiceConfiguration(
            requestors: [
                .init(id: "SportsNet", name: "SportsNet", domains: ["adobe.com"], integrations: [.init(mvpd: mvpd)])
            ],
            providers: [
                .init(listing: MVPD(id: mvpd, displayName: mvpd), subscribers: [.init(user: "viewer@example.com")])
            ]
        )
    }

    /// How yt-dlp looks at a page: the first form's address by a pattern, and the hidden fields of the whole page.
    static func postForm(_ desk: WireDesk, _ page: WireResponse, at url: String, _ data: [(String, String)] = []) throws
        -> WireResponse
    {
        let address = try #require(page.text.firstMatch(of: /<form[^>]+action=(["'])(?<url>.+?)\1/))
        let target = unescaped(String(address.output.url))
        #expect(target.hasPrefix("https://"), "a relative address would be joined to \(url)")
        var fields: [(String, String)] = []
        for input in page.text.matches(of: /<input[^>]+>/) {
            guard let type = attribute("type", in: input.output), ["hidden", "submit"].contains(type),
                let name = attribute("name", in: input.output) ?? attribute("id", in: input.output)
            else { continue }
            fields.append((name, attribute("value", in: input.output) ?? ""))
        }
        return desk.post(target, fields + data)
    }

    static func attribute(_ name: String, in tag: Substring) -> String? {
        let parts = tag.split(separator: " " + name + "=\"", maxSplits: 1)
        return parts.count == 2 ? unescaped(String(parts[1].prefix { $0 != "\"" })) : nil
    }

    static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// `_extract_mvpd_auth` up to the media token.
    @discardableResult
    static func signIn(_ desk: WireDesk, mvpd: String, names: (String, String), password: String = "correct horse")
        throws
        -> WireResponse
    {
        let base = "https://sp.auth.adobe.com/"
        func json(_ response: WireResponse, _ name: String) throws -> String {
            try #require(JSONValue(parsing: response.response.body ?? []).object?[name]?.string)
        }
        let indiv = desk.send(
            "POST",
            base + "indiv/devices",
            body: #"{"fingerprint": "63ad1697"}"#,
            type: "application/json"
        )
        let device = try json(indiv, "deviceId")
        var headers = [
            HeaderField("Accept", "text/html,*/*;q=0.8"), HeaderField("Ap_42", "anonymous"),
            HeaderField("Ap_21", device),
            HeaderField("Pass_Sfp", try #require(indiv.header("pass_sfp"))),
        ]
        let client = desk.send(
            "POST",
            base + "o/client/register",
            body: #"{"software_statement": "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAiYXBwIn0.c2ln"}"#,
            type: "application/json; charset=UTF-8"
        )
        let issue = desk.post(
            base + "o/client/token",
            [
                ("grant_type", "client_credentials"), ("client_id", try json(client, "client_id")),
                ("client_secret", try json(client, "client_secret")),
            ]
        )
        headers.append(HeaderField("Authorization", "Bearer " + (try json(issue, "access_token"))))
        let registered = desk.post(
            base + "reggie/v1/SportsNet/regcode",
            [("requestor", "SportsNet"), ("deviceId", device), ("format", "json")],
            headers
        )
        let code = try json(registered, "code")
        let query = [
            ("noflash", "true"), ("mso_id", mvpd), ("requestor_id", "SportsNet"), ("no_iframe", "false"),
            ("domain_name", "adobe.com"), ("redirect_url", "https://www.sportsnet.example/show-1"), ("reg_code", code),
        ]
        let opening =
            base + "adobe-services/authenticate/saml?"
            + FormField.join(query.map { FormField(name: $0.0, value: $0.1) })
        let redirectPage = desk.get(opening)
        let loginPage = try postForm(desk, redirectPage, at: opening)
        let loginURL = desk.log[desk.log.count - 1].request.url
        let confirm = try postForm(
            desk,
            loginPage,
            at: loginURL,
            [(names.0, "viewer@example.com"), (names.1, password)]
        )
        #expect(confirm.status == 200)
        if mvpd != "Rogers" { _ = try postForm(desk, confirm, at: loginURL) }
        return desk.post(
            base + "adobe-services/session",
            [("_method", "GET"), ("requestor_id", "SportsNet"), ("reg_code", code)],
            headers
        )
    }

    @Test("It makes the capture's requests in the capture's order, and gets what it needs of each")
    func capture() throws {
        let desk = WireDesk(Self.configuration(mvpd: "Rogers"))
        let session = try Self.signIn(desk, mvpd: "Rogers", names: ("UserName", "UserPassword"))
        #expect(session.status == 200)
        let headers = desk.log[desk.log.count - 1].request.headers.filter {
            $0.name != "Content-Type" && $0.name != "Cookie"
        }
        let base = "https://sp.auth.adobe.com/adobe-services/"
        let authn = try #require(
            XMLDocument(parsing: session.response.body ?? []).root.elements("authnToken", in: nil).first
        )
        let authorized = desk.post(
            base + "authorize",
            [
                ("resource_id", "SportsNet"), ("requestor_id", "SportsNet"), ("authentication_token", authn.text),
                ("mso_id", "Rogers"), ("userMeta", "1"),
            ],
            headers
        )
        #expect(authorized.status == 200)
        let authz = try #require(
            XMLDocument(parsing: authorized.response.body ?? []).root.elements("authzToken", in: nil).first
        )
        let short = desk.post(
            base + "shortAuthorize",
            [
                ("authz_token", authz.text), ("requestor_id", "SportsNet"), ("session_guid", "x"),
                ("hashed_guid", "false"),
            ],
            headers
        )
        #expect(short.status == 200)
        #expect(short.text.contains("<shortAuthorizationToken>"))
        #expect(short.header("Content-Type") == "text/plain;charset=UTF-8")

        let recorded = try HAR.recording(parsing: Checkout.bytes(of: "Recordings/captures/ytdlp-sign-on.har")).exchanges
        func steps(_ requests: [HTTPRequest]) -> [String] {
            requests.map { request in
                let url = URLParts(request.url)
                let isAdobe = ServiceEnvironment.isAdobe(host: url.host)
                return "\(request.method) " + (isAdobe ? url.host + url.path : "the provider's page")
            }
        }
        #expect(steps(desk.log.map(\.request)) == steps(recorded.map(\.request)))
    }

    @Test(
        "It signs in with the field names that it knows of other providers, and sends on the response of the login page",
        arguments: [
            ("username", "password"), ("IDToken1", "IDToken2"), ("j_username", "j_password"), ("user", "passwd"),
            ("Ecom_User_ID", "Ecom_Password"), ("email", "loginpassword"), ("userid", "password"), ("a", "b"),
        ]
    )
    func otherProviders(names: (String, String)) throws {
        let desk = WireDesk(Self.configuration(mvpd: "thr030"))
        let session = try Self.signIn(desk, mvpd: "thr030", names: names)
        #expect(session.status == 200)
        let consumer = try #require(desk.log.first { $0.request.url.hasSuffix("/sp/saml/SAMLAssertionConsumer") })
        #expect(consumer.response.status == 302)
        #expect(consumer.response.location == "https://www.sportsnet.example/show-1")
        // yt-dlp follows the redirect: the service has a page for it.
        #expect(desk.service.serves("https://www.sportsnet.example/show-1"))
        #expect(desk.get("https://www.sportsnet.example/show-1").page == .landing)
    }

    @Test("A wrong password ends with 401 at the session, which yt-dlp shows as a missing login")
    func wrongPassword() throws {
        let desk = WireDesk(Self.configuration(mvpd: "thr030"))
        #expect(try Self.signIn(desk, mvpd: "thr030", names: ("username", "password"), password: "wrong").status == 401)
    }
}
