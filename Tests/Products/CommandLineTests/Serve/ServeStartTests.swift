import Documents
import Testing

@testable import kinescope

/// Source: issue "A page to look at", part 2.
@Suite("The link to the page") struct ServeStartTests {
    private func start(token: String?) -> ServeStart {
        ServeStart(
            title: "the example configuration",
            hosts: ["api.auth.adobe.com"],
            host: "0.0.0.0",
            networkAddresses: ["192.168.1.20"],
            port: 9_000,
            certificatePath: "ca.pem",
            fingerprint: "AB:CD",
            tokenPath: "control-9000.token",
            controlOptions: "--ca-directory 'a b' ",
            pageToken: token,
            output: nil
        )
    }

    @Test("It names this machine, whatever else serve listens at, and the token in its fragment for a terminal")
    func terminal() {
        let lines = start(token: "secret-token").text.split(separator: "\n")
        #expect(lines.contains("page: http://127.0.0.1:9000/_kinescope/#token=secret-token"))
        #expect(lines.count { $0.contains("secret-token") } == 1)
    }

    @Test("The command that it suggests finds the token as it is")
    func control() {
        #expect(
            start(token: nil).text.contains(
                "kinescope control --port 9000 --ca-directory 'a b' 'advance 31d'; its token"
            )
        )
    }

    @Test("Elsewhere it has no token, and in JSON never")
    func elsewhere() {
        #expect(start(token: nil).text.split(separator: "\n").contains("page: http://127.0.0.1:9000/_kinescope/"))
        let object = start(token: "secret-token").object
        #expect(object["page"] == .string("http://127.0.0.1:9000/_kinescope/"))
        #expect(!JSONValue.object(object).serialized.contains("secret-token"))
    }
}
