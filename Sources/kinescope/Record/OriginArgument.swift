import ArgumentParser
import Exchanges
import Recorder

/// The server of a reverse proxy, as `--upstream` names it.
struct OriginArgument: ExpressibleByArgument {
    /// The server.
    var origin: Origin

    /// `https://api.example.com`, `http://localhost:9000/`: no path, query or name of a user.
    init?(argument: String) {
        let url = URLParts(argument)
        let scheme = url.scheme.lowercased()
        guard scheme == "http" || scheme == "https", url.path.isEmpty || url.path == "/", url.query == nil,
            url.fragment == nil, !url.authority.contains("@"), !url.host.isEmpty
        else { return nil }
        var port: Int?
        let rest = url.authority.dropFirst(url.host.count)
        if !rest.isEmpty {
            guard rest.hasPrefix(":"), let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
            port = Int(number)
        }
        origin = Origin(isSecure: scheme == "https", host: url.host, port: port)
    }
}

/// A rule of `--connect-to`.
struct ConnectToArgument: ExpressibleByArgument {
    /// The rule.
    var rule: ConnectTo

    /// `api.auth.adobe.com:443:localhost:8443`; each part may be empty.
    init?(argument: String) {
        guard let rule = ConnectTo(argument) else { return nil }
        self.rule = rule
    }
}
