import ArgumentParser
import Documents
import Foundation
import Proxy
import Report
import VirtualTime

/// `kinescope certificate`: the local certificate authority, and how to trust it.
struct CertificateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate",
        abstract: "Show the local CA certificate and how to trust it; make it on first use",
        discussion: """
            EXAMPLES:
              kinescope certificate
              kinescope certificate --pem kinescope.pem --der kinescope.cer
              kinescope certificate --mobile-configuration kinescope.mobileconfig
              kinescope certificate --pem - | ssh lab 'cat > kinescope.pem'
              kinescope certificate --ca-directory ci/ca --json

            `kinescope record` signs the certificates that it shows to clients with it: a client that trusts it lets the \
            recorder read its traffic to any server. So can anyone who has the key: it stays in the directory, \
            readable by you alone. Trust it on devices for tests only, and remove it when you are done.

            What is exported goes to a file, or to standard output with -; nothing else is printed then.

            \(ExitStatus.help)
            """
    )

    @OptionGroup var authority: AuthorityOptions

    @Option(help: "Write the certificate in PEM; - is standard output", completion: .file())
    var pem: String?

    @Option(help: "Write the certificate in DER; - is standard output", completion: .file())
    var der: String?

    @Option(
        help: "Write a profile that iOS and tvOS install; - is standard output",
        completion: .file(extensions: ["mobileconfig"])
    )
    var mobileConfiguration: String?

    @Flag(help: "Replace existing files")
    var force = false

    @Flag(help: "Print JSON Lines")
    var json = false

    private var exports: [String] { [pem, der, mobileConfiguration].compactMap { $0 } }

    func validate() throws {
        guard Set(exports).count == exports.count else {
            throw ValidationError("each form of the certificate needs a file of its own")
        }
        if json, exports.contains("-") {
            throw ValidationError("--json and a certificate cannot both go to standard output")
        }
    }

    func run() throws {
        let folder = authority.folder
        let found = try authority.loadOrMake()
        let own = [CertificateAuthority.keyPath(in: folder), CertificateAuthority.certificatePath(in: folder)]
        for export in exports where own.contains(where: { SameFile.isSame($0, export) }) {
            throw CommandFailure("\(export) belongs to the CA certificate itself: name another file")
        }
        try export(found)
        if json {
            let written = exports.map { JSONValue.string($0) }
            let lines = (
                JSONLine.text(of: Self.json(of: found, in: folder)), JSONObject([JSONMember("files", .array(written))])
            )
            try JSONOutput.write(lines, of: "certificate")
        } else if exports.isEmpty {
            try Terminal.output.writeText(Self.text(of: found, in: folder))
        }
    }

    /// Writes what was asked for; all of it is complete before any of it gets its name.
    private func export(_ authority: CertificateAuthority) throws(CommandFailure) {
        let contents = [
            (pem, Array(authority.pem.utf8)), (der, authority.der),
            (mobileConfiguration, authority.mobileConfiguration),
        ]
        var files: [OutputFile] = []
        for (path, bytes) in contents {
            guard let path else { continue }
            let file = try OutputFile(path, replacesExisting: force)
            try file.write(bytes)
            files.append(file)
        }
        for file in files { try file.finish() }
    }

    /// What a person reads.
    static func text(of authority: CertificateAuthority, in folder: String) -> String {
        let certificate = CertificateAuthority.certificatePath(in: folder)
        return """
            \(PrintableText.escaped(authority.subject))
              certificate  \(PrintableText.escaped(certificate))
              key          \(PrintableText.escaped(CertificateAuthority.keyPath(in: folder))), for you alone
              SHA-256      \(authority.fingerprint)
              valid        from \(instant(authority.notValidBefore)) to \(instant(authority.notValidAfter))

            To trust it:

            \(TrustGuide.text(certificate: PrintableText.escaped(certificate)))
            """
    }

    /// What a script reads.
    static func json(of authority: CertificateAuthority, in folder: String) -> JSONObject {
        [
            "type": .string("certificate"),
            "certificatePath": .string(CertificateAuthority.certificatePath(in: folder)),
            "keyPath": .string(CertificateAuthority.keyPath(in: folder)),
            "subject": .string(authority.subject),
            "sha256": .string(authority.fingerprint),
            "notBeforeAt": .instant(instant(authority.notValidBefore)),
            "notAfterAt": .instant(instant(authority.notValidAfter)),
        ]
    }

    /// Certificates tell time in whole seconds.
    private static func instant(_ date: Date) -> Instant {
        Instant(secondsSince1970: Int64(date.timeIntervalSince1970))
    }
}
