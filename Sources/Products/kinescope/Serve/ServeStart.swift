import Documents
import Report
import ServiceFront

/// What `kinescope serve` says when it has begun to listen.
struct ServeStart {
    /// What is served.
    var title: String
    /// The hosts that are served, in order; nil as long as the recording is being read.
    var hosts: [String]?
    /// Where it listens.
    var host: String
    /// The addresses by which other machines find it, if it listens at all of this one's.
    var networkAddresses: [String]
    /// The port it listens at.
    var port: Int
    /// The path of the authority's certificate.
    var certificatePath: String
    /// The digest that a trust store shows of it.
    var fingerprint: String
    /// The path of the control interface's token.
    var tokenPath: String
    /// What the command line of `control` has beside the port, with a blank behind it.
    var controlOptions: String
    /// The token, for the link to the page; nil where it is not to be said.
    var pageToken: String?
    /// The recording that is written; nil if there is none.
    var output: String?

    /// Where the page is that shows what happens: at this machine alone.
    private var page: String { "http://127.0.0.1:\(port)\(ControlInterface.root)" }

    /// What is said on standard output, for a person.
    var text: String {
        let address = "http://\(StartupMessage.inURL(host)):\(port)"
        let example = hosts?.first ?? "HOST"
        var result = "serving \(PrintableText.escaped(title))\n"
        result += "listening at \(address); an app reaches it with\n"
        result += "  proxy     \(address) for HTTP and HTTPS; it has to trust the CA certificate\n"
        result += "  base URL  \(address)/\(example) in place of https://\(example)\n"
        if !networkAddresses.isEmpty {
            let others = networkAddresses.map { "http://\($0):\(self.port)" }
            result += "from other devices: \(others.joined(separator: ", "))\n"
        }
        result += "CA certificate: \(PrintableText.escaped(certificatePath)), SHA-256 \(fingerprint)\n"
        if let hosts {
            result += "hosts: \(hosts.joined(separator: ", "))\n"
        } else {
            result += "hosts: those of the recording, which is being read; requests wait for that\n"
        }
        if let output { result += "recording to \(PrintableText.escaped(output))\n" }
        let port = self.port == 8080 ? "" : "--port \(self.port) "
        result +=
            "control: kinescope control \(port)\(PrintableText.escaped(controlOptions))'advance 31d'; its token is in \(PrintableText.escaped(tokenPath))\n"
        result += "page: \(page)" + (pageToken.map { "#token=\($0)" } ?? "") + "\n"
        return result + "Ctrl-C ends it\n"
    }

    /// The same as an object of JSON.
    var object: JSONObject {
        [
            "type": .string("listening"), "host": .string(host), "addresses": .texts(networkAddresses),
            "port": .count(port), "file": .text(output),
            "hosts": hosts.map { .texts($0) } ?? .null, "isReady": .bool(hosts != nil),
            "certificatePath": .string(certificatePath), "sha256": .string(fingerprint),
            "tokenPath": .string(tokenPath), "page": .string(page),
        ]
    }
}
