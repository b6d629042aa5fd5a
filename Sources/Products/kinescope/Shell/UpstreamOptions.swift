import ArgumentParser
import Proxy

/// The options for the servers that requests go on to, of `record` and `serve`.
struct UpstreamOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Connect elsewhere, as curl does: HOST:PORT:OTHERHOST:OTHERPORT (repeatable)",
            discussion: """
                With api.example.com:443:localhost:8443 an app's requests for that host go to a stub server that speaks \
                TLS, and are recorded as that host's; --insecure-upstream or --upstream-ca is for its certificate.
                """
        ),
        transform: ConnectToArgument.init(parsing:)
    )
    var connectTo: [ConnectToArgument] = []

    @Flag(help: "Do not verify the servers' certificates; the recording is marked so")
    var insecureUpstream = false

    @Option(
        name: .customLong("upstream-ca"),
        help: "Certificates, in PEM, to trust in addition to the system's",
        completion: .file(extensions: ["pem", "crt"])
    )
    var upstreamCertificates: String?

    func validate() throws {
        if insecureUpstream, upstreamCertificates != nil {
            throw ValidationError("--insecure-upstream verifies nothing: --upstream-ca does not go with it")
        }
    }

    /// Whether one of them is about certificates.
    var concernsCertificates: Bool { insecureUpstream || upstreamCertificates != nil }

    /// Writes what is given into a recorder's settings.
    func apply(to settings: inout RecorderSettings) {
        settings.connectTo = connectTo.map(\.rule)
        settings.verifiesUpstream = !insecureUpstream
        settings.additionalTrust = upstreamCertificates
    }
}
