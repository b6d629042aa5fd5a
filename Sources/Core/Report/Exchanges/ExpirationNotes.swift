public import Exchanges
import PassAPI
import VirtualTime

/// What a response gives out and when that expires, as instants and distances.
public enum ExpirationNotes {
    /// One line for each thing that the response gives out and that expires.
    public static func lines(for exchange: Exchange) -> [String] {
        guard let request = PassRequest(recognizing: exchange.request),
            let response = PassResponse(of: exchange, for: request.operation)
        else { return [] }
        return response.grants(of: request.operation)
            .compactMap { grant in
                guard let expires = grant.expires else { return nil }
                let which =
                    switch grant.issue.kind {
                    case .registrationCode, .code: grant.text
                    case .profile: grant.mvpd
                    case let kind where kind.isPerResource:
                        (request.resource ?? grant.resource).map { MRSSResource($0).name }
                    default: grant.requestor
                    }
                let name = grant.issue.kind.name(of: which)
                let text = DistanceText.text(of: expires, from: exchange.endedAt)
                return PrintableText.escaped("\(name): expires \(text)")
            }
    }
}

/// The instants in the JSON body of a response, by the paths that the operation's row gives them.
struct BodyInstants {
    private var fields: [InstantField] = []
    private var reference: Instant

    /// The instants of the exchange's response.
    init(_ exchange: Exchange) {
        reference = exchange.endedAt
        guard let request = PassRequest(recognizing: exchange.request) else { return }
        fields = request.operation.specification.grants.instants
    }

    /// What to show in place of a member's value; nil where it is none of the fields, or not written like them.
    func text(at path: [String], _ value: String) -> String? {
        guard let number = Int64(value), let field = fields.first(where: { $0.isAt(path) }) else { return nil }
        let instant: Instant
        switch field.form {
        case .milliseconds: instant = Instant(millisecondsSince1970: number)
        case .millisecondsOrSeconds where number >= Self.leastMilliseconds:
            instant = Instant(millisecondsSince1970: number)
        case .millisecondsOrSeconds, .seconds: instant = Instant(secondsSince1970: number)
        case .secondsAfter, .millisecondsAfter, .date: return nil
        }
        return DistanceText.text(of: instant, from: reference)
    }

    /// Numbers below are seconds: in milliseconds they would be a day of 1973 (rest-api-v1.md §3.2).
    private static let leastMilliseconds: Int64 = 100_000_000_000
}
