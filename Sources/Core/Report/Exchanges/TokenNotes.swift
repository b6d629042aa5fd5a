import Documents
public import Exchanges
import Inspection

/// The tokens, SAML messages and JWTs within an exchange, each explained in a line.
public enum TokenNotes {
    /// One line for each, as of the instant at which the answer had arrived; empty if there are none.
    public static func lines(for exchange: Exchange) -> [String] {
        let request = exchange.request
        let response = exchange.response
        var lines: [String] = []
        func look(at bytes: [UInt8]?, called name: String) {
            guard let bytes, !bytes.isEmpty else { return }
            collect(Inspection(of: bytes, at: exchange.endedAt), called: name, depth: 0, into: &lines)
        }
        look(at: URLParts(request.url).query.map { Array($0.utf8) }, called: "query")
        look(at: request.headers[first: "Authorization"].map { Array($0.utf8) }, called: "Authorization")
        look(at: request.body, called: "request body")
        look(at: response?.headers[first: "Location"].map { Array($0.utf8) }, called: "Location")
        look(at: response?.body, called: "response body")
        return lines
    }

    private static func collect(_ inspection: Inspection, called name: String, depth: Int, into lines: inout [String]) {
        if explained.contains(inspection.kind) {
            lines.append(PrintableText.escaped("\(name): \(inspection.summary)"))
        }
        // The inspection limits its own depth; this is a second belt.
        guard depth < depthLimit else { return }
        for part in inspection.parts {
            collect(part.inspection, called: "\(name), \(part.name)", depth: depth + 1, into: &lines)
        }
    }

    private static let explained: [InspectedKind] = [
        .samlResponse, .samlMessage, .signedToken, .authenticationToken, .authorizationToken, .mediaToken,
        .jsonWebToken,
    ]
    private static let depthLimit = 16
}
