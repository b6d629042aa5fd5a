import Documents
import Foundation
import Proxy
import Testing

@testable import kinescope

@Suite struct CertificateCommandTests {
    let folder = TemporaryFolder()

    private func certificate(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.kinescope(["certificate", "--ca-directory", "ca"] + arguments, in: folder)
    }

    private func path(_ name: String) -> String { folder.url(of: name).path }

    private func authority() throws -> CertificateAuthority {
        try CertificateAuthority.load(from: path("ca"), now: Date())
    }

    @Test("First use makes the authority, and says where it is, what it is and how to trust it")
    func firstUse() throws {
        let run = try certificate()
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        let made = try authority()
        for text in [
            made.subject, made.fingerprint, "ca/ca.pem", "ca/ca.key.pem", "http://kinescope.local/",
            "Certificate Trust Settings", "xcrun simctl keychain booted add-root-cert ca/ca.pem",
            "security add-trusted-cert", "update-ca-certificates", "curl --cacert ca/ca.pem", "SSL_CERT_FILE=",
            "REQUESTS_CA_BUNDLE=",
        ] { #expect(run.output.contains(text), "\(text) is missing from \(run.output)") }
        #expect(!run.output.contains("PRIVATE KEY"))
        #expect(try certificate().output == run.output)
        let attributes = try FileManager.default.attributesOfItem(atPath: path("ca/ca.key.pem"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Without --ca-directory it lives in the user's configuration folder")
    func standardFolder() throws {
        let run = try CommandLineRun.kinescope(
            ["certificate", "--json"],
            in: folder,
            environment: ["XDG_CONFIG_HOME": path("config"), "HOME": path("home")]
        )
        #expect(run.status == 0, "\(run)")
        #if canImport(Darwin)
        #expect(run.output.contains("/Library/Application Support/kinescope/ca.pem"))
        #else
        #expect(run.output.contains(path("config") + "/kinescope/ca.pem"))
        #expect(folder.names == ["config"])
        #endif
    }

    @Test("JSON says the same under stable keys")
    func json() throws {
        let run = try certificate("--json")
        let object = try #require(try run.content().first)
        let made = try authority()
        #expect(
            object.members.map(\.key) == [
                "type", "certificatePath", "keyPath", "subject", "sha256", "notBeforeAt", "notAfterAt",
            ]
        )
        #expect(object["certificatePath"]?.string == "ca/ca.pem")
        #expect(object["keyPath"]?.string == "ca/ca.key.pem")
        #expect(object["subject"]?.string == made.subject && object["sha256"]?.string == made.fingerprint)
        #expect(object["notAfterAt"]?.string == "\(Date.ISO8601FormatStyle().format(made.notValidAfter))")
    }

    @Test("The certificate is exported in PEM, in DER and as a profile; the key never is")
    func exports() throws {
        let run = try certificate("--pem", "a.pem", "--der", "a.cer", "--mobile-configuration", "a.mobileconfig")
        #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run)")
        let made = try authority()
        #expect(try folder.bytes(of: "a.pem") == Array(made.pem.utf8))
        #expect(try folder.bytes(of: "a.cer") == made.der)
        #expect(try folder.bytes(of: "a.mobileconfig") == made.mobileConfiguration)
        #expect(folder.names == ["a.cer", "a.mobileconfig", "a.pem", "ca"])
        #expect(try certificate("--pem", "-").output == made.pem)
    }

    @Test("A file that is there is replaced with --force only; none is written if one may not be")
    func overwriting() throws {
        try folder.write("mine", to: "a.cer")
        let refused = try certificate("--pem", "a.pem", "--der", "a.cer")
        #expect(refused.isOneLineFailure(3) && refused.error.contains("--force"), "\(refused)")
        #expect(folder.names == ["a.cer", "ca"])
        #expect(try certificate("--pem", "a.pem", "--der", "a.cer", "--force").status == 0)
        #expect(try folder.bytes(of: "a.cer") == authority().der)
    }

    @Test("The authority's own files are never written over", arguments: ["ca.pem", "ca.key.pem"])
    func ownFiles(name: String) throws {
        _ = try certificate()
        let before = try folder.bytes(of: "ca/" + name)
        #expect(try certificate("--der", "ca/../ca/" + name, "--force").isOneLineFailure(3))
        #expect(try folder.bytes(of: "ca/" + name) == before)
    }

    @Test(
        "What cannot be meant is not understood, and nothing is made",
        arguments: [
            ["--pem", "-", "--der", "-"], ["--pem", "a", "--der", "a"], ["--json", "--der", "-"],
            ["--ca-directory", ""],
        ]
    )
    func misuse(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(["certificate", "--ca-directory", "ca"] + arguments, in: folder)
        #expect(run.isOneLineFailure(2), "\(run)")
        #expect(folder.names.isEmpty)
    }

    @Test("An authority that cannot be used is an error in one line, with what to do")
    func unusable() throws {
        _ = try certificate()
        let key = path("ca/ca.key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let exposed = try certificate("--pem", "a.pem")
        #expect(exposed.isOneLineFailure(3) && exposed.error.contains("chmod 600 ca/ca.key.pem"), "\(exposed)")
        try FileManager.default.removeItem(atPath: key)
        #expect(try certificate().isOneLineFailure(3))
        #expect(folder.names == ["ca"])
    }

    @Test("Four processes that make it at once print the same certificate")
    func atOnce() async throws {
        let outputs = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 {
                group.addTask { [folder] in
                    try CommandLineRun.kinescope(["certificate", "--ca-directory", "ca", "--pem", "-"], in: folder)
                        .output
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(outputs == [try authority().pem])
    }

    @Test("A path stands in the lines to copy as a shell takes it")
    func quoting() {
        #expect(TrustGuide.quoted("/home/ada/.config/kinescope/a.pem") == "/home/ada/.config/kinescope/a.pem")
        #expect(TrustGuide.quoted("/Library/Application Support/a") == "'/Library/Application Support/a'")
        #expect(TrustGuide.quoted("it's $HOME") == #"'it'\''s $HOME'"#)
        #expect(TrustGuide.quoted("") == "''")
        #expect(TrustGuide.text(certificate: "a b").contains("curl --cacert 'a b'"))
    }

    @Test("HOME says where the user's folder is, as for every other tool")
    func home() {
        #expect(AuthorityOptions.home(["HOME": "/tmp/kite"]) == "/tmp/kite")
        #expect(AuthorityOptions.home([:]) == NSHomeDirectory())
        #expect(AuthorityOptions.home(["HOME": ""]) == NSHomeDirectory())
    }

    @Test("The folder that was named is the one that is used")
    func options() throws {
        let options = try AuthorityOptions.parse(["--ca-directory", path("other")])
        #expect(options.folder == path("other"))
        #expect(try options.loadOrMake().der == options.loadOrMake().der)
    }
}
