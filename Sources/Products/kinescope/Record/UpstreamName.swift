import ArgumentParser
import Exchanges
import PassAPI
import ProxyProtocol

/// The host of Adobe's under which a stub server is recorded, as `--upstream-as` names it.
///
/// Its operations are recognized by their paths then, as those of Adobe Pass itself are.
struct UpstreamName: Sendable {
    /// The host: `api.auth.adobe.com`.
    var host: String

    /// A host of Adobe Pass, without scheme, port or path.
    init(parsing argument: String) throws(ValidationError) {
        let isName = argument.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
        guard isName, ServiceEnvironment.isAdobe(host: argument) else {
            throw ValidationError(
                "it has to be a host of Adobe Pass, without scheme, port or path: api.auth.adobe.com, sp.auth.adobe.com"
            )
        }
        host = argument.lowercased()
    }

    /// `exchange` as if it had gone to this host, if it went to `origin`.
    func renaming(_ exchange: Exchange, from origin: Origin) -> Exchange {
        let start = Array("\(origin)".utf8)
        let url = Array(exchange.request.url.utf8)
        guard url.starts(with: start), url.count == start.count || "/?#".utf8.contains(url[start.count]) else {
            return exchange
        }
        var renamed = exchange
        renamed.request.url = "https://\(host)" + String(decoding: url[start.count...], as: UTF8.self)
        return renamed
    }
}
