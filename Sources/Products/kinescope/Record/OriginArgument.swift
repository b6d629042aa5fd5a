import ArgumentParser
import Proxy
import ProxyProtocol

/// The server of a reverse proxy, as `--upstream` names it.
struct OriginArgument {
    /// The server.
    var origin: Origin

    /// `https://api.example.com`, `http://localhost:9000/`: no path, query or name of a user.
    init(parsing argument: String) throws(ValidationError) {
        guard let origin = Origin(url: argument) else {
            throw ValidationError(
                "it has to be http:// or https://, a host and perhaps a port, without a path: https://api.example.com, "
                    + "http://localhost:9000"
            )
        }
        self.origin = origin
    }
}

/// Pages, as `--allow-origin` names them.
struct PageOriginArgument {
    /// Their origin.
    var origin: PageOrigin

    /// `https://app.example`, `capacitor://localhost`, `file://`, `null`: what a browser has in `Origin`.
    init(parsing argument: String) throws(ValidationError) {
        guard let origin = PageOrigin(argument) else {
            throw ValidationError(
                "it has to be what a browser sends as Origin, without a path: https://app.example, "
                    + "http://localhost:9000, capacitor://localhost, file://, null"
            )
        }
        self.origin = origin
    }
}

/// A rule of `--connect-to`.
struct ConnectToArgument {
    var rule: ConnectTo

    /// `api.auth.adobe.com:443:localhost:8443`; each part may be empty.
    init(parsing argument: String) throws(ValidationError) {
        guard let rule = ConnectTo(argument) else {
            throw ValidationError(
                "it has to be HOST:PORT:OTHERHOST:OTHERPORT, each of which may be empty, ports from 1 to 65535 and "
                    + "addresses of IPv6 in brackets: api.auth.adobe.com:443:localhost:8443, ::localhost:"
            )
        }
        self.rule = rule
    }
}
