import Documents
public import Exchanges
import Inspection
import SubscriberAccount
import VirtualTime

/// The tokens, SAML messages and JWTs within an exchange, each explained in a line.
public enum TokenNotes {
    /// One line for each, as of the instant at which the answer had arrived; empty if there are none.
    public static func lines(for exchange: Exchange) -> [String] {
        inspections(of: exchange).map { PrintableText.escaped("\($0.name): \($0.inspection.summary)") }
    }

    /// Each of them with the place where it was found, as of the instant at which the response had arrived.
    static func inspections(of exchange: Exchange) -> [(name: String, inspection: Inspection)] {
        let request = exchange.request
        let response = exchange.response
        return inspections(
            [
                ("query", URLParts(request.url).query.map { Array($0.utf8) }),
                ("Authorization", request.headers[first: "Authorization"].map { Array($0.utf8) }),
                ("request body", request.body),
                ("Location", response?.headers[first: "Location"].map { Array($0.utf8) }),
                ("response body", response?.body),
            ],
            at: exchange.endedAt
        )
    }

    /// The same of what a VSA call returned.
    static func inspections(of call: VSACall) -> [(name: String, inspection: Inspection)] {
        guard case .metadata(let metadata?, _) = call.answer else { return [] }
        return inspections(
            [
                ("samlAttributeQueryResponse", metadata.samlAttributeQueryResponse.map { Array($0.utf8) }),
                ("accountProviderResponse", metadata.accountProviderResponse?.body.map { Array($0.utf8) }),
            ],
            at: call.answeredAt
        )
    }

    private static func inspections(
        _ places: [(name: String, bytes: [UInt8]?)],
        at instant: Instant
    ) -> [(name: String, inspection: Inspection)] {
        var found: [(name: String, inspection: Inspection)] = []
        for (name, bytes) in places {
            guard let bytes, !bytes.isEmpty else { continue }
            collect(Inspection(of: bytes, at: instant), called: name, depth: 0, into: &found)
        }
        return found
    }

    private static func collect(
        _ inspection: Inspection,
        called name: String,
        depth: Int,
        into found: inout [(name: String, inspection: Inspection)]
    ) {
        if explained.contains(inspection.kind) { found.append((name, inspection)) }
        // The inspection limits its own depth; this is a second belt.
        guard depth < depthLimit else { return }
        for part in inspection.parts {
            collect(part.inspection, called: "\(name), \(part.name)", depth: depth + 1, into: &found)
        }
    }

    private static let explained: [InspectedKind] = [
        .samlResponse, .samlMessage, .signedToken, .authenticationToken, .authorizationToken, .mediaToken,
        .jsonWebToken,
    ]
    private static let depthLimit = 16
}
