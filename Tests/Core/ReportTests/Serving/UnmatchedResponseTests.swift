import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Report
@testable import Simulation

/// What is said of a request that nobody answers, which reaches clients, recordings and whoever looks.
@Suite struct UnmatchedResponseTests {
    static let secret = "SECRETTOKENrecorded1234567890"

    static func explanation(_ differences: [FieldDifference]) -> String {
        ServedText.explanation(of: UnmatchedRequest(.fieldMismatch, nearest: 7, differences: differences))
    }

    @Test(
        "No value that may be a secret is in it, where no operation's row knows the name",
        arguments: [
            "Authorization", "token", "deviceId", "X-Device-Info.deviceId", "authz_token", "client_secret", "Cookie",
            "reg_code", "SAMLResponse", "ap_19", "userID",
        ]
    )
    func secrets(name: String) {
        let text = Self.explanation([FieldDifference(name, recorded: Self.secret, replayed: Self.secret + "x")])
        #expect(!text.contains(Self.secret) && text.contains("SECR…, 29 characters") && text.contains(name))
        #expect(MaskedValue.text("12345678", of: name, in: nil) == "1…, 8 characters")
    }

    @Test(
        "What is none is shown, the nearest exchange and the reason too",
        arguments: ["mvpd", "requestor", "resource"]
    )
    func others(name: String) {
        let text = Self.explanation([FieldDifference(name, recorded: "Meadowlark", replayed: nil)])
        #expect(text.contains("field mismatch") && text.contains("exchange 7"))
        #expect(text.contains("\(name): recorded \"Meadowlark\", received nothing"))
    }

    @Test("What the app has in place of the recorded value is beside it, and as short if it is a secret")
    func own() {
        var difference = FieldDifference("reg_code", recorded: "KITE123", replayed: "KITE123")
        difference.own = "MISTYPED"
        let text = Self.explanation([difference])
        #expect(
            text.contains(
                "reg_code: recorded \"K…, 7 characters\", which this app has as \"M…, 8 characters\", received"
            )
        )
        difference = FieldDifference("channel", recorded: "kite1", replayed: "kite1")
        difference.own = "kite2"
        #expect(
            Self.explanation([difference]).contains(
                "channel: recorded \"kite1\", which this app has as \"kite2\", received \"kite1\""
            )
        )
    }

    @Test("Secrets that look alike when they are cut are called different; the same one is not")
    func alike() {
        let one = FieldDifference("reg_code", recorded: "KITE123", replayed: "KITE124")
        #expect(Self.explanation([one]).contains("received \"K…, 7 characters\", another one\n"))
        let other = FieldDifference("reg_code", recorded: "KITE123", replayed: "KITE123")
        #expect(Self.explanation([other]).contains("received \"K…, 7 characters\"\n"))
        var third = FieldDifference("reg_code", recorded: "OTHER", replayed: "KITE124")
        third.own = "KITE123"
        #expect(
            Self.explanation([third]).contains(
                "which this app has as \"K…, 7 characters\", received \"K…, 7 characters\", another one\n"
            )
        )
    }

    /// Source: issue "Serve", part 3: the reason, the nearest exchange and the fields are in the session recording, too.
    @Test(
        "What is kept of an unmatched request has its reason, the nearest exchange and the names of the fields, no values"
    )
    func notes() throws {
        let unmatched = UnmatchedRequest(
            .fieldMismatch,
            nearest: 7,
            differences: [FieldDifference("token", recorded: Self.secret, replayed: "other")]
        )
        let request = HTTPRequest(method: "GET", url: "https://a.example/")
        let instant = Instant(secondsSince1970: 1_800_000_000)
        let entry = ServedEntry(1, at: instant, request, nil, .unmatched(unmatched), status: 501, fault: nil)
        let served = try #require(ServedJSON.notes(on: entry, at: instant)["_served"]?.object)
        #expect(served["reason"]?.string == "fieldMismatch" && served["nearest"] == .count(7))
        #expect(served["fields"] == .texts(["token"]))
    }

    /// Source: access-enabler.md §14, rest-api-v1.md §2: what the rows say of the parameters.
    @Test(
        "The operation's row decides what is a secret, whatever its name looks like",
        arguments: [
            (PassAPI.Operation.accessToken, "client_secret", true), (.accessToken, "grant_type", false),
            (.authorize, "deviceId", true), (.authorize, "device_id", true), (.authorize, "requestor", false),
            (.authorize, "AUTHORIZATION", true), (.authorize, "networkType", false), (.authorize, "deviceUser", false),
            // What no row knows falls back to the names of all rows, and to words.
            (.authorize, "samlresponse", true), (.authorize, "my_session", true), (.authorize, "colour", false),
            // A cookie means nothing to any row, and may hold anything.
            (.authorize, "Cookie", true),
        ] as [(PassAPI.Operation, String, Bool)]
    )
    func rows(operation: PassAPI.Operation, name: String, isSecret: Bool) {
        #expect((MaskedValue.text(Self.secret, of: name, in: operation) != Self.secret) == isSecret)
    }

    @Test(
        "A secret within a value that is none is cut: in a URL's query, and where servers of Java put the session",
        arguments: [
            ("https://a.example/?access_token=\(secret)&x=1", "https://a.example/?access_token=SECR…&x=1"),
            ("/login;jsessionid=\(secret)/next;color=red", "/login;jsessionid=SECR…/next;color=red"),
            ("/login;jsessionid=\(secret)?code=12345678", "/login;jsessionid=SECR…?code=1…"),
            // What holds none is as it came.
            ("text/html; q=0.8, a=b;c", "text/html; q=0.8, a=b;c"), ("Is it Meadowlark?", "Is it Meadowlark?"),
        ]
    )
    func within(value: String, shown: String) {
        #expect(MaskedValue.text(value, of: "redirect_url", in: nil) == shown)
        #expect(MaskedValue.text(value, of: "path", in: nil) == shown)
        #expect(
            MaskedValue.url("https://b.example/p;jsessionid=\(Self.secret)", in: nil)
                == "https://b.example/p;jsessionid=SECR…"
        )
    }

    @Test("Every row's secret fields are masked", arguments: PassAPI.Operation.allCases)
    func everyRow(operation: PassAPI.Operation) {
        for name in operation.specification.secretFields {
            #expect(MaskedValue.text(Self.secret, of: name, in: operation) != Self.secret, "\(name)")
        }
    }

    @Test(
        "A URL keeps all but its secret query fields, user information and fragment",
        arguments: [
            ("https://a.example/p?x=1", "https://a.example/p?x=1"), ("/p?token=abcdefghij", "/p?token=abcd…"),
            ("https://a.example/p?to%6Ben=abcdefghij&y", "https://a.example/p?to%6Ben=abcd…&y"),
            ("https://u:pw@a.example/p", "https://…@a.example/p"),
            ("https://a.example/p#token=1", "https://a.example/p#…"),
            ("https://a.example/p?token=&&x=", "https://a.example/p?token=&&x="),
            (
                "https://a.example/?next=https%3A%2F%2Fb.example%2F%3Fcode%3D1234567890",
                "https://a.example/?next=https%3A%2F%2Fb.example%2F%3Fcode%3D1234%E2%80%A6"
            ),
            ("https://a.example/?q=what%3F", "https://a.example/?q=what%3F"),
        ]
    )
    func urls(url: String, masked: String) { #expect(MaskedValue.url(url, in: nil) == masked) }

    @Test("URLs in URLs are looked into a few times, and then cut")
    func nested() {
        let deep = (0..<20_000).reduce(into: "https://a.example/") { url, _ in url += "?next=https://a.example/" }
        #expect(MaskedValue.url(deep, in: nil).utf8.count < 400)
    }
}
