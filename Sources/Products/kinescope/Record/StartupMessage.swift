import Documents
import Foundation
import Proxy
import Report

/// What `kinescope record` says when it has begun to listen.
struct StartupMessage {
    /// The recording's path.
    var path: String
    /// Where it listens.
    var host: String
    /// The port it listens at.
    var port: Int
    /// How it was started.
    var settings: RecorderSettings
    /// Whether secrets are replaced.
    var isRedacted: Bool
    /// Whether it goes on with a recording.
    var isContinued: Bool
    /// The path of the authority's certificate.
    var certificatePath: String
    /// The digest that a trust store shows of it.
    var fingerprint: String

    /// What is said on standard output, for a person.
    var text: String {
        let address = "http://\(Self.inURL(host)):\(port)"
        var result = isContinued ? "appending to " : "recording to "
        result += PrintableText.escaped(path)
        result += isRedacted ? "; secrets are replaced before they are written\n" : "; secrets are KEPT as they are\n"
        if let upstream = settings.upstream {
            result += "listening at \(address), in front of \(upstream)\n"
        } else {
            result += "listening at \(address): set it as proxy for HTTP and HTTPS, as in\n"
            result +=
                "  curl --proxy \(address) \\\n    --cacert \(ShellWord.quoted(certificatePath)) \\\n    https://api.example.com/\n"
            result += "CA certificate: \(PrintableText.escaped(certificatePath)), SHA-256 \(fingerprint)\n"
            result +=
                "  a device gets it from http://kinescope.local/ through the proxy; `kinescope certificate` shows how\n"
        }
        return result + "Ctrl-C ends the recording\n"
    }

    /// The same as an object of JSON.
    var object: JSONObject {
        [
            "type": .string("listening"), "host": .string(host), "port": .count(port), "file": .string(path),
            "upstream": .text(settings.upstream.map { "\($0)" }), "isRedacted": .bool(isRedacted),
            "certificatePath": .string(certificatePath), "sha256": .string(fingerprint),
        ]
    }

    /// What a person should know before anybody connects, on standard error: a line each.
    var warnings: [String] {
        var warnings: [String] = []
        if !Self.isLoopback(host) {
            let who =
                host == "0.0.0.0" || host == "::"
                ? "anyone who can reach this machine" : "anyone who can reach \(host)"
            warnings.append(
                settings.credentials == nil
                    ? "\(who) can use this proxy and read its responses: set a --password"
                    : "\(who) can try to use this proxy; its password passes the network unencrypted"
            )
        }
        if !settings.verifiesUpstream {
            warnings.append("the certificates of servers are not verified: anybody on the way can pose as one")
        }
        return warnings
    }

    /// Whether only this machine can reach `host`.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    static func inURL(_ host: String) -> String {
        // What listens everywhere is reached at an address that this machine has; here it is its own.
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "[::1]"
        default: host.contains(":") ? "[\(host)]" : host
        }
    }
}
