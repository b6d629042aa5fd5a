public import History
import Services
public import VirtualTime

extension History {
    /// Everything that it shows to expire, by the names that scenarios have, earliest first.
    public var namedExpirations: [Expiration] {
        expirations.compactMap { expiration in
            let holding = expiration.holding
            guard let kind = Expiration.Kind.allCases.first(where: { $0.word == holding.kind.rawValue }) else {
                return nil
            }
            let name = holding.kind.rawValue
            let subject = holding.name == name ? nil : String(holding.name.dropFirst(name.utf8.count + 1))
            return Expiration(kind, subject, at: expiration.instant.value, source: "recording")
        }
    }
}
