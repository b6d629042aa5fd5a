import ArgumentParser
import Recorder
import Relaying

/// The server of a reverse proxy, as `--upstream` names it.
struct OriginArgument: ExpressibleByArgument {
    /// The server.
    var origin: Origin

    /// `https://api.example.com`, `http://localhost:9000/`: no path, query or name of a user.
    init?(argument: String) {
        guard let origin = Origin(url: argument) else { return nil }
        self.origin = origin
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
