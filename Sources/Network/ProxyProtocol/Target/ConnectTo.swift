/// Sends connections for one host to another, as curl's `--connect-to HOST1:PORT1:HOST2:PORT2` does.
///
/// Names, certificates and recorded URLs stay those of the first host: so an app is pointed at a stand-in or a staging
/// server without touching name resolution.
public struct ConnectTo: Hashable, Sendable, CustomStringConvertible {
    /// The host that is asked for, in lower case; nil for any.
    package var host: String?
    /// The port that is asked for; nil for any.
    package var port: Int?
    /// The host that is connected to instead; nil for the same.
    var otherHost: String?
    /// The port that is connected to instead; nil for the same.
    var otherPort: Int?

    /// A rule as curl writes it: four parts with colons between, each of which may be empty; an IPv6 address stands in
    /// brackets.
    ///
    /// Nil if it is none.
    public init?(_ text: String) {
        var parts: [Substring] = []
        var rest = text[...]
        while true {
            let end: Substring.Index
            if rest.first == "[" {
                guard let bracket = rest.firstIndex(of: "]") else { return nil }
                end = rest.index(after: bracket)
            } else {
                end = rest.firstIndex(of: ":") ?? rest.endIndex
            }
            parts.append(rest[..<end])
            if end == rest.endIndex { break }
            guard rest[end] == ":" else { return nil }
            rest = rest[rest.index(after: end)...]
        }
        guard parts.count == 4 else { return nil }
        // Digits alone, as everywhere else: a number would have a sign.
        let ports = [parts[1], parts[3]].map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        for (text, port) in zip([parts[1], parts[3]], ports) where !text.isEmpty {
            guard let port, (1...65_535).contains(port) else { return nil }
        }
        let hosts = [parts[0], parts[2]].map { $0.isEmpty ? nil : Origin(isSecure: false, host: String($0)).host }
        (host, otherHost) = (hosts[0], hosts[1])
        (port, otherPort) = (ports[0], ports[1])
    }

    /// The rule as curl writes it.
    public var description: String {
        func written(_ host: String?) -> String { host.map { $0.contains(":") ? "[\($0)]" : $0 } ?? "" }
        return
            "\(written(host)):\(port.map(String.init) ?? ""):\(written(otherHost)):\(otherPort.map(String.init) ?? "")"
    }

    /// Returns where to connect for a host and port: by the first rule that fits, or to the same.
    package static func target(host: String, port: Int, _ rules: [ConnectTo]) -> (host: String, port: Int) {
        let rule = rules.first { ($0.host ?? host) == host && ($0.port ?? port) == port }
        return (rule?.otherHost ?? host, rule?.otherPort ?? port)
    }
}
